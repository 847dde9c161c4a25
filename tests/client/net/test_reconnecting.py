"""One connection after the other: how patiently, and when no more."""

import pytest
from twisted.internet.defer import CancelledError, Deferred, fail, succeed
from twisted.internet.error import ConnectError
from twisted.internet.task import Clock

from client.net.conversation import Conversation, Surroundings
from client.net.hang_up import FOR_GOOD, HungUp
from client.net.reconnecting import FIRST_SECONDS, MOST_SECONDS, Reconnecting
from client.net.wire import Talker
from protocol.wire.messages import FromServer
from tests.client.net.test_conversation import ME
from tests.support.reading import now


class Line:
    """A connection to nowhere."""

    def __init__(self, talker: Talker) -> None:
        self.talker = talker
        self.closed = False

    def write(self, frame: bytes) -> None:
        """It is not read."""

    def close(self) -> None:
        self.closed = True

    abort = close


class Network:
    """Dials as a test says, and notes what becomes of it."""

    def __init__(self, chance: bytes = bytes(2)) -> None:
        self.clock = Clock()
        self.lines: list[Line] = []
        self.answers = True
        self.hanging: Deferred[object] | None = None
        self.news: list[str] = []
        self.waits: list[float] = []
        around = Surroundings(self.clock, lambda count: (chance * count)[:count])
        self.line = Reconnecting(self.dial, lambda line: Conversation(ME, _any, around, line), around, self)

    def dial(self, talker: Talker) -> Deferred[object]:
        if self.hanging is not None:
            return self.hanging
        if not self.answers:
            return fail(ConnectError())
        self.lines.append(Line(talker))
        talker.opened(self.lines[-1])
        return succeed(None)

    def connected(self, talk: Conversation, tables: tuple[bytes, ...]) -> None:
        self.news.append("connected")

    def told(self, message: FromServer) -> None:
        self.news.append("told")

    def disconnected(self, why: HungUp, seconds: float) -> None:
        self.news.append(why.code)
        self.waits.append(seconds)

    def gave_up(self, why: HungUp) -> None:
        self.news.append(f"gave up: {why.code}")

    def lose(self, code: str = "connection/lost") -> None:
        talk = self.lines[-1].talker
        assert isinstance(talk, Conversation)
        if code != "connection/lost":
            talk.hang_up(code)
        talk.lost("connection/lost")


def _any(key: bytes, older: object) -> None:
    """Any of them."""


def test_every_failure_is_told_and_tried_again_more_patiently() -> None:
    network = Network()
    network.answers = False
    network.line.start()
    for _ in range(12):
        network.clock.advance(MOST_SECONDS)
    assert set(network.news) == {"connection/refused"}
    assert network.waits[:4] == [FIRST_SECONDS / 2 * 2**number for number in range(4)]
    assert max(network.waits) == network.waits[-1] == MOST_SECONDS / 2


def test_chance_makes_it_longer_by_up_to_twice() -> None:
    network = Network(chance=b"\xff\xff")
    network.answers = False
    network.line.start()
    (wait,) = network.waits
    assert FIRST_SECONDS * 0.99 < wait < FIRST_SECONDS


def test_nothing_is_tried_before_its_time() -> None:
    network = Network()
    network.line.start()
    network.lose()
    network.clock.advance(FIRST_SECONDS / 2 - 0.01)
    assert len(network.lines) == 1
    network.clock.advance(0.01)
    assert len(network.lines) == 2


def test_a_welcome_begins_the_patience_anew() -> None:
    network = Network()
    network.line.start()
    for _ in range(5):
        network.lose()
        network.clock.advance(MOST_SECONDS)
    talk = network.lines[-1].talker
    assert isinstance(talk, Conversation)
    network.line.welcomed(talk, ())
    network.lose()
    assert network.news[-2:] == ["connected", "connection/lost"]
    assert network.waits[-1] == FIRST_SECONDS / 2


@pytest.mark.parametrize("code", sorted(FOR_GOOD))
def test_a_refusal_for_good_is_the_end(code: str) -> None:
    network = Network()
    network.line.start()
    network.lose(code)
    assert network.news == [f"gave up: {code}"]
    assert network.clock.getDelayedCalls() == []
    assert network.line.stop().called


@pytest.mark.parametrize("code", ["server/stops", "connection/silent", "connection/bad-frame", "future/code"])
def test_everything_else_is_tried_again(code: str) -> None:
    network = Network()
    network.line.start()
    network.lose(code)
    assert network.news == [code]


# being told to stop


def test_stopping_while_waiting() -> None:
    network = Network()
    network.line.start()
    network.lose()
    assert network.line.stop().called
    assert network.clock.getDelayedCalls() == []
    assert network.news == ["connection/lost"]


def test_stopping_while_dialling() -> None:
    network = Network()
    dialling: Deferred[object] = Deferred()
    network.hanging = dialling
    network.line.start()
    assert network.line.stop().called
    assert network.clock.getDelayedCalls() == []
    assert network.news == []
    dialling.addErrback(lambda failure: failure.trap(CancelledError))


def test_stopping_while_talking_waits_until_the_connection_is_gone() -> None:
    network = Network()
    network.line.start()
    gone = network.line.stop()
    assert not now(lambda: gone.called)
    assert network.lines[-1].closed
    network.lose()
    assert gone.called
    assert network.news == []
    assert network.clock.getDelayedCalls() == []


def test_stopping_before_the_start_and_twice() -> None:
    network = Network()
    assert network.line.stop().called
    assert network.line.stop().called
