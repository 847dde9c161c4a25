"""What travels: the encoding, frames and messages."""
