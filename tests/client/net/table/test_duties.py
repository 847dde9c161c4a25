"""What a seat signs by itself, when, and what it does not sign."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from msgspec.structs import replace as changed

from client.bot.guest import Plan
from client.bot.table import BotAtTable
from client.net.conversation import Conversation
from client.net.drawer import Drawer
from client.net.table.agenda import Agenda, Make
from client.net.table.grievances import Grievances
from client.net.table.table import RETRY_SECONDS, FollowedTable
from engine.bots import BOTS
from engine.front import choices
from engine.wants import Act
from protocol.audit.audit import Verdict, audit
from protocol.follow.seat import SeatFollower
from protocol.log import bodies
from protocol.log.join import make_table
from protocol.log.records import Entry, HeadRecord, Kind, RecordType, records
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer.author import HoldingDealer
from protocol.modes.dealer.kinds import DealerKind
from protocol.wire.messages import Refused, Submit
from tests.client.net.test_games_in_memory import ONCE, everybody_is_done, play, verified
from tests.support.dealing import kind_of
from tests.support.tables_at_play import AtPlay, a_turn, read_entries, small_mine
from tests.support.threats import threat
from tests.support.world import Player, World


@pytest.fixture(autouse=True)
def small() -> Iterator[None]:
    with small_mine():
        yield


def soon(world: World, call: Callable[[], None]) -> None:
    world.clock.callLater(0, call)


def entries_of(log: bytes) -> list[Entry]:
    return [entry for entry, _ in read_entries(log)]


def signed_log(log: bytes) -> list[tuple[RecordType, Entry | HeadRecord]]:
    """Entries and heads, in order."""
    return [
        (kind, Entry.from_bytes(payload) if kind == RecordType.ENTRY else HeadRecord.from_bytes(payload))
        for kind, payload in records(log)
        if kind in {RecordType.ENTRY, RecordType.HEAD}
    ]


# before the first card


def test_seeds_are_shown_when_all_seals_stand_under_a_head(world: World) -> None:
    players = world.gather(ONCE)
    play(world, players)
    entries = entries_of(players[0].log)
    last_seal = max(entry.seq for entry in entries if entry.kind == Kind.SEAL)
    signed = [one.seq for kind, one in signed_log(players[0].log) if kind == RecordType.HEAD]
    assert last_seal in signed
    assert all(entry.seen >= last_seal for entry in entries if entry.kind == Kind.REVEAL)


def test_every_end_of_a_round_and_of_the_game_is_confirmed(world: World) -> None:
    players = world.gather(ONCE)
    play(world, players)
    report = audit(players[0].log)
    assert report.follower is not None
    assert report.follower.ending.unconfirmed(frozenset({0, 1, 2})) == []
    assert len(report.follower.ending.confirmations()) == 3


def lying(**lies: Any) -> Callable[..., bytes]:
    """A server that makes another TABLE than it showed."""

    def make(rules: Any, options: bodies.Options, *rest: Any, **more: Any) -> bytes:
        table: bytes = make_table(rules, changed(options, **lies), *rest, **more)
        return table

    return make


def test_a_table_that_was_not_agreed_to_is_not_sealed(world: World) -> None:
    with patch("server.tables.lobby.make_table", lying(turn_seconds=5)):
        players = world.gather(ONCE)
        world.until(lambda: everybody_is_done(players))
    assert [player.codes for player in players] == [[1]] * ONCE
    assert {news["code"] for player in players for news in player.told("trouble")} == {"consent/options"}
    (tid,) = world.journal.tables
    assert entries_of(world.journal.export(tid)) == []


@threat("table-other-past", "consent/predecessor")
def test_a_table_that_hides_its_predecessor_is_not_sealed(world: World) -> None:
    """The second game says that it is the first."""

    def make(*rest: Any, predecessor: object, **more: Any) -> bytes:
        return make_table(*rest, **more)

    with patch("server.tables.lobby.make_table", make):
        players = world.gather(ONCE, games=2)
        world.until(lambda: everybody_is_done(players))
    assert {news["code"] for player in players for news in player.told("trouble")} == {"consent/predecessor"}
    assert all(len(player.told("ended")) == 1 for player in players)


def test_a_start_that_is_dissolved_is_not_tried_again(world: World) -> None:
    players = world.gather(ONCE)
    silent = players[2]
    world.journal.appended.append(silent.die)
    world.until(lambda: everybody_is_done(players[:2]))
    assert [player.codes for player in players[:2]] == [[1], [1]]
    assert [player.told("ended")[0]["reason"] for player in players[:2]] == ["dissolved"] * 2
    assert audit(players[0].log).verdict is Verdict.UNFINISHED
    assert len(world.journal.tables) == 1


@threat("seed-kept-back")
def test_a_host_that_keeps_its_seed_back_is_named_and_nothing_is_dealt(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its seat has seen the seeds of the others, and does not like what they give."""
    say_next = Agenda.next

    def silent(self: Agenda) -> Make | None:
        make = say_next(self)
        return None if self._follower.seat == 0 and make == self._follower.reveal else make

    monkeypatch.setattr(Agenda, "next", silent)
    players = world.gather(ONCE)
    world.until(lambda: everybody_is_done(players))
    report = audit(players[1].log)
    assert (report.verdict, report.findings) == (Verdict.UNFINISHED, [])
    assert report.follower is not None
    assert report.follower.ended == bodies.End(reason="dissolved", seats=[0])
    assert {entry.kind for entry in entries_of(players[1].log)}.isdisjoint({DealerKind.DECK_COMMIT})
    assert len(world.journal.tables) == 1


