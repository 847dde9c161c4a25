"""Hashes, keys, signatures and the streams made from seeds."""
