"""A server that gives chance another value, counts the time otherwise, or opens another secret choice than was made."""

from dataclasses import replace

import pytest
from cheats.games import said
from cheats.scenes import SERVER, Cheats, Scene, tiny_scene
from cheats.tiny import STONE, TREASURE
from msgspec import structs

from protocol.audit.audit import Verdict, audit
from protocol.log import bodies
from protocol.log.faults import Code
from protocol.log.records import Kind
from protocol.modes.dealer.choices import Where
from protocol.modes.dealer.claims import Chosen, Renewed
from protocol.modes.dealer.seeds import GAME_CLASS, ROUND_CLASS
from protocol.wire.codec import encode

cheat = Cheats()


# chance


@cheat(Code.ILLEGAL, SERVER)
def a_value_out_of_range(table: Scene) -> bytes:
    return table.with_body(table.place(Kind.RANDOM), bodies.RandomValue(value=3))


@cheat(Code.ILLEGAL, SERVER)
def a_value_that_nobody_asked_for(table: Scene) -> bytes:
    return table.server_says(Kind.RANDOM, bodies.RandomValue(value=0), table.own_turn())


@cheat(Code.ILLEGAL, SERVER)
def a_renewal_that_nobody_asked_for(table: Scene) -> bytes:
    return table.server_says(Kind.RENEW, bodies.Renew(commitments=[bytes(32)]), table.own_turn())


@cheat(Code.ILLEGAL, SERVER, tiny_scene)
def a_renewal_of_another_size(table: Scene) -> bytes:
    at = table.place(Kind.RENEW)
    one, *_ = table.body(at, bodies.Renew).commitments
    return table.with_body(at, bodies.Renew(commitments=[one]))


# answers


@cheat(Code.QUESTION, SERVER)
def an_answer_that_was_not_asked_for(table: Scene) -> bytes:
    answer = bodies.Answer(question=250, subject=0, slots=[30], yes=True)
    return table.server_says(Kind.ANSWER, answer, table.own_turn())


@cheat(Code.QUESTION, SERVER, tiny_scene)
def an_answer_to_another_question(table: Scene) -> bytes:
    at = table.place(Kind.ANSWER)
    return table.with_body(at, structs.replace(table.body(at, bodies.Answer), question=251))


@cheat(Code.QUESTION, SERVER, tiny_scene)
def an_answer_about_other_cards(table: Scene) -> bytes:
    at = table.place(Kind.ANSWER)
    true = table.body(at, bodies.Answer)
    return table.with_body(at, structs.replace(true, slots=[true.slots[0] + 1]))


@cheat(Code.QUESTION, SERVER, tiny_scene)
def an_answer_about_another_seat(table: Scene) -> bytes:
    at = table.place(Kind.ANSWER)
    true = table.body(at, bodies.Answer)
    return table.with_body(at, structs.replace(true, subject=(true.subject + 1) % 3))


# clocks


@cheat(Code.ILLEGAL, SERVER)
def the_clock_of_somebody_else(table: Scene) -> bytes:
    at = table.own_turn()
    seat = (table.entries[at].actor + 1) % 3
    return table.until(at, replace(said(Kind.TIMEOUT, bodies.Timeout(seat=seat), 1), dt_ms=10**6))


@cheat(Code.EARLY, SERVER)
def a_clock_that_runs_fast(table: Scene) -> bytes:
    at = table.own_turn()
    return table.server_says(Kind.TIMEOUT, bodies.Timeout(seat=table.entries[at].actor), at)


@cheat(Code.EARLY, SERVER)
def a_clock_that_runs_while_all_clocks_stand_still(table: Scene) -> bytes:
    at = table.own_turn()
    over = replace(said(Kind.TIMEOUT, bodies.Timeout(seat=table.entries[at].actor), 1), dt_ms=10**6)
    return table.until(at, said(Kind.PAUSE, bodies.Pause(on=True), 1), over)


@cheat(Code.OUT_OF_PLACE, SERVER)
def a_second_pause(table: Scene) -> bytes:
    return table.until(table.own_turn(), *[said(Kind.PAUSE, bodies.Pause(on=True), 1)] * 2)


@cheat(Code.ABSENCE, SERVER)
def a_seat_sent_out_without_cause(table: Scene) -> bytes:
    return table.server_says(Kind.SEAT_OUT, bodies.SeatOut(seat=1), table.own_turn())


# secret choices, which the server opens when the round ends


def _choices(table: Scene, *openings: bodies.ChoiceOpening) -> bytes:
    at = table.place(Kind.ROUND_OPEN)
    seed = table.body(at, bodies.RoundOpen).seed
    return table.with_body(at, bodies.RoundOpen(round=1, seed=seed, choices=list(openings)))


def _true(table: Scene) -> bodies.ChoiceOpening:
    [opening] = table.body(table.place(Kind.ROUND_OPEN), bodies.RoundOpen).choices
    assert isinstance(opening, bodies.ChoiceOpening)
    return opening


@cheat(Code.CHOICE, SERVER, tiny_scene)
def a_choice_that_stays_closed(table: Scene) -> bytes:
    return _choices(table)


