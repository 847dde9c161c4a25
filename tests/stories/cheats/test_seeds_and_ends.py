"""A server that opens other seeds than it promised, opens them at another time, or ends a log as it may not end."""

from dataclasses import replace

import pytest

from protocol.audit.audit import Verdict, audit
from protocol.log import bodies
from protocol.log.faults import Code
from protocol.log.records import Entry, Kind
from protocol.modes.dealer.kinds import DealerKind
from protocol.modes.dealer.seeds import GAME_CLASS, ROUND_CLASS
from protocol.wire.codec import encode
from tests.stories.cheats.games import refuted, said
from tests.stories.cheats.scenes import SERVER, Cheats, Scene, scene
from tests.support.parts import game_open, round_open
from tests.support.threats import threat

cheat = Cheats()


def seed(table: Scene, round_: int, class_: int) -> bytes:
    """A seed of the server."""
    found: bytes = table.game.server.secrets.seeds[round_, class_]
    return found


def round_opened(table: Scene, round_: int, opened: bytes) -> bytes:
    """Another seed where the first round ends."""
    body = round_open(round_, opened)
    return table.with_body(table.place(Kind.ROUND_OPEN), body)


@threat("seed-round", Code.SEED)
@cheat(Code.SEED, SERVER)
def the_seed_of_another_round(table: Scene) -> bytes:
    return round_opened(table, 1, seed(table, 2, ROUND_CLASS))


@cheat(Code.SEED, SERVER)
def the_seed_of_the_other_class(table: Scene) -> bytes:
    return round_opened(table, 1, seed(table, 1, GAME_CLASS))


@threat("seed-other", Code.SEED)
@cheat(Code.SEED, SERVER)
def a_seed_that_nobody_committed_to(table: Scene) -> bytes:
    return round_opened(table, 1, bytes(32))


@cheat(Code.OUT_OF_PLACE, SERVER)
def the_opening_of_a_round_that_has_not_ended(table: Scene) -> bytes:
    return round_opened(table, 2, seed(table, 2, ROUND_CLASS))


@cheat(Code.OUT_OF_PLACE, SERVER)
def the_opening_of_round_nought(table: Scene) -> bytes:
    body = round_open(0, seed(table, 0, GAME_CLASS))
    return table.server_says(Kind.ROUND_OPEN, body, table.place(DealerKind.DECK_COMMIT))


@cheat(Code.OUT_OF_PLACE, SERVER)
def the_opening_of_a_round_twice(table: Scene) -> bytes:
    at = table.place(Kind.ROUND_OPEN)
    return table.until(at + 1, table.entries[at])


@cheat(Code.OUT_OF_PLACE, SERVER)
def the_opening_of_a_round_left_out(table: Scene) -> bytes:
    at = table.place(Kind.ROUND_OPEN)
    return table.until(at, *table.entries[at + 1 : at + 2])


@threat("seed-withheld-round", Code.OUT_OF_PLACE)
@cheat(Code.OUT_OF_PLACE, SERVER)
def a_deal_before_the_opening_of_the_last_round(table: Scene) -> bytes:
    at = table.place(Kind.ROUND_OPEN)
    return table.until(at, table.entries[table.place(DealerKind.DECK_COMMIT, after=at)])


@cheat(Code.SEED, SERVER)
def the_opening_of_the_last_round_left_out(table: Scene) -> bytes:
    last = max(at for at, entry in enumerate(table.entries) if entry.kind == Kind.ROUND_OPEN)
    return table.until(last, table.entries[table.place(Kind.GAME_OPEN)])


def game_opened(table: Scene, rounds: tuple[int, ...], round_rounds: tuple[int, ...] = ()) -> bodies.GameOpen:
    """Seeds of class G and of class R, of these rounds."""
    return game_open(
        [seed(table, round_, GAME_CLASS) for round_ in rounds],
        [seed(table, round_, ROUND_CLASS) for round_ in round_rounds],
    )


@cheat(Code.SEED, SERVER)
def the_seeds_of_the_game_in_another_order(table: Scene) -> bytes:
    return table.with_body(table.place(Kind.GAME_OPEN), game_opened(table, (0, 2, 1, 3)))


@cheat(Code.SEED, SERVER)
def too_few_seeds_of_the_game(table: Scene) -> bytes:
    return table.with_body(table.place(Kind.GAME_OPEN), game_opened(table, (0, 1, 2)))


def test_it_is_told_how_many_seeds_are_expected() -> None:
    [finding] = refuted(too_few_seeds_of_the_game(scene()))
    assert finding.evidence == "expected 4 and 0 seeds"


@cheat(Code.SEED, SERVER)
def the_seed_of_a_round_that_is_open_already(table: Scene) -> bytes:
    return table.with_body(table.place(Kind.GAME_OPEN), game_opened(table, (0, 1, 2, 3), (3,)))


@cheat(Code.SEED, SERVER)
def the_seeds_of_unfinished_rounds_kept_back(table: Scene) -> bytes:
    return table.server_says(Kind.GAME_OPEN, game_opened(table, (0, 1, 2, 3), (1,)), table.own_turn())


@cheat(Code.SEED, SERVER)
def the_seeds_of_unfinished_rounds_in_another_order(table: Scene) -> bytes:
    return table.server_says(Kind.GAME_OPEN, game_opened(table, (0, 1, 2, 3), (1, 3, 2)), table.own_turn())


@cheat(Code.OUT_OF_PLACE, SERVER)
def a_turn_after_the_opening_of_the_game(table: Scene) -> bytes:
    """All cards lie open: to play on is to play with marked cards."""
    at = table.own_turn()
    opened = said(Kind.GAME_OPEN, game_opened(table, (0, 1, 2, 3), (1, 2, 3)), 1)
    return table.until(at, opened, table.entries[at])