# the disk before the signature


def test_the_log_is_on_the_disk_before_the_seat_signs_over_it(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """At every submission, everything that it has seen was synced, and so was the submission itself."""
    seen: list[int] = []
    say = Conversation.say

    def checked(talk: Conversation, message: Any) -> None:
        if isinstance(message, Submit):
            (table,) = (player.table for player in players if player.guest._talk is talk)
            entry = Entry.from_bytes(message.entry)
            assert table.file._synced
            assert table._joins.drawer.sent(table.tid) == entry == table.flying
            stored = read_entries(table.file.content())
            assert (stored[-1][0].seq if stored else 0) == entry.seen
            seen.append(entry.seen)
        say(talk, message)

    monkeypatch.setattr(Conversation, "say", checked)
    players = world.gather(ONCE)
    play(world, players)
    assert len(seen) > 20


# boxes


class CarelessDealer(HoldingDealer):
    """Seals something else to seat 1, the first time."""

    spoilt = 0
    most = 1

    def answer(self, want: object, state: Any, seq: int) -> Any:
        kind, body = super().answer(want, state, seq)
        if isinstance(body, dealer_bodies.Show) and body.seat == 1 and type(self).spoilt < type(self).most:
            type(self).spoilt += 1
            body = changed(body, box=bytes(len(body.box)))
        return kind, body


def test_a_box_that_cannot_be_read_is_complained_about_and_sealed_again(world: World) -> None:
    """The game goes on; when the seeds are open, all find out whose fault it was."""
    CarelessDealer.spoilt, CarelessDealer.most = 0, 1
    with patch("protocol.modes.dealer.mode.HoldingDealer", CarelessDealer):
        players = world.gather(ONCE)
        world.until(lambda: everybody_is_done(players))
    assert [player.codes for player in players] == [[1]] * ONCE
    troubles = [player.told("trouble")[0] for player in players]
    assert {(news["code"], news["proved"]) for news in troubles} == {("opening/wrong-box", True)}
    ((tid, stored),) = world.journal.tables.items()
    assert stored.ended
    entries = entries_of(world.journal.export(tid))
    assert [entry.actor for entry in entries if entry.kind == DealerKind.COMPLAINT] == [1]


def test_boxes_that_can_never_be_read_stop_the_table(world: World) -> None:
    CarelessDealer.spoilt, CarelessDealer.most = 0, 99
    with patch("protocol.modes.dealer.mode.HoldingDealer", CarelessDealer):
        players = world.gather(ONCE)
        world.until(lambda: any(player.codes for player in players))
    (stopped,) = (player for player in players if player.codes)
    assert [news["code"] for news in stopped.told("trouble")] == ["opening/wrong-box"]
    ((tid, _),) = world.journal.tables.items()
    entries = entries_of(world.journal.export(tid))
    assert [entry.actor for entry in entries if entry.kind == DealerKind.COMPLAINT] == [1] * 3


# coming and going


def test_who_was_away_comes_back(world: World) -> None:
    players = world.gather(ONCE, turn_seconds=5)
    gone = players[1]
    seats: list[int] = []

    def appended() -> None:
        kinds = {entry.kind for entry in entries_of(world.journal.export(next(iter(world.journal.tables))))[-5:]}
        if not seats and DealerKind.DECK_COMMIT in kinds:
            assert gone.table.seat is not None
            seats.append(gone.table.seat.seat)
            world.clock.callLater(0, gone.die)
        elif gone.bot is None and Kind.SEAT_OUT in kinds:
            world.clock.callLater(0, gone.come)

    world.journal.appended.append(appended)
    play(world, players)
    log = verified(world, players, all_confirmed=False)
    kinds = [(kind_of(entry), entry.actor) for entry in entries_of(log)]
    back = (Kind.BACK, seats[0])
    assert kinds.index((Kind.SEAT_OUT, 255)) < kinds.index(back)
    assert (Kind.ACT, seats[0]) in kinds[kinds.index(back) :]


def test_the_newest_place_has_the_seat(world: World) -> None:
    """The same key on a second computer: it goes on from key and log, and the first one is told."""
    players = world.gather(ONCE)
    first = players[1]
    second = Player(world, "elsewhere", Plan(BOTS["random"]))
    second.me = type(second.me)(first.me.identity, first.me.name)
    world.players.append(second)
    came: list[bool] = []

    def come() -> None:
        table = first.guest.tables and first.table
        if not came and table and table.follower is not None and table.follower.state.round:
            came.append(True)
            second.come()

    world.journal.appended.append(partial(soon, world, come))
    world.until(lambda: everybody_is_done([players[0], players[2], second, first]), seconds=3600)
    assert first.codes == [1]
    assert [news["code"] for news in first.told("trouble")] == ["seat/elsewhere"]
    assert second.codes == [0]
    assert audit(second.log).verdict is Verdict.VERIFIED


# answers that the server passes over


def deafen(monkeypatch: pytest.MonkeyPatch, deaf: Callable[[Conversation, Entry], bool]) -> None:
    """The server does not hear such an answer, the first time."""
    say = Conversation.say
    passed_over: list[Entry] = []

    def heard(talk: Conversation, message: Any) -> None:
        if isinstance(message, Submit) and not passed_over:
            entry = Entry.from_bytes(message.entry)
            if entry.kind == Kind.ACT and deaf(talk, entry):
                passed_over.append(entry)
                return
        say(talk, message)

    monkeypatch.setattr(Conversation, "say", heard)


@threat("log-dropped")
def test_an_answer_that_the_server_passes_over_is_protested_about_and_the_game_goes_on(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    deafen(monkeypatch, lambda talk, entry: True)
    players = world.gather(ONCE, turn_seconds=30)
    play(world, players)
    log = verified(world, players)
    timeout, protest = (
        next(entry for entry in entries_of(log) if entry.kind == kind) for kind in (Kind.TIMEOUT, Kind.PROTEST)
    )
    assert timeout.seq < protest.seq
    found = audit(log).follower
    assert found is not None
    assert [(told.seat, told.entry.kind) for told in found.grievances.withheld] == [(protest.actor, Kind.ACT)]
    (heard,) = (player for player in players if player.told("refused"))
    assert [news["code"] for news in heard.told("refused")] == ["entry/passed-over"]


def test_a_protest_goes_before_everything_that_would_make_it_worthless(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The person has talked meanwhile; a later counter in the log, and the protest would look like a lie."""
    deafen(monkeypatch, lambda talk, entry: bool(entry.seen) and talking(talk))

    def talking(talk: Conversation) -> bool:
        (player,) = (player for player in players if player.guest._talk is talk)
        world.clock.callLater(1, player.table.talk, "Is anybody there?")
        return True

    players = world.gather(ONCE, turn_seconds=30)
    play(world, players)
    log = verified(world, players)
    kinds = [entry.kind for entry in entries_of(log) if entry.kind in {Kind.PROTEST, Kind.TALK}]
    assert kinds == [Kind.PROTEST, Kind.TALK]


def test_an_answer_that_is_refused_before_the_time_is_up_is_protested_about_too(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused: list[int] = []

    def refuse(talk: Conversation, entry: Entry) -> bool:
        (player,) = (player for player in players if player.guest._talk is talk)
        refused.append(entry.actor)
        told = Refused(table=player.table.tid, counter=entry.counter, code="entry/stale")
        world.clock.callLater(29.5, player.table.hear, told)
        return True

    deafen(monkeypatch, refuse)
    players = world.gather(ONCE, turn_seconds=30)
    play(world, players)
    protests = [entry.actor for entry in entries_of(verified(world, players)) if entry.kind == Kind.PROTEST]
    assert len(refused) == 1
    assert protests == refused


@pytest.mark.parametrize("kind", [Kind.TALK, Kind.PROTEST])
def test_a_seat_goes_on_although_the_server_is_silent_about_what_it_said(
    world: World, monkeypatch: pytest.MonkeyPatch, kind: int
) -> None:
    """Not only about answers: a word that never comes back must not keep the seat from playing."""
    say = Conversation.say
    kept_back: list[Entry] = []
    passed_over: list[Entry] = []

    def silent(talk: Conversation, message: Any) -> None:
        entry = Entry.from_bytes(message.entry) if isinstance(message, Submit) else None
        if entry is not None and entry.kind == kind and entry in (*kept_back, entry)[:1]:
            kept_back[:] = [entry]
        elif entry is not None and entry.kind == Kind.ACT and kind == Kind.PROTEST and not passed_over:
            passed_over.append(entry)
        else:
            say(talk, message)
        if entry is not None and entry.kind == Kind.REVEAL and kind == Kind.TALK and entry.actor == 1:
            (player,) = (player for player in players if player.guest._talk is talk)
            world.clock.callLater(0, player.table.talk, "hello")

    monkeypatch.setattr(Conversation, "say", silent)
    players = world.gather(ONCE, turn_seconds=30)
    play(world, players)
    entries = entries_of(verified(world, players))
    [silenced] = kept_back
    after = {entry.kind for entry in entries if entry.actor == silenced.actor and entry.counter > silenced.counter}
    assert after >= {Kind.ACT, Kind.CLOSE}


def test_an_answer_that_was_lost_with_its_connection_is_nobody_s_fault(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut: list[Player] = []

    def lost(talk: Conversation, entry: Entry) -> bool:
        (player,) = (player for player in players if player.guest._talk is talk)
        cut.append(player)
        world.clock.callLater(0, player.cable.cut)
        return True

    deafen(monkeypatch, lost)
    players = world.gather(ONCE, turn_seconds=30)
    play(world, players)
    log = verified(world, players)
    assert cut
    assert not [entry for entry in entries_of(log) if entry.kind == Kind.PROTEST]


# what a server has lost


def truncate(world: World, heads: int) -> None:
    """An old backup: all but the first so many batches are lost."""
    (stored,) = world.journal.tables.values()
    ends = [at for at, one in enumerate(stored.records, 1) if one[0] == RecordType.HEAD]
    if len(ends) > heads:
        del stored.records[ends[heads - 1] :]
        stored.ended = False


@pytest.mark.parametrize(("after", "left"), [(9, 1), (12, 6), (25, 10), (25, 24)])
def test_a_server_with_an_old_backup_is_taught(world: World, after: int, left: int) -> None:
    players = world.gather(ONCE)
    count = 0

    def lose() -> None:
        world.crash()
        truncate(world, left)

    def appended() -> None:
        nonlocal count
        count += 1
        if count == after:
            world.clock.callLater(0, lose)

    world.journal.appended.append(appended)
    play(world, players)
    verified(world, players, all_confirmed=False)


def test_a_server_that_goes_another_way_after_a_loss_is_shown_its_signature(world: World) -> None:
    """Two players are gone when the old backup comes up; the third knows nothing of what was lost."""
    players = world.gather(ONCE, turn_seconds=5, bank_seconds=0)
    ((tid, stored),) = until_round(world, players)
    before = list(stored.records)
    world.kill_server()
    ends = [at for at, one in enumerate(stored.records, 1) if one[0] == RecordType.HEAD]
    del stored.records[ends[-4] :]
    ignorant = players[2]
    known = players[:2]
    for player in players:
        player.die()
    for path in ignorant.drawer.folder.glob("*.umlog"):
        path.write_bytes(path.read_bytes()[: sum(map(len, stored.records)) + 16])
    for path in ignorant.drawer.folder.glob("*.sent"):
        path.unlink()
    world.start_server()
    ignorant.come()
    world.until(lambda: len(stored.records) > len(before) + 4, seconds=600)
    known[0].come()
    world.until(lambda: bool(known[0].codes))
    assert [news["code"] for news in known[0].told("trouble")] == ["log/differs"]
    world.until(lambda: bool(ignorant.codes))
    end = [entry for entry in entries_of(world.journal.export(tid)) if entry.kind == Kind.END]
    assert b"forked" in end[-1].body
    assert ignorant.told("ended")[0]["reason"] == "forked"


def until_round(world: World, players: list[Player]) -> Any:
    """Stop the world in the middle of the first round."""
    halted: list[bool] = []

    def halt() -> None:
        follower = players[0].guest.tables and players[0].table.follower
        if not halted and follower and follower.state.round and follower.chain.last > 25:
            halted.append(True)
            world.kill_server()

    world.journal.appended.append(partial(soon, world, halt))
    world.until(lambda: bool(halted))
    world.journal.appended.clear()
    return world.journal.tables.items()


# what the server does not store


def test_a_disk_that_is_full_for_a_while_costs_nothing(world: World) -> None:
    players = world.gather(ONCE)
    count = 0

    def appended() -> None:
        nonlocal count
        count += 1
        if count == 10:
            world.journal.broken = True
            world.clock.callLater(4 * RETRY_SECONDS, partial(setattr, world.journal, "broken", False))

    world.journal.appended.append(appended)
    play(world, players)
    verified(world, players)
    assert any(news["code"] == "server/not-stored" for player in players for news in player.told("refused"))


# what people say


def test_people_talk_pause_and_leave(world: World) -> None:
    with patch.object(BotAtTable, "may_act", lambda self: None):
        players = world.gather(ONCE)
        world.settle()
        tables = [player.table for player in players]
        assert all(table.live for table in tables)
        tables[0].talk("one")
        tables[0].talk("two")
        world.settle()
        for table in tables:
            table.ask_pause(on=True)
        world.settle()
        assert all(paused(table) for table in tables)
        tables[1].ask_pause(on=False)
        world.settle()
        assert not any(paused(table) for table in tables)
        tables[2].leave()
        world.settle()
        tables[2].come_back()
        world.settle()
    tables[0].talk("three")
    play(world, players)
    log = verified(world, players)
    said = [kind_of(entry) for entry in entries_of(log) if entry.kind in _SAID]
    talks, pause = [Kind.TALK] * 2, [*[Kind.ASK_PAUSE] * 3, Kind.PAUSE, Kind.ASK_PAUSE]
    assert said == [*talks, *pause, Kind.LEAVE, Kind.SEAT_OUT, Kind.BACK, Kind.TALK]


def paused(table: FollowedTable) -> bool:
    assert table.follower is not None
    return table.follower.absence.paused


_SAID = {Kind.TALK, Kind.ASK_PAUSE, Kind.PAUSE, Kind.LEAVE, Kind.BACK, Kind.SEAT_OUT}


def test_an_act_that_the_game_has_overtaken_is_not_signed(world: World) -> None:
    """The person decided before the clock did: what was meant for another turn is forgotten."""
    with patch.object(BotAtTable, "may_act", lambda self: None):
        players = world.gather(ONCE, turn_seconds=5)
        world.settle()
        at_turn = next(player for player in players if at_move(player))
        table = at_turn.table
        assert table.seat is not None
        act = choices(table.seat.view)[0]
        at_turn.cable.cut()
        table.act(act)
        assert table.flying is None
        world.until(lambda: not at_move(at_turn), seconds=60)
        assert table.flying is None
    table.talk("too late")
    play(world, players)
    verified(world, players, all_confirmed=False)


def test_an_act_that_was_decided_without_a_connection_is_sent_later(world: World) -> None:
    with patch.object(BotAtTable, "may_act", lambda self: None):
        players = world.gather(ONCE)
        world.settle()
        at_turn = next(player for player in players if at_move(player))
        table = at_turn.table
        assert table.seat is not None
        at_turn.cable.cut()
        table.act(choices(table.seat.view)[0])
        world.until(lambda: not at_move(at_turn), seconds=10)
    table.talk("there")
    play(world, players)
    assert Kind.TIMEOUT not in {entry.kind for entry in entries_of(verified(world, players))}


def at_move(player: Player) -> bool:
    """Whether the table waits for this player."""
    seat = player.table.seat
    waiting = seat.play.waiting() if seat is not None else None
    return seat is not None and isinstance(waiting, Act) and seat.seat in waiting.seats


# confirmations in between


def test_a_seat_that_said_nothing_for_a_round_of_turns_acknowledges(tmp_path: Path) -> None:
    at = AtPlay().until(a_turn)
    follower = at.people[0]
    agenda = agenda_of(follower, tmp_path)
    assert agenda.next() is None
    agenda.turns_silent = at.setting.seats
    assert agenda.next() is None
    agenda.turns_silent += 1
    make = agenda.next()
    assert make is not None
    entry = make()
    assert entry.kind == Kind.ACK
    at.host.submit(entry)
    agenda.follow(entry, [])
    assert agenda.next() is None


def agenda_of(follower: SeatFollower, folder: Path) -> Agenda:
    return Agenda(follower, None, Grievances(follower, Drawer(folder)))


def test_turns_are_counted_until_the_seat_signs(tmp_path: Path) -> None:
    at = AtPlay().until(a_turn)
    agenda = agenda_of(at.people[0], tmp_path)
    at.host.watchers.append(agenda.follow)
    counts = []
    for _ in range(12):
        at.go_on()
        counts.append(agenda.turns_silent)
    assert 0 in counts
    assert max(counts) <= at.setting.seats


def test_who_has_left_says_nothing_more(tmp_path: Path) -> None:
    at = AtPlay().until(a_turn)
    follower = at.people[0]
    at.host.submit(follower.say(Kind.LEAVE, bodies.Nothing()))
    agenda = agenda_of(follower, tmp_path)
    agenda.turns_silent = 99
    assert agenda.next() is None
