"""A server that gives chance another value, counts the time otherwise, or opens another secret choice than was made."""

from dataclasses import replace

import pytest
from msgspec import structs

from protocol.audit.audit import Verdict, audit
from protocol.log import bodies
from protocol.log.faults import Code
from protocol.log.records import Kind
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer.choices import Where
from protocol.modes.dealer.claims import Chosen, Renewed
from protocol.modes.dealer.kinds import DealerKind
from protocol.modes.dealer.part import ChoiceOpening
from protocol.modes.dealer.seeds import GAME_CLASS, ROUND_CLASS, TABLE_SUBJECT
from protocol.wire.codec import encode
from tests.stories.cheats.games import said
from tests.stories.cheats.scenes import SERVER, Cheats, Scene, the_first, tiny_scene
from tests.stories.cheats.tiny import STONE, TREASURE
from tests.support.dealing import ledger_of
from tests.support.parts import choice, choice_of, game_open, game_part, round_open, round_part
from tests.support.threats import threat

cheat = Cheats()


# chance


@cheat(Code.ILLEGAL, SERVER)
def a_value_out_of_range(table: Scene) -> bytes:
    at = table.place(DealerKind.RANDOM)
    return table.with_body(at, structs.replace(table.body(at, dealer_bodies.RandomValue), value=3))


def _value(table: Scene) -> dealer_bodies.RandomValue:
    """The first value of the game, which is below 3 and about no seat."""
    true: dealer_bodies.RandomValue = table.body(table.place(DealerKind.RANDOM), dealer_bodies.RandomValue)
    assert (true.subject, true.below) == (TABLE_SUBJECT, 3)
    return true


@threat("chance-other", Code.NOT_DRAWN)
@cheat(Code.NOT_DRAWN, SERVER)
def a_value_of_another_kind(table: Scene) -> bytes:
    true = _value(table)
    return table.with_body(table.place(DealerKind.RANDOM), structs.replace(true, kind=true.kind + 1))


@threat("chance-other", Code.NOT_DRAWN)
@cheat(Code.NOT_DRAWN, SERVER)
def a_value_about_a_seat_that_was_not_asked_for(table: Scene) -> bytes:
    return table.with_body(table.place(DealerKind.RANDOM), structs.replace(_value(table), subject=0))


@threat("chance-other", Code.NOT_DRAWN)
@cheat(Code.NOT_DRAWN, SERVER)
def a_value_out_of_more_than_was_asked_for(table: Scene) -> bytes:
    return table.with_body(table.place(DealerKind.RANDOM), structs.replace(_value(table), below=4))


@cheat(Code.NOT_DRAWN, SERVER)
def a_value_that_nobody_asked_for(table: Scene) -> bytes:
    return table.server_says(DealerKind.RANDOM, _value(table), table.own_turn())


@cheat(Code.NOT_RENEWED, SERVER)
def a_renewal_that_nobody_asked_for(table: Scene) -> bytes:
    return table.server_says(
        DealerKind.RENEW, dealer_bodies.Renew(slots=[30], by=255, commitments=[bytes(32)]), table.own_turn()
    )


@cheat(Code.NOT_RENEWED, SERVER, tiny_scene)
def a_renewal_of_another_size(table: Scene) -> bytes:
    at = table.place(DealerKind.RENEW)
    true = table.body(at, dealer_bodies.Renew)
    return table.with_body(at, structs.replace(true, commitments=true.commitments[:1]))


@threat("renewal-other", Code.NOT_RENEWED)
@cheat(Code.NOT_RENEWED, SERVER, tiny_scene)
def a_renewal_of_fewer_slots(table: Scene) -> bytes:
    at = table.place(DealerKind.RENEW)
    true = table.body(at, dealer_bodies.Renew)
    return table.with_body(at, dealer_bodies.Renew(slots=true.slots[:1], by=255, commitments=true.commitments[:1]))


@cheat(Code.NOT_RENEWED, SERVER, tiny_scene)
def a_renewal_in_another_order(table: Scene) -> bytes:
    at = table.place(DealerKind.RENEW)
    true = table.body(at, dealer_bodies.Renew)
    return table.with_body(at, structs.replace(true, slots=true.slots[::-1]))


# answers


@cheat(Code.QUESTION, SERVER)
def an_answer_that_was_not_asked_for(table: Scene) -> bytes:
    answer = dealer_bodies.Answer(question=250, subject=0, slots=[30], yes=True)
    return table.server_says(DealerKind.ANSWER, answer, table.own_turn())


@threat("answer-other", Code.QUESTION)
@cheat(Code.QUESTION, SERVER, tiny_scene)
def an_answer_to_another_question(table: Scene) -> bytes:
    at = table.place(DealerKind.ANSWER)
    return table.with_body(at, structs.replace(table.body(at, dealer_bodies.Answer), question=251))


