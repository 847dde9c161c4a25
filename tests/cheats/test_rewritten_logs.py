"""A log that was written otherwise than the rules say: numbers, chain and HEADs are right, one thing is wrong.

Each cheat ends in its own finding, at the entry where it happened.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from cheats.games import EveryKind, Forge, Game, entries_of, first, follow, refuted, said, tiny_mine, whole_game

from engine.mine.rules.passing import Pass
from engine.mine.rules.place_path import PlacePath
from protocol import bodies
from protocol.acts import from_body, to_body
from protocol.audit import Verdict, audit
from protocol.codec import Body, decode, encode
from protocol.faults import Code
from protocol.follower import Follower
from protocol.identity import Purpose, sign
from protocol.log import (
    MAGIC,
    NO_SIGNATURE,
    NOBODY,
    SIGNED,
    Chain,
    Entry,
    HeadRecord,
    Kind,
    RecordType,
    act_parts,
    head_parts,
    record,
    records,
)
from protocol.seeds import GAME_CLASS, ROUND_CLASS

Entries = list[Entry]
SERVER = -1
SIGNED_FOR = {Code.ILLEGAL, Code.OPENING, Code.SEED, Code.MALFORMED, Code.CHAIN}
"""What a player answers for who has signed it; the place in the log is always the server's."""


@dataclass(frozen=True)
class Scene:
    """A whole game to be rewritten."""

    game: Game
    entries: Entries

    @property
    def forge(self) -> Forge:
        """The pen."""
        return Forge(self.game)

    def place(self, kind: Kind, actor: int | None = None, after: int = 0) -> int:
        """Where the first entry of a kind stands."""
        return first(self.entries, kind, actor, after=after)

    def until(self, at: int, *more: Entry) -> bytes:
        """The log before that place, and then something else."""
        return self.forge.write([*self.entries[:at], *more])

    def changed(self, at: int, **change: Any) -> bytes:
        """The log up to that place, where the entry is another one."""
        return self.until(at, replace(self.entries[at], **change))

    def with_body(self, at: int, body: Body) -> bytes:
        """The log up to that place, where the entry has another body."""
        return self.changed(at, body=encode(body))

    def unsigned(self, at: int, *more: Entry) -> bytes:
        """Like `until`, but nobody signs the new entries again."""
        kept = {id(entry) for entry in self.entries[:at]}
        return self.forge.write([*self.entries[:at], *more], signing=lambda entry: id(entry) in kept)

    def follower(self, at: int) -> Follower:
        """The state before an entry."""
        follower = Follower(self.game.host.setting)
        follow(follower, self.entries[:at])
        return follower

    def own_turn(self) -> int:
        """Where somebody plays in the middle of the first round."""
        return self.place(Kind.ACT, after=60)


def scene() -> Scene:
    """An honest game of three."""
    game, log = whole_game()
    return Scene(game, entries_of(log))


def scene_with_bot() -> Scene:
    """An honest game of three, one of them a bot of the server."""
    game, log = whole_game(server_bots=1)
    return Scene(game, entries_of(log))


def server_says(table: Scene, kind: Kind, body: Body, at: int) -> bytes:
    """The server says something where it does not belong."""
    return table.until(at, said(kind, body, table.entries[at].round))


def act_of(table: Scene, at: int, act: Any, salt: bytes | None = None) -> bytes:
    """Another act in the place of one."""
    return table.changed(at, actor=act.seat, body=to_body(table.follower(at).state.book, act, salt))


Cheat = Callable[[Scene], bytes]
CHEATS: dict[str, tuple[Code, int | None, Callable[[], Scene], Cheat]] = {}


def cheat(code: Code, by: int | None, table: Callable[[], Scene] = scene) -> Callable[[Cheat], Cheat]:
    """Register a cheat with the finding that it ends in; ``by`` is who is named, None for whoever answers for such."""

    def registered(function: Cheat) -> Cheat:
        CHEATS[function.__name__.replace("_", " ").strip()] = code, by, table, function
        return function

    return registered


# the server's seeds and commitments


@cheat(Code.SEED, SERVER)
def the_seed_of_another_round(table: Scene) -> bytes:
    seed = table.game.server.seeds[2, ROUND_CLASS]
    return table.with_body(table.place(Kind.ROUND_OPEN), bodies.RoundOpen(round=1, seed=seed))


