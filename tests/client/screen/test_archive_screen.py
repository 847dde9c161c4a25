"""The finished games of a server on the screen: the list, fetching, checking, and removing words."""

from pathlib import Path
from typing import Any

import pytest
from twisted.internet.defer import Deferred, fail, succeed

from client.net.archive import NotHad
from client.net.drawer import Drawer
from client.net.heads import Finding, Look, Wrong
from client.net.library import Library
from client.net.shelf import Shelf
from client.screen.screens.archive import ArchiveScreen
from protocol.log.records import MAGIC
from protocol.wire.archive import EndedGame
from tests.client.replay.games import ME, my_game
from tests.client.screen.around_fakes import BareApp
from tests.client.screen.piloted import LARGE, SMALL, compare, piloted, until, words_of


class Fake:
    """The archive of a server with two games."""

    def __init__(self, folder: Path) -> None:
        self.host = my_game("base", 0).host
        self.tid = self.host.follower.setting.tid
        drawer = Drawer(folder / "tables")
        drawer.folder.mkdir()
        self.library = Library(drawer, Shelf(folder / "watched"), ME, (self.host.setting.server_key,))
        self.archive = self
        self.removed: list[int] = []
        self.trouble = ""
        self.look: Look | None = None

    def games(self, *, mine: bool) -> Deferred[list[EndedGame]]:
        size = len(self.host.file) - len(MAGIC)
        common: dict[str, Any] = {"rules": "base", "seats": 3, "end": "finished", "ended": 0, "size": size}
        if self.trouble:
            return fail(NotHad(self.trouble))
        tid = self.tid if mine else bytes(range(32))
        return succeed([EndedGame(table=tid, public=not mine, **common)])

    def log(self, tid: bytes) -> Deferred[list[bytes]]:
        return succeed(list(self.host.records)) if tid == self.tid else fail(NotHad("archive/none"))

    def remove_texts(self, tid: bytes, seat: int, signature: bytes) -> Deferred[int]:
        self.removed.append(seat)
        return succeed(3)

    def look_for_games(self) -> Deferred[Look]:
        assert self.look is not None
        return succeed(self.look)


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fake:
    monkeypatch.setattr("client.words.archive.when", lambda then, now: "2026-11-01 12:00")
    return Fake(tmp_path)


class Visiting:
    def __init__(self, guest: Any) -> None:
        self.guest = guest


def archive_app(fake: Fake) -> BareApp:
    visit: Any = Visiting(fake)
    return BareApp(lambda _visit: ArchiveScreen(visit))


@pytest.mark.parametrize("size", [SMALL, LARGE])
@piloted
async def test_finished_games_look_like_this(size: tuple[int, int], fake: Fake) -> None:
    app = archive_app(fake)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        compare(app, "finished-games")


@piloted
async def test_enter_fetches_a_log_and_tells_what_it_is_worth(fake: Fake) -> None:
    app = archive_app(fake)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: "VERIFIED" in words_of(app))
        assert fake.library.drawer.log(fake.tid).read_bytes() == fake.host.file
        assert ", on this computer, yours" in words_of(app)
        await pilot.press("down", "enter")
        await until(pilot, lambda: "The server has no finished game of that kind for you" in words_of(app))


@piloted
async def test_words_are_removed_after_a_question_and_only_ones_own(fake: Fake) -> None:
    app = archive_app(fake)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.press("d", "down", "enter")
        await until(pilot, lambda: "has removed 3 texts of yours" in words_of(app))
        assert len(fake.removed) == 1
        await pilot.press("down", "d")
        await until(pilot, lambda: "Only at a game of yours" in words_of(app))
        assert len(fake.removed) == 1


@piloted
async def test_a_look_at_the_lists_tells_what_is_missed(fake: Fake) -> None:
    fake.look = Look(fake, fake.library.drawer, fake.library.keys)  # type: ignore[arg-type]
    fake.look.findings.append(Finding(Wrong.MISSING, fake.tid))
    app = archive_app(fake)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.press("c")
        await until(pilot, lambda: "none of the lists that this server has signed" in words_of(app))


@piloted
async def test_a_server_that_does_not_tell_is_told(fake: Fake) -> None:
    fake.trouble = "archive/not-offered"
    app = archive_app(fake)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: "does not give out finished games" in words_of(app))
