"""How a server is reached, and why a conversation with it is over."""

from enum import Enum, unique

from client.words.codes import sentence

FOR_GOOD = frozenset(
    {
        "connection/certificate",
        "connection/no-tls",
        "server/key-changed",
        "server/other-key",
        "server/not-proved",
        "server/not-kept",
        "proto/too-old",
        "proto/too-new",
        "login/name-taken",
        "login/bad-name",
        "login/signature",
    }
)
"""To try again would come to the same."""


@unique
class Way(Enum):
    """What stands between two programs, and so what a server can prove its key over."""

    DIRECT = "TLS with the server: its proof holds for this very connection, and any certificate will do"
    PROXY = "TLS with a proxy: the proof holds for no connection, so the proxy's certificate must be good"
    PLAIN = "no TLS: every computer on the way can listen"


class HungUp(Exception):
    """The conversation is over; the code is why, and the detail, if there is one, is for people."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(detail or sentence(code))
        self.code = code

    @property
    def for_good(self) -> bool:
        return self.code in FOR_GOOD