@cheat(Code.SEED, SERVER)
def the_seed_of_the_other_class(table: Scene) -> bytes:
    seed = table.game.server.seeds[1, GAME_CLASS]
    return table.with_body(table.place(Kind.ROUND_OPEN), bodies.RoundOpen(round=1, seed=seed))


@cheat(Code.SEED, SERVER)
def a_seed_that_nobody_committed_to(table: Scene) -> bytes:
    return table.with_body(table.place(Kind.ROUND_OPEN), bodies.RoundOpen(round=1, seed=bytes(32)))


@cheat(Code.OUT_OF_PLACE, SERVER)
def the_opening_of_a_round_that_has_not_ended(table: Scene) -> bytes:
    seed = table.game.server.seeds[2, ROUND_CLASS]
    return table.with_body(table.place(Kind.ROUND_OPEN), bodies.RoundOpen(round=2, seed=seed))


@cheat(Code.OUT_OF_PLACE, SERVER)
def the_opening_of_a_round_twice(table: Scene) -> bytes:
    at = table.place(Kind.ROUND_OPEN)
    return table.until(at + 1, table.entries[at])


@cheat(Code.OUT_OF_PLACE, SERVER)
def the_opening_of_a_round_left_out(table: Scene) -> bytes:
    at = table.place(Kind.ROUND_OPEN)
    return table.until(at, *table.entries[at + 1 : at + 2])


@cheat(Code.OUT_OF_PLACE, SERVER)
def the_opening_of_the_last_round_left_out(table: Scene) -> bytes:
    last = max(at for at, entry in enumerate(table.entries) if entry.kind == Kind.ROUND_OPEN)
    return table.forge.write([*table.entries[:last], *table.entries[last + 1 :]])


@cheat(Code.SEED, SERVER)
def the_seeds_of_the_game_in_another_order(table: Scene) -> bytes:
    seeds = [table.game.server.seeds[round_, GAME_CLASS] for round_ in (0, 2, 1, 3)]
    return table.with_body(table.place(Kind.GAME_OPEN), bodies.GameOpen(seeds=seeds))


@cheat(Code.SEED, SERVER)
def too_few_seeds_of_the_game(table: Scene) -> bytes:
    seeds = [table.game.server.seeds[round_, GAME_CLASS] for round_ in (0, 1, 2)]
    return table.with_body(table.place(Kind.GAME_OPEN), bodies.GameOpen(seeds=seeds))


@cheat(Code.OUT_OF_PLACE, SERVER)
def the_opening_of_the_game_before_its_end(table: Scene) -> bytes:
    game = table.entries[table.place(Kind.GAME_OPEN)]
    at = table.own_turn()
    return table.until(at, replace(game, round=1))


@cheat(Code.OUT_OF_PLACE, SERVER)
def the_opening_of_the_game_left_out(table: Scene) -> bytes:
    at = table.place(Kind.GAME_OPEN)
    return table.until(at, *table.entries[at + 1 :])


@cheat(Code.OUT_OF_PLACE, SERVER)
def an_early_end(table: Scene) -> bytes:
    return server_says(table, Kind.END, bodies.End(reason="finished", seats=[]), table.own_turn())


@cheat(Code.OUT_OF_PLACE, SERVER)
def an_end_before_the_first_seal(table: Scene) -> bytes:
    return server_says(table, Kind.END, bodies.End(reason="finished", seats=[]), 0)


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


# the deal


@cheat(Code.OUT_OF_PLACE, SERVER)
def a_second_deal(table: Scene) -> bytes:
    at = table.place(Kind.DECK_COMMIT)
    return table.until(at + 1, replace(table.entries[at], round=1))


@cheat(Code.ILLEGAL, SERVER)
def a_second_deal_after_the_game(table: Scene) -> bytes:
    deals = [entry for entry in table.entries if entry.kind == Kind.DECK_COMMIT]
    return table.until(table.place(Kind.GAME_OPEN), replace(deals[-1], round=3))


def _one_slot(table: Scene, more: int) -> bytes:
    at = table.place(Kind.DECK_COMMIT)
    body = decode(bodies.DeckCommit, table.entries[at].body, 1 << 16)
    commitments = body.commitments[:-1] if more < 0 else [*body.commitments, bytes(32)]
    return table.with_body(at, bodies.DeckCommit(commitments=commitments))


