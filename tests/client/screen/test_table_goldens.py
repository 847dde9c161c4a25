"""The screen of a table as text, kept under tests/stories/golden/screen_table.

With UNDERMINE_WRITE_GOLDEN set it is written again, and the tests fail all the same: look at the difference first.
"""

import os
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from client.net.trouble import Trouble
from client.render.charset import ASCII, BOX, Charset
from client.screen.app.kit import Kit
from client.screen.table.screen import TableScreen
from client.screen.table.watching import WatchingScreen
from client.screen.widgets.key_bar import KeyBar
from client.visit.table import Rest
from client.visit.told import Told, ToldKind
from client.words.people import NO_SEAT
from engine.cave.board import border
from engine.cave.rules.turn.discarding import Discard
from engine.cave.rules.turn.vote import AgreeToEnd
from engine.grid.cells import START
from engine.mine.rules.turn.passing import Pass
from engine.mine.scenario.position import Position
from protocol.log import bodies
from protocol.log.faults import Code, Finding
from protocol.wire.lobby import Watchable
from tests.client.games.cave.asking import a_cave
from tests.client.games.cave.asking import asked as asked_in_the_cave
from tests.client.games.cave.drawn_caves import SCENES as CAVES
from tests.client.games.cave.drawn_caves import table_of
from tests.client.games.mine.drawn_tables import ACTIONS, HEALTHY, MINE, SCENES, WINDOWS
from tests.client.lines.rooms import faces, position
from tests.client.screen.local_table import SERVER_KEY, LocalTable, asked, laid_out
from tests.client.screen.piloted import piloted
from tests.client.screen.table_pilot import SIZES, Keys, at_table
from tests.client.screen.test_moments import last_card as held_round
from tests.support.held_deal import HeldDeal
from tests.support.tables_at_play import AtPlay, small_mine

FOLDER = Path(__file__).parents[3] / "tests" / "stories" / "golden" / "screen_table"
WRITE = "UNDERMINE_WRITE_GOLDEN"
EAST = 1
STORY = [
    Told(ToldKind.STORY, "Round 1 of 3."),
    Told(ToldKind.SECRET, "You are a gold-digger. Nobody else knows."),
    Told(ToldKind.STORY, "Ann places straight left to right at 1,0."),
    Told(ToldKind.TALK, "Ann: this way, everybody!"),
    Told(ToldKind.NOTICE, "Cleo has left the table."),
]
STORY_OF_A_CAVE = [
    Told(ToldKind.STORY, "The cave is dark. Find the exit."),
    Told(ToldKind.SECRET, "You are a loyal blue dwarf, who works for blue. No other player knows."),
    Told(ToldKind.STORY, "Ann unleashes the Goblin at 2,0 (middle)."),
    Told(ToldKind.STORY, "The Goblin goes to 1,-1 (up)."),
]
Act = Callable[[Keys, LocalTable], Awaitable[None]]


def five(start: Position, folder: Path, rules: str = "base", seats: int = 5) -> LocalTable:
    table = laid_out(start, folder, seats=seats, rules=rules)
    table.told_lines += STORY
    return table


def start(folder: Path) -> LocalTable:
    return five(position(["cross", "map", "straight-short", "repair-pick", "curve-left", "dead-cross"], 5), folder)


def middle(folder: Path) -> LocalTable:
    return five(HEALTHY, folder)


def saboteur2(folder: Path) -> LocalTable:
    prison, theft = [2, 4], [0, 4]
    laid_there = position(ACTIONS, 5, "saboteur2", board=MINE, prison=prison, theft=theft, nuggets=[2, 3, 0, 1, 12])
    return five(laid_there, folder, "saboteur2")


def twelve(folder: Path) -> LocalTable:
    return five(SCENES["saboteur2-twelve-players"].start, folder, "saboteur2", 12)


def box(folder: Path) -> LocalTable:
    scene = SCENES["box-with-everything"]
    table = five(scene.start, folder, scene.rules)
    scene.seen(table.top)
    return table


def toll(folder: Path) -> LocalTable:
    return five(position(["cross", "map", "rockfall"], 5, nuggets=[1] * 5), folder, "base+toll")


