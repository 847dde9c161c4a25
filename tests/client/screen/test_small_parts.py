"""The small parts of the screen: haste, capitals, names, ASCII, and a server of one's own."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.segment import Segment
from textual.app import App
from textual.binding import Binding
from textual.color import Color
from twisted.internet.defer import Deferred, fail, succeed

from client.games.mine.names import card_meaning, role_words
from client.games.picking import discarding
from client.net.local_server import ServerTrouble
from client.profile.profile import Profile
from client.profile.settings import Settings, read
from client.render.charset import ASCII
from client.screen.app.app import UndermineApp
from client.screen.app.connection import OwnServer
from client.screen.app.palette import AsciiFilter
from client.screen.widgets.top import TopScreen
from client.visit.errand import Undecided
from client.words.safe import columns
from engine.mine.sets.catalogue import all_cards
from protocol.wire.invite import Invite
from tests.client.screen.piloted import piloted
from tests.client.screen.table_pilot import kit_of
from tests.support.mine_words import ROLES, all_of


class _Leaf(TopScreen[str]):
    BINDINGS = [Binding("d", "done", "")]  # noqa: RUF012  as Textual has it

    def action_done(self) -> None:
        self.dismiss("done")
        self.dismiss("again")


@piloted
async def test_a_screen_goes_once_however_often_it_is_sent_away() -> None:
    app: Any = App()
    results: list[str | None] = []
    async with app.run_test() as pilot:
        await app.push_screen(_Leaf(), results.append)
        await app.push_screen(_Leaf(), results.append)
        await pilot.press("d", "d")
        await pilot.pause()
        assert results == ["done", "done"]
        assert len(app.screen_stack) == 1


@piloted
async def test_a_screen_under_another_does_not_take_that_one_away() -> None:
    app: Any = App()
    async with app.run_test():
        below, above = _Leaf(), _Leaf()
        await app.push_screen(below)
        await app.push_screen(above)
        below.dismiss("too early")
        assert app.screen is above


@piloted
async def test_capital_letters_do_what_small_ones_do() -> None:
    app: Any = App()
    results: list[str | None] = []
    async with app.run_test() as pilot:
        await app.push_screen(_Leaf(), results.append)
        await pilot.press("D")
        await pilot.pause()
        assert results == ["done"]


def test_another_name_is_kept_and_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    kit = kit_of(tmp_path / "profile")
    kit.profile = Profile("somebody")
    assert kit.rename("Zoe") == ""
    assert kit.name == kit.settings.name == "Zoe"
    assert read(kit.profile) == Settings(name="Zoe")
    assert "one word" in kit.rename("two words")
    assert kit.name == "Zoe"


def test_other_characters_are_drawn_at_once(tmp_path: Path) -> None:
    kit = kit_of(tmp_path / "profile")
    for look, tick in (("ascii", "+"), ("box", "✓"), ("auto", "✓")):
        kit.use(Settings(look=look))
        assert kit.charset.tick == tick


def test_what_the_command_line_asks_for_wins_over_the_settings(tmp_path: Path) -> None:
    kit = kit_of(tmp_path / "profile", ASCII, look="box")
    assert UndermineApp(kit, Undecided()).kit.charset is ASCII


@given(st.text(st.characters(exclude_categories=("Cc", "Cs", "Mn", "Me"))))
def test_whatever_is_drawn_becomes_ascii_of_the_same_width(text: str) -> None:
    (segment,) = AsciiFilter().apply([Segment(text)], Color(0, 0, 0))
    assert segment.text.isascii()
    assert len(segment.text) == columns(text)


def test_letters_lose_only_their_accents() -> None:
    (segment,) = AsciiFilter().apply([Segment("Zoë ► ▓▓ ┌─┐ … 漢")], Color(0, 0, 0))
    assert segment.text == "Zoe > ## +-+ . ??"


class _Server:
    """A process that runs, or does not."""

    def __init__(self, *taken: int | None) -> None:
        self.taken = taken
        self.ports: list[int | None] = []
        self.running = False
        self.stopped = 0

    def start(self, *, friends: bool, port: int | None = None) -> None:
        self.ports.append(port)
        self.running = port not in self.taken

    def invite(self) -> Invite:
        if not self.running:
            raise ServerTrouble("the port is taken")
        return Invite("127.0.0.1", 4478)

    def stop(self) -> None:
        self.stopped += 1
        self.running = False


def _at_once(what: Any, *given: Any) -> "Deferred[Any]":
    try:
        return succeed(what(*given))
    except ServerTrouble as trouble:
        return fail(trouble)


def _own(tmp_path: Path, server: _Server) -> OwnServer:
    kit = kit_of(tmp_path / "profile")
    kit.server, kit.in_thread = server, _at_once  # type: ignore[assignment]
    return OwnServer(kit)


def test_friends_are_served_elsewhere_if_the_usual_port_is_taken(tmp_path: Path) -> None:
    server = _Server(None)
    own = _own(tmp_path, server)
    found: list[Invite] = []
    own.ready(friends=True).addCallback(found.append)
    assert server.ports == [None, 0]
    assert found == [own.invite] == [Invite("127.0.0.1", 4478)]


def test_a_server_that_does_not_run_is_told(tmp_path: Path) -> None:
    for friends in (False, True):
        failed: list[Any] = []
        _own(tmp_path, _Server(None, 0)).ready(friends=friends).addErrback(failed.append)
        assert failed[0].check(ServerTrouble)


def test_a_server_is_started_again_after_it_was_stopped(tmp_path: Path) -> None:
    server = _Server()
    own = _own(tmp_path, server)
    own.ready(friends=False)
    own.stop()
    assert not server.running
    own.ready(friends=False)
    assert server.running


def test_every_card_that_is_not_laid_and_every_role_has_its_meaning() -> None:
    for card in all_cards():
        if card.kind == "role":
            assert role_words(card.number).meaning
        elif not card.tunnels and card.kind not in {"gold", "start", "goal", "chest"}:
            assert card_meaning(card.number), card.key
    kinds = {card.kind for card in all_cards()}
    assert set(all_of("kinds")) <= kinds
    assert set(ROLES) <= {card.key for card in all_cards()}


def test_where_one_card_is_discarded_the_next_takes_its_place() -> None:
    assert discarding(frozenset({0}), 1, 1) == {1}
    assert discarding(frozenset({0}), 0, 1) == frozenset()
    assert discarding(frozenset({0}), 1, 3) == {0, 1}
    assert discarding(frozenset({0, 1, 2}), 3, 3) == {0, 1, 2}


@piloted
async def test_a_mistake_of_ours_is_a_sentence_and_shows_nobodys_cards(tmp_path: Path) -> None:
    secret = "the role of Bob"
    app = UndermineApp(kit_of(tmp_path / "profile"), Undecided())
    try:
        raise RuntimeError(secret)
    except RuntimeError:
        app._fatal_error()
    [said] = app._exit_renderables
    assert "client-messages.txt" in str(said)
    assert secret not in str(said)