@cheat(Code.COMMITMENTS, SERVER)
def a_slot_too_few(table: Scene) -> bytes:
    return _one_slot(table, -1)


@cheat(Code.COMMITMENTS, SERVER)
def a_slot_too_many(table: Scene) -> bytes:
    return _one_slot(table, 1)


@cheat(Code.OUT_OF_PLACE, SERVER)
def a_deal_before_all_seals(table: Scene) -> bytes:
    return table.until(2, table.entries[table.place(Kind.DECK_COMMIT)])


@cheat(Code.OUT_OF_PLACE, SERVER)
def a_deal_before_all_seeds(table: Scene) -> bytes:
    return table.until(5, table.entries[table.place(Kind.DECK_COMMIT)])


# openings


def _opened(table: Scene) -> tuple[int, bodies.Open]:
    at = table.place(Kind.OPEN)
    return at, decode(bodies.Open, table.entries[at].body, 1 << 16)


@cheat(Code.OPENING, SERVER)
def a_card_changed_after_the_deal(table: Scene) -> bytes:
    at, body = _opened(table)
    opening = bodies.Opening(slot=body.openings[0].slot, face=body.openings[0].face ^ 3, salt=body.openings[0].salt)
    return table.with_body(at, bodies.Open(openings=[opening, *body.openings[1:]]))


@cheat(Code.OPENING, SERVER)
def a_wrong_salt(table: Scene) -> bytes:
    at, body = _opened(table)
    opening = bodies.Opening(slot=body.openings[0].slot, face=body.openings[0].face, salt=bytes(32))
    return table.with_body(at, bodies.Open(openings=[opening, *body.openings[1:]]))


@cheat(Code.OPENING, SERVER)
def a_slot_that_does_not_exist(table: Scene) -> bytes:
    at, _ = _opened(table)
    return table.with_body(at, bodies.Open(openings=[bodies.Opening(slot=65535, face=1, salt=bytes(32))]))


@cheat(Code.ILLEGAL, SERVER)
def an_opening_that_nobody_asked_for(table: Scene) -> bytes:
    _, body = _opened(table)
    return server_says(table, Kind.OPEN, bodies.Open(openings=body.openings[:1]), table.own_turn())


@cheat(Code.ILLEGAL, SERVER)
def the_same_opening_twice(table: Scene) -> bytes:
    at, body = _opened(table)
    return table.with_body(at, bodies.Open(openings=[body.openings[0], body.openings[0]]))


@cheat(Code.ILLEGAL, SERVER)
def a_hand_shown_to_somebody_else(table: Scene) -> bytes:
    at = table.place(Kind.SHOW)
    body = decode(bodies.Show, table.entries[at].body, 1 << 16)
    other = bodies.Show(seat=(body.seat + 1) % 3, slots=body.slots, box=body.box)
    return table.with_body(at, other)


@cheat(Code.ILLEGAL, SERVER)
def a_part_of_a_hand(table: Scene) -> bytes:
    at = table.place(Kind.SHOW)
    body = decode(bodies.Show, table.entries[at].body, 1 << 16)
    return table.with_body(at, bodies.Show(seat=body.seat, slots=body.slots[:-1], box=body.box[:-34]))


@cheat(Code.BOX, SERVER)
def a_box_of_another_length(table: Scene) -> bytes:
    at = table.place(Kind.SHOW)
    body = decode(bodies.Show, table.entries[at].body, 1 << 16)
    return table.with_body(at, bodies.Show(seat=body.seat, slots=body.slots, box=body.box[:-1]))


@cheat(Code.BOX, SERVER)
def an_empty_box_for_a_person(table: Scene) -> bytes:
    at = table.place(Kind.SHOW)
    body = decode(bodies.Show, table.entries[at].body, 1 << 16)
    return table.with_body(at, bodies.Show(seat=body.seat, slots=body.slots, box=b""))