def last_card(folder: Path) -> LocalTable:
    return five(position([], 5, hands=[faces("map"), [], [], [], []]), folder)


def pressed(*keys: str) -> Act:
    async def act(person: Keys, table: LocalTable) -> None:
        await person.press(*keys)

    return act


async def end_the_round(person: Keys, table: LocalTable) -> None:
    table.act(Pass(0, (table.view.hand()[0][0],)))
    await person.settle()


def held(folder: Path) -> LocalTable:
    """As a server holds the next deal back."""
    table, _top = held_round(folder)
    return table


async def see_the_end(person: Keys, table: LocalTable) -> None:
    """All that is turned up, at once, and what came of it."""
    await end_the_round(person, table)
    table.rest = Rest(1, (), (0, 1), 17.2)
    await person.press("x")


async def read_the_end(person: Keys, table: LocalTable) -> None:
    await see_the_end(person, table)
    await person.press("n")


async def look_back(person: Keys, table: LocalTable) -> None:
    """At what another player has done since."""
    table.act(Pass(0, (table.view.hand()[0][0],)))
    await person.press("a", "2")


async def agree(person: Keys, table: LocalTable) -> None:
    """All see how the cave ends."""
    table.act(AgreeToEnd(0))
    await person.settle()
    await person.press("x")


async def begin_another(person: Keys, table: LocalTable) -> None:
    await see_the_end(person, table)
    assert isinstance(table.top, HeldDeal)
    table.rest = None
    table.top.deal_now()
    table.listener()
    await person.settle()


async def stop(person: Keys, table: LocalTable) -> None:
    proved = Finding(Code.FORKED, 9, SERVER_KEY, "two heads")
    table.stopped(Trouble("log/forked", "entry 9", Path("evidence.umlog"), proved))
    await person.settle()


async def lose_the_table(person: Keys, table: LocalTable) -> None:
    table.stopped(Trouble("table/none"))
    await person.settle()


async def object_to_it(person: Keys, table: LocalTable) -> None:
    table.objected("consent/options")
    await person.settle()


def write_a_log() -> None:
    Path("game.umlog").write_bytes(AtPlay().play())


async def end_the_game(person: Keys, table: LocalTable) -> None:
    """The log is one of another game, which is not seen."""
    with small_mine():
        write_a_log()
    table.score(3, 0, 7, 7, 1, winners=(2, 3))
    table.over = bodies.End(reason="over", seats=[])
    assert table.following is not None
    table.following.confirmed = True  # type: ignore[misc]
    with small_mine():
        table.listener()
        await person.settle()


def cave(name: str = "busy", *, walks: bool = False) -> Callable[[Path], LocalTable]:
    """A cave that is drawn elsewhere too; seat 0 may have discarded a card, and walks."""

    def make(folder: Path) -> LocalTable:
        scene = CAVES[name]
        top = table_of(scene.start, scene.seats)
        scene.seen(top)
        if walks:
            top.play(Discard(0, tuple(top.state.hands[0][:1])))
        table = LocalTable(top, folder)
        table.told_lines += STORY_OF_A_CAVE
        return table

    return make


def watched(make: Callable[[Path], LocalTable]) -> Callable[[Path], LocalTable]:
    """The same table, seen without a seat."""

    def seen(folder: Path) -> LocalTable:
        played = make(folder)
        table = LocalTable(played.top, folder, NO_SEAT)
        table.told_lines += [told for told in played.told_lines if told.kind is not ToldKind.SECRET]
        return table

    return seen


async def watch_the_end(person: Keys, table: LocalTable) -> None:
    table.top.play(Pass(0, (table.top.state.hands[0][0],)))
    table.listener()
    await person.settle()
    await person.press("x")


def a_web(folder: Path) -> LocalTable:
    """One hangs in the way, and another can be hung."""
    return LocalTable(a_cave("cobweb-triangle", "boots 1", webs=[(border(START, EAST), 1, 1)]), folder)


