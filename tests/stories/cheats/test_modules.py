"""Modules in the log: what a dealer, a server and a player could cheat with where the box holds more than cards."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

import pytest

from engine.bots.bot import Bot
from engine.front import choices
from engine.mine.cards.championship import VETO
from engine.mine.modules.chests.state import CHEST_PILE
from engine.mine.modules.goal_swap import SwapGoals
from engine.mine.modules.toll.consent import AgreeToll, AskToll, RefuseToll
from engine.mine.modules.toll.payers import NamePayer
from engine.mine.modules.veto import PlayVeto
from engine.mine.state import mine_state
from engine.slots import Draw, Seat, Slot
from engine.waits import window
from engine.wants import Window
from protocol.audit.audit import Verdict, audit
from protocol.host.selfplay import SelfPlay
from protocol.log import bodies
from protocol.log.faults import Code
from protocol.log.records import Entry, Kind
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer.deals import Deals
from protocol.modes.dealer.kinds import DealerKind
from tests.stories.cheats.games import Game, dealing, entries_of
from tests.stories.cheats.scenes import SERVER, Cheats, Scene
from tests.stories.cheats.test_dealing import Swapping, caught_when_the_round_ends, codes, played, table_of
from tests.stories.cheats.test_saboteur2 import act_at, acts_of, place_of
from tests.support.dealing import dealer_of
from tests.support.threats import threat

RULES = "base+goal-swap+veto+toll+party+chests"
SEATS = 4
ALL_ACTS = {AskToll, PlayVeto, SwapGoals}
ANSWERS = (AgreeToll, RefuseToll)


def _of_any_kind(memory: object, view: Any, chance: Draw) -> Any:
    """A Veto whenever there is one to be played; else any kind of act, but no pass if there is another."""
    acts = choices(view)
    if window(view.state) is not None:
        return acts[0] if acts else None
    kinds = sorted({type(act).__name__ for act in acts} - {"Pass"}) or ["Pass"]
    kind = kinds[chance(len(kinds))]
    there = [act for act in acts if type(act).__name__ == kind]
    return there[chance(len(there))]


BUSY = Bot("busy", 1, lambda seat, book: None, lambda memory, event, view: None, _of_any_kind)


@cache
def busy_game() -> tuple[Game, bytes]:
    """A game in which goals are swapped, cards are stopped, chests are opened, and tolls are asked for."""
    for number in range(60):
        game = Game(RULES, SEATS, BUSY, b"busy %d" % number)
        log = game.play()
        entries = entries_of(log)
        if {type(act) for act in acts_of(game, entries)} >= ALL_ACTS and _chests(game, entries):
            return game, log
    raise AssertionError("there is no such game")


def _chests(game: Game, entries: Sequence[Entry]) -> list[int]:
    """Where chests are opened."""
    pile_of = game.host.follower.state.pile_of
    opens = [at for at, entry in enumerate(entries) if entry.kind == DealerKind.OPEN]
    scene_ = Scene(game, list(entries))
    return [at for at in opens if pile_of[scene_.body(at, dealer_bodies.Open).openings[0].slot] == CHEST_PILE.number]


def scene() -> Scene:
    game, log = busy_game()
    return Scene(game, entries_of(log))


def _window(table: Scene) -> int:
    """Where the clock closes a window that a Veto could have been played in."""
    timeouts = (at for at, entry in enumerate(table.entries) if entry.kind == Kind.TIMEOUT)
    return next(at for at in timeouts if isinstance(table.follower(at).play.waiting(), Window))


def test_the_game_is_verified() -> None:
    _, log = busy_game()
    report = audit(log)
    assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])


cheat = Cheats()


# the Veto


@threat("act-false-card", Code.OPENING)
@cheat(Code.OPENING, None, scene)
def a_veto_that_is_another_card(table: Scene) -> bytes:
    """C4: the seat is asked, and holds the slot, but it is no Veto."""
    at = _window(table)
    state = mine_state(table.follower(at).state)
    seat = state.book.clockwise[state.active][1]
    slot = next(slot for slot in state.hands[seat] if table.game.face(slot) != VETO.number)
    salt = dealer_of(table.game.host).opening(slot).salt
    act = place_of(table, PlayVeto)
    made = replace(act_at(table, act), seat=seat, slot=slot)
    return _act_in_place_of_the_clock(table, at, made, salt)


@threat("act-illegal", Code.ILLEGAL)
@cheat(Code.ILLEGAL, None, scene)
def a_veto_of_a_seat_that_does_not_hold_it(table: Scene) -> bytes:
    """The true card with its true salt, which another seat gave away."""
    at = place_of(table, PlayVeto)
    act, state = act_at(table, at), mine_state(table.follower(at).state)
    other = next(seat for seat in range(SEATS) if seat not in (act.seat, state.active) and state.hands[seat])
    return table.act_of(at, replace(act, seat=other), dealer_of(table.game.host).opening(act.slot).salt)


@cheat(Code.ILLEGAL, None, scene)
def a_veto_after_the_window_has_closed(table: Scene) -> bytes:
    """HC4: the play took effect, and it is the turn of the next."""
    veto = place_of(table, PlayVeto)
    act = act_at(table, veto)
    at = next(at for at in range(veto) if _turn_of_another(table, at, act))
    return table.act_of(at, act, dealer_of(table.game.host).opening(act.slot).salt)


def _turn_of_another(table: Scene, at: int, act: PlayVeto) -> bool:
    if table.entries[at].kind != Kind.ACT or table.entries[at].actor == act.seat:
        return False
    state = mine_state(table.follower(at).state)
    return state.stage == "turn" and act.slot in state.hands[act.seat]


@threat("clock-early", Code.EARLY)
@cheat(Code.EARLY, SERVER, scene)
def a_window_that_closes_too_early(table: Scene) -> bytes:
    at = _window(table)
    return table.changed(at, dt_ms=table.entries[at].dt_ms - 1)


@cheat(Code.OUT_OF_PLACE, SERVER, scene)
def a_window_let_pass_where_several_could_react(table: Scene) -> bytes:
    """HC4: only the one person among bots does that."""
    at = _window(table)
    state = mine_state(table.follower(at).state)
    seat = state.book.clockwise[state.active][1]
    entry = replace(table.entries[place_of(table, PlayVeto)], actor=seat, counter=10**6, kind=Kind.LET_PASS)
    return table.until(at, replace(entry, body=b"\x80", dt_ms=0, round=table.entries[at].round))


def _act_in_place_of_the_clock(table: Scene, at: int, act: Any, salt: bytes) -> bytes:
    """A player reacts where none did."""
    veto = table.entries[place_of(table, PlayVeto)]
    entries = [*table.entries[:at], replace(veto, dt_ms=1000, round=table.entries[at].round)]
    return replace(table, entries=entries).act_of(at, act, salt)


# Goal Swap


@cheat(Code.ILLEGAL, None, scene)
def a_choice_of_a_seat_that_was_not_asked(table: Scene) -> bytes:
    at = table.place(DealerKind.CHOICE)
    return table.changed(at, actor=(table.entries[at].actor + 1) % SEATS, counter=10**6)


@cheat(Code.NOT_RENEWED, SERVER, scene)
def goals_laid_back_by_no_seat(table: Scene) -> bytes:
    """The renewal says that chance mixed them, where a seat chose."""
    at = table.place(DealerKind.RENEW, after=table.place(DealerKind.CHOICE))
    body = table.body(at, dealer_bodies.Renew)
    return table.with_body(at, dealer_bodies.Renew(slots=body.slots, by=255, commitments=body.commitments))


def test_a_swapped_goal_that_was_not_followed() -> None:
    """C2: the dealer leaves the goals where they lie; the seeds of the round tell it."""

    class Stubborn(Deals):
        def choose(self, seat: Seat, choice: int) -> None:
            super().choose(seat, 0)

    caught_when_the_round_ends(partial(table_of(dealing(Stubborn)), "base+goal-swap", 3, BUSY, _swap()), Code.RENEWAL)


@cache
def _swap() -> bytes:
    """Of a game in which two goals that differ change places in the first round."""
    for number in range(60):
        game = Game("base+goal-swap", 3, BUSY, b"swap %d" % number)
        entries = entries_of(game.play())
        there = Scene(game, entries)
        choices_ = [at for at, entry in enumerate(entries) if entry.kind == DealerKind.CHOICE and entry.round == 1]
        for at in choices_:
            slots = there.body(there.place(DealerKind.RENEW, after=at), dealer_bodies.Renew).slots
            if len({game.face(slot) for slot in slots}) > 1:
                return b"swap %d" % number
    raise AssertionError("there is no such game")


# chests, roles


@cheat(Code.OPENING, SERVER, scene)
def a_chest_that_is_opened_as_another_one(table: Scene) -> bytes:
    """D5.5."""
    at = _chests(table.game, table.entries)[0]
    [true] = table.body(at, dealer_bodies.Open).openings
    face = next(face for face in CHEST_PILE.faces if face != true.face)
    return table.with_body(
        at, dealer_bodies.Open(openings=[dealer_bodies.Opening(slot=true.slot, face=face, salt=true.salt)])
    )


@threat("deal-deck", Code.STACKED)
def test_a_stacked_pile_of_chests() -> None:
    """D5.1: two chests change places, and nothing but the seeds tells it."""

    class Stacked(Swapping):
        pile = "chests"

    found = played(dealing(Stacked), rules="base+chests", seats=3, bot=BUSY)
    assert codes(found) == {Code.STACKED}


@threat("renewal-order", Code.RENEWAL)
def test_a_party_at_which_roles_are_dealt_as_the_dealer_likes() -> None:
    """HD6: chance mixes the roles, unknown to all."""

    class Arranged(Deals):
        def renew(self, old: Sequence[Slot], piles: Sequence[int], first: Slot, by: Seat | None) -> list[Slot]:
            slots = super().renew(old, piles, first, by)
            faces = [self.faces[slot] for slot in slots]
            self.faces.update(zip(slots, [*faces[1:], faces[0]], strict=True))
            return slots

    caught_when_the_round_ends(partial(table_of(dealing(Arranged)), "base+party", 3, BUSY, _party()), Code.RENEWAL)


@cache
def _party() -> bytes:
    """Of a game in which a party is held in the first round."""
    for number in range(60):
        entries = entries_of(Game("base+party", 3, BUSY, b"party %d" % number).play())
        if any(entry.kind == DealerKind.RENEW and entry.round == 1 for entry in entries):
            return b"party %d" % number
    raise AssertionError("there is no such game")


# tolls


@cheat(Code.ILLEGAL, None, scene)
def a_toll_that_another_seat_agrees_to(table: Scene) -> bytes:
    """HD3: only the seat that is asked answers."""
    at = place_of(table, *ANSWERS)
    return table.act_of(at, AgreeToll((table.entries[at].actor + 1) % SEATS))


@cheat(Code.ILLEGAL, None, scene)
def a_toll_for_which_a_seat_is_named_that_was_not_asked(table: Scene) -> bytes:
    at = place_of(table, AskToll)
    act = act_at(table, at)
    return table.act_of(at, NamePayer(act.seat, 1, act.target))


@pytest.mark.parametrize("name", cheat)
def test_it_ends_in_its_own_finding(name: str) -> None:
    cheat.check(name)


def test_a_person_among_bots_lets_windows_pass() -> None:
    """HC4: with LET_PASS in the log, and the Veto of a bot in place of the clock."""
    _, log = alone()
    assert audit(log, bots=True).verdict is Verdict.VERIFIED
    assert any(entry.kind == Kind.LET_PASS for entry in entries_of(log))


class LettingPass(Game):
    """The one person lets every window pass at once."""

    move = SelfPlay.move

    def _let_pass(self, window: Window) -> None:
        if 0 in window.seats:
            self.host.take(self.people[0].say(Kind.LET_PASS, bodies.Nothing()))
        self._now += self.host.follower.absence.left_ms(255, window)


@cache
def alone() -> tuple[Game, bytes]:
    """A person and bots of the server, with a Veto in the deck and a secret choice for each."""
    game = LettingPass("saboteur2+veto+goal-swap", SEATS, "random", b"alone", server_bots=SEATS - 1)
    return game, game.play()