@cheat(Code.BOX, SERVER, scene_with_bot)
def a_full_box_for_a_bot(table: Scene) -> bytes:
    at = next(
        at
        for at, entry in enumerate(table.entries)
        if entry.kind == Kind.SHOW and decode(bodies.Show, entry.body, 1 << 16).seat == 2
    )
    body = decode(bodies.Show, table.entries[at].body, 1 << 16)
    box = bytes(48 + 34 * len(body.slots))
    return table.with_body(at, bodies.Show(seat=2, slots=body.slots, box=box))


# chance


@cheat(Code.ILLEGAL, SERVER)
def a_value_out_of_range(table: Scene) -> bytes:
    return table.with_body(table.place(Kind.RANDOM), bodies.RandomValue(value=3))


@cheat(Code.ILLEGAL, SERVER)
def a_value_that_nobody_asked_for(table: Scene) -> bytes:
    return server_says(table, Kind.RANDOM, bodies.RandomValue(value=0), table.own_turn())


@cheat(Code.ILLEGAL, SERVER)
def a_renewal_that_nobody_asked_for(table: Scene) -> bytes:
    return server_says(table, Kind.RENEW, bodies.Renew(commitments=[bytes(32)]), table.own_turn())


@cheat(Code.ILLEGAL, SERVER)
def the_clock_of_somebody_else(table: Scene) -> bytes:
    at = table.own_turn()
    seat = (table.entries[at].actor + 1) % 3
    return table.until(at, replace(said(Kind.TIMEOUT, bodies.Timeout(seat=seat), 1), dt_ms=10**6))


@cheat(Code.EARLY, SERVER)
def a_clock_that_runs_fast(table: Scene) -> bytes:
    at = table.own_turn()
    return server_says(table, Kind.TIMEOUT, bodies.Timeout(seat=table.entries[at].actor), at)


@cheat(Code.ABSENCE, SERVER)
def a_seat_sent_out_without_cause(table: Scene) -> bytes:
    return server_says(table, Kind.SEAT_OUT, bodies.SeatOut(seat=1), table.own_turn())


# agreement


@cheat(Code.MALFORMED, 1)
def a_seal_for_another_table(table: Scene) -> bytes:
    return table.with_body(1, bodies.Seal(tid=bytes(32)))


@cheat(Code.OUT_OF_PLACE, None)
def a_second_seal(table: Scene) -> bytes:
    return table.until(1, replace(table.entries[0], counter=9))


@cheat(Code.OUT_OF_PLACE, None)
def a_seed_before_all_seals(table: Scene) -> bytes:
    return table.until(2, table.entries[3])


@cheat(Code.SEED, 1)
def another_seed_than_promised(table: Scene) -> bytes:
    return table.with_body(4, bodies.Reveal(seed=bytes(32)))


@cheat(Code.SEED, 1)
def the_seed_of_another_seat(table: Scene) -> bytes:
    return table.with_body(4, bodies.Reveal(seed=table.game.keys[0].seed))


@cheat(Code.OUT_OF_PLACE, None)
def a_second_seed(table: Scene) -> bytes:
    return table.until(5, replace(table.entries[3], counter=9))


@cheat(Code.OUT_OF_PLACE, None)
def an_act_before_the_deal(table: Scene) -> bytes:
    return table.until(5, replace(table.entries[table.place(Kind.ACT)], round=0))


# who says it


@cheat(Code.SIGNATURE, None)
def an_act_that_the_server_signed(table: Scene) -> bytes:
    at = table.own_turn()
    chain = table.follower(at).chain
    entry = replace(table.entries[at], seen=at)
    key = table.game.server.identity.key
    return table.unsigned(
        at, replace(entry, signature=sign(key, Purpose.ACT, *act_parts(chain.tid, chain.heads[at], entry)))
    )


@cheat(Code.SIGNATURE, None)
def an_act_that_another_player_signed(table: Scene) -> bytes:
    at = table.own_turn()
    entry, chain = table.entries[at], table.follower(at).chain
    return table.unsigned(at, table.forge.signed(chain, entry, table.game.keys[(entry.actor + 1) % 3]))


@cheat(Code.SIGNATURE, None)
def an_act_without_a_signature(table: Scene) -> bytes:
    at = table.own_turn()
    return table.unsigned(at, replace(table.entries[at], signature=NO_SIGNATURE))


