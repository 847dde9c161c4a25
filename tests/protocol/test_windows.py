"""Windows in the log: when one opens and closes, who may react, and how the silence of bots is checked."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, cast
from unittest.mock import patch

import pytest

from engine.bots import BOTS
from engine.bots.bot import Bot
from engine.events import TimeRanOut
from engine.front import choices
from engine.mine.rules.actions.read_map import ReadMap
from engine.mine.state import mine_state
from engine.rules import parse
from engine.slots import TABLE, Draw
from engine.wants import Window
from protocol.audit.audit import Verdict, audit
from protocol.host.selfplay import SelfPlay, from_seed
from protocol.log import bodies
from protocol.log.faults import Code, Fault
from protocol.log.records import Entry, Kind
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer.kinds import DealerKind
from protocol.wire.codec import encode
from tests.stories.cheats.paper import packed
from tests.support.clocks import ask_pause, say
from tests.support.dealing import act_body, dealer_of
from tests.support.reacting import STOP, AllSilent, DrawStopped, StopDraw, reacting
from tests.support.reading import now
from tests.support.tables_at_play import MAP, SECOND, SERVER, AtPlay, a_turn, small_mine, talk, turn_of
from tests.support.threats import threat

WINDOW, RESUME = 8 * SECOND, 60 * SECOND
BOT = bodies.BotSeat(bot="random", rev=1)


@pytest.fixture(autouse=True)
def _rules() -> Iterator[None]:
    with small_mine((STOP,) * 6 + (MAP,) * 6, rounds=1, hand_size=2, change=reacting()):
        yield


def at_window(**how: Any) -> AtPlay:
    """The first window stands open; in the game of this seed a person could react."""
    return AtPlay(**{"seed": b"a window", **how}).until(lambda table: table.window is not None)


def time_up(table: AtPlay, waited_ms: int = WINDOW, seat: int = TABLE) -> Entry:
    """The clock of the window, or what should be it."""
    return table.said(Kind.TIMEOUT, table.timeout(seat), dt_ms=waited_ms)


def closes_after(table: AtPlay, waited_ms: int) -> list[object]:
    """One millisecond earlier would be too early."""
    assert waited_ms == 0 or table.refused(time_up(table, waited_ms - 1)) == (Code.EARLY, SERVER)
    events = table.host.take(time_up(table, waited_ms))
    assert AllSilent() in events
    return events


def holders(table: AtPlay) -> list[StopDraw]:
    """Every reaction that a person could make now."""
    assert table.window is not None
    return [cast("StopDraw", act) for seat in table.window.seats for act in choices(table.people[seat].view)]


def box_of(table: AtPlay, seat: int) -> int:
    """The entry of the first box for a seat."""
    shows = (table.host.entries[at - 1] for at in table.places(DealerKind.SHOW))
    return next(show.seq for show in shows if b"\xa4seat%c" % seat in show.body)


# the clock


def test_a_silent_window_counts_for_no_seat() -> None:
    table = at_window()
    bank = [*table.host.follower.absence.bank_ms]
    events = closes_after(table, WINDOW)
    assert not [event for event in events if isinstance(event, TimeRanOut)]
    absence = table.host.follower.absence
    assert (absence.bank_ms, absence.timeouts) == (bank, [0, 0, 0])
    assert not any(map(absence.may_go_out, range(3)))


def test_many_silent_windows_make_no_seat_absent() -> None:
    with patch.dict(BOTS, {"patient": PATIENT}):
        table = AtPlay(bot="patient", absent_after=1)
        assert audit(table.play()).verdict is Verdict.VERIFIED
    assert len(table.places(Kind.TIMEOUT)) > 3
    assert table.host.follower.absence.history == []


def test_the_clock_of_a_seat_in_a_window_and_of_the_table_outside_one() -> None:
    table = at_window()
    for seat in range(3):
        assert table.refused(time_up(table, 10**7, seat)) == (Code.ILLEGAL, SERVER)
    table = AtPlay().until(a_turn)
    assert table.refused(time_up(table, 10**7)) == (Code.ILLEGAL, SERVER)


@pytest.mark.parametrize("seat", [12, 100, 254])
def test_no_other_number_is_a_clock(seat: int) -> None:
    with pytest.raises(ValueError, match="255"):
        bodies.Timeout(seat=seat, about=1)
    table = at_window()
    told = packed({"seat": seat, "about": table.host.follower.asked_at})
    assert table.refused(table.said(Kind.TIMEOUT, told, dt_ms=WINDOW)) == (Code.MALFORMED, SERVER)


def test_what_is_said_and_who_comes_and_goes_changes_nothing() -> None:
    table = at_window()
    [first, second] = table.window.seats if table.window else ()
    table.clock.wait(1000)
    say(table, first, Kind.TALK, talk())
    last = table.host.follower.chain.last
    table.clock.wait(1000)
    say(table, second, Kind.ACK, bodies.Ack(seq=last, head=table.host.follower.chain.heads[last]))
    table.clock.wait(1000)
    say(table, first, DealerKind.COMPLAINT, dealer_bodies.Complaint(seq=box_of(table, first)))
    for seat in (first, second):
        table.clock.wait(500)
        say(table, seat, Kind.LEAVE)
    assert table.host.follower.absence.out == {first, second}
    table.clock.wait(1000)
    say(table, second, Kind.BACK)
    closes_after(table, WINDOW - 5000)
    assert audit(table.play()).verdict is Verdict.VERIFIED


def test_a_window_that_is_interrupted_by_a_pause_opens_anew() -> None:
    table = at_window()
    table.clock.wait(WINDOW - 1)
    ask_pause(table, 0, 1, 2)
    assert table.refused(time_up(table, 10**7)) == (Code.EARLY, SERVER)
    table.clock.wait(10**6)
    table.host.time_up()
    assert not table.places(Kind.TIMEOUT)
    ask_pause(table, 0, on=False)
    assert table.host.follower.asked_at == table.places(Kind.ASK_PAUSE)[-1]
    closes_after(table, WINDOW + RESUME)


def test_a_window_may_last_no_time() -> None:
    closes_after(at_window(window_seconds=0), 0)


# letting it pass


def let_pass(table: AtPlay, seat: int = 0) -> Entry:
    """What the program of a person signs."""
    return table.people[seat].say(Kind.LET_PASS, bodies.Nothing())


def test_the_one_person_of_a_table_lets_a_window_pass_and_the_bots_are_asked_at_once() -> None:
    table = AtPlay(seed=b"alone", server_bots=2).until(
        lambda table: table.window is not None and 0 in table.window.seats
    )
    table.clock.wait(SECOND)
    bank = [*table.host.follower.absence.bank_ms]
    say(table, 0, Kind.LET_PASS)
    assert table.host.bot_is_next()
    table.host.bot_step()
    assert now(lambda: table.window) is None
    assert table.host.follower.absence.bank_ms == bank
    assert audit(table.play()).verdict is Verdict.VERIFIED


def test_with_several_people_no_seat_lets_a_window_pass() -> None:
    table = at_window()
    for seat in table.window.seats if table.window else ():
        assert table.refused(let_pass(table, seat)) == (Code.OUT_OF_PLACE, SERVER)


def test_nothing_is_let_pass_outside_of_a_window() -> None:
    for table in (AtPlay(), AtPlay(server_bots=2).until(turn_of(0))):
        assert table.refused(let_pass(table)) == (Code.OUT_OF_PLACE, SERVER)


def test_a_window_that_does_not_ask_the_person_is_not_let_pass_by_it() -> None:
    table = AtPlay(seed=b"alone", server_bots=2).until(lambda table: table.window is not None)
    assert table.window is not None
    assert 0 not in table.window.seats
    assert table.refused(let_pass(table)) == (Code.OUT_OF_PLACE, SERVER)


def test_a_window_is_not_let_pass_by_what_was_signed_before_it_opened() -> None:
    table = AtPlay(seed=b"alone", server_bots=2).until(a_turn)
    early = let_pass(table)
    table.until(lambda table: table.window is not None and 0 in table.window.seats)
    follower = table.host.follower
    chain = follower.chain
    with pytest.raises(Fault) as fault:
        follower.take(early.placed(chain.last + 1, 0))
    assert fault.value.finding.code == Code.STALE


# when it opens


def map_read(table: AtPlay) -> Any:
    """A look at a goal, which is owed before the window opens."""
    table.until(lambda table: a_turn(table) and any(isinstance(act, ReadMap) for act in _legal(table)))
    return next(act for act in _legal(table) if isinstance(act, ReadMap))


def _legal(table: AtPlay) -> list[Any]:
    return choices(table.people[table.asked].view)


def holding(whether: Callable[[AtPlay, ReadMap], bool]) -> AtPlay:
    """A table at which a map will be read, and cards lie in hands as they should."""
    tables = (AtPlay(seed=b"held %d" % number) for number in range(100))
    seeds = (number for number, table in enumerate(tables) if whether(table, map_read(table)))
    return AtPlay(seed=b"held %d" % next(seeds))


def test_it_opens_when_nothing_is_owed_and_its_time_begins_then() -> None:
    table = holding(lambda table, act: any(stops(table, seat) for seat in range(3) if seat != act.seat))
    act = map_read(table)
    table.host.submit(table.people[act.seat].act(act))
    assert table.host.follower.state.stage == "reaction"
    assert now(lambda: table.window) is None
    assert table.refused(time_up(table, 10**7)) == (Code.ILLEGAL, SERVER)
    reaction = next(act for person in table.people for act in choices(person.view))
    assert table.refused(table.people[reaction.seat].act(reaction)) == (Code.ILLEGAL, f"seat {reaction.seat}")
    table.clock.wait(10**6)
    table.host.settle()
    assert table.window is not None
    assert table.host.follower.asked_at == table.places(DealerKind.SHOW)[-1]
    closes_after(table, WINDOW)


def test_it_opens_when_every_complaint_is_answered() -> None:
    tables = (AtPlay(seed=b"complaint %d" % number).until(a_turn) for number in range(100))
    table = next(table for table in tables if not isinstance(table.chosen_act(table.asked), ReadMap))
    other = (table.asked + 1) % 3
    table.host.submit(table.people[other].say(DealerKind.COMPLAINT, dealer_bodies.Complaint(seq=box_of(table, other))))
    table.host.submit(table.people[table.asked].act(table.chosen_act(table.asked)))
    table.commit()
    assert table.host.follower.state.stage == "reaction"
    assert now(lambda: table.window) is None
    assert table.refused(time_up(table, 10**7)) == (Code.OWED, SERVER)
    reaction = next(act for person in table.people for act in choices(person.view))
    assert table.refused(table.people[reaction.seat].act(reaction)) == (Code.OWED, SERVER)
    table.clock.wait(10**6)
    table.host.settle()
    assert table.host.follower.asked_at == table.host.follower.chain.last
    closes_after(table, WINDOW)


def test_a_complaint_in_a_window_is_answered_before_the_window_ends() -> None:
    table = at_window()
    [seat, _] = table.window.seats if table.window else ()
    table.host.submit(table.people[seat].say(DealerKind.COMPLAINT, dealer_bodies.Complaint(seq=box_of(table, seat))))
    table.commit()
    assert table.window is not None
    assert table.refused(time_up(table)) == (Code.OWED, SERVER)
    table.clock.wait(1000)
    table.host.settle()
    closes_after(table, WINDOW - 1000)


# reactions


def test_the_first_reaction_closes_it_and_one_that_crossed_costs_nothing() -> None:
    tables = (at_window(seed=b"two %d" % number) for number in range(100))
    table = next(table for table in tables if len({act.seat for act in holders(table)}) == 2)
    reactions = {act.seat: table.people[act.seat].act(act) for act in holders(table)}
    [faster, slower] = reactions
    bank = [*table.host.follower.absence.bank_ms]
    table.clock.wait(WINDOW - 1)
    assert any(isinstance(event, DrawStopped) for event in table.host.submit(reactions[faster]))
    assert table.window is None
    assert table.refused(replace(reactions[slower], seq=table.host.next_seq)) == (Code.STALE, SERVER)
    table.commit()
    say(table, slower, Kind.TALK, talk())  # with a counter after the one that was refused
    assert table.host.follower.absence.bank_ms == bank
    assert audit(table.play()).verdict is Verdict.VERIFIED


def test_a_reaction_behind_the_clock_is_refused_and_blames_no_player() -> None:
    table = at_window()
    reaction = table.people[holders(table)[0].seat].act(holders(table)[0])
    closes_after(table, WINDOW)
    assert table.refused(replace(reaction, seq=table.host.next_seq)) == (Code.STALE, SERVER)


def test_a_reaction_is_not_kept_for_the_next_window() -> None:
    table = at_window()
    seq, reaction = table.host.follower.asked_at, table.people[holders(table)[0].seat].act(holders(table)[0])
    closes_after(table, WINDOW)
    table.until(lambda table: table.window is not None and table.host.follower.asked_at > seq)
    assert table.refused(replace(reaction, seq=table.host.next_seq)) == (Code.STALE, SERVER)


def test_only_the_seats_that_are_asked_react() -> None:
    table = at_window()
    active = mine_state(table.host.follower.state).active
    slot = mine_state(table.host.follower.state).hands[active][0]
    person = table.people[active]
    data = act_body(table.host.follower.state.book, StopDraw(active, slot, person.notebook.shown[slot]), b"\0" * 32)
    salted = person.signed(Kind.ACT, data.replace(b"\0" * 32, dealer_of(table.host).opening(slot).salt))
    assert table.refused(salted) == (Code.ILLEGAL, f"seat {active}")


# bots


def _patient(memory: object, view: Any, chance: Draw) -> Any:
    return None if isinstance(_asked(view), Window) else choices(view)[-1]


def _eager(memory: object, view: Any, chance: Draw) -> Any:
    acts = choices(view)
    return acts[0] if acts else None


def _asked(view: Any) -> object:
    return view.state.book.stages[view.state.stage].wants(view.state)[0]


def _bot(name: str, choose: Callable[..., Any]) -> Bot:
    return Bot(name, 1, lambda seat, book: None, lambda memory, event, view: None, choose)


PATIENT, EAGER = _bot("patient", _patient), _bot("eager", _eager)


@pytest.fixture
def _bots() -> Iterator[None]:
    with patch.dict(BOTS, {"patient": PATIENT, "eager": EAGER}):
        yield


def stops(table: AtPlay, seat: int) -> list[StopDraw]:
    """The reactions of a seat, whether or not a person plays it."""
    hand = mine_state(table.host.follower.state).hands[seat]
    return [StopDraw(seat, slot, STOP) for slot in hand if dealer_of(table.host).opening(slot).face == STOP]


def with_bots(bot: str, server_bots: int = 2, holders: tuple[int, ...] = ()) -> tuple[AtPlay, list[int]]:
    """The window after a person's card, in which just these seats could react; and the seats whose bots are asked."""
    for number in range(1000):
        table = AtPlay(bot=bot, server_bots=server_bots, seed=b"with bots %d" % number)
        table.until(lambda table: table.window is not None or table.host.follower.ended is not None)
        window, active = table.window, mine_state(table.host.follower.state).active
        held = tuple(seat for seat in (window.seats if window else ()) if stops(table, seat))
        if window and active < 3 - server_bots and held == holders:
            return table, _asked_bots(table)
    raise AssertionError("there is no such window")


