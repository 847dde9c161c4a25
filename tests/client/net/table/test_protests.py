"""What a client says that the log does not: clocks that lie, and what was signed and never written down."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any
from unittest.mock import patch

import pytest
from twisted.internet.interfaces import IDelayedCall

from client.bot.table import BotAtTable
from client.net.table.table import FollowedTable
from engine.slots import TABLE
from engine.wants import Act, Window
from protocol.audit.audit import Verdict, audit
from protocol.follow.follower import Follower
from protocol.host.host import Host
from protocol.keys.identity import pin
from protocol.log import bodies
from protocol.log.bodies import LONGEST_BODY
from protocol.log.records import Entry, Kind
from protocol.modes.mode import SERVER
from protocol.wire.codec import decode
from protocol.wire.messages import Refused
from server.tables.room import Room
from tests.client.net.table.test_duties import entries_of
from tests.client.net.test_games_in_memory import ONCE, everybody_is_done, play, verified
from tests.support.dealing import AUTOMATIC, FREE
from tests.support.reacting import STOP, reacting
from tests.support.tables_at_play import MAP, small_mine
from tests.support.threats import threat
from tests.support.world import Player, World


@pytest.fixture(autouse=True)
def small() -> Iterator[None]:
    with small_mine():
        yield


def log_of(world: World) -> bytes:
    ((tid, _),) = world.journal.tables.items()
    return world.journal.export(tid)


def of_kind(world: World, kind: int) -> list[Entry]:
    return [entry for entry in entries_of(log_of(world)) if entry.kind == kind]


def closes(world: World) -> list[tuple[int, bodies.Close]]:
    """Seat and body."""
    return [(entry.actor, decode(bodies.Close, entry.body, LONGEST_BODY)) for entry in of_kind(world, Kind.CLOSE)]


def protests(world: World) -> list[tuple[int, bodies.Protest]]:
    return [(entry.actor, decode(bodies.Protest, entry.body, LONGEST_BODY)) for entry in of_kind(world, Kind.PROTEST)]


def untold(player: Player) -> bool:
    """Whether something lies on the disk that the log does not tell."""
    return bool(list(player.drawer.folder.glob("*.untold")))


def lying(monkeypatch: pytest.MonkeyPatch, lie: Callable[[Host, int], int]) -> None:
    """The server counts otherwise than it should."""
    elapsed = Host.elapsed
    monkeypatch.setattr(Host, "elapsed", lambda host: lie(host, elapsed(host)))


def is_turn(host: Host, seat: int | None = None) -> bool:
    waiting = host.follower.play.waiting()
    return isinstance(waiting, Act) and waiting.what == "turn" and (seat is None or seat in waiting.seats)


@contextmanager
def thinking(world: World, seconds: float) -> Iterator[None]:
    """All think for so long before each answer."""
    may_act = BotAtTable.may_act
    thoughts: list[IDelayedCall] = []

    def slow(bot: BotAtTable) -> None:
        seat = bot.table.seat if bot.table else None
        waiting = seat.play.waiting() if seat else None
        if seat is None or not isinstance(waiting, Act) or seat.seat not in waiting.seats:
            may_act(bot)
            return
        thoughts.append(world.clock.callLater(seconds, later, bot, seat.asked_at))

    def later(bot: BotAtTable, asked_at: int) -> None:
        table = bot.table
        if table and table.live and table.flying is None and table.seat and table.seat.asked_at == asked_at:
            may_act(bot)

    with patch.object(BotAtTable, "may_act", slow):
        yield
    for thought in thoughts:
        if thought.active():
            thought.cancel()


@contextmanager
def absent_person(seat: int, back: Callable[[], bool] = lambda: False) -> Iterator[None]:
    """The program of a seat runs on, and its person has gone."""
    may_act = BotAtTable.may_act

    def gone(bot: BotAtTable) -> None:
        if back() or (bot.table and bot.table.seat and bot.table.seat.seat != seat):
            may_act(bot)

    with patch.object(BotAtTable, "may_act", gone):
        yield


# clocks


def test_a_time_bank_that_is_burnt_by_false_figures_is_protested_about(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All answer at once; the log says that seat 1 has thought for a minute and a half, each time."""
    lying(monkeypatch, lambda host, ms: ms + 90_000 if is_turn(host, 1) else ms)
    players = world.gather(ONCE, turn_seconds=60, bank_seconds=300)
    play(world, players)
    report = audit(log_of(world))
    assert report.verdict is Verdict.VERIFIED
    assert report.follower is not None
    said = report.follower.grievances.mistimed
    assert {one.seat for one in said} == {0, 1, 2}, "all saw it"
    assert all(one.own_ms < 2000 and one.log_ms >= 90_000 for one in said)
    about = {one.about for one in said}
    took = report.follower.absence.took
    assert about == {seq for seq in took if took[seq].ms >= 90_000}
    assert {took[seq].seat for seq in about} == {1, SERVER}, "what the server owed has false figures, too"
    assert report.follower.grievances.unproved == []
    assert all(player.told("mistimed") for player in players)


