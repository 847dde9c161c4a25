"""What can go wrong with a store, whatever it is made of."""


class StoreFailed(Exception):
    """The store cannot do it now: its disk is full, or its database is locked.  Nothing was stored."""


class StoreDamaged(StoreFailed):
    """What was asked for stands where the file of the store is damaged."""


class StoreRefused(Exception):
    """The data breaks a rule of the store, so nothing was stored.  The server never asks for that on purpose."""


class StoreClosed(Exception):
    """The store is closed, or about to be: it writes and reads nothing any more."""


class CannotOpen(Exception):
    """A store cannot be used; the message tells which, why, and what to do."""


class Damaged(CannotOpen):
    """The file of a store is not what the store has written."""