@cheat(Code.OUT_OF_PLACE, SERVER)
def the_opening_of_the_game_twice(table: Scene) -> bytes:
    at = table.place(Kind.GAME_OPEN)
    return table.until(at + 1, table.entries[at])


@threat("seed-withheld-end", Code.OUT_OF_PLACE)
@cheat(Code.OUT_OF_PLACE, SERVER)
def the_opening_of_the_game_left_out(table: Scene) -> bytes:
    at = table.place(Kind.GAME_OPEN)
    return table.until(at, table.entries[at + 1])


# ends


def ended(table: Scene, reason: str, at: int, *seats: int, opened: bool = False) -> bytes:
    """The log ends here."""
    round_ = table.entries[at].round
    more = [said(Kind.GAME_OPEN, game_opened(table, (0, 1, 2, 3), (1, 2, 3)), round_)] if opened else []
    return table.until(at, *more, said(Kind.END, bodies.End(reason=reason, seats=list(seats)), round_))


@cheat(Code.OUT_OF_PLACE, SERVER)
def an_early_end(table: Scene) -> bytes:
    return ended(table, "finished", table.own_turn())


@cheat(Code.OUT_OF_PLACE, SERVER)
def an_early_end_with_all_seeds(table: Scene) -> bytes:
    return ended(table, "finished", table.own_turn(), opened=True)


@cheat(Code.OUT_OF_PLACE, SERVER)
def an_end_before_the_first_seal(table: Scene) -> bytes:
    return ended(table, "finished", 0)


@cheat(Code.MALFORMED, SERVER)
def an_end_for_a_reason_that_does_not_exist(table: Scene) -> bytes:
    return ended(table, "boring", table.own_turn())


@cheat(Code.OUT_OF_PLACE, SERVER)
def a_table_stopped_for_somebodys_sake(table: Scene) -> bytes:
    return ended(table, "stopped", table.own_turn(), 1)


@cheat(Code.OUT_OF_PLACE, SERVER)
def a_log_that_another_key_takes_over(table: Scene) -> bytes:
    at = table.own_turn()
    key, head = table.game.keys[0].public, table.follower(at).chain.heads[at]
    return table.server_says(Kind.HANDOVER, bodies.Handover(epoch=1, key=key, seq=at, head=head, votes=[]), at)


@cheat(Code.OUT_OF_PLACE, SERVER)
def a_table_abandoned_by_people_who_are_there(table: Scene) -> bytes:
    return ended(table, "abandoned", table.own_turn(), 0, 1, 2)


@cheat(Code.OUT_OF_PLACE, SERVER)
def a_table_abandoned_by_nobody(table: Scene) -> bytes:
    return ended(table, "abandoned", table.own_turn())


@cheat(Code.OUT_OF_PLACE, SERVER)
def a_table_dissolved_after_all_have_agreed(table: Scene) -> bytes:
    return ended(table, "dissolved", table.own_turn(), 1, opened=True)


@cheat(Code.EARLY, SERVER)
def a_table_dissolved_before_the_time_is_up(table: Scene) -> bytes:
    return ended(table, "dissolved", table.place(Kind.SEAL, 1), 1, 2, opened=True)


@cheat(Code.OUT_OF_PLACE, SERVER)
def a_finished_game_that_is_called_stopped(table: Scene) -> bytes:
    return ended(table, "stopped", table.place(Kind.GAME_OPEN))


@cheat(Code.OUT_OF_PLACE, SERVER)
def an_end_after_the_end(table: Scene) -> bytes:
    at = table.place(Kind.END)
    return table.until(at + 1, table.entries[at])


@cheat(Code.OUT_OF_PLACE, None)
def talk_after_the_end(table: Scene) -> bytes:
    body = encode(bodies.Talk(salt=bytes(16), text="one more thing"))
    last = table.place(Kind.CLOSE, after=table.place(Kind.END))
    talk = replace(table.entries[last], kind=Kind.TALK, body=body)
    return table.until(table.place(Kind.END) + 1, talk)


def test_there_are_enough() -> None:
    assert len(cheat) >= 29


@pytest.mark.parametrize("name", cheat)
def test_it_ends_in_its_own_finding(name: str) -> None:
    cheat.check(name)


# what the server may do, and what it proves


def late(entry: Entry) -> Entry:
    """The time for a seal or a seed is up."""
    return replace(entry, dt_ms=30_000)


def test_a_table_that_is_stopped_proves_nothing_unless_all_seeds_open() -> None:
    table = scene()
    at = table.own_turn()
    report = audit(ended(table, "stopped", at))
    assert (report.verdict, report.findings) == (Verdict.UNPROVEN, [])
    assert "stopped" in report.reason
    assert audit(ended(table, "stopped", at, opened=True)).verdict is Verdict.UNFINISHED


@pytest.mark.parametrize(("kind", "missing"), [(Kind.SEAL, (1, 2)), (Kind.REVEAL, (1, 2))])
def test_a_table_that_somebody_keeps_waiting_is_dissolved(kind: int, missing: tuple[int, ...]) -> None:
    table = scene()
    at = table.place(kind, 1)
    opened = late(said(Kind.GAME_OPEN, game_opened(table, (0, 1, 2, 3), (1, 2, 3)), 0))
    end = said(Kind.END, bodies.End(reason="dissolved", seats=list(missing)), 0)
    report = audit(table.until(at, opened, end))
    assert (report.verdict, report.findings) == (Verdict.UNFINISHED, [])
    assert "dissolved" in report.reason
