"""How a server is reached: all ways but the first must be asked for by name.  Commands parse it: no imports here."""

from enum import Enum, unique


@unique
class Way(Enum):
    """What stands between two programs, and so what a server can prove its key over."""

    DIRECT = "TLS with the server: its proof holds for this very connection, and any certificate will do"
    PROXY = "TLS with a proxy: the proof holds for no connection, so the proxy's certificate must be good"
    PLAIN = "no TLS: every computer on the way can listen"

    @property
    def option(self) -> str:
        """By which a command asks for it; empty if it need not be asked for."""
        return {Way.DIRECT: "", Way.PROXY: "--behind-proxy", Way.PLAIN: "--plain-tcp"}[self]


def watch_link(link: str, code: str) -> str:
    """What is typed after “undermine watch”; empty without a connection."""
    return f"{link} --table {code}" if link else ""