@cheat(Code.SIGNATURE, None)
def an_act_over_another_head(table: Scene) -> bytes:
    at = table.own_turn()
    chain = table.follower(at).chain
    chain.heads[-1] = bytes(32)
    return table.unsigned(at, table.forge.signed(chain, table.entries[at]))


@cheat(Code.SIGNATURE, None)
def an_act_signed_at_another_table(table: Scene) -> bytes:
    at = table.own_turn()
    other = Forge(whole_game(seed=b"y")[0])
    chain = table.follower(at).chain
    return table.unsigned(at, other.signed(chain, table.entries[at], table.game.keys[table.entries[at].actor]))


@cheat(Code.SIGNATURE, None)
def an_act_signed_for_another_purpose(table: Scene) -> bytes:
    at = table.own_turn()
    chain = table.follower(at).chain
    entry = replace(table.entries[at], seen=at)
    key = table.game.keys[entry.actor].signing
    return table.unsigned(
        at, replace(entry, signature=sign(key, Purpose.JOIN, *act_parts(chain.tid, chain.heads[at], entry)))
    )


@cheat(Code.SIGNATURE, None)
def another_act_under_a_players_signature(table: Scene) -> bytes:
    at = table.own_turn()
    follower = table.follower(at)
    entry = table.entries[at]
    act, _ = from_body(follower.state.book, entry.actor, entry.body)
    slot = next(slot for slot in follower.state.hands[entry.actor] if getattr(act, "slots", None) != (slot,))
    body = to_body(follower.state.book, Pass(entry.actor, (slot,)), None)
    return table.unsigned(at, replace(entry, body=body))


@cheat(Code.REPLAYED, None)
def an_act_played_twice(table: Scene) -> bytes:
    at = table.own_turn()
    return table.until(at + 1, table.entries[at])


@cheat(Code.STALE, None)
def an_act_of_the_first_round_in_the_second(table: Scene) -> bytes:
    at = table.place(Kind.ACT, after=table.place(Kind.ROUND_OPEN))
    old = table.entries[table.place(Kind.ACT, table.entries[at].actor)]
    return table.unsigned(at, replace(old, round=2))


@cheat(Code.WRONG_ROUND, None)
def an_act_of_the_first_round_unchanged_in_the_second(table: Scene) -> bytes:
    at = table.place(Kind.ACT, after=table.place(Kind.ROUND_OPEN))
    return table.unsigned(at, table.entries[table.place(Kind.ACT, table.entries[at].actor)])


def _seeing(table: Scene, at: int, seen: int) -> bytes:
    chain = table.follower(at).chain
    entry = replace(table.entries[at], seen=seen)
    head = chain.heads[min(seen, chain.last)]
    signature = sign(table.game.keys[entry.actor].signing, Purpose.ACT, *act_parts(chain.tid, head, entry))
    return table.unsigned(at, replace(entry, signature=signature))


@cheat(Code.STALE, None)
def an_act_that_answers_an_older_state(table: Scene) -> bytes:
    at = table.own_turn()
    return _seeing(table, at, at - 5)


@cheat(Code.STALE, None)
def an_act_that_has_seen_the_future(table: Scene) -> bytes:
    at = table.own_turn()
    return _seeing(table, at, at + 1)


@cheat(Code.WRONG_ACTOR, SERVER)
def the_server_with_the_voice_of_a_seat(table: Scene) -> bytes:
    return table.changed(table.place(Kind.DECK_COMMIT), actor=0)


@cheat(Code.WRONG_ACTOR, SERVER)
def a_signature_on_what_the_server_says(table: Scene) -> bytes:
    return table.changed(table.place(Kind.DECK_COMMIT), signature=bytes(63) + b"\1")


@cheat(Code.WRONG_ACTOR, SERVER)
def a_seat_that_is_not_there(table: Scene) -> bytes:
    return table.changed(table.own_turn(), actor=3)


@cheat(Code.WRONG_ACTOR, SERVER)
def an_act_of_nobody(table: Scene) -> bytes:
    return table.changed(table.own_turn(), actor=NOBODY)


@cheat(Code.WRONG_ACTOR, SERVER, scene_with_bot)
def a_bot_that_seals(table: Scene) -> bytes:
    return table.until(2, replace(table.entries[1], actor=2, signature=NO_SIGNATURE, seen=0, counter=0))


