"""Why a server cannot be reached, in sentences of our own."""

from errno import ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EPERM, ETIMEDOUT

import pytest
from pytest_twisted import ensureDeferred
from twisted.internet import error as errors
from twisted.internet import reactor
from twisted.internet.defer import CancelledError

from client.net.reconnecting import unreached
from client.net.wire import dialler
from protocol.wire.invite import Invite

CANNOT = "The server cannot be reached."


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (
            errors.getConnectError((ECONNREFUSED, "Connection refused")),
            " The computer answers, but no server runs",
        ),
        (errors.getConnectError((ETIMEDOUT, "Timed out")), " Nothing answers there"),
        (errors.TimeoutError(), " Nothing answers there"),
        (errors.DNSLookupError("no results for hostname lookup: x"), " There is no computer with that name."),
        (errors.UnknownHostError(-2, "Name or service not known"), " There is no computer with that name."),
        (errors.getConnectError((ENETUNREACH, "Network is unreachable")), " This network has no route to that address"),
        (errors.getConnectError((EHOSTUNREACH, "No route to host")), " This network has no route to that address"),
        (errors.getConnectError((EPERM, "Operation not permitted")), ""),
        (CancelledError(), ""),
        (OSError(5, "Input/output error"), ""),
    ],
    ids=repr,
)
def test_every_kind_of_failure_has_its_sentence_and_no_words_of_others(error: BaseException, reason: str) -> None:
    why = unreached(error)
    assert why.code == "connection/refused"
    assert not why.for_good
    assert str(why).startswith(CANNOT + reason)
    assert reason or str(why) == CANNOT
    assert "(" not in str(why)


@ensureDeferred
async def test_a_port_at_which_nobody_listens_refuses() -> None:
    with pytest.raises(errors.ConnectionRefusedError) as refused:
        await dialler(reactor, Invite("127.0.0.1", 1))(None)  # type: ignore[arg-type]
    assert "no server runs there" in str(unreached(refused.value))