def _asked_bots(table: AtPlay) -> list[int]:
    chance, asked = dealer_of(table.host).bot_chance, []

    def bot_chance(seat: int) -> Draw:
        asked.append(seat)
        return chance(seat)

    dealer_of(table.host).bot_chance = bot_chance  # type: ignore[method-assign]
    return asked


@pytest.mark.usefixtures("_bots")
@pytest.mark.parametrize("absent", [None, BOT])
def test_a_window_that_asks_no_person_ends_at_once(absent: bodies.BotSeat | None) -> None:
    table, _ = with_bots("patient")
    table.host.advance()
    assert table.host.entries[-1].dt_ms == 0
    assert len(table.places(Kind.TIMEOUT)) >= 1
    table = AtPlay(bot="patient", absent=absent).until(a_turn)
    for seat in {0, 1, 2} - {table.asked}:
        say(table, seat, Kind.LEAVE)
    table.host.submit(table.people[table.asked].act(table.chosen_act(table.asked)))
    closes_after(table, 0)


@pytest.mark.usefixtures("_bots")
def test_bots_are_asked_in_seat_order_at_the_end_and_never_before() -> None:
    table, asked = with_bots("patient", server_bots=1)
    table.clock.wait(WINDOW - 1)
    table.host.advance()
    table.host.time_up()
    assert (asked, table.window is not None) == ([], True)
    table.clock.wait(1)
    opened = table.host.follower.asked_at
    table.host.time_up()
    assert asked == [2]
    assert table.host.entries[-1].body == encode(bodies.Timeout(seat=TABLE, about=opened))


