"""Entries that are not from whom they say, not where their author put them, or no entries at all."""

from dataclasses import replace

import pytest

from engine.mine.rules.turn.passing import Pass
from engine.mine.state import mine_state
from protocol.follow.follower import Follower
from protocol.keys.identity import Purpose, sign
from protocol.log import bodies
from protocol.log.faults import Code, Fault
from protocol.log.records import NO_SIGNATURE, NOBODY, Chain, Kind, RecordType, act_parts, record
from protocol.modes.dealer.kinds import DealerKind
from tests.stories.cheats.games import Forge, entries_of, follow, refuted, whole_game
from tests.stories.cheats.scenes import SERVER, Cheats, Scene, scene_with_bot, the_first
from tests.support.dealing import act_body, read_act
from tests.support.threats import threat

cheat = Cheats()


@threat("log-forged", Code.SIGNATURE)
@cheat(Code.SIGNATURE, None)
def an_act_that_the_server_signed(table: Scene) -> bytes:
    at = table.own_turn()
    return table.signed_by(table.game.server.identity.key, at, table.entries[at])


@cheat(Code.SIGNATURE, None)
def an_act_that_another_player_signed(table: Scene) -> bytes:
    at = table.own_turn()
    entry, chain = table.entries[at], table.follower(at).chain
    return table.unsigned(at, table.forge.signed(chain, entry, table.game.keys[(entry.actor + 1) % 3]))


@cheat(Code.SIGNATURE, None)
def an_act_without_a_signature(table: Scene) -> bytes:
    at = table.own_turn()
    return table.unsigned(at, replace(table.entries[at], signature=NO_SIGNATURE))


@threat("log-forked", Code.SIGNATURE)
@cheat(Code.SIGNATURE, None)
def an_act_over_another_head(table: Scene) -> bytes:
    at = table.own_turn()
    chain = table.follower(at).chain
    chain.heads[-1] = bytes(32)
    return table.unsigned(at, table.forge.signed(chain, table.entries[at]))


@threat("log-other-table", Code.SIGNATURE)
@cheat(Code.SIGNATURE, None)
def an_act_signed_at_another_table(table: Scene) -> bytes:
    at = table.own_turn()
    other = Forge(whole_game(seed=b"y")[0])
    chain = table.follower(at).chain
    return table.unsigned(at, other.signed(chain, table.entries[at], table.game.keys[table.entries[at].actor]))


@cheat(Code.SIGNATURE, None)
def an_act_signed_for_another_purpose(table: Scene) -> bytes:
    at = table.own_turn()
    key = table.game.keys[table.entries[at].actor].signing
    return table.signed_by(key, at, table.entries[at], Purpose.JOIN)


@threat("log-forged", Code.SIGNATURE)
@cheat(Code.SIGNATURE, None)
def another_act_under_a_players_signature(table: Scene) -> bytes:
    at = table.own_turn()
    follower = table.follower(at)
    entry = table.entries[at]
    act, _ = read_act(follower.state.book, entry.actor, entry.body)
    slot = next(
        slot for slot in mine_state(follower.state).hands[entry.actor] if getattr(act, "slots", None) != (slot,)
    )
    body = act_body(follower.state.book, Pass(entry.actor, (slot,)), None)
    return table.unsigned(at, replace(entry, body=body))


@threat("log-replayed", Code.STALE)
@cheat(Code.STALE, SERVER)
def an_act_repeated_byte_by_byte(table: Scene) -> bytes:
    at = table.own_turn()
    return table.unsigned(at + 1, replace(table.entries[at]))


@threat("log-counter", Code.REPLAYED)
@cheat(Code.REPLAYED, None)
def an_act_signed_twice_with_one_counter(table: Scene) -> bytes:
    at = table.own_turn()
    return table.until(at + 1, table.entries[at])


@cheat(Code.STALE, None)
def an_act_of_the_first_round_in_the_second(table: Scene) -> bytes:
    at = table.place(Kind.ACT, after=table.place(Kind.ROUND_OPEN))
    old = table.entries[table.place(Kind.ACT, table.entries[at].actor)]
    return table.unsigned(at, replace(old, round=2))


@threat("log-other-round", Code.WRONG_ROUND)
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


@threat("log-reordered", Code.STALE)
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
    return table.changed(table.place(DealerKind.DECK_COMMIT), actor=0)


@cheat(Code.WRONG_ACTOR, SERVER)
def a_signature_on_what_the_server_says(table: Scene) -> bytes:
    return table.changed(table.place(DealerKind.DECK_COMMIT), signature=bytes(63) + b"\1")