@cheat(Code.CHOICE, SERVER, tiny_scene)
def a_choice_that_nobody_made(table: Scene) -> bytes:
    true = _true(table)
    return _choices(table, true, bodies.ChoiceOpening(seq=true.seq + 1, choice=0, nonce=bytes(32)))


@cheat(Code.CHOICE, SERVER, tiny_scene)
def a_choice_opened_as_another_one(table: Scene) -> bytes:
    true = _true(table)
    return _choices(table, bodies.ChoiceOpening(seq=true.seq, choice=1 - true.choice, nonce=true.nonce))


@cheat(Code.CHOICE, SERVER, tiny_scene)
def a_choice_opened_with_another_nonce(table: Scene) -> bytes:
    true = _true(table)
    return _choices(table, bodies.ChoiceOpening(seq=true.seq, choice=true.choice, nonce=bytes(32)))


@cheat(Code.CHOICE, SERVER, tiny_scene)
def a_choice_that_could_not_be_chosen_and_was_let_pass(table: Scene) -> bytes:
    """The player's and the dealer's joint work: a commitment to the third of two ways."""
    at, opened, true = table.place(Kind.CHOICE), table.place(Kind.ROUND_OPEN), _true(table)
    where = Where(table.forge.tid, 1, table.entries[at].actor, table.entries[at].counter)
    body = table.body(at, bodies.Choice)
    made = bodies.Choice(commitment=where.commitment(2, true.nonce), to_dealer=body.to_dealer, to_seat=body.to_seat)
    entries = list(table.entries[: opened + 1])
    entries[at] = replace(entries[at], body=encode(made))
    seed = table.body(opened, bodies.RoundOpen).seed
    opening = bodies.ChoiceOpening(seq=true.seq, choice=2, nonce=true.nonce)
    entries[opened] = replace(entries[opened], body=encode(bodies.RoundOpen(round=1, seed=seed, choices=[opening])))
    return table.forge.write(entries)


# and which the end of the game opens, where the round has none


def _stopped(table: Scene, *openings: bodies.ChoiceOpening) -> bytes:
    """The server stops in the middle of the round in which somebody has chosen."""
    seeds = table.game.server.secrets.seeds
    opened = bodies.GameOpen(
        seeds=[seeds[round_, GAME_CLASS] for round_ in (0, 1, 2)],
        round_seeds=[seeds[round_, ROUND_CLASS] for round_ in (1, 2)],
        choices=list(openings),
    )
    end = bodies.End(reason="stopped", seats=[])
    at = table.place(Kind.ACT, after=table.place(Kind.CHOICE))
    return table.until(at, said(Kind.GAME_OPEN, opened, 1), said(Kind.END, end, 1))


@cheat(Code.CHOICE, SERVER, tiny_scene)
def a_choice_that_stays_closed_when_the_game_is_stopped(table: Scene) -> bytes:
    return _stopped(table)


@cheat(Code.CHOICE, SERVER, tiny_scene)
def a_choice_that_nobody_made_when_the_game_is_stopped(table: Scene) -> bytes:
    true = _true(table)
    return _stopped(table, true, bodies.ChoiceOpening(seq=true.seq + 1, choice=0, nonce=bytes(32)))


@cheat(Code.CHOICE, SERVER, tiny_scene)
def a_choice_opened_as_another_one_when_the_game_is_stopped(table: Scene) -> bytes:
    true = _true(table)
    return _stopped(table, bodies.ChoiceOpening(seq=true.seq, choice=1 - true.choice, nonce=true.nonce))


@cheat(Code.CHOICE, SERVER, tiny_scene)
def a_choice_opened_with_another_nonce_when_the_game_is_stopped(table: Scene) -> bytes:
    true = _true(table)
    return _stopped(table, bodies.ChoiceOpening(seq=true.seq, choice=true.choice, nonce=bytes(32)))


@cheat(Code.CHOICE, SERVER, tiny_scene)
def a_choice_of_a_round_that_is_open_already(table: Scene) -> bytes:
    """Its round has opened it; the end of the game may not do so again."""
    at = table.place(Kind.GAME_OPEN)
    whole = table.body(at, bodies.GameOpen)
    again = bodies.GameOpen(seeds=whole.seeds, round_seeds=whole.round_seeds, choices=[_true(table)])
    return table.with_body(at, again)


def test_there_are_enough() -> None:
    assert len(cheat) >= 19


@pytest.mark.parametrize("name", cheat)
def test_it_ends_in_its_own_finding(name: str) -> None:
    cheat.check(name)


def test_a_game_that_is_stopped_after_a_choice_opens_it_and_is_proved() -> None:
    """Else the cheats above could end in their finding for another reason."""
    table = tiny_scene()
    with table.mine():
        report = audit(_stopped(table, _true(table)))
    assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])


def test_both_ways_to_choose_stand_in_the_log() -> None:
    """Else the cheats above would prove little: a person has chosen, then the clock; both times the goals differ."""
    table = tiny_scene()
    with table.mine():
        claims = table.follower(len(table.entries)).play.claims
        renewed = [claim for claim in claims if isinstance(claim, Renewed) and claim.by is not None]
    assert [claim.commitment is None for claim in claims if isinstance(claim, Chosen)] == [False, True]
    assert [sorted(map(table.game.face, claim.old)) for claim in renewed] == [[TREASURE, STONE]] * 2
