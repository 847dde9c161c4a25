"""Small logs that several tests judge, each played once."""

from tests.support.audits import play, write

__all__ = ["play", "write"]