@threat("answer-other", Code.QUESTION)
@cheat(Code.QUESTION, SERVER, tiny_scene)
def an_answer_about_other_cards(table: Scene) -> bytes:
    at = table.place(DealerKind.ANSWER)
    true = table.body(at, dealer_bodies.Answer)
    return table.with_body(at, structs.replace(true, slots=[true.slots[0] + 1]))


@cheat(Code.QUESTION, SERVER, tiny_scene)
def an_answer_about_another_seat(table: Scene) -> bytes:
    at = table.place(DealerKind.ANSWER)
    true = table.body(at, dealer_bodies.Answer)
    return table.with_body(at, structs.replace(true, subject=(true.subject + 1) % 3))


# clocks


@cheat(Code.ILLEGAL, SERVER)
def the_clock_of_somebody_else(table: Scene) -> bytes:
    at = table.own_turn()
    seat = (table.entries[at].actor + 1) % 3
    return table.until(at, table.timeout(at, seat, 10**6))


@threat("clock-early", Code.EARLY)
@cheat(Code.EARLY, SERVER)
def a_clock_that_runs_fast(table: Scene) -> bytes:
    at = table.own_turn()
    return table.until(at, table.timeout(at, table.entries[at].actor))


@threat("clock-other", Code.ABOUT)
@cheat(Code.ABOUT, SERVER)
def a_clock_of_another_question(table: Scene) -> bytes:
    at = table.own_turn()
    true = table.timeout(at, table.entries[at].actor, 10**6)
    asked = table.follower(at).asked_at
    other = bodies.Timeout(seat=table.entries[at].actor, about=asked - 1)
    return table.until(at, replace(true, body=encode(other)))


@cheat(Code.EARLY, SERVER)
def a_clock_that_runs_while_all_clocks_stand_still(table: Scene) -> bytes:
    at = table.own_turn()
    over = table.timeout(at, table.entries[at].actor, 10**6)
    return table.until(at, *table.pause(at), over)


@threat("pause-alone", Code.PAUSE)
@cheat(Code.PAUSE, SERVER)
def a_pause_that_one_seat_did_not_ask_for(table: Scene) -> bytes:
    at = table.own_turn()
    return table.until(at, *table.pause(at)[1:])


@cheat(Code.PAUSE, SERVER)
def a_pause_while_the_server_owes_a_card(table: Scene) -> bytes:
    """It would be over as soon as the server likes."""
    at = next(at for at in range(table.own_turn(), len(table.entries)) if table.follower(at).state.owed)
    return table.until(at, *table.pause(at))


@cheat(Code.PAUSE, SERVER)
def a_second_pause(table: Scene) -> bytes:
    at = table.own_turn()
    return table.until(at, *table.pause(at), table.pause(at)[-1])


@cheat(Code.PAUSE, SERVER)
def a_pause_that_the_server_ends(table: Scene) -> bytes:
    at = table.own_turn()
    return table.until(at, *table.pause(at), said(Kind.PAUSE, bodies.Pause(on=False), 1))


@threat("seat-out-false", Code.ABSENCE)
@cheat(Code.ABSENCE, SERVER)
def a_seat_sent_out_without_cause(table: Scene) -> bytes:
    return table.server_says(Kind.SEAT_OUT, bodies.SeatOut(seat=1), table.own_turn())


# secret choices, which the server opens when the round ends


def _choices(table: Scene, *openings: ChoiceOpening) -> bytes:
    at = table.place(Kind.ROUND_OPEN)
    return table.with_body(at, round_open(1, round_part(table.body(at, bodies.RoundOpen)).seed, openings))


def _true(table: Scene) -> ChoiceOpening:
    [opening] = round_part(table.body(table.place(Kind.ROUND_OPEN), bodies.RoundOpen)).choices
    return opening


@threat("choice-opened", Code.CHOICE)
@cheat(Code.CHOICE, SERVER, tiny_scene)
def a_choice_that_stays_closed(table: Scene) -> bytes:
    return _choices(table)


@cheat(Code.CHOICE, SERVER, tiny_scene)
def a_choice_that_nobody_made(table: Scene) -> bytes:
    true = _true(table)
    return _choices(table, true, ChoiceOpening(seq=true.seq + 1, choice=0, nonce=bytes(32)))


@threat("choice-opened", Code.CHOICE)
@cheat(Code.CHOICE, SERVER, tiny_scene, at=the_first(DealerKind.CHOICE), seen=the_first(Kind.ROUND_OPEN))
def a_choice_opened_as_another_one(table: Scene) -> bytes:
    true = _true(table)
    return _choices(table, ChoiceOpening(seq=true.seq, choice=1 - true.choice, nonce=true.nonce))


@cheat(Code.CHOICE, SERVER, tiny_scene, at=the_first(DealerKind.CHOICE), seen=the_first(Kind.ROUND_OPEN))
def a_choice_opened_with_another_nonce(table: Scene) -> bytes:
    true = _true(table)
    return _choices(table, ChoiceOpening(seq=true.seq, choice=true.choice, nonce=bytes(32)))


