"""A module that no box has: whole games of it, everywhere a game can be played, are VERIFIED."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
import pytest_twisted
from twisted.internet.defer import Deferred, gatherResults

from client.bot.guest import Plan
from engine.bots import BOTS
from engine.bots.asking import answered
from engine.bots.match import Sitting
from engine.front import apply, choices, setup
from engine.mine.rules.turn.pending import PlayTookEffect
from engine.rules import parse
from engine.scenario.keys import BadScenario
from engine.scenario.reader import read
from engine.scenario.runner import run
from engine.tabletop import Tabletop
from protocol.audit.audit import Verdict, audit
from protocol.host.selfplay import SelfPlay, from_seed
from protocol.log.cards import card_tables
from tests.support import gremlins as made_up
from tests.support.dealing import kind_of
from tests.support.gremlins import (
    Cry,
    GoalsLaid,
    GremlinFound,
    PlayStopped,
    RelayEnded,
    Silence,
    gremlins,
)
from tests.support.loopback import Caller, ServerProcess
from tests.support.world import wishes

RULES = "base+gremlins=near"
FILES = sorted((Path(__file__).parent / "gremlins").glob("*.toml"))
EACH = 50


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    with gremlins():
        yield


def counted(events: Iterable[object]) -> Counter[str]:
    """What the module brings, by what it shows."""
    seen: Counter[str] = Counter()
    for event in events:
        match event:
            case PlayStopped():
                seen["stop"] += 1
            case Silence():
                seen["silent window"] += 1
            case PlayTookEffect():
                seen["let through"] += 1
            case RelayEnded(cards=cards) if cards < 2:
                seen["broken-off sequence"] += 1
            case GoalsLaid():
                seen["secret choice"] += 1
            case GremlinFound():
                seen["find"] += 1
    return seen


def whole_game(rules: str, bot: str, number: int) -> Counter[str]:
    """Among bots at a tabletop."""
    seats = 3 + number % 4
    table = Tabletop(parse(rules), seats, random.Random(number).randrange)
    bots = [Sitting(BOTS[bot], table, seat, random.Random(f"{number} {seat}").randrange) for seat in range(seats)]
    seen: Counter[str] = Counter()
    table.watchers.append(lambda events: seen.update(counted(events)))
    table.advance()
    while want := table.waiting():
        act = answered(want, lambda seat: bots[seat].choose())
        seen["reaction"] += isinstance(act, Cry)
        table.play(act)
    return seen


@pytest.mark.parametrize("rules", [RULES, "saboteur2+gremlins=near"])
def test_a_steady_bot_plays_a_module_to_the_end(rules: str) -> None:
    assert whole_game(rules, "steady", 1)


@pytest.mark.long
@pytest.mark.parametrize("bot", ["random", "steady"])
@pytest.mark.parametrize("rules", [RULES, "saboteur2+gremlins=near"])
def test_whole_games_among_bots_show_everything_often(rules: str, bot: str) -> None:
    games = 22 if bot == "steady" else 130
    seen = sum((whole_game(rules, bot, number) for number in range(games)), Counter[str]())
    rare = {"broken-off sequence"} if bot == "steady" else set()  # it finishes what it begins, if it can
    assert {what for what, count in seen.items() if count >= EACH} >= {
        "reaction",
        "stop",
        "let through",
        "broken-off sequence",
        "secret choice",
        "find",
    } - rare, seen


def selfplayed(games: int) -> Counter[str]:
    """Real keys, real boxes, a real log; people and bots of the server at one table."""
    seen: Counter[str] = Counter()
    for number in range(games):
        game = SelfPlay(parse(RULES), 4, [BOTS["random"]], from_seed(b"gremlins %d" % number), server_bots=number % 3)
        game.host.watchers.append(lambda entry, events: seen.update(counted(events)))
        report = audit(game.play(), bots=True)
        assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])
        seen.update(kind.name for kind in {kind_of(entry) for entry in game.host.entries})
    return seen


IN_LOGS = {"stop", "let through", "broken-off sequence", "secret choice", "find"}


def test_whole_games_of_selfplay_are_verified() -> None:
    seen = selfplayed(5)
    assert {*IN_LOGS, "CHOICE", "ANSWER", "RANDOM", "RENEW"} <= seen.keys()


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_whole_games_of_selfplay_show_everything_often() -> None:
    seen = selfplayed(28)
    assert {name for name, count in seen.items() if count >= EACH} >= IN_LOGS, seen


@pytest.mark.long
@pytest_twisted.ensureDeferred
async def test_a_game_over_a_real_server_is_verified(tmp_path: Path) -> None:
    """The server is the program itself, with the module registered; two guests and two of its bots play."""
    server = ServerProcess(tmp_path, "tests.support.serving")
    try:
        await server.start()
        table = wishes(rules=RULES, seats=4, window_seconds=0)
        host = Caller(tmp_path, "host", server.invite, Plan(BOTS["random"], wishes=table, bots_of_server=2))
        opened = host.hear("gathering")
        staying = [Deferred.fromCoroutine(host.stay())]
        code = str((await opened)["code"])
        guest = Caller(tmp_path, "guest", server.invite, Plan(BOTS["random"], code=code))
        staying.append(Deferred.fromCoroutine(guest.stay()))
        assert await gatherResults(staying) == [0, 0]
    finally:
        server.kill()
    for log in (host.log, guest.log):
        report = audit(log, bots=True)
        assert (report.verdict, report.findings, report.bots_checked) == (Verdict.VERIFIED, [], True)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_its_scenarios_hold(file: Path) -> None:
    run(read(file.read_text("utf-8")))


HUSHED = """
title = "Two goals are taken up"
cites = ["HD12"]
seats = 3
rules = "base+gremlins=near"
[position]
hands = [["hush"], ["cross"], ["cross"]]
goals = ["treasure", "stone-a", "stone-b"]
[[step]]
seat = 0
hush = "8,0"
and = "8,2"
[[step]]
time-up = 255
"""


def test_a_way_that_there_is_not_is_a_mistake_in_the_file() -> None:
    with pytest.raises(BadScenario) as found:
        run(read(f"{HUSHED}[[step]]\nseat = 0\nchoose = 2\n"))
    assert str(found.value) == "step 3 (choose 2): there are 2 ways, counted from 0, and not way 2"


@pytest.mark.parametrize("seat", [1, 77])
def test_a_choice_that_is_refused_leaves_nothing_behind(seat: int) -> None:
    table = run(read(f'{HUSHED}[[step]]\nseat = {seat}\nchoose = 1\nrefused = "turn/not-yours"\n'))
    assert {notebook.chosen for notebook in table.notebooks} == {None}


def test_no_card_of_a_position_lies_on_a_hidden_thing() -> None:
    story = HUSHED.replace("goals =", 'board = ["2,0 cross"]\ngoals =')
    with pytest.raises(BadScenario) as found:
        run(read(story))
    assert str(found.value) == "position, key 'board': two cards lie on one cell"


def test_every_act_in_a_window_is_one_of_the_choices() -> None:
    """A seat that holds no Cry has none, and is asked all the same."""
    table = Tabletop(parse(RULES), 4, random.Random(5).randrange)
    table.advance()
    while (want := table.waiting()) and want.what != "cry":
        table.play(choices(table.view(want.seats[0]))[0])
    assert want is not None
    for seat in want.seats:
        held = [slot for slot, face in table.view(seat).hand() if face == made_up.CRY]
        assert choices(table.view(seat)) == [Cry(seat, slot, made_up.CRY) for slot in held]


def test_a_log_carries_the_cards_and_the_layout_of_the_module_only_where_it_is_on() -> None:
    def tables(rules: str) -> bytes:
        return card_tables(setup(parse(rules), 4).book)

    plain, near, far = map(tables, ("base", RULES, "base+gremlins=far"))
    assert b"gremlin" not in plain
    assert b"golden-gremlin" in near
    assert len({plain, near, far}) == 3


def test_a_copy_of_a_table_in_a_window_goes_its_own_way() -> None:
    table = Tabletop(parse(RULES), 4, random.Random(6).randrange)
    table.advance()
    while (want := table.waiting()) and want.what != "cry":
        table.play(choices(table.view(want.seats[0]))[0])
    twin = table.state.copy()
    assert twin == table.state
    apply(twin, made_up.window_ends())
    assert twin != table.state
    assert table.state.pending
    assert not twin.pending
