"""What travels and what is proved: messages, the log, commitments.  No socket is opened here."""
