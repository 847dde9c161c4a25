"""For all tests."""

import signal

# A shell that starts the tests in the background lets them ignore ctrl-c, and the programs that they start as well.
signal.signal(signal.SIGINT, signal.default_int_handler)
