"""How a server is reached: three ways, and all but the first only if somebody asked for them by name."""

from enum import Enum, unique


@unique
class Way(Enum):
    """What stands between two programs, and so what a server can prove its key over."""

    DIRECT = "TLS with the server: its proof holds for this very connection, and any certificate will do"
    PROXY = "TLS with a proxy: the proof holds for nobody's connection, so the proxy's certificate must be good"
    PLAIN = "no TLS: everybody on the way can listen"