@cheat(Code.WRONG_ACTOR, SERVER, scene_with_bot)
def a_bot_that_signs(table: Scene) -> bytes:
    at = table.place(Kind.ACT, 2)
    return table.changed(at, signature=bytes(63) + b"\1")


@cheat(Code.UNKNOWN_KIND, SERVER)
def a_kind_that_does_not_exist(table: Scene) -> bytes:
    return table.changed(table.own_turn(), kind=99)


@cheat(Code.WRONG_ROUND, SERVER)
def the_number_of_another_round(table: Scene) -> bytes:
    return table.changed(table.place(Kind.SHOW), round=2)


@cheat(Code.MALFORMED, SERVER)
def a_body_with_a_second_spelling(table: Scene) -> bytes:
    at = table.place(Kind.RANDOM)
    body = table.entries[at].body
    return table.changed(at, body=body[:-1] + b"\xcc" + body[-1:])


@cheat(Code.MALFORMED, None)
def an_act_that_does_not_exist(table: Scene) -> bytes:
    at = table.own_turn()
    return table.changed(at, body=table.entries[at].body.replace(b"\xa1t", b"\xa1u"))


@cheat(Code.MALFORMED, SERVER)
def the_body_of_another_kind(table: Scene) -> bytes:
    return table.with_body(table.place(Kind.RANDOM), bodies.Timeout(seat=0))


# the order


@cheat(Code.STALE, None)
def an_act_left_out_under_the_next_one(table: Scene) -> bytes:
    at = table.own_turn()
    later = table.place(Kind.ACT, after=at + 1)
    return table.unsigned(at, *(replace(entry) for entry in table.entries[later : later + 1]))


@cheat(Code.ILLEGAL, SERVER)
def an_act_left_out_before_what_followed(table: Scene) -> bytes:
    at = next(
        at for at in range(60, 400) if table.entries[at].kind == Kind.ACT and table.entries[at + 1].kind == Kind.SHOW
    )
    return table.unsigned(at, table.entries[at + 1])


@cheat(Code.STALE, None)
def two_seals_in_another_order(table: Scene) -> bytes:
    return table.forge.write([table.entries[1], table.entries[0], *table.entries[2:]], signing=lambda entry: False)


# moves


@cheat(Code.ILLEGAL, None)
def a_card_of_somebody_else_passed(table: Scene) -> bytes:
    at = table.own_turn()
    seat = table.entries[at].actor
    slot = table.follower(at).state.hands[(seat + 1) % 3][0]
    return act_of(table, at, Pass(seat, (slot,)))


@cheat(Code.ILLEGAL, None)
def a_turn_out_of_turn(table: Scene) -> bytes:
    at = table.own_turn()
    seat = (table.entries[at].actor + 1) % 3
    return act_of(table, at, Pass(seat, (table.follower(at).state.hands[seat][0],)))


@cheat(Code.ILLEGAL, None)
def two_cards_passed_at_once(table: Scene) -> bytes:
    at = table.own_turn()
    seat = table.entries[at].actor
    return act_of(table, at, Pass(seat, tuple(table.follower(at).state.hands[seat][:2])))


def _held_path(table: Scene, at: int, seat: int) -> tuple[int, int]:
    faces, state = table.game.dealer.face, table.follower(at).state
    return next((slot, faces(slot)) for slot in state.hands[seat] if faces(slot) < 100)


@cheat(Code.ILLEGAL, None)
def a_tunnel_in_the_air(table: Scene) -> bytes:
    at = table.own_turn()
    seat = table.entries[at].actor
    slot, face = _held_path(table, at, seat)
    return act_of(table, at, PlacePath(seat, slot, face, 256 * 50, 0), table.game.dealer.opening(slot).salt)


@cheat(Code.ILLEGAL, None)
def the_card_of_somebody_else_with_its_true_face(table: Scene) -> bytes:
    at = table.own_turn()
    seat = table.entries[at].actor
    slot, face = _held_path(table, at, (seat + 1) % 3)
    return act_of(table, at, PlacePath(seat, slot, face, 256, 0), table.game.dealer.opening(slot).salt)