@pytest.mark.usefixtures("_bots")
@pytest.mark.parametrize(("holders", "asked_then"), [((1,), [1]), ((2,), [1, 2]), ((1, 2), [1]), ((), [1, 2])])
def test_a_bots_reaction_stands_in_the_place_of_the_clock(holders: tuple[int, ...], asked_then: list[int]) -> None:
    table, asked = with_bots("eager", holders=holders)
    table.host.time_up()
    assert asked == asked_then
    entry = table.host.entries[-1]
    assert (entry.kind, entry.actor) == ((Kind.ACT, asked[-1]) if holders else (Kind.TIMEOUT, TABLE))
    report = audit(table.play(), bots=True)
    assert (report.verdict, report.bots_checked, report.findings) == (Verdict.VERIFIED, True, [])


@pytest.mark.usefixtures("_bots")
def test_a_persons_reaction_leaves_the_bots_unasked() -> None:
    table, asked = with_bots("eager", 1, holders=(0, 2))
    table.host.submit(table.people[0].act(stops(table, 0)[0]))
    assert asked == []
    assert audit(table.play(), bots=True).verdict is Verdict.VERIFIED


@pytest.mark.usefixtures("_bots")
def test_a_bots_reaction_before_the_end() -> None:
    table, _ = with_bots("patient", 1, holders=(2,))
    [act, *_] = stops(table, 2)
    body = act_body(table.host.follower.state.book, act, dealer_of(table.host).opening(act.slot).salt)

    def reaction(waited_ms: int) -> Entry:
        return table.said(Kind.ACT, body, dt_ms=waited_ms, actor=2)

    assert table.refused(reaction(WINDOW - 1)) == (Code.EARLY, SERVER)
    ask_pause(table, 0, 1)
    assert table.refused(reaction(WINDOW + RESUME)) == (Code.EARLY, SERVER)
    ask_pause(table, 0, on=False)
    assert table.refused(reaction(WINDOW + RESUME - 1)) == (Code.EARLY, SERVER)
    table.host.take(reaction(WINDOW + RESUME))
    found = audit(table.play(), bots=True).findings[0]
    assert (found.code, found.at) == (Code.BOT, table.places(Kind.ACT)[1]), "it would have let it pass"


