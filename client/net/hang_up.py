"""Why a conversation with a server is over."""

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
        "login/banned",
        "login/kicked",
        "login/not-allowed",
        "login/name-taken",
        "login/bad-name",
        "login/too-many-names",
        "login/signature",
    }
)  # to try again would come to the same


class HungUp(Exception):
    """The conversation is over; the code is why, and the detail, if there is one, is for people."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(detail or sentence(code))
        self.code = code

    @property
    def for_good(self) -> bool:
        return self.code in FOR_GOOD
