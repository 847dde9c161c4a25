"""How tables begin, and how they end before their time."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine.mine.state import mine_state
from protocol.audit.audit import Verdict, audit
from protocol.follow.absence import Took
from protocol.keys.identity import Purpose, sign
from protocol.log import bodies
from protocol.log.faults import Code, Fault
from protocol.log.records import Entry, Kind
from protocol.log.setting import ENDS, read_setting
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer.kinds import DealerKind
from protocol.modes.mode import SERVER as LATE_SERVER
from protocol.wire.codec import decode, encode
from tests.support import parts
from tests.support.dealing import dealer_of, kind_of, ledger_of, owed
from tests.support.reading import now
from tests.support.tables_at_play import MAP, SECOND, SERVER, AtPlay, a_turn, small_mine, talk
from tests.support.threats import threat

STEP = 30 * SECOND


@pytest.fixture(autouse=True)
def _rules() -> Iterator[None]:
    with small_mine():
        yield


def sealed_by(*seats: int, **changes: Any) -> AtPlay:
    """A table that only these people have sealed."""
    table = AtPlay(**changes)
    for seat in seats:
        table.host.submit(table.people[seat].seal())
    table.commit()
    return table


def revealed_by(*seats: int) -> AtPlay:
    """A table that all have sealed, and only these have shown their seeds."""
    table = sealed_by(0, 1, 2)
    for seat in seats:
        table.host.submit(table.people[seat].reveal())
    table.commit()
    return table


def end(table: AtPlay, reason: str, *seats: int, dt_ms: int = 0) -> Entry:
    """The log ends."""
    return table.said(Kind.END, bodies.End(reason=reason, seats=list(seats)), dt_ms=dt_ms)


def opened(table: AtPlay) -> AtPlay:
    """All seeds of the server lie open, and only the end is missing."""
    table.host.say(Kind.GAME_OPEN, dealer_of(table.host).open_game())
    return table


def close_all(table: AtPlay) -> None:
    """All confirm the end."""
    last = table.host.entries[-1].seq
    table.commit()
    for person in table.people:
        table.host.submit(person.confirm(last))
    table.commit()


# dissolved


@threat("seed-kept-back")
@pytest.mark.parametrize(
    ("made", "missing"),
    [
        (sealed_by, [0, 1, 2]),
        (lambda: sealed_by(0, 2), [1]),
        (lambda: sealed_by(1), [0, 2]),
        (revealed_by, [0, 1, 2]),
        (lambda: revealed_by(0, 1), [2]),
    ],
)
def test_a_start_that_somebody_misses_is_dissolved_with_all_seeds_open(
    made: Callable[[], AtPlay], missing: list[int]
) -> None:
    table = made()
    table.clock.wait(STEP - 1)
    table.host.time_up()
    table.host.settle()
    assert now(lambda: table.host.follower.ended) is None
    table.clock.wait(1)
    table.host.time_up()
    assert table.host.follower.ended == bodies.End(reason="dissolved", seats=missing)
    assert [kind_of(entry) for entry in table.host.entries[-2:]] == [Kind.GAME_OPEN, Kind.END]
    close_all(table)
    report = audit(table.file)
    assert (report.verdict, report.findings, report.closed_by) == (Verdict.UNFINISHED, [], (0, 1, 2))
    assert report.follower is not None
    assert report.follower.ended == bodies.End(reason="dissolved", seats=missing)
    seeds = table.server.secrets.seeds
    assert ledger_of(report.follower).opened.seeds == {at: seed for at, seed in seeds.items() if at != (0, 0)}


def test_a_seal_is_waited_for_from_the_first_entry_and_a_seed_from_the_last_seal() -> None:
    table = AtPlay()
    for seat in (0, 1, 2):
        table.clock.wait(STEP // 3)
        table.host.submit(table.people[seat].seal())
    table.commit()
    opened(table)
    assert table.refused(end(table, "dissolved", 0, 1, 2, dt_ms=STEP - 1)) == (Code.EARLY, SERVER)
    table.host.take(end(table, "dissolved", 0, 1, 2, dt_ms=STEP))


def test_too_early() -> None:
    table = opened(sealed_by(0, 2))
    assert table.refused(end(table, "dissolved", 1, dt_ms=STEP - 1)) == (Code.EARLY, SERVER)
    table.host.take(end(table, "dissolved", 1, dt_ms=STEP))


def test_the_time_before_counts() -> None:
    table = sealed_by(0)
    table.clock.wait(STEP - 10)
    table.host.submit(table.people[2].seal())
    opened(table)
    assert table.refused(end(table, "dissolved", 1, dt_ms=9)) == (Code.EARLY, SERVER)
    table.host.take(end(table, "dissolved", 1, dt_ms=10))


def test_whoever_has_left_is_not_waited_for() -> None:
    table = sealed_by(0)
    for seat in (1, 2):
        table.host.submit(table.people[seat].say(Kind.LEAVE, bodies.Nothing()))
        if seat == 1:
            table.host.settle()
            assert table.host.follower.ended is None
            assert table.host.next_seq == 3
    table.host.settle()
    assert table.host.follower.ended == bodies.End(reason="dissolved", seats=[1, 2])
    close_all(table)
    assert audit(table.file).verdict is Verdict.UNFINISHED


def test_the_one_who_is_missing_has_left() -> None:
    table = sealed_by(0, 1)
    table.host.submit(table.people[2].say(Kind.LEAVE, bodies.Nothing()))
    table.host.settle()
    assert table.host.follower.ended == bodies.End(reason="dissolved", seats=[2])


def test_whoever_leaves_and_comes_back_is_waited_for() -> None:
    table = sealed_by(0, 2)
    for kind in (Kind.LEAVE, Kind.BACK):
        table.host.submit(table.people[1].say(kind, bodies.Nothing()))
    opened(table)
    assert table.refused(end(table, "dissolved", 1)) == (Code.EARLY, SERVER)


def test_a_seal_that_comes_after_a_leave_still_counts() -> None:
    """A person who has left before the start can be away from the first turn on."""
    table = AtPlay()
    table.host.submit(table.people[1].say(Kind.LEAVE, bodies.Nothing()))
    table.until(a_turn)
    assert table.host.follower.absence.out == {1}
    assert audit(table.play()).verdict is Verdict.VERIFIED


@pytest.mark.parametrize("seats", [[], [0], [0, 1], [1, 1], [1, 2], [0, 1, 2], [3], [11]])
def test_the_wrong_seats_are_named(seats: list[int]) -> None:
    table = opened(sealed_by(0, 2))
    assert table.refused(end(table, "dissolved", *seats, dt_ms=STEP)) == (Code.OUT_OF_PLACE, SERVER)


def test_seats_are_named_in_their_order() -> None:
    table = opened(sealed_by(1))
    assert table.refused(end(table, "dissolved", 2, 0, dt_ms=STEP)) == (Code.OUT_OF_PLACE, SERVER)
    table.host.take(end(table, "dissolved", 0, 2, dt_ms=STEP))


def test_only_the_missing_seeds_are_named_once_all_have_sealed() -> None:
    table = opened(revealed_by(0))
    assert table.refused(end(table, "dissolved", 0, 1, 2, dt_ms=STEP)) == (Code.OUT_OF_PLACE, SERVER)
    table.host.take(end(table, "dissolved", 1, 2, dt_ms=STEP))


def test_no_start_is_dissolved_with_closed_seeds() -> None:
    table = sealed_by(0, 2)
    assert table.refused(end(table, "dissolved", 1, dt_ms=STEP)) == (Code.OUT_OF_PLACE, SERVER)


def test_no_start_is_dissolved_after_the_last_seed() -> None:
    """Here a server that knows the deck would like to start again."""
    table = opened(AtPlay().until(a_turn))
    for seats in ([], [0], [0, 1, 2]):
        assert table.refused(end(table, "dissolved", *seats, dt_ms=10**7)) == (Code.OUT_OF_PLACE, SERVER)


# seeds


def wrong_seeds(table: AtPlay) -> dict[str, bodies.GameOpen]:
    """Instead of the seeds that TABLE committed to."""
    right = parts.game_part(dealer_of(table.host).open_game())
    seeds, rounds = list(right.seeds), list(right.round_seeds)
    return {
        "one is another": parts.game_open([*seeds[:-1], bytes(32)], rounds),
        "one of a round is another": parts.game_open(seeds, [*rounds[:-1], bytes(32)]),
        "in another order": parts.game_open(seeds[::-1], rounds),
        "rounds in another order": parts.game_open(seeds, rounds[::-1]),
        "one too few": parts.game_open(seeds[:-1], rounds),
        "one too many": parts.game_open([*seeds, seeds[-1]], rounds),
        "no rounds": parts.game_open(seeds, []),
        "one class for the other": parts.game_open([seeds[0], *rounds], seeds[1:]),
    }


@pytest.mark.parametrize(
    "why",
    [
        "one is another",
        "one of a round is another",
        "in another order",
        "rounds in another order",
        "one too few",
        "one too many",
        "no rounds",
        "one class for the other",
    ],
)
def test_other_seeds_than_were_committed_to(why: str) -> None:
    table = sealed_by(0)
    assert table.refused(table.said(Kind.GAME_OPEN, wrong_seeds(table)[why])) == (Code.SEED, SERVER)


def test_after_the_seeds_only_the_end_may_come() -> None:
    table = opened(sealed_by(0))
    person = table.people[1]
    chain = table.host.follower.chain
    for entry in (
        person.seal(),
        person.reveal(),
        person.say(Kind.TALK, talk()),
        person.say(Kind.LEAVE, bodies.Nothing()),
        person.say(Kind.NAME, table.joinings[1].name),
        person.say(Kind.ACK, bodies.Ack(seq=chain.last, head=chain.heads[-1])),
        table.said(DealerKind.DECK_COMMIT, dealer_bodies.DeckCommit(commitments=[])),
        table.said(Kind.GAME_OPEN, parts.game_open([bytes(32)], [])),
        table.said(Kind.PAUSE, bodies.Pause(on=True)),
    ):
        assert table.refused(entry) == (Code.OUT_OF_PLACE, SERVER), kind_of(entry)


def test_an_act_before_the_start_is_wrong_by_its_author_alone() -> None:
    """No other entry can have made it so."""
    table = AtPlay()
    assert table.refused(table.people[0].say(Kind.ACT, bodies.Nothing())) == (Code.MALFORMED, "seat 0")


# seals and seeds of people


def test_no_seed_is_shown_before_all_seals_stand() -> None:
    table = sealed_by(0, 1)
    assert table.refused(table.people[0].reveal()) == (Code.OUT_OF_PLACE, SERVER)


@pytest.mark.parametrize("bots", [0, 2])
def test_no_seed_is_shown_before_all_seals_stand_under_a_head(bots: int) -> None:
    table = AtPlay(server_bots=bots)
    for person in table.people:
        table.host.submit(person.seal())
    with pytest.raises(Fault) as caught:
        table.host.submit(table.people[0].reveal())
    assert caught.value.finding.code is Code.STALE
    table.commit()
    table.host.submit(table.people[0].reveal())


def test_no_seed_is_shown_by_a_person_who_has_not_seen_all_seals() -> None:
    """Signed before the last seal, and put in later: the server may not do that."""
    table = sealed_by(0, 1)
    too_soon = table.people[0].reveal()
    table.host.submit(table.people[2].seal())
    table.commit()
    assert table.refused(replace(too_soon, seq=table.host.next_seq)) == (Code.STALE, SERVER)


def test_a_seal_is_for_this_table_and_made_once() -> None:
    table = sealed_by(0)
    keys = table.people[1]._keys
    other = bodies.Seal(signature=sign(keys.signing, Purpose.SEAL, bytes(32)))
    purpose = bodies.Seal(signature=sign(keys.signing, Purpose.JOIN, table.setting.tid))
    theirs = decode(bodies.Seal, table.people[0].seal().body, 1000)
    for wrong in (other, purpose, theirs):
        assert table.refused(table.people[1].say(Kind.SEAL, wrong)) == (Code.SEAL, "seat 1")
    assert table.refused(table.people[0].seal()) == (Code.OUT_OF_PLACE, SERVER)


def test_a_seed_is_the_one_that_was_committed_to_and_shown_once() -> None:
    table = revealed_by(0)
    for seed in (bytes(32), table.people[0]._keys.seed):
        assert table.refused(table.people[1].say(Kind.REVEAL, bodies.Reveal(seed=seed))) == (Code.SEED, "seat 1")
    assert table.refused(table.people[0].reveal()) == (Code.OUT_OF_PLACE, SERVER)


def test_bots_neither_seal_nor_show_a_seed() -> None:
    table = AtPlay(server_bots=1)
    seal = bodies.Seal(signature=bytes(64))
    assert table.refused(table.said(Kind.SEAL, seal, actor=2)) == (Code.WRONG_ACTOR, SERVER)
    table.until(a_turn)
    assert table.host.follower.seeds[2] == b""


def test_a_table_of_bots_alone_needs_no_agreement() -> None:
    table = AtPlay(server_bots=3)
    report = audit(table.play(), bots=True)
    assert (report.verdict, report.bots_checked, report.closed_by) == (Verdict.VERIFIED, True, ())
    assert table.places(Kind.SEAL) == []


# predecessors


@pytest.mark.parametrize("reason", sorted(ENDS))
def test_a_table_may_name_the_one_before(reason: str) -> None:
    before = bodies.Predecessor(tid=bytes(32), reason=reason)
    table = AtPlay(predecessor=before)
    assert table.setting.table.predecessor == before
    assert table.setting.tid != AtPlay().setting.tid


@pytest.mark.parametrize("reason", ["won", "finish", "dissolved-", "0"])
def test_no_table_ended_so(reason: str) -> None:
    table = AtPlay()
    whole = decode(bodies.Table, table.table, 1 << 16)
    values = {name: getattr(whole, name) for name in whole.__struct_fields__}
    named = bodies.Table(**values | {"predecessor": bodies.Predecessor(tid=bytes(32), reason=reason)})
    with pytest.raises(Fault) as caught:
        read_setting(encode(named))
    assert (caught.value.finding.code, caught.value.finding.key) == (Code.TABLE, b"")


# abandoned, stopped, forked, finished


def left_by(table: AtPlay, *seats: int) -> AtPlay:
    """These people say that they go, and the server says so of every seat."""
    for seat in seats:
        table.host.submit(table.people[seat].say(Kind.LEAVE, bodies.Nothing()))
        table.host.take(table.said(Kind.SEAT_OUT, bodies.SeatOut(seat=seat)))
    table.commit()
    return table


def test_a_game_is_abandoned_when_all_people_have_gone() -> None:
    table = left_by(AtPlay().until(a_turn), 0, 1)
    table.host.settle()
    assert now(lambda: table.host.follower.ended) is None
    left_by(table, 2)
    table.host.settle()
    assert table.host.follower.ended == bodies.End(reason="abandoned", seats=[0, 1, 2])
    close_all(table)
    report = audit(table.file)
    assert (report.verdict, report.findings) == (Verdict.UNFINISHED, [])


def test_bots_do_not_keep_a_game_from_being_abandoned() -> None:
    table = left_by(AtPlay(server_bots=1).until(a_turn), 0, 1)
    table.host.settle()
    assert table.host.follower.ended == bodies.End(reason="abandoned", seats=[0, 1])
    close_all(table)
    assert audit(table.file, bots=True).verdict is Verdict.UNFINISHED


def test_whose_time_ran_out_has_gone_too() -> None:
    table = AtPlay(absent_after=1).until(a_turn)
    gone = table.asked
    table.clock.wait(10**7)
    table.host.time_up()
    table.host.settle()
    others = [seat for seat in range(3) if seat != gone]
    for seat in others:
        assert table.refused(end(table, "abandoned", 0, 1, 2)) == (Code.OUT_OF_PLACE, SERVER)
        left_by(table, seat)
    table.host.take(end(table, "abandoned", 0, 1, 2))


@pytest.mark.parametrize("seats", [[], [0], [0, 1], [0, 1, 2]])
def test_a_game_is_not_abandoned_by_some(seats: list[int]) -> None:
    table = left_by(AtPlay().until(a_turn), 0, 1)
    assert table.refused(end(table, "abandoned", *seats)) == (Code.OUT_OF_PLACE, SERVER)
    opened(table)
    assert table.refused(end(table, "abandoned", *seats)) == (Code.OUT_OF_PLACE, SERVER)


@pytest.mark.parametrize("seats", [[], [0, 1], [0, 1, 2, 3]])
def test_all_who_have_gone_are_named(seats: list[int]) -> None:
    table = left_by(AtPlay().until(a_turn), 0, 1, 2)
    assert table.refused(end(table, "abandoned", *seats)) == (Code.OUT_OF_PLACE, SERVER)


@pytest.mark.parametrize("reason", ["stopped", "abandoned", "forked"])
@pytest.mark.parametrize("seeds", [True, False])
def test_an_end_with_closed_seeds_proves_nothing(reason: str, seeds: bool) -> None:
    table = AtPlay().until(a_turn)
    seats = [0, 1, 2] if reason == "abandoned" else []
    left_by(table, *seats)
    if seeds:
        opened(table)
    table.host.take(end(table, reason, *seats))
    close_all(table)
    report = audit(table.file)
    assert report.verdict is (Verdict.UNFINISHED if seeds else Verdict.UNPROVEN)
    assert report.findings == []


def test_a_game_is_stopped_at_any_time_before_it_is_over_and_names_nobody() -> None:
    for table in (AtPlay(), sealed_by(0), revealed_by(0), AtPlay().until(a_turn)):
        assert table.refused(end(table, "stopped", 0)) == (Code.OUT_OF_PLACE, SERVER)
        table.host.take(end(table, "stopped"))


def over(*, opened_round: bool = True) -> AtPlay:
    """Nothing is played any more, and all but the end is logged, the last ROUND_OPEN only if ``opened_round``."""
    table = AtPlay()
    table.until(lambda table: table.host.follower.state.stage == "over" or _last_act(table))
    while table.host.follower.state.stage != "over":
        table.host.submit(table.people[table.asked].act(table.chosen_act(table.asked)))
        for want in iter(lambda: next(iter(owed(table.host.follower)), None), None):
            table.host.say(*dealer_of(table.host).answer(want, table.host.follower.state, table.host.next_seq))
    if opened_round:
        table.host.say(Kind.ROUND_OPEN, dealer_of(table.host).open_round(2))
    table.commit()
    return table


def _last_act(table: AtPlay, rounds: int = 2) -> bool:
    state = mine_state(table.host.follower.state)
    return state.round == rounds and not state.pile and sum(map(len, state.hands)) == 1 and a_turn(table)


def test_nothing_more_is_played_once_all_seeds_are_open_or_the_log_ends() -> None:
    table = AtPlay().until(a_turn)
    assert not now(lambda: table.host.follower.closing)
    assert opened(table).host.follower.closing
    table = AtPlay().until(a_turn)
    table.host.take(end(table, "forked"))
    assert table.host.follower.closing


def test_a_finished_game_ends_as_finished_and_as_nothing_else() -> None:
    table = over()
    assert table.refused(end(table, "finished")) == (Code.OUT_OF_PLACE, SERVER)
    opened(table)
    for reason in ("stopped", "abandoned", "dissolved"):
        assert table.refused(end(table, reason)) == (Code.OUT_OF_PLACE, SERVER)
    assert table.refused(end(table, "finished", 0)) == (Code.OUT_OF_PLACE, SERVER)
    table.host.take(end(table, "finished"))
    close_all(table)
    assert audit(table.file).verdict is Verdict.VERIFIED


def test_a_game_is_not_finished_before_it_is_over() -> None:
    table = AtPlay().until(a_turn)
    assert table.refused(end(table, "finished")) == (Code.OUT_OF_PLACE, SERVER)
    opened(table)
    assert table.refused(end(table, "finished")) == (Code.OUT_OF_PLACE, SERVER)


def test_a_game_is_not_finished_before_its_last_round_is_open() -> None:
    """GAME_OPEN could open that seed as well, but every round has its ROUND_OPEN."""
    table = opened(over(opened_round=False))
    assert table.refused(end(table, "finished")) == (Code.OUT_OF_PLACE, SERVER)


def test_no_game_that_is_over_opens_before_each_seat_was_shown_its_cards() -> None:
    """The last card of all is a map, and its player is never told what lies there."""
    with small_mine((MAP,) * 6, rounds=1):
        table = AtPlay(seed=b"m0").until(lambda table: _last_act(table, rounds=1))
        seat = table.asked
        table.host.submit(table.people[seat].act(table.chosen_act(seat)))
        [goals, _] = owed(table.host.follower)
        table.host.say(*dealer_of(table.host).answer(goals, table.host.follower.state, table.host.next_seq))
        table.host.say(Kind.ROUND_OPEN, dealer_of(table.host).open_round(1))
        with pytest.raises(Fault) as caught:
            opened(table)
    assert (caught.value.finding.code, table.who(caught.value.finding.key)) == (Code.OWED, SERVER)
    assert caught.value.finding.evidence == f"seat {seat} was never shown its cards"


def test_no_game_ends_for_a_reason_that_is_none() -> None:
    table = opened(AtPlay().until(a_turn))
    assert table.refused(end(table, "boredom")) == (Code.MALFORMED, SERVER)


def test_nobody_but_the_server_ends_a_log() -> None:
    table = AtPlay().until(a_turn)
    for kind, body in (
        (Kind.END, bodies.End(reason="stopped", seats=[])),
        (Kind.SEAT_OUT, bodies.SeatOut(seat=0)),
        (Kind.GAME_OPEN, dealer_of(table.host).open_game()),
    ):
        assert table.refused(table.people[0].say(kind, body)) == (Code.WRONG_ACTOR, SERVER)


def test_after_the_end_only_confirmations() -> None:
    table = AtPlay()
    table.play()
    last = table.places(Kind.END)[0]
    chain, person = table.host.follower.chain, table.people[0]
    table.commit()
    for entry in (
        person.say(Kind.TALK, talk()),
        person.say(Kind.BACK, bodies.Nothing()),
        person.say(Kind.ACK, bodies.Ack(seq=last, head=chain.heads[last])),
        person.say(DealerKind.COMPLAINT, dealer_bodies.Complaint(seq=table.places(DealerKind.SHOW)[-1])),
        person.say(Kind.PROTEST, parts.protest(person.say(Kind.TALK, talk()).header())),
        person.confirm(last),
        table.said(Kind.END, bodies.End(reason="stopped", seats=[])),
        table.said(Kind.PAUSE, bodies.Pause(on=True)),
        table.said(Kind.SEAT_OUT, bodies.SeatOut(seat=0)),
        table.said(Kind.TIMEOUT, table.timeout(0), dt_ms=10**7),
        table.said(Kind.GAME_OPEN, dealer_of(table.host).open_game()),
        table.said(DealerKind.DECK_COMMIT, dealer_bodies.DeckCommit(commitments=[bytes(32)] * 15)),
    ):
        assert table.refused(entry) == (Code.OUT_OF_PLACE, SERVER), kind_of(entry)


def test_a_confirmation_is_of_an_end_and_of_this_log() -> None:
    table = AtPlay().until(lambda table: table.host.follower.ended is not None)
    person, last = table.people[0], table.places(Kind.END)[0]
    wrong = parts.close(last, bytes(32))
    assert table.refused(person.say(Kind.CLOSE, wrong)) == (Code.CHAIN, "seat 0")
    assert table.refused(person.confirm(last - 1)) == (Code.OUT_OF_PLACE, SERVER)
    close_all(table)
    assert table.refused(person.confirm(last)) == (Code.OUT_OF_PLACE, SERVER)
    report = audit(table.file)
    assert (report.verdict, report.closed_by) == (Verdict.VERIFIED, (0, 1, 2))


def test_how_long_a_dissolved_start_was_waited_for_can_be_compared() -> None:
    """The log's figure stands beside those of the clients' own clocks."""
    table = AtPlay()
    for person in table.people:
        table.host.submit(person.seal())
    table.commit()
    table.host.submit(table.people[0].reveal())
    table.clock.wait(1000 * table.options.step_seconds)
    table.host.time_up()
    end = table.host.entries[-1]
    assert end.kind == Kind.END
    limit = 1000 * table.options.step_seconds
    assert table.host.follower.absence.took[end.seq] == Took(LATE_SERVER, limit, limit)
