"""A replay on the screen: what it looks like, and the ways through it by keys and mouse."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from client.render.charset import ASCII, BOX, Charset
from client.replay.opened import Opened, opened
from client.screen.app.app import UndermineApp
from client.screen.table import replaying
from client.screen.table.replaying import ReplayScreen
from client.screen.widgets.dialogues import ChoiceDialogue, LineDialogue
from client.screen.widgets.page import Page
from client.visit.errand import LookingBack
from protocol.audit.eyes import PUBLIC, Eyes
from protocol.keys.identity import Identity
from tests.client.replay.games import cut, whole_game
from tests.client.screen.piloted import click_on, compare, piloted, screen_text, typed, unpainted, until, words_of
from tests.client.screen.table_pilot import kit_of

ALL_BOXES = "saboteur2+championship+minis"
SIZES = {"80x24": (80, 24), "120x35": (120, 35), "160x50": (160, 50)}


@cache
def log_of(rules: str, seats: int) -> bytes:
    return whole_game(rules, seats).host.file


class Replay:
    """A person at the screen of a replay."""

    def __init__(self, app: UndermineApp, pilot: Pilot[Any]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def screen(self) -> ReplayScreen:
        return next(screen for screen in self.app.screen_stack if isinstance(screen, ReplayScreen))

    @property
    def entry(self) -> int:
        return self.screen.table.entry

    @property
    def turn(self) -> tuple[int, int]:
        moment = self.screen.table.moment
        return moment.lately.dealt, moment.turn

    def plays(self) -> bool:
        """Whether it goes on by itself now."""
        return self.screen.is_playing

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.pilot.pause()

    async def jump(self, key: str, number: int) -> None:
        """By R or T."""
        await self.press(key)
        await typed(self.pilot, str(number))
        await self.press("enter")

    async def look(self, words: str) -> None:
        """Through other eyes."""
        await self.press("e")
        dialogue = self.app.screen
        assert isinstance(dialogue, ChoiceDialogue)
        dialogue.dismiss(dialogue._options.index(words))
        await self.pilot.pause()


@asynccontextmanager
async def replay(
    folder: Path,
    log: bytes,
    *,
    size: tuple[int, int] = (80, 24),
    charset: Charset = BOX,
    identity: Identity | None = None,
) -> AsyncIterator[Replay]:
    file = folder / "game.umlog"
    file.write_bytes(log)
    game: Opened = opened(file, identity)
    app = UndermineApp(kit_of(folder, charset), LookingBack(game))
    app._load = lambda there: _nothing()
    async with unpainted(), app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Replay(app, pilot)


async def _nothing() -> None:
    """No network is loaded."""


# what it looks like


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize(("name", "rules", "seats"), [("mine", ALL_BOXES, 5), ("cave", "cave", 4)])
@piloted
async def test_the_replay_looks_like_this(
    name: str, rules: str, seats: int, size: tuple[int, int], tmp_path: Path
) -> None:
    async with replay(tmp_path, log_of(rules, seats), size=size) as person:
        await person.jump("t", 12)
        await person.look("all cards")
        compare(person.app, f"replay-{name}")


@piloted
async def test_what_all_saw_looks_like_this_in_ascii(tmp_path: Path) -> None:
    async with replay(tmp_path, log_of("base", 3), charset=ASCII) as person:
        await person.jump("t", 9)
        compare(person.app, "replay-public-ascii")


@piloted
async def test_the_end_of_a_round_looks_like_this(tmp_path: Path) -> None:
    async with replay(tmp_path, log_of("base", 3)) as person:
        table = person.screen.table
        closed = next(at for at, moment in enumerate(table.recording.moments) if moment.lately.closed)
        person.screen.action_go(closed)
        await person.pilot.pause()
        compare(person.app, "replay-a-round-that-is-over")


# the ways through it


@piloted
async def test_arrows_go_forward_and_back(tmp_path: Path) -> None:
    async with replay(tmp_path, log_of("base", 3)) as person:
        await person.press("right")
        first, begin = screen_text(person.app), person.entry
        await person.press("right", "right", "enter")
        assert person.entry > begin
        await person.press("left", "b", "left")
        assert (person.entry, screen_text(person.app)) == (begin, first)
        await person.press("end")
        assert person.entry == person.screen.table.last
        await person.press("home")
        assert person.entry == 0


@piloted
async def test_r_and_t_jump_and_what_is_not_there_is_said(tmp_path: Path) -> None:
    async with replay(tmp_path, log_of("base", 3)) as person:
        await person.jump("r", 2)
        assert person.turn == (2, 1)
        await person.jump("t", 6)
        assert person.turn == (2, 6)
        await person.jump("r", 7)
        assert isinstance(person.app.screen, LineDialogue)
        assert "There is no such place in this game." in words_of(person.app)
        await person.press("escape")
        assert person.turn == (2, 6)


@piloted
async def test_space_plays_at_speed_to_the_end_and_any_step_stops_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replaying, "SPEEDS", (60.0, 60.0, 60.0, 60.0, 0.01))
    async with replay(tmp_path, log_of("base", 3)) as person:
        await person.press("space")
        assert person.plays()
        await person.press("left")
        assert not person.plays()
        last = person.screen.table.last
        person.screen.action_go(last - 4)
        begin = person.entry
        await person.press("plus", "plus", "plus", "space")
        await until(person.pilot, lambda: person.entry == last)
        assert begin < last
        assert not person.plays()
        await person.press("minus", "space")
        assert person.plays()
        assert person.entry == 0, "from the start"


@piloted
async def test_a_click_on_the_line_of_the_game_goes_there(tmp_path: Path) -> None:
    async with replay(tmp_path, log_of("base", 3)) as person:
        await person.pilot.click("#prompt", offset=(60, 0))
        await person.pilot.pause()
        shown = next(line for line in screen_text(person.app).splitlines() if line.startswith(" = R"))
        assert shown.index(BOX.acted) == 60
        last = person.entry
        await person.pilot.click("#prompt", offset=(30, 0))
        await person.pilot.pause()
        assert 0 < person.entry < last


@piloted
async def test_a_click_on_a_player_looks_through_their_eyes(tmp_path: Path) -> None:
    async with replay(tmp_path, log_of("base", 3)) as person:
        await person.jump("t", 5)
        assert person.screen.table.recording.eyes == PUBLIC
        await click_on(person.pilot, "Player_2 ")
        assert person.screen.table.recording.eyes == Eyes(1)
        assert "as Player_2" in words_of(person.app)
        assert person.turn == (1, 5)
        await click_on(person.pilot, "as Player_2")
        assert isinstance(person.app.screen, ChoiceDialogue)


@piloted
async def test_eyes_that_may_not_look_are_not_offered(tmp_path: Path) -> None:
    game = whole_game()
    async with replay(tmp_path, cut(game), identity=game.joinings[1].identity) as person:
        assert person.screen.table.recording.eyes == Eyes(1)
        await person.press("e")
        assert isinstance(person.app.screen, ChoiceDialogue)
        assert person.app.screen._options == ["what all saw", "as Player_2"]
        await person.press("escape")
        person.screen.look(Eyes(0))
        await person.pilot.pause()
        assert person.screen.table.recording.eyes == Eyes(1)
        assert "were not all opened" in words_of(person.app)


@piloted
async def test_with_all_cards_any_hand_is_shown(tmp_path: Path) -> None:
    async with replay(tmp_path, log_of("base", 3)) as person:
        await person.jump("t", 5)
        await person.press("h")
        assert "shows the hands of all" in words_of(person.app)
        await person.press("escape")
        await person.look("all cards")
        for seat in (0, 2):
            await person.press("h", str(seat + 2))
            assert person.screen.table.seat == seat
            assert f"hand of Player_{seat + 1}" in words_of(person.app)
        await person.press("h", "1")
        assert person.screen.table.seat in person.screen.table.waiting_for


@pytest.mark.parametrize(
    ("key", "title"),
    [
        ("m", "Who looked (?), who did harm (!)"),
        ("n", "Round 3 is over"),
        ("s", "The score so far"),
        ("v", "Trust"),
        ("question_mark", "Keys and rules"),
    ],
)
@piloted
async def test_keys_open_pages(key: str, title: str, tmp_path: Path) -> None:
    async with replay(tmp_path, log_of("base", 3)) as person:
        await person.press("end", key)
        assert isinstance(person.app.screen, Page)
        assert title in words_of(person.app)
        await person.press("escape")
        assert isinstance(person.app.screen, ReplayScreen)


@piloted
async def test_what_a_player_did_is_told_as_of_then(tmp_path: Path) -> None:
    async with replay(tmp_path, log_of("base", 3)) as person:
        await person.press("a", "1")
        assert "Nothing yet." in words_of(person.app)
        await person.press("escape", "end", "a", "1")
        assert "Round 1:" in words_of(person.app)


@piloted
async def test_cards_are_looked_at_and_never_played(tmp_path: Path) -> None:
    async with replay(tmp_path, log_of("base", 3)) as person:
        await person.jump("t", 5)
        await person.look("all cards")
        entry = person.entry
        for number in range(1, 7):
            await person.press(str(number), "escape")
        assert (person.entry, person.screen.table.told_lines) == (entry, person.screen.table.told_lines)
        assert isinstance(person.app.screen, ReplayScreen)


@piloted
async def test_q_leaves_and_the_program_ends(tmp_path: Path) -> None:
    async with replay(tmp_path, log_of("base", 3)) as person:
        await person.press("q")
        assert person.app.return_value == 0
