"""The judgement of finished log files."""
