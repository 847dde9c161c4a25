"""The judgement of log files, told to people and to programs."""
