"""The pace of a table, as its people see it: bots that take their time, and a break that each player ends."""

from collections.abc import Iterator

import pytest

from client.bot.guest import Plan
from client.net.guest import Pace
from engine.bots import BOTS
from protocol.audit.audit import Verdict, audit
from protocol.log.records import Kind
from protocol.wire import messages
from tests.support.tables_at_play import small_mine
from tests.support.visitors import Visitor, begun, gathered, play_on
from tests.support.world import World, wishes


@pytest.fixture(autouse=True)
def small() -> Iterator[None]:
    with small_mine():
        yield


def seated(world: World, *names: str, pace: Pace, **how: object) -> list[Visitor]:
    """People at a table whose host wants this pace."""
    people = gathered(world, *names, **how)
    host = people[0]
    assert host.visit.gathering is not None
    assert host.guest.play_at(host.visit.gathering.code, pace)
    world.settle()
    return begun(world, people)


def to_break(world: World, people: list[Visitor]) -> None:
    """All play, until the first round is over and told."""
    for _ in range(500):
        if all(one.table.between_rounds for one in people):
            return
        if not any(one.play() for one in people):
            world.clock.advance(0.05)
        world.settle()
    raise AssertionError("no round was over")


def test_the_deal_waits_for_all_and_each_sees_who_has_gone_on(world: World) -> None:
    eva, ann = people = seated(world, "Eva", "Ann", bots=["random"], pace=Pace(break_seconds=20))
    to_break(world, people)
    rest = eva.table.between_rounds
    assert rest is not None
    assert (rest.round, rest.gone_on, rest.awaited) == (1, (), (0, 1))
    assert rest.seconds is not None
    assert 19 < rest.seconds <= 20
    assert eva.table.asked is None
    assert eva.table.go_on()
    world.settle()
    seen = ann.table.between_rounds
    assert seen is not None
    assert (seen.gone_on, seen.awaited) == ((0,), (1,))
    world.clock.advance(3)
    world.settle()
    seen = ann.table.between_rounds
    assert seen is not None
    assert seen.seconds is not None
    assert seen.seconds < 17.5
    assert ann.table.go_on()
    world.settle()
    assert eva.table.between_rounds is None
    assert not eva.table.go_on()
    play_on(world, people)
    assert all(audit(one.table.log.read_bytes()).verdict is Verdict.VERIFIED for one in people if one.table.log)
    assert not [warning for one in people for warning in one.table.warnings], "no clock of a client has counted a break"


def test_after_a_cut_what_was_said_is_said_again(world: World) -> None:
    """Also to a server that was killed meanwhile, and has forgotten it."""
    eva, ann = people = seated(world, "Eva", "Ann", bots=["random"], pace=Pace(break_seconds=20))
    to_break(world, people)
    eva.table.go_on()
    world.settle()
    world.crash()
    world.until(lambda: all(one.table.between_rounds for one in people))
    world.until(lambda: (rest := ann.table.between_rounds) is not None and rest.gone_on == (0,))
    ann.table.go_on()
    world.until(lambda: ann.table.between_rounds is None)


def test_a_program_that_starts_in_the_break_sees_it(world: World) -> None:
    eva, ann = people = seated(world, "Eva", "Ann", bots=["random"], pace=Pace(break_seconds=20))
    to_break(world, people)
    ann.go()
    world.settle()
    ann.come()
    (tid,) = ann.visit.mine
    ann.visit.follow(tid)
    world.settle()
    rest = ann.table.between_rounds
    assert rest is not None
    assert rest.awaited == (0, 1)
    for one in (eva, ann):
        one.table.go_on()
    world.until(lambda: eva.table.between_rounds is None)


def test_alone_with_bots_it_waits_for_the_person_and_bots_can_be_hurried(world: World) -> None:
    (eva,) = people = seated(world, "Eva", bots=["random", "random"], pace=Pace(bot_ms=1000, break_seconds=20))
    world.until(lambda: eva.play() and True)
    world.settle()
    assert eva.table.following is not None
    before = eva.table.entries
    assert eva.table.hurry()
    assert eva.table.hurry(), "a key that is held down says it once"
    world.settle()
    follower = eva.table.follower
    assert follower is not None
    assert eva.table.entries > before
    to_break(world, people)
    assert not eva.table.hurry()
    rest = eva.table.between_rounds
    assert rest is not None
    assert rest.seconds is None
    world.clock.advance(30)
    world.settle()
    assert eva.table.between_rounds is not None
    eva.table.go_on()
    world.settle()
    assert eva.table.between_rounds is None


def test_a_server_that_does_not_know_the_feature_is_told_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "FEATURES", ())
    people = gathered(world, "Eva", bots=["random", "random"])
    (eva,) = people
    assert eva.visit.gathering is not None
    assert not eva.guest.play_at(eva.visit.gathering.code, Pace(400, 20))
    begun(world, people)
    assert not eva.table.hurry()
    play_on(world, people)
    assert eva.table.ended is not None


def test_a_false_server_makes_no_break_of_a_round_that_is_dealt(world: World) -> None:
    """What it says counts only where the log says the same."""
    (eva,) = seated(world, "Eva", bots=["random", "random"], pace=Pace())
    table = eva.table.following
    assert table is not None
    for round_ in (1, 2, 99):
        table.hear(messages.BetweenRounds(table=table.tid, round=round_, gone_on=(), awaited=(0, 11), left_ms=None))
        assert eva.table.between_rounds is None
        assert not eva.table.go_on()


def test_programs_that_play_wait_as_bots_do_and_look_at_no_round(world: World) -> None:
    pace = Pace(bot_ms=400, break_seconds=20)
    plan = Plan(BOTS["random"], wishes=wishes(seats=3), pace=pace)
    host = world.player("host", plan).come()
    world.until(lambda: bool(host.told("gathering")))
    code = str(host.told("gathering")[0]["code"])
    players = [host, *(world.player(name, Plan(BOTS["random"], code=code)).come() for name in ("one", "two"))]
    start = world.clock.seconds()
    world.until(lambda: all(one.codes == [0] for one in players))
    report = audit(host.log)
    assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])
    assert world.clock.seconds() - start < 60, "no break was waited for"
    room = next(iter(world.rooms._rooms.values()))
    acts = [entry.dt_ms for entry in room.host.entries if entry.kind == Kind.ACT]
    assert acts
    assert min(acts) >= 400
