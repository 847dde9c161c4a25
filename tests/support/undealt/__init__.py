"""A mode in which no one deals, for tests of the seam: its cryptography is a toy, its order and its blame are not.

Cards are ElGamal ciphertexts under the keys of all seats, in a group so small that anybody could break it.
"""