@cheat(Code.CHOICE, SERVER, tiny_scene, at=the_first(DealerKind.CHOICE), seen=the_first(Kind.ROUND_OPEN))
def a_choice_that_could_not_be_chosen_and_was_let_pass(table: Scene) -> bytes:
    """The player's and the dealer's joint work: a commitment to the third of two ways."""
    at, opened, true = table.place(DealerKind.CHOICE), table.place(Kind.ROUND_OPEN), _true(table)
    where = Where(table.forge.tid, 1, table.entries[at].actor, table.entries[at].counter)
    made = structs.replace(choice_of(table.entries[at]), commitment=where.commitment(2, true.nonce))
    entries = list(table.entries[: opened + 1])
    entries[at] = replace(entries[at], body=encode(choice(made)))
    seed = round_part(table.body(opened, bodies.RoundOpen)).seed
    opening = ChoiceOpening(seq=true.seq, choice=2, nonce=true.nonce)
    entries[opened] = replace(entries[opened], body=encode(round_open(1, seed, [opening])))
    return table.forge.write(entries)


# and which the end of the game opens, where the round has none


def _stopped(table: Scene, *openings: ChoiceOpening) -> bytes:
    """The server stops in the middle of the round in which a seat has chosen."""
    seeds = table.game.server.secrets.seeds
    opened = game_open(
        [seeds[round_, GAME_CLASS] for round_ in (0, 1, 2)],
        [seeds[round_, ROUND_CLASS] for round_ in (1, 2)],
        openings,
    )
    end = bodies.End(reason="stopped", seats=[])
    at = table.place(Kind.ACT, after=table.place(DealerKind.CHOICE))
    return table.until(at, said(Kind.GAME_OPEN, opened, 1), said(Kind.END, end, 1))


@cheat(Code.CHOICE, SERVER, tiny_scene, at=the_first(Kind.GAME_OPEN))
def a_choice_that_stays_closed_when_the_game_is_stopped(table: Scene) -> bytes:
    return _stopped(table)


@cheat(Code.CHOICE, SERVER, tiny_scene, at=the_first(Kind.GAME_OPEN))
def a_choice_that_nobody_made_when_the_game_is_stopped(table: Scene) -> bytes:
    true = _true(table)
    return _stopped(table, true, ChoiceOpening(seq=true.seq + 1, choice=0, nonce=bytes(32)))


@cheat(Code.CHOICE, SERVER, tiny_scene, at=the_first(DealerKind.CHOICE), seen=the_first(Kind.GAME_OPEN))
def a_choice_opened_as_another_one_when_the_game_is_stopped(table: Scene) -> bytes:
    true = _true(table)
    return _stopped(table, ChoiceOpening(seq=true.seq, choice=1 - true.choice, nonce=true.nonce))


@cheat(Code.CHOICE, SERVER, tiny_scene, at=the_first(DealerKind.CHOICE), seen=the_first(Kind.GAME_OPEN))
def a_choice_opened_with_another_nonce_when_the_game_is_stopped(table: Scene) -> bytes:
    true = _true(table)
    return _stopped(table, ChoiceOpening(seq=true.seq, choice=true.choice, nonce=bytes(32)))


@cheat(Code.CHOICE, SERVER, tiny_scene)
def a_choice_of_a_round_that_is_open_already(table: Scene) -> bytes:
    """Its round has opened it; the end of the game may not do so again."""
    at = table.place(Kind.GAME_OPEN)
    whole = game_part(table.body(at, bodies.GameOpen))
    return table.with_body(at, game_open(whole.seeds, whole.round_seeds, [_true(table)]))


def test_there_are_enough() -> None:
    assert len(cheat) >= 25


@pytest.mark.parametrize("name", cheat)
def test_it_ends_in_its_own_finding(name: str) -> None:
    cheat.check(name)


def test_a_game_that_is_stopped_after_a_choice_opens_it_and_is_proved() -> None:
    """Else the cheats above could end in their finding for another reason."""
    table = tiny_scene()
    with table.mine():
        report = audit(_stopped(table, _true(table)))
    assert (report.verdict, report.findings) == (Verdict.UNFINISHED, [])


def test_both_ways_to_choose_stand_in_the_log() -> None:
    """Else the cheats above would prove little: a person has chosen, then the clock; both times the goals differ."""
    table = tiny_scene()
    with table.mine():
        claims = ledger_of(table.follower(len(table.entries))).claims
        renewed = [claim for claim in claims if isinstance(claim, Renewed) and claim.by is not None]
    assert [claim.commitment is None for claim in claims if isinstance(claim, Chosen)] == [False, True]
    assert [sorted(map(table.game.face, claim.old)) for claim in renewed] == [[TREASURE, STONE]] * 2
