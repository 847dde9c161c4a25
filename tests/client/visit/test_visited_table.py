"""One table as one person sees it: what is known, asked and told, live and after a new start of the program."""

import re
from collections import Counter
from functools import partial

import pytest

from client.games.game import RoundReport
from client.net.open_joins import OpenJoins
from client.net.table.table import FollowedTable
from client.visit.table import VisitedTable
from client.visit.told import Told, ToldKind
from client.visit.visit import Visit
from engine.front import choices
from engine.mine.cards.championship import GOAL_SWAP
from engine.placing import PlacePath
from protocol.log.records import Entry
from tests.support.tables_at_play import small_mine
from tests.support.visitors import Visitor, begun, gathered, play_on, seated, turns
from tests.support.world import World

Snapshot = tuple[int, tuple[Told, ...], tuple[RoundReport, ...], object]
PUBLIC = (ToldKind.STORY, ToldKind.AGAINST, ToldKind.TALK, ToldKind.NOTICE)


class Snapping(VisitedTable):
    """Keeps what it showed after every entry."""

    snapshots: list[Snapshot]

    def went_on(self, entry: Entry, events: list[object]) -> None:
        super().went_on(entry, events)
        self.__dict__.setdefault("snapshots", []).append(snapshot(self))


def snapshot(table: VisitedTable) -> Snapshot:
    logged = tuple(line for line in table.told_lines if line.kind is not ToldKind.HINT)
    return table.entries, logged, tuple(table.reports), table.scores


def folded(visitor: Visitor) -> Snapping:
    """The table of a visitor who has gone, as a new start of the program reads it from its file."""
    table = Snapping(visitor.table.tid, lambda table: None, lambda: 0.0)
    me, around = visitor.me, visitor.world.around
    joins = OpenJoins(me.identity, me.name, visitor.drawer, around.randomness)
    FollowedTable(table.tid, joins, around, table).close()
    return table


def snapping_table(visit: Visit, tid: bytes) -> VisitedTable:
    return visit.tables.setdefault(tid, Snapping(tid, visit._table_changed, visit._seconds))


def snapping(visitors: list[Visitor]) -> None:
    """From now on each remembers what was shown after every entry."""
    for one in visitors:
        one.visit.watch = partial(snapping_table, one.visit)  # type: ignore[method-assign]


@pytest.mark.usefixtures("small")
def test_a_table_read_from_its_file_tells_after_every_entry_what_was_told_live(world: World) -> None:
    visitors = gathered(world, "Eva", "Ann", "Bob")
    snapping(visitors)
    begun(world, visitors)
    play_on(world, visitors)
    for one in visitors:
        live = one.table
        assert isinstance(live, Snapping)
        one.visit.tables.clear()
        one.visit.tables[live.tid] = live
        one.go()
        again = folded(one)
        assert again.snapshots == live.snapshots
        assert len(again.snapshots) == again.entries > 50
        assert again.reports
        assert again.scores is not None


@pytest.mark.parametrize(
    ("rules", "bots"), [pytest.param("base", ["steady"] * 3, marks=pytest.mark.long), ("saboteur2", ["random"] * 3)]
)
def test_whole_games_are_told_alike_live_and_from_the_file(world: World, rules: str, bots: list[str]) -> None:
    visitors = seated(world, "Eva", "Ann", rules=rules, bots=bots)
    play_on(world, visitors)
    world.settle()
    for one in visitors:
        live = snapshot(one.table)
        one.go()
        assert snapshot(folded(one)) == live
        assert [report.title for report in one.table.reports] == [f"Round {number} is over" for number in (1, 2, 3)]
    eva, ann = visitors
    assert eva.table.scores == ann.table.scores
    assert eva.table.phrase == ann.table.phrase != ""


def to_you(line: Told) -> bool:
    """What the seat that reads it does, and what is done to it, is told in other words."""
    return bool(re.search(r"(?i)\byours?\b|\byou\b", line.text))


@pytest.mark.parametrize(("rules", "bots"), [("base", []), ("saboteur2", ["random"] * 2)])
def test_everybody_is_told_the_same_but_for_secrets(world: World, rules: str, bots: list[str]) -> None:
    """So nothing stands in the public story that only one seat knows."""
    visitors = seated(world, "Eva", "Ann", "Bob", rules=rules, bots=bots)
    told = 0
    for _turn in turns(world, visitors):
        if all(one.table.entries == visitors[0].table.entries for one in visitors):
            stories = [[line for line in one.table.told_lines if line.kind in PUBLIC] for one in visitors]
            for lines in zip(*stories, strict=True):
                assert len({line.text for line in lines if not to_you(line)}) <= 1
            told = len(stories[0])
    assert told > 100
    secrets = [{line.text for line in one.table.told_lines if line.kind is ToldKind.SECRET} for one in visitors]
    assert all(secrets)


def test_the_clock_that_chooses_for_a_bot_is_not_told(world: World) -> None:
    """HC2: a bot's secret choice is left to chance at once, so that no time of it runs out."""
    with small_mine((GOAL_SWAP.number,) * 8, rounds=1, hand_size=2):
        visitors = seated(world, "Eva", "Ann", rules="base+goal-swap", bots=["random"] * 2)
        play_on(world, visitors)
        told = [line.text for line in visitors[0].table.told_lines]
    assert {f"{name} puts the two goals back." for name in ("Bob", "Cleo")} & set(told)
    assert [line for line in told if line.startswith("The time of")] == []


@pytest.mark.usefixtures("small")
def test_only_who_is_asked_has_anything_to_choose_from(world: World) -> None:
    visitors = seated(world, "Eva", "Ann", "Bob")
    asked = Counter[str]()
    for _turn in turns(world, visitors):
        for one in visitors:
            table = one.table
            assert bool(table.legal()) == (table.asked is not None)
            if table.asked is not None:
                assert table.view is not None
                assert table.legal() == choices(table.view)
                assert table.seat in table.waiting_for
                asked[one.me.name] += 1
    assert set(asked) == {"Eva", "Ann", "Bob"}


@pytest.mark.usefixtures("small")
def test_a_refusal_is_known_before_anything_is_sent(world: World) -> None:
    visitors = seated(world, "Eva", "Ann", "Bob")
    (one,) = (one for one in visitors if one.table.asked)
    table = one.table
    assert table.view is not None
    acts = [act for act in table.legal() if isinstance(act, PlacePath)]
    assert all(table.refusal(act) is None for act in table.legal())
    slot, face = table.view.hand()[0]
    assert face is not None
    assert table.refusal(PlacePath(table.seat, slot, face, 99 * 256, 0)) is not None
    assert acts or table.legal()


@pytest.mark.usefixtures("small")
def test_what_was_sent_is_not_asked_again_until_it_is_answered(world: World) -> None:
    visitors = seated(world, "Eva", "Ann", "Bob")
    (one,) = (one for one in visitors if one.table.asked)
    one.table.act(one.table.legal()[0])
    assert one.table.asked is None
    assert one.table.legal() == []
    assert one.table.following is not None
    assert one.table.following.flying is not None
    world.settle()
    assert one.table.following.flying is None