@cheat(Code.OPENING, None)
def a_card_that_is_another_one(table: Scene) -> bytes:
    at = table.own_turn()
    seat = table.entries[at].actor
    slot, face = _held_path(table, at, seat)
    other = 11 if face != 11 else 12
    return act_of(table, at, PlacePath(seat, slot, other, 256, 0), table.game.dealer.opening(slot).salt)


@cheat(Code.OPENING, None)
def a_card_whose_face_the_player_cannot_know(table: Scene) -> bytes:
    at = table.own_turn()
    seat = table.entries[at].actor
    return act_of(table, at, PlacePath(seat, table.follower(at).state.pile[0], 11, 256, 0), bytes(32))


@cheat(Code.ILLEGAL, SERVER, scene_with_bot)
def a_bot_that_passes_the_card_of_a_person(table: Scene) -> bytes:
    at = table.place(Kind.ACT, 2)
    return act_of(table, at, Pass(2, (table.follower(at).state.hands[0][0],)))


@cheat(Code.OPENING, SERVER, scene_with_bot)
def a_bot_with_another_card_than_it_was_dealt(table: Scene) -> bytes:
    at = table.place(Kind.ACT, 2)
    slot, face = _held_path(table, at, 2)
    other = 11 if face != 11 else 12
    return act_of(table, at, PlacePath(2, slot, other, 256, 0), table.game.dealer.opening(slot).salt)


# what people confirm


@cheat(Code.CHAIN, 1)
def a_close_over_another_log(table: Scene) -> bytes:
    at = table.place(Kind.CLOSE, 1, after=table.place(Kind.END))
    chain = table.follower(at).chain
    entry = replace(
        table.entries[at], body=encode(bodies.Close(seq=table.place(Kind.END) + 1, head=bytes(32))), seen=at
    )
    key = table.game.keys[1].signing
    return table.unsigned(
        at, replace(entry, signature=sign(key, Purpose.ACT, *act_parts(chain.tid, chain.heads[at], entry)))
    )


@cheat(Code.OUT_OF_PLACE, None)
def a_close_over_what_is_not_there_yet(table: Scene) -> bytes:
    at = table.place(Kind.CLOSE, 1, after=table.place(Kind.END))
    chain = table.follower(at).chain
    entry = replace(table.entries[at], body=encode(bodies.Close(seq=at + 1, head=bytes(32))), seen=at)
    key = table.game.keys[1].signing
    return table.unsigned(
        at, replace(entry, signature=sign(key, Purpose.ACT, *act_parts(chain.tid, chain.heads[at], entry)))
    )


def test_there_are_enough() -> None:
    assert len(CHEATS) >= 60


@pytest.mark.parametrize("table", [scene, scene_with_bot])
def test_the_pen_alone_changes_nothing(table: Callable[[], Scene]) -> None:
    """What is found is found because of the cheat."""
    there = table()
    assert audit(there.forge.write(there.entries)).verdict is Verdict.VERIFIED
    assert audit(there.forge.write(there.entries[:60])).verdict is Verdict.UNPROVEN


@pytest.mark.parametrize("name", CHEATS)
def test_it_ends_in_its_own_finding(name: str) -> None:
    code, by, table, function = CHEATS[name]
    there = table()
    findings = refuted(function(there))
    assert [finding.code for finding in findings] == [code]
    server, people = there.game.server.identity.public, [keys.public for keys in there.game.keys]
    if by is not None:
        assert findings[0].key == (server if by == SERVER else people[by])
    elif code in SIGNED_FOR:
        assert findings[0].key in people
    else:
        assert findings[0].key == server
    assert findings[0].evidence


# what the pen cannot write: anybody could have written it, so that it proves nothing and accuses nobody


def unproven(log: bytes) -> None:
    """Reading stops at the bad record; what stands under a HEAD before it still counts."""
    report = audit(log)
    assert report.verdict is Verdict.UNPROVEN
    assert report.reason
    assert not report.findings


def rerecorded(log: bytes, change: Callable[[int, RecordType, bytes], bytes]) -> bytes:
    """A file whose records are other ones."""
    return MAGIC + b"".join(change(number, kind, payload) for number, (kind, payload) in enumerate(records(log)))


def test_entries_in_another_order() -> None:
    table = scene()
    entries = list(table.entries)
    entries[20], entries[21] = entries[21], entries[20]
    _, log = whole_game()
    there = [record(RecordType.ENTRY, entry.to_bytes()) for entry in entries]
    changed = rerecorded(
        log, lambda _, kind, payload: there.pop(0) if kind == RecordType.ENTRY else record(kind, payload)
    )
    unproven(changed)


