"""Friends on the same network find each other's gatherings without a link: by multicast DNS (RFC 6762 and 6763).

It needs the package `zeroconf`; without it, and wherever the network does not carry it, links and addresses work all
the same.  What is found is a hint: the server proves its key when one joins, and at a known address it must be the
known one.
"""