CAVE_SCREENS: dict[str, tuple[Callable[[Path], LocalTable], Act]] = {
    "cave": (cave(), pressed()),
    "cave-a-card": (cave(), pressed("1")),
    "cave-overview": (cave(), pressed("z")),
    "cave-whom-for": (cave("a-goal-that-only-this-seat-knows"), pressed("4")),
    "cave-a-way": (cave(walks=True), pressed("down")),
    "cave-ways": (cave(walks=True), pressed("enter")),
    "cave-an-axe": (lambda folder: asked_in_the_cave("axe", folder), pressed()),
    "cave-a-vote": (lambda folder: asked_in_the_cave("vote", folder), pressed()),
    "cave-eight": (cave("eight-players"), pressed()),
    "cave-a-cobweb": (a_web, pressed("2", "tab")),
    "cave-the-end": (lambda folder: asked_in_the_cave("vote", folder), agree),
    "cave-help": (cave(), pressed("?")),
    "cave-more": (cave(), pressed("enter")),
}
WATCHED: dict[str, tuple[Callable[[Path], LocalTable], Act]] = {
    "watching": (watched(middle), pressed("right", "right")),
    "watching-twelve-players": (watched(twelve), pressed()),
    "watching-a-round-that-is-over": (watched(last_card), watch_the_end),
    "watching-the-end": (watched(start), end_the_game),
    "watching-help": (watched(start), pressed("?")),
    "watching-no-more": (watched(start), pressed("q")),
    "watching-cave": (watched(cave()), pressed()),
    "watching-cave-eight": (watched(cave("eight-players")), pressed()),
}
SCREENS: dict[str, tuple[Callable[[Path], LocalTable], Act]] = {
    "start": (start, pressed()),
    "a-card-is-picked": (middle, pressed("1")),
    "a-place-is-refused": (middle, pressed("1", "up", "up")),
    "whom-for": (middle, pressed("4")),
    "discarding": (saboteur2, pressed("d", "2", "3")),
    "saboteur2": (saboteur2, pressed("4")),
    "twelve-players": (twelve, pressed()),
    "box": (box, pressed()),
    "box-a-place": (box, pressed("1")),
    "box-a-collector": (toll, pressed("d", "2", "tab")),
    "box-two-goals": (box, pressed("2")),
    "box-keep-one": (lambda folder: asked("keep", folder), pressed()),
    "box-a-toll": (lambda folder: asked("toll", folder), pressed()),
    "gold": (lambda folder: asked("gold", folder), pressed()),
    "talk": (start, pressed("t", "h", "i")),
    "ready-made-sentences": (start, pressed("t", "enter")),
    "score": (middle, pressed("r")),
    "acts": (middle, look_back),
    "are-you-sure": (middle, pressed("4", "1")),
    "guess": (start, pressed("g", "2")),
    "help": (start, pressed("?")),
    "trust": (start, pressed("v")),
    "secrets": (start, pressed("s")),
    "leave": (start, pressed("q")),
    "the-round-is-over": (last_card, end_the_round),
    "the-round-on-the-board": (held, see_the_end),
    "the-round-is-told": (held, read_the_end),
    "a-round-begins": (held, begin_another),
    "the-game-is-over": (start, end_the_game),
    "a-proof": (start, stop),
    "no-such-table": (start, lose_the_table),
    "an-objection": (start, object_to_it),
    **CAVE_SCREENS,
    **WATCHED,
}
IN_ASCII = ["a-card-is-picked", "saboteur2", "help", "box", "cave-a-way", "watching", "watching-cave"]
AT_EACH_SIZE = [
    "start",
    "a-card-is-picked",
    "saboteur2",
    "twelve-players",
    "are-you-sure",
    "ready-made-sentences",
    "score",
    "acts",
    "help",
    "gold",
    "the-round-on-the-board",
    "the-round-is-told",
    "a-round-begins",
    "the-game-is-over",
    "watching",
    "watching-cave",
    "cave-a-way",
    "cave-a-cobweb",
    "cave-the-end",
]
"""What a player meets in every game."""
ON_A_LARGE_SCREEN = [*AT_EACH_SIZE, "a-place-is-refused", "whom-for", "box", "cave", "cave-an-axe", "cave-eight"]
DRAWN = [
    *((name, "80x24") for name in SCREENS),
    *((name, "120x35") for name in AT_EACH_SIZE),
    *((name, "160x50") for name in ON_A_LARGE_SCREEN),
]