@pytest.mark.parametrize("dropped", [2, 3, 6, 10, 11])
def test_an_entry_dropped(dropped: int) -> None:
    _, log = whole_game()
    rows = list(records(log))
    assert rows[dropped][0] == rows[dropped + 1][0] == RecordType.ENTRY
    file = rerecorded(log, lambda number, kind, payload: b"" if number == dropped else record(kind, payload))
    unproven(file)


def test_the_last_entry_before_a_head_dropped() -> None:
    """The numbers stay in order, but the HEAD is over something else."""
    _, log = whole_game()
    rows = list(records(log))
    at = next(number for number, (kind, _) in enumerate(rows) if kind == RecordType.HEAD and number > 30)
    file = rerecorded(log, lambda number, kind, payload: b"" if number == at - 1 else record(kind, payload))
    unproven(file)


def _bad_head(payload: bytes, why: str, game: Game) -> bytes:
    head = HeadRecord.from_bytes(payload)
    changed = {
        "another number": replace(head, seq=head.seq + 1).to_bytes(),
        "no signature": replace(head, signature=NO_SIGNATURE).to_bytes(),
        "cut": payload[:-1],
        "a player's": replace(
            head, signature=sign(game.keys[0].signing, Purpose.HEAD, game.host.setting.tid)
        ).to_bytes(),
        "another table's": replace(
            head, signature=game.server.sign_head(*head_parts(bytes(32), head.seq, bytes(32)))
        ).to_bytes(),
    }
    return changed[why]


@pytest.mark.parametrize("why", ["another number", "no signature", "cut", "a player's", "another table's"])
def test_a_head_that_is_not_the_servers_word(why: str) -> None:
    game, log = whole_game()
    file = rerecorded(
        log, lambda number, kind, payload: record(kind, _bad_head(payload, why, game) if number == 5 else payload)
    )
    assert list(records(log))[5][0] == RecordType.HEAD
    unproven(file)


def test_another_body_under_the_same_header() -> None:
    _, log = whole_game()
    file = rerecorded(
        log,
        lambda number, kind, payload: record(kind, payload[:-1] + bytes([payload[-1] ^ 1]) if number == 2 else payload),
    )
    unproven(file)


def test_the_entries_of_another_table() -> None:
    _, log = whole_game()
    _, other = whole_game(seed=b"y")
    mixed = list(records(log))[:2] + list(records(other))[2:]
    file = MAGIC + b"".join(record(kind, payload) for kind, payload in mixed)
    unproven(file)


def test_a_renewed_slot_is_dead() -> None:
    """The face that the first picker saw cannot be shown again under its old number."""
    with tiny_mine():
        game = EveryKind()
        table = Scene(game, entries_of(game.play()))
        at = table.place(Kind.RENEW) + 1
        claim = table.follower(at).claims[-1]
        opening = game.dealer.opening(claim.old[0])  # type: ignore[union-attr]
        log = server_says(table, Kind.OPEN, bodies.Open(openings=[opening]), at)
        findings = refuted(log)
    assert [finding.code for finding in findings] in ([Code.OPENING], [Code.DEAD_SLOT])
    assert findings[0].key == game.server.identity.public


def test_a_slot_of_the_last_round_is_dead() -> None:
    table = scene()
    at = table.place(Kind.ACT, after=table.place(Kind.ROUND_OPEN))
    body = bodies.Open(openings=[table.game.dealer.opening(table.follower(100).state.pile[0])])
    findings = refuted(server_says(table, Kind.OPEN, body, at))
    assert [finding.code for finding in findings] in ([Code.ILLEGAL], [Code.DEAD_SLOT])


def test_the_chain_of_a_scene_is_that_of_the_log() -> None:
    """The helpers above look at the state before an entry; they must not be off by one."""
    table = scene()
    at = table.own_turn()
    follower = table.follower(at)
    assert follower.chain.last == at == table.entries[at].seq - 1
    assert table.entries[at].kind in SIGNED
    assert Chain(follower.setting.tid).heads[0] == follower.chain.heads[0]