@cheat(Code.WRONG_ACTOR, SERVER)
def a_seat_that_is_not_there(table: Scene) -> bytes:
    return table.changed(table.own_turn(), actor=3)


@threat("log-speaks-for", Code.WRONG_ACTOR)
@cheat(Code.WRONG_ACTOR, SERVER)
def an_act_of_nobody(table: Scene) -> bytes:
    return table.changed(table.own_turn(), actor=NOBODY)


@cheat(Code.WRONG_ACTOR, SERVER, scene_with_bot)
def a_bot_that_seals(table: Scene) -> bytes:
    at = table.place(Kind.SEAL, 1)
    return table.until(at + 1, replace(table.entries[at], actor=2, signature=NO_SIGNATURE, seen=0, counter=0))


@threat("log-speaks-for", Code.WRONG_ACTOR)
@cheat(Code.WRONG_ACTOR, SERVER, scene_with_bot)
def a_bot_that_signs(table: Scene) -> bytes:
    at = table.place(Kind.ACT, 2)
    return table.changed(at, signature=bytes(63) + b"\1")


@threat("log-kind", Code.UNKNOWN_KIND)
@cheat(Code.UNKNOWN_KIND, SERVER)
def a_kind_that_does_not_exist(table: Scene) -> bytes:
    return table.changed(table.own_turn(), kind=99)


@cheat(Code.WRONG_ROUND, SERVER)
def the_number_of_another_round(table: Scene) -> bytes:
    return table.changed(table.place(DealerKind.SHOW), round=2)


@threat("log-malformed", Code.MALFORMED)
@cheat(Code.MALFORMED, SERVER)
def a_body_with_a_second_spelling(table: Scene) -> bytes:
    at = table.place(DealerKind.RANDOM)
    body = table.entries[at].body
    return table.changed(at, body=body[:-1] + b"\xcc" + body[-1:])


@threat("log-malformed", Code.MALFORMED)
@cheat(Code.MALFORMED, None)
def an_act_that_does_not_exist(table: Scene) -> bytes:
    at = table.own_turn()
    return table.changed(at, body=table.entries[at].body.replace(b"\xa1t", b"\xa1u"))


@cheat(Code.MALFORMED, SERVER)
def the_body_of_another_kind(table: Scene) -> bytes:
    return table.with_body(table.place(DealerKind.RANDOM), bodies.Timeout(seat=0, about=1))


# the order


@cheat(Code.STALE, None)
def an_act_left_out_under_the_next_one(table: Scene) -> bytes:
    at = table.own_turn()
    later = table.place(Kind.ACT, after=at + 1)
    return table.unsigned(at, *(replace(entry) for entry in table.entries[later : later + 1]))


@cheat(Code.ILLEGAL, SERVER)
def an_act_left_out_before_what_followed(table: Scene) -> bytes:
    at = next(
        at
        for at in range(60, 400)
        if table.entries[at].kind == Kind.ACT and table.entries[at + 1].kind == DealerKind.SHOW
    )
    return table.unsigned(at, table.entries[at + 1])


@threat("log-reordered", Code.STALE)
@cheat(Code.STALE, None, at=the_first(Kind.SEAL))
def two_seals_in_another_order(table: Scene) -> bytes:
    one, other = table.place(Kind.SEAL, 0), table.place(Kind.SEAL, 1)
    before, after = table.entries[:one], table.entries[other + 1 :]
    both = [table.entries[other], table.entries[one]]
    return table.forge.write([*before, *both, *after], signing=lambda entry: False)


@threat("log-number", Code.SEQUENCE)
@pytest.mark.parametrize("seq", [19, 21])
def test_a_number_that_is_left_out_or_used_twice(seq: int) -> None:
    """The finding names the number that the entry gives itself."""
    game, log = whole_game()
    forge, entries = Forge(game), entries_of(log)[:20]
    entries[-1] = replace(entries[-1], seq=seq)
    before = forge.write(entries[:-1])
    chain = Chain(forge.tid)
    for entry in (*entries_of(before), entries[-1]):
        chain.extend(entry)
    data = before + record(RecordType.ENTRY, entries[-1].to_bytes()) + forge.head(chain)
    [finding] = refuted(data)
    assert (finding.code, finding.at, finding.key) == (Code.SEQUENCE, seq, game.server.identity.public)
    client = Follower(game.host.setting)
    with pytest.raises(Fault) as caught:
        follow(client, entries_of(data))
    assert (caught.value.finding, client.chain.last) == (finding, 19)


def test_there_are_enough() -> None:
    assert len(cheat) >= 25


@pytest.mark.parametrize("name", cheat)
def test_it_ends_in_its_own_finding(name: str) -> None:
    cheat.check(name)