def test_a_seat_that_thinks_longer_than_the_log_says(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The host's own seat, say: the log has ten seconds, and the others look at their clocks."""
    lying(monkeypatch, lambda host, ms: min(ms, 10_000) if is_turn(host) else ms)
    with thinking(world, 600):
        world.gather(ONCE, turn_seconds=60)
        world.until(lambda: bool(of_kind(world, Kind.PROTEST)) if world.journal.tables else False, seconds=20_000)
    ((_, body), *_) = protests(world)
    ((_seq, own_ms),) = body.times
    assert own_ms >= 600_000


def test_a_false_time_out_after_a_cut_line_is_protested_about(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    lies: list[int] = []

    def lie(host: Host, ms: int) -> int:
        first = not any(entry.kind == Kind.TIMEOUT for entry in host.entries)
        return ms + 60_000 if lies and first and is_turn(host) else ms

    lying(monkeypatch, lie)
    with patch.object(BotAtTable, "may_act", lambda bot: None):
        players = world.gather(ONCE, turn_seconds=60)
        world.settle()
        world.clock.advance(5)
        victim = next(player for player in players if at_turn(player))
        victim.cable.cut()
        lies.append(1)
        world.until(lambda: bool(of_kind(world, Kind.TIMEOUT)))
        assert victim.table.seat is not None
        seat = victim.table.seat.seat
        world.until(lambda: seat in dict(protests(world)), seconds=20)
    (timeout, *_) = of_kind(world, Kind.TIMEOUT)
    ((about, own_ms),) = dict(protests(world))[seat].times
    assert about == timeout.seq
    assert own_ms < 20_000


def at_turn(player: Player) -> bool:
    seat = player.table.seat
    waiting = seat.play.waiting() if seat is not None else None
    return seat is not None and isinstance(waiting, Act) and seat.seat in waiting.seats


def cut(player: Player) -> None:
    if player.bot and player.guest._talk:
        player.cable.cut()


def test_an_honest_clock_is_never_protested_about(world: World) -> None:
    """Also where people take their time, and their lines are cut."""
    with thinking(world, 20):
        players = world.gather(ONCE, turn_seconds=60)
        cuts = iter(range(10_000))

        def appended() -> None:
            if next(cuts) % 5 == 3:
                player = players[next(cuts) % ONCE]
                world.clock.callLater(0, partial(cut, player))

        world.journal.appended.append(appended)
        world.until(lambda: everybody_is_done(players), seconds=36_000)
    assert protests(world) == []
    assert not any(close.times for _, close in closes(world))
    assert not any(player.told("mistimed") for player in players)


def test_protests_about_clocks_leave_room_for_others(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that lies about every question: the first lie is told at once, and then several together."""
    lying(monkeypatch, lambda host, ms: ms + 30_000 if is_turn(host) else ms)
    with small_mine(rounds=1, deck=(MAP,) * 60, hand_size=3):
        players = world.gather(ONCE, turn_seconds=60)
        play(world, players)
        assert audit(log_of(world)).verdict is Verdict.VERIFIED
    for seat in range(ONCE):
        sizes = [len(body.times) for actor, body in protests(world) if actor == seat]
        assert all(size >= number for number, size in enumerate(sizes[:3], 1))
        assert len(sizes) <= 8
        assert max(sizes) <= 8


# windows


def test_a_window_that_closes_too_early_is_told_of_in_close_and_never_in_a_protest(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three seconds were agreed to; the server closes it after one."""

    def lie(host: Host, ms: int) -> int:
        return ms + 2000 if isinstance(host.follower.play.waiting(), Window) else ms

    lying(monkeypatch, lie)
    with small_mine((MAP,) * 12, rounds=1, hand_size=2, change=reacting()):  # with a map alone, there is no reaction
        players = world.gather(ONCE, window_seconds=3)
        play(world, players)
        report = audit(log_of(world))
    assert protests(world) == []
    assert report.follower is not None
    windows = {seq for seq, took in report.follower.absence.took.items() if took.seat == TABLE}
    said = report.follower.grievances.mistimed
    assert {one.seat for one in said} == {0, 1, 2}
    assert {one.about for one in said} <= windows
    assert all(one.log_ms >= 3000 and 900 <= one.own_ms <= 1100 for one in said)
    (end,) = of_kind(world, Kind.END)
    assert {close.seq for _, close in closes(world) if close.times} == {end.seq}


# what was signed and does not stand in the log


def deaf_to(monkeypatch: pytest.MonkeyPatch, deaf: Callable[[Entry], bool]) -> list[Entry]:
    """The server reads some entries and writes none of them; those."""
    passed_over: list[Entry] = []
    submit = Room.submit

    def heard(room: Room, guest: Any, entry: Entry) -> None:
        if deaf(entry):
            passed_over.append(entry)
        else:
            submit(room, guest, entry)

    monkeypatch.setattr(Room, "submit", heard)
    return passed_over


def refusing(
    monkeypatch: pytest.MonkeyPatch, refused: Callable[[Entry], bool], code: str = "entry/stale"
) -> list[Entry]:
    """The server says without a signature that it does not take some entries; those."""
    turned_down: list[Entry] = []
    submit = Room.submit

    def heard(room: Room, guest: Any, entry: Entry) -> None:
        if refused(entry):
            turned_down.append(entry)
            guest.tell(Refused(table=room.tid, counter=entry.counter, code=code))
        else:
            submit(room, guest, entry)

    monkeypatch.setattr(Room, "submit", heard)
    return turned_down


def told_by(world: World, seat: int) -> list[bytes]:
    return [told.header for actor, close in closes(world) if actor == seat for told in close.unlogged]


def test_a_seed_that_the_server_dropped_is_shown_at_the_end_of_the_table(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is dissolved, and the log names the seat; its CLOSE holds the very seed."""
    dropped = deaf_to(monkeypatch, lambda entry: entry.kind == Kind.REVEAL and entry.actor == 1)
    players = world.gather(ONCE)
    world.until(lambda: everybody_is_done(players))
    report = audit(log_of(world))
    assert report.follower is not None
    assert report.follower.ended is not None
    assert (report.follower.ended.reason, report.follower.ended.seats) == ("dissolved", [1])
    (told,) = report.follower.grievances.withheld
    assert (told.seat, told.entry.kind, told.seed) == (1, Kind.REVEAL, True)
    assert dropped
    accused = next(player for player in players if player.told("refused"))
    assert [news["code"] for news in accused.told("refused")] == ["entry/passed-over"]


@pytest.mark.parametrize("kind", [Kind.TALK, Kind.ACT, Kind.ASK_PAUSE])
def test_what_the_server_refuses_is_told_at_the_next_end(
    world: World, monkeypatch: pytest.MonkeyPatch, kind: int
) -> None:
    """No seat has signed the refusal: it makes nothing vanish."""
    refused = refusing(monkeypatch, lambda entry: entry.actor == 1 and entry.kind == kind and not refused)
    players = world.gather(ONCE)
    if kind != Kind.ACT:
        with patch.object(BotAtTable, "may_act", lambda bot: None):
            world.settle()
            sitting = next(one for one in players if one.table.seat and one.table.seat.seat == 1)
            sitting.table.talk("hello") if kind == Kind.TALK else sitting.table.ask_pause(on=True)
            world.until(lambda: bool(refused))
        for one in players:
            one.table.talk("go on")
    play(world, players)
    verified(world, players)
    assert told_by(world, 1) == [refused[0].header()]
    assert not any(untold(player) for player in players)


def test_talk_of_a_muted_player_is_no_grievance_and_cannot_be_logged_an_hour_later(world: World) -> None:
    players = world.gather(ONCE)
    with patch.object(BotAtTable, "may_act", lambda bot: None):
        world.settle()
        muted = next(one for one in players if one.table.seat and one.table.seat.seat == 1)
        world.admission.muted.add(pin(muted.me.identity.public))
        muted.table.talk("hello")
        world.until(lambda: bool(muted.told("refused")))
        world.until(lambda: bool(of_kind(world, Kind.ACK)), seconds=10)
    assert [news["code"] for news in muted.told("refused")] == ["talk/muted"]
    assert not untold(muted)
    play(world, players)
    verified(world, players)
    assert not of_kind(world, Kind.TALK)
    assert told_by(world, 1) == []
    assert protests(world) == []


@pytest.mark.parametrize("kind", [Kind.ACT, Kind.ASK_PAUSE])
def test_only_talk_can_be_refused_as_that_of_a_muted_player(
    world: World, monkeypatch: pytest.MonkeyPatch, kind: int
) -> None:
    """Else a server would mute what it does not like in the game."""
    refused = refusing(
        monkeypatch, lambda entry: entry.actor == 1 and entry.kind == kind and not refused, code="talk/muted"
    )
    players = world.gather(ONCE)
    if kind != Kind.ACT:
        with patch.object(BotAtTable, "may_act", lambda bot: None):
            world.settle()
            next(one for one in players if one.table.seat and one.table.seat.seat == 1).table.ask_pause(on=True)
            world.until(lambda: bool(refused))
        for one in players:
            one.table.talk("go on")
    play(world, players)
    assert told_by(world, 1) == [refused[0].header()]


def test_a_protest_that_is_refused_stands_in_the_next_close_with_what_it_was_about(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    passed_over = deaf_to(monkeypatch, lambda entry: entry.kind == Kind.ACT and entry.actor == 1 and not passed_over)
    refused = refusing(monkeypatch, lambda entry: entry.kind == Kind.PROTEST)
    players = world.gather(ONCE, turn_seconds=30)
    play(world, players)
    verified(world, players)
    assert [entry.actor for entry in refused] == [1], "it is not tried again and again"
    assert told_by(world, 1) == [passed_over[0].header(), refused[0].header()]
    report = audit(log_of(world))
    assert report.follower is not None
    assert report.follower.grievances.unproved == []


def test_what_was_refused_is_remembered_over_a_new_start(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = refusing(monkeypatch, lambda entry: entry.actor == 1 and entry.kind == Kind.TALK)
    players = world.gather(ONCE)
    with patch.object(BotAtTable, "may_act", lambda bot: None):
        world.settle()
        one = next(player for player in players if player.table.seat and player.table.seat.seat == 1)
        one.table.talk("hello")
        world.until(lambda: bool(refused))
        one.die()
        assert untold(one)
    one.come()
    for other in players:
        if other is not one:
            other.table.talk("go on")
    play(world, players)
    assert told_by(world, 1) == [refused[0].header()]


def test_a_word_that_was_written_down_after_all_is_not_told(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server refuses an act and logs it all the same."""
    submit = Room.submit
    doubly: list[Entry] = []

    def heard(room: Room, guest: Any, entry: Entry) -> None:
        if entry.kind == Kind.ACT and entry.actor == 1 and not doubly:
            doubly.append(entry)
            guest.tell(Refused(table=room.tid, counter=entry.counter, code="entry/stale"))
        submit(room, guest, entry)

    monkeypatch.setattr(Room, "submit", heard)
    players = world.gather(ONCE)
    play(world, players)
    verified(world, players)
    assert told_by(world, 1) == []


def test_a_reaction_is_told_at_the_end_of_the_game_and_never_before(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the end it would name a seat that holds the card."""
    refused = refusing(monkeypatch, lambda entry: b"stop-draw" in entry.body and not refused)
    with small_mine((STOP,) * 12 + (MAP,) * 2, rounds=2, hand_size=2, change=reacting()):
        players = world.gather(ONCE)
        play(world, players)
        verified(world, players)
    (reaction,) = refused
    said = [(close.seq, told.header) for _, close in closes(world) for told in close.unlogged]
    (end,) = of_kind(world, Kind.END)
    assert (end.seq, reaction.header()) in said
    assert {seq for seq, _ in said} == {end.seq}, "those that another has crossed, too"
    assert protests(world) == []


# what was refused must not be used later


@pytest.mark.parametrize("deed", ["talk", "leave", "pause"])
def test_what_was_refused_cannot_be_logged_an_hour_later(
    world: World, monkeypatch: pytest.MonkeyPatch, deed: str
) -> None:
    refused = refusing(monkeypatch, lambda entry: entry.kind in FREE - {Kind.ACK, Kind.NAME})
    deeds: dict[str, Callable[[Any], None]] = {
        "talk": lambda table: table.talk("I am going"),
        "leave": lambda table: table.leave(),
        "pause": lambda table: table.ask_pause(on=True),
    }
    with patch.object(BotAtTable, "may_act", lambda bot: None):
        players = world.gather(ONCE)
        world.settle()
        table = players[1].table
        deeds[deed](table)
        world.until(lambda: bool(refused) and bool(of_kind(world, Kind.ACK)), seconds=10)
    (kept,) = refused
    (ack,) = of_kind(world, Kind.ACK)
    assert ack.actor == kept.actor
    assert ack.counter > kept.counter
    room = world.rooms._rooms[table.tid]
    with pytest.raises(Exception, match=r"entry/(replayed|stale)"):
        room.host.submit(kept)


def test_overtaking_has_an_end(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that refuses that, too, gains nothing but a few counters; the next answer overtakes it all."""
    refused = refusing(monkeypatch, lambda entry: entry.kind in {Kind.TALK, Kind.ACK})
    players = world.gather(ONCE)
    with patch.object(BotAtTable, "may_act", lambda bot: None):
        world.settle()
        players[1].table.talk("hello")
        world.until(lambda: bool(refused))
        world.clock.advance(100)
        world.settle()
    for player in players:
        player.table.come_back()
        player.table.ask_pause(on=False)
    play(world, players)
    verified(world, players)
    assert len([entry for entry in refused if entry.kind == Kind.ACK and entry.actor == 1]) <= 5


# who is there


def test_what_a_client_signs_by_itself_brings_no_seat_back(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """It confirms, acknowledges and protests, and stays away."""
    lying(monkeypatch, lambda host, ms: ms * 5 if is_turn(host) else ms)
    with absent_person(1):
        players = world.gather(ONCE, turn_seconds=10, absent="random")
        play(world, players)
    follower = audit(log_of(world)).follower
    assert follower is not None
    assert [(seat, kind) for _, seat, kind in follower.absence.history] == [(1, Kind.SEAT_OUT)]
    signed = {entry.kind for entry in entries_of(log_of(world)) if entry.actor == 1 and any(entry.signature)}
    assert signed >= {Kind.ACK, Kind.CLOSE, Kind.PROTEST}
    assert Kind.BACK not in signed


DEEDS: dict[str, tuple[Callable[[FollowedTable], None], list[int]]] = {
    "back": (lambda table: table.come_back(), [Kind.BACK]),
    "talk": (lambda table: table.talk("hello"), [Kind.BACK, Kind.TALK, Kind.TALK]),
    "pause": (lambda table: table.ask_pause(on=False), [Kind.BACK, Kind.ASK_PAUSE, Kind.ASK_PAUSE]),
    "an act that is overtaken": (lambda table: table.choose(0), [Kind.BACK]),
}


@pytest.mark.parametrize("deed", DEEDS)
def test_whatever_a_person_does_brings_the_seat_back_first(world: World, deed: str) -> None:
    """Twice, and BACK is said once."""
    do, kinds = DEEDS[deed]
    there: list[bool] = []
    went_on = BotAtTable.went_on

    def both(table: FollowedTable) -> None:
        do(table)
        do(table)
        there.append(True)

    def read(bot: BotAtTable, entry: Entry, events: list[object]) -> None:
        went_on(bot, entry, events)
        assert bot.table is not None
        if entry.kind == Kind.SEAT_OUT and bot.table.seat is not None and bot.table.seat.seat == 1:
            world.clock.callLater(0, both, bot.table)

    with absent_person(1, back=lambda: bool(there)), patch.object(BotAtTable, "went_on", read):
        players = world.gather(ONCE, turn_seconds=10, absent="random")
        play(world, players)
    (out,) = of_kind(world, Kind.SEAT_OUT)
    mine = [entry for entry in entries_of(log_of(world)) if entry.actor == 1 and entry.seq > out.seq]
    said = [entry.kind for entry in mine if entry.kind in FREE - AUTOMATIC]
    assert said == kinds
    assert any(entry.kind == Kind.ACT and any(entry.signature) for entry in mine)


# pauses


def test_bots_agree_to_a_pause_and_wait_in_it(world: World) -> None:
    """Two bots and a person; neither of them plays before the person lets the clocks run."""
    may_act = BotAtTable.may_act
    person: list[Player] = []

    def bots_alone(bot: BotAtTable) -> None:
        if not person or bot is not person[0].bot._at[bot.table.tid]:  # type: ignore[union-attr]
            may_act(bot)

    with patch.object(BotAtTable, "may_act", bots_alone):
        players = world.gather(ONCE, turn_seconds=60)
        person.append(players[1])
        world.until(lambda: bool(players[1].guest.tables) and at_turn(players[1]))
        players[1].table.ask_pause(on=True)
        world.settle()
        assert paused(players[1].table.follower)
        last = len(entries_of(log_of(world)))
        world.clock.advance(1000)
        world.settle()
        assert len(entries_of(log_of(world))) == last
        players[1].table.ask_pause(on=False)
        person.clear()
        play(world, players)
    assert len(of_kind(world, Kind.PAUSE)) == 1
    verified(world, players)


def paused(follower: Follower | None) -> bool:
    assert follower is not None
    return follower.absence.paused


# the server itself


@threat("clock-owed")
def test_a_server_that_owes_a_card_while_its_player_thinks_is_noted(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock of a seat starts with the card that it is shown: the server keeps it back for three hours."""
    lying(monkeypatch, lambda host, ms: ms + 10_800_000 if host.follower.state.owed else ms)
    players = world.gather(ONCE, turn_seconds=60)
    play(world, players)
    report = audit(log_of(world))
    assert report.verdict is Verdict.VERIFIED
    assert report.follower is not None
    assert report.follower.absence.overtime == [0] * ONCE
    assert min(ms for _seq, ms in report.follower.absence.slow) >= 10_800_000
    assert {one.seat for one in report.follower.grievances.mistimed} == {0, 1, 2}, "their clocks say otherwise"