@threat("bot-silent", Code.BOT)
@pytest.mark.usefixtures("_bots")
def test_a_bot_that_is_kept_silent_is_found() -> None:
    """The server writes the clock's entry where one of its bots would have reacted."""
    table, _ = with_bots("eager", holders=(2,))
    at = table.host.next_seq
    table.host.take(time_up(table, 0))
    assert audit(table.file).verdict is Verdict.UNPROVEN
    report = audit(table.play(), bots=True)
    assert report.verdict is Verdict.REFUTED
    found = report.findings[0]
    assert (found.code, found.at, found.key) == (Code.BOT, at, table.setting.server_key)
    assert found.evidence.startswith("the bot of seat 2 would have played StopDraw")
    assert found.evidence.endswith("the server played nothing")


@pytest.mark.usefixtures("_bots")
def test_a_bot_that_is_passed_over_for_another_is_found() -> None:
    table, _ = with_bots("eager", holders=(1, 2))
    at = table.host.next_seq
    table.host.act_for_bot(2, stops(table, 2)[0])
    found = audit(table.play(), bots=True).findings[0]
    assert (found.code, found.at) == (Code.BOT, at)
    assert found.evidence.startswith("the bot of seat 1 ")


@pytest.mark.parametrize("server_bots", [0, 1, 2, 3])
@pytest.mark.parametrize("bot", ["random", "patient", "eager"])
@pytest.mark.usefixtures("_bots")
def test_whole_games_are_verified_with_every_silence(bot: str, server_bots: int) -> None:
    played = SelfPlay(parse("base"), 3, [BOTS[bot]], from_seed(b"windows"), server_bots=server_bots)
    report = audit(played.play(), bots=True)
    assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])
    reacted = any(b"stop-draw" in entry.body for entry in played.host.entries)
    assert reacted == (bot != "patient")


def test_restored_hosts_keep_the_decisions_of_bots_in_step() -> None:
    table = AtPlay(server_bots=2, seed=b"restored")
    table.play()
    entries = [*table.host.entries]
    assert len(table.places(Kind.TIMEOUT)) > 1
    for cut in range(0, len(entries), 3):
        table.sit_down()
        for entry in entries[:cut]:
            table.host.restore(entry)
            table.host.follower.signed_up_to = entry.seq
            for person in table.people:
                person.signed_up_to = entry.seq
        table.play()
        assert list(table.host.entries) == entries, cut
