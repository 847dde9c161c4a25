"""A replay shows what was seen when it happened: recorded in play, compared entry by entry."""

from pathlib import Path
from typing import Any

import pytest

from client.games.game import Seats
from client.games.registry import game_of
from client.render.charset import BOX
from client.render.spans import text_of
from client.replay.opened import Opened, opened
from client.replay.table import ReplayedTable
from client.visit.table import VisitedTable
from client.visit.told import ToldKind
from engine.bots import BOTS
from engine.rules import parse
from protocol.audit.eyes import PUBLIC, Closed, Eyes, lies_open
from protocol.host.selfplay import SelfPlay, from_seed
from tests.support.visitors import Visitor, play_on, seated, turns
from tests.support.world import World

Picture = tuple[Any, ...]
Seen = dict[int, dict[int, Picture]]
"""By seat and entry."""
FROZEN = sorted((Path(__file__).parents[2] / "stories/frozen/logs").glob("*.umlog"))
LONG_GAMES = ("saboteur2", "saboteur2+championship+minis", "base+chests=diamond", "base+toll")


def picture(table: Any) -> Picture:
    """Board, hand, players and story, as text."""
    view, people = table.view, table.people
    game = game_of(view.state.book.rules)
    desk = game.desk(table, BOX)
    desk.refresh()
    dealt = bool(view.state.round)
    seats = Seats(
        names=[people.name(seat) for seat in range(len(people))],
        own=table.seat,
        waiting=table.waiting_for,
        confirmed=[table.confirmed(seat) for seat in range(len(people))],
        acted=table.lately.by,
        hit=table.lately.to,
    )
    pictures = [desk.board(100, 30), desk.hand(100, 8), desk.players(seats, 80, 9)] if dealt else []
    told = [(one.kind, one.text) for one in table.told_lines if one.kind is not ToldKind.HINT]
    drawn = tuple("\n".join(map(text_of, one.lines)) for one in pictures if one is not None)
    return (*drawn, tuple(told), len(table.reports), table.scores, tuple(table.score_sheet) if dealt else ())


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Seen:
    """What each client drew when an entry had come."""
    pictures: Seen = {}
    went_on = VisitedTable.went_on

    def looked(table: VisitedTable, entry: Any, events: list[object]) -> None:
        went_on(table, entry, events)
        pictures.setdefault(table.seat, {})[entry.seq] = picture(table)

    monkeypatch.setattr(VisitedTable, "went_on", looked)
    return pictures


def replayed(recorded: Opened, eyes: Eyes) -> ReplayedTable:
    return ReplayedTable(recorded.recording(eyes))


def log_of(one: Visitor) -> Path:
    assert one.table.log is not None
    return one.table.log


@pytest.mark.usefixtures("small")
def test_every_entry_of_a_mine_shows_what_each_client_drew(world: World, seen: Seen) -> None:
    check_every_entry("base", world, seen)


def test_every_entry_of_a_cave_shows_what_each_client_drew(world: World, seen: Seen) -> None:
    check_every_entry("cave", world, seen)


@pytest.mark.long
@pytest.mark.parametrize("rules", LONG_GAMES)
def test_every_entry_of_a_long_game_shows_what_each_client_drew(rules: str, world: World, seen: Seen) -> None:
    check_every_entry(rules, world, seen)


def check_every_entry(rules: str, world: World, seen: Seen) -> None:
    visitors = seated(world, "Eva", "Ann", rules=rules, bots=("steady",))
    play_on(world, visitors)
    whole = opened(log_of(visitors[0]))
    assert whole.lies_open
    for seat, pictures in seen.items():
        table = replayed(whole, Eyes(seat))
        assert len(pictures) == table.last
        for entry, drawn in pictures.items():
            table.go(entry)
            assert picture(table) == drawn, f"entry {entry}"


@pytest.mark.usefixtures("small")
def test_with_the_key_of_a_seat_an_unfinished_game_shows_what_that_seat_saw(world: World, seen: Seen) -> None:
    visitors = seated(world, "Eva", "Ann", "Bob")
    for _turn, _none in zip(turns(world, visitors), range(6), strict=False):
        pass
    ann = visitors[1]
    cut = opened(log_of(ann), ann.me.identity)
    assert not cut.lies_open
    assert cut.first_eyes() == Eyes(1)
    table = replayed(cut, Eyes(1))
    for entry, drawn in seen[1].items():
        table.go(entry)
        assert picture(table) == drawn, f"entry {entry}"


@pytest.mark.usefixtures("small")
def test_without_open_cards_other_seats_are_refused(world: World) -> None:
    visitors = seated(world, "Eva", "Ann", "Bob")
    for _turn, _none in zip(turns(world, visitors), range(3), strict=False):
        pass
    ann = visitors[1]
    own, others = opened(log_of(ann), ann.me.identity), opened(log_of(ann))
    for eyes in (Eyes(0), Eyes(2), Eyes(everything=True), Eyes(1, everything=True), own.all_but_roles):
        with pytest.raises(Closed):
            own.recording(eyes)
    with pytest.raises(Closed):
        others.recording(Eyes(1))
    public = replayed(others, others.first_eyes())
    public.go(public.last)
    assert public.recording.eyes == PUBLIC
    assert not public.view.notebook.shown
    assert [told for told in public.told_lines if told.kind is ToldKind.SECRET] == []


# every log, forward and back


def pictures_of(table: ReplayedTable, entries: list[int]) -> dict[int, Picture]:
    found = {}
    for entry in entries:
        table.go(entry)
        found[entry] = picture(table)
    return found


@pytest.mark.parametrize("path", FROZEN, ids=lambda path: path.stem)
@pytest.mark.parametrize("eyes", [PUBLIC, Eyes(0), Eyes(everything=True)], ids=["public", "seat", "all"])
def test_a_log_reaches_the_same_tables_forward_and_backward(path: Path, eyes: Eyes) -> None:
    table = replayed(opened(path), eyes)
    entries = list(range(0, table.last + 1, 3))
    forward = pictures_of(table, entries)
    assert pictures_of(table, entries[::-1]) == forward
    assert len(set(forward.values())) > len(entries) // 4


@pytest.mark.parametrize("path", FROZEN, ids=lambda path: path.stem)
def test_the_state_at_the_end_is_the_one_that_was_judged(path: Path) -> None:
    whole = opened(path)
    table = replayed(whole, PUBLIC)
    table.go(0)
    table.go(table.last)
    assert table.view.state == whole.judged.state


def test_roles_stay_covered_until_they_are_turned_up(tmp_path: Path) -> None:
    log = tmp_path / "game.umlog"
    log.write_bytes(SelfPlay(parse("base"), 3, [BOTS["random"]], from_seed(b"roles")).play())
    whole = opened(log)
    assert lies_open(whole.judged)
    everything, covered = replayed(whole, Eyes(everything=True)), replayed(whole, whole.all_but_roles)
    hidden = turned_up = 0
    for entry in range(everything.last + 1):
        everything.go(entry)
        covered.go(entry)
        state: Any = covered.view.state
        for slot in [*state.roles, *state.spare_roles]:
            assert everything.view.face(slot) is not None
            hidden += covered.view.face(slot) is None
            turned_up += slot in state.faces and covered.view.face(slot) is not None
        for hand in state.hands:
            assert all(covered.view.face(slot) is not None for slot in hand)
    assert hidden
    assert turned_up
