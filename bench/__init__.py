"""What measures the program on this machine; nothing here is needed to play."""