def watching(table: LocalTable, kit: Kit) -> WatchingScreen:
    about = Watchable(table=table.tid, code="ABCDEFGH", rules="base", seats=3, host="Mira", delay=60)
    return WatchingScreen(table, kit, about, lambda: "undermine://mine.example --table ABCDEFGH")


async def check(name: str, size: str, charset: Charset, folder: Path) -> None:
    make, act = SCREENS[name]
    table = make(folder)
    show = watching if name in WATCHED else TableScreen
    async with at_table(table, folder, Keys, SIZES[size], charset, show=show, confirm="harm") as person:
        await act(person, table)
        text = without_keys(person)
        assert_nothing_overlaps(person)
    file = FOLDER / f"{name}.{size}{'.ascii' if charset is ASCII else ''}.txt"
    if os.environ.get(WRITE):
        FOLDER.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
        pytest.fail(f"{file.name} was written anew; unset {WRITE} and look at the difference")
    assert text == file.read_text(encoding="utf-8")


def without_keys(person: Keys) -> str:
    """Behind a dialogue the last line of the table is there or not, as it happens to be drawn."""
    lines = person.line
    return "".join(f"{line}\n" for line in (lines if person.top is person.screen else lines[:-1]))


def assert_nothing_overlaps(person: Keys) -> None:
    """Every part of the table has its own place on the screen; no hand is there between two rounds, or to watch."""
    screen = person.screen
    parts = ["#head", "#map", "#players", "#story", "#about", "#prompt"]
    parts += ["#hand"] if screen.query_one("#hand").display else []
    regions = [screen.query_one(part).region for part in parts] + [screen.query_one(KeyBar).region]
    assert all(region.area > 0 and screen.region.contains_region(region) for region in regions)
    assert not [(a, b) for at, a in enumerate(regions) for b in regions[at + 1 :] if a.overlaps(b)]


@pytest.mark.parametrize(("name", "size"), DRAWN)
@piloted
async def test_a_screen_is_drawn_as_it_was(
    name: str, size: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    await check(name, size, BOX, tmp_path)


@pytest.mark.parametrize("name", IN_ASCII)
@piloted
async def test_a_screen_is_drawn_in_ascii_as_it_was(name: str, tmp_path: Path) -> None:
    await check(name, "80x24", ASCII, tmp_path)


def test_there_is_no_screen_that_nobody_draws() -> None:
    names = {f"{name}.{size}.txt" for name, size in DRAWN}
    names |= {f"{name}.80x24.ascii.txt" for name in IN_ASCII}
    assert {file.name for file in FOLDER.iterdir()} == names


@piloted
async def test_pictures_are_drawn_elsewhere_at_the_sizes_that_they_have_here(tmp_path: Path) -> None:
    async with at_table(start(tmp_path), tmp_path, Keys) as person:
        for size in WINDOWS:
            await person.resize(*SIZES[size])
            window = WINDOWS[size]
            assert tuple(person.screen.query_one("#map").size) == window.map
            assert tuple(person.screen.query_one("#hand").size) == window.hand
            assert person.screen.query_one("#players").size.width == window.players


@piloted
async def test_nothing_breaks_on_a_tiny_screen(tmp_path: Path) -> None:
    table = saboteur2(tmp_path)
    async with at_table(table, tmp_path, Keys, (20, 6)) as person:
        for key in ("1", "escape", "escape", "?", "escape", "4", "up", "tab", "enter", "z", "q", "escape"):
            await person.press(key)
            assert len(person.line) == 6


@pytest.mark.parametrize(("theme", "colours"), [("light", "usual"), ("contrast", "safe"), ("dark", "safe")])
@piloted
async def test_colours_change_nothing_but_colours(theme: str, colours: str, tmp_path: Path) -> None:
    async with at_table(saboteur2(tmp_path), tmp_path, Keys, theme=theme, palette=colours) as person:
        await person.press("4")
        assert person.text == (FOLDER / "saboteur2.80x24.txt").read_text(encoding="utf-8")
