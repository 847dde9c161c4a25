"""A follower refuses what is wrong, says so in one way only, and goes on as if it had not been said."""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

from engine.grid.cells import cell
from engine.mine.state import mine_state
from protocol.follow.follower import Follower
from protocol.follow.seat import SeatFollower
from protocol.log import bodies
from protocol.log.acts import schema
from protocol.log.faults import Code, Fault, Finding
from protocol.log.records import NO_SIGNATURE, NOBODY, Entry, Kind
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer.kinds import DealerKind
from protocol.modes.dealer.part import ChoiceOpening
from protocol.wire.codec import Body, decode, encode
from tests.stories.cheats.games import Forge, Game, entries_of, every_kind, first, follow, game_with_gold, whole_game
from tests.stories.cheats.tiny import tiny_mine
from tests.support import parts
from tests.support.dealing import FREE, SIGNED, act_body, dealer_of, ledger_of

HOSTILE = 1500
NUMBERS = (0, 1, 2, 11, 12, 90, 180, 201, 255, 270, 65535)


def followed(game: Game, entries: list[Entry]) -> Follower:
    """A follower that has taken these entries."""
    follower = Follower(game.host.setting)
    follow(follower, entries)
    return follower


FIXED = {
    *("_automatic", "_book", "_commitments", "_keys", "_kinds", "_most", "_options", "_people", "_proved", "_setting"),
    *("_state", "_table", "kinds", "setting", "signed_up_to", "state"),
}
"""What no entry changes, and what is compared or set by a test itself."""


def snapshot(follower: Follower) -> dict[str, Any]:
    """All that an entry can change, whatever part of the follower keeps it, the state aside."""
    parts = {
        "follower": follower,
        "chain": follower.chain,
        "absence": follower.absence,
        "pause": follower.absence.pause,
        "agreement": follower.agreement,
        "play": follower.play,
        "debt_clocks": follower.debt_clocks,
        "ledger": ledger_of(follower),
        "committed": ledger_of(follower).committed,
        "opened": ledger_of(follower).opened,
        "ending": follower.ending,
        "signatures": follower.signatures,
        "grievances": follower.grievances,
        "caps": follower.caps,
    }
    known = set(map(id, parts.values()))
    return {
        f"{part}.{name}": deepcopy(value)
        for part, holder in parts.items()
        for name, value in _fields(holder)
        if name not in FIXED and id(value) not in known
    }


def _fields(holder: object) -> list[tuple[str, Any]]:
    names = getattr(type(holder), "__slots__", ()) or vars(holder)
    return [(name, getattr(holder, name)) for name in names]


def test_a_snapshot_holds_every_part_of_a_follower() -> None:
    game, log = whole_game()
    follower = followed(game, entries_of(log))
    there = snapshot(follower)
    assert there.keys() >= {"ledger.claims", "chain.heads", "absence.waited_ms", "opened.seeds", "committed.slots"}
    plain = {int, bool, str, bytes, tuple, list, set, frozenset, dict, Counter, type(None), bodies.End}
    assert {type(value) for value in there.values()} <= plain


def test_a_follower_started_from_the_file_is_the_same_after_every_entry() -> None:
    """A short game with every kind of entry; for each entry a fresh start."""
    game, log = every_kind()
    entries = entries_of(log)
    with tiny_mine():
        live = Follower(game.host.setting)
        for number, entry in enumerate(entries, 1):
            follow(live, [entry])
            again = followed(game, entries[:number])
            assert again.state == live.state
            assert snapshot(again) == snapshot(live)
            assert again.play.waiting() == live.play.waiting()


def spoilt(entry: Entry) -> Iterator[Entry]:
    """Entries that cannot stand where this one does."""
    yield replace(entry, seq=entry.seq + 1)
    yield replace(entry, seq=0)
    yield replace(entry, kind=0)
    yield replace(entry, kind=19)
    yield replace(entry, round=entry.round + 1)
    yield replace(entry, actor=254)
    yield replace(entry, body=b"")
    yield replace(entry, body=entry.body + b"\0")
    yield replace(entry, body=encode(bodies.Talk(salt=bytes(16), text="no")))
    yield replace(entry, signature=bytes(63) + b"\1")
    if entry.actor != NOBODY:
        yield replace(entry, seen=entry.seq)
        yield replace(entry, seen=2**32 - 1)
        yield replace(entry, counter=2**32 - 1)
    else:
        yield replace(entry, seen=1)
        yield replace(entry, counter=1)


@pytest.mark.parametrize("game", [whole_game, game_with_gold])
def test_what_is_refused_changes_nothing(game: Any) -> None:
    """Before each entry all that cannot stand there is tried; the game goes on as if nothing had been."""
    table, log = game()
    follower = Follower(table.host.setting)
    for entry in entries_of(log)[:150]:
        before = snapshot(follower)
        for wrong in spoilt(entry):
            with pytest.raises(Fault) as fault:
                follower.take(wrong)
            assert fault.value.finding.at == wrong.seq
        assert snapshot(follower) == before
        follow(follower, [entry])
    assert follower.state == followed(table, entries_of(log)[:150]).state


def test_an_entry_with_another_number_is_told_with_both() -> None:
    game, log = whole_game()
    with pytest.raises(Fault) as fault:
        Follower(game.host.setting).take(entries_of(log)[1])
    assert fault.value.finding.evidence == "expected entry 1, found 2"


@pytest.mark.parametrize("seat", range(3))
def test_a_seat_is_blind_until_it_was_shown_its_cards(seat: int) -> None:
    game, log = whole_game()
    person, blind = SeatFollower(game.host.setting, seat, game.keys[seat]), []
    entries = entries_of(log)
    for entry in entries[: first(entries, Kind.ACT)]:
        follow(person, [entry])
        blind += [entry.seq] if person.blind else []
    shows = [entry for entry in entries[: first(entries, Kind.ACT)] if entry.kind == DealerKind.SHOW]
    own = [show.seq for show in shows if decode(dealer_bodies.Show, show.body, 9999).seat == seat]
    assert blind == list(range(first(entries, DealerKind.DECK_COMMIT) + 1, own[-1]))


def test_no_entry_stands_in_the_place_of_another() -> None:
    """Entries from all over the game, in the place of the next one; what is shown to single seats has no order."""
    game, log = whole_game()
    entries, random = entries_of(log), Random(8)
    follower = Follower(game.host.setting)
    for entry in entries[:120]:
        for other in random.sample(entries, 10):
            if other.seq != entry.seq and other.kind not in {Kind.END, DealerKind.SHOW}:
                with pytest.raises(Fault):
                    follower.take(replace(other, seq=entry.seq, signature=NO_SIGNATURE, dt_ms=1))
        follow(follower, [entry])


def hostile_act(random: Random, kind: type, seat: int, slots: list[int]) -> Any:
    """An act with anything in it."""
    values: dict[str, Any] = {
        "seat": seat,
        "slot": random.choice([*slots, *NUMBERS]),
        "face": random.choice([*NUMBERS, 101, 104, 107, 110, 111]),
        "cell": cell(random.choice((-100, -1, 0, 1, 8, 100)), random.choice((-100, -2, 0, 1, 2, 100))),
        "turned": random.choice((0, 1, 90, 180, 270)),
        "target": random.randrange(12),
        "tool": random.choice((1, 2, 3, 4, 7, 8, 255)),
        "slots": tuple(random.choices([*slots, *NUMBERS], k=random.randrange(1, 12))),
    }
    return kind(**{field.name: values[field.name] for field in fields(kind)})


def finding_in(follower: Follower, entry: Entry) -> Finding | None:
    """What is wrong with an entry; None if it was taken."""
    try:
        follower.take(entry)
    except Fault as fault:
        return fault.finding
    return None


@pytest.mark.parametrize("at", [7, 40, 100, 250])
def test_a_player_who_signs_anything_ends_in_a_fault(at: int) -> None:
    """Well-formed acts with hostile values and true signatures, also with the true salt of the named card."""
    game, log = whole_game()
    entries, random = entries_of(log), Random(at)
    while entries[at].kind != Kind.ACT:
        at += 1
    follower, forge = followed(game, entries[:at]), Forge(game)
    book = follower.state.book
    kinds = list(schema(book).bodies)
    found = set()
    for _ in range(HOSTILE // 4):
        seat = random.choice((entries[at].actor, random.randrange(3)))
        act = hostile_act(random, random.choice(kinds), seat, mine_state(follower.state).hands[seat])
        salt = None
        if hasattr(act, "face"):
            known = random.random() < 0.8 and act.slot in ledger_of(follower).committed.slots
            if known:
                opening = dealer_of(game.host).opening(act.slot)
                act, salt = replace(act, face=opening.face), opening.salt
            else:
                salt = bytes(32)
        body = act_body(book, act, salt)
        entry = replace(entries[at], actor=seat, counter=10**6, body=body)
        finding = finding_in(follower, forge.signed(follower.chain, entry))
        if finding is None:
            follower = followed(game, entries[:at])
        else:
            assert finding.code in {Code.ILLEGAL, Code.OPENING, Code.DEAD_SLOT}
            assert finding.key == game.keys[seat].public
            found.add(finding.evidence)
    assert len(found) >= 6


def hostile_words(random: Random) -> tuple[int, Body]:
    """Anything that a server could say."""
    # Never as many as a deal has slots: whether these are the right ones, only the seeds can tell.
    digests = [random.randbytes(32) for _ in range(random.choice((1, 2, 3, 67, 73, 101)))]
    slots = [random.choice((*NUMBERS, 30, 40)) for _ in range(random.randrange(1, 4))]
    box = bytes(random.choice((0, 48 + 34 * len(slots), 34)))
    openings = [dealer_bodies.Opening(slot=slot, face=random.choice(NUMBERS), salt=bytes(32)) for slot in slots]
    opening = ChoiceOpening(seq=random.choice((1, 9, 2**32 - 1)), choice=random.randrange(256), nonce=bytes(32))
    words: list[tuple[int, Body]] = [
        (DealerKind.DECK_COMMIT, dealer_bodies.DeckCommit(commitments=digests)),
        (DealerKind.RENEW, dealer_bodies.Renew(slots=slots, by=random.choice((0, 255)), commitments=digests[:64])),
        (DealerKind.OPEN, dealer_bodies.Open(openings=openings)),
        (DealerKind.SHOW, dealer_bodies.Show(seat=random.randrange(12), slots=slots, box=box)),
        (
            DealerKind.RANDOM,
            dealer_bodies.RandomValue(
                kind=1, subject=255, below=random.choice((3, 2**32 - 1)), value=random.choice((3, 2**32 - 1))
            ),
        ),
        (Kind.ROUND_OPEN, parts.round_open(random.choice((0, 1, 2, 3, 4, 99)), bytes(32))),
        (Kind.ROUND_OPEN, parts.round_open(random.randrange(4), bytes(32), [opening])),
        (Kind.GAME_OPEN, parts.game_open(digests[:4], digests[: random.randrange(4)])),
        (Kind.GAME_OPEN, parts.game_open(digests[:4], choices=[opening])),
        (Kind.END, bodies.End(reason="finished", seats=[])),
        (Kind.END, bodies.End(reason=random.choice(("dissolved", "abandoned", "lost")), seats=[1])),
        (Kind.TIMEOUT, bodies.Timeout(seat=random.randrange(3, 12), about=random.choice((1, 9, 2**32 - 1)))),
        (Kind.SEAT_OUT, bodies.SeatOut(seat=random.randrange(12))),
        (Kind.PAUSE, bodies.Pause(on=False)),
        (Kind.HANDOVER, bodies.Handover(epoch=1, key=bytes(32), seq=1, head=digests[0], votes=[])),
    ]
    return random.choice(words)


def test_a_server_that_says_anything_ends_in_a_fault() -> None:
    game, log = whole_game()
    random, follower = Random(10), Follower(game.host.setting)
    for entry in entries_of(log):
        for _ in range(4):
            kind, body = hostile_words(random)
            said = Entry(entry.seq, 0, kind, NOBODY, 0, 0, follower.state.round, NO_SIGNATURE, encode(body))
            with pytest.raises(Fault) as fault:
                follower.take(said)
            assert fault.value.finding.key == game.server.identity.public
        follow(follower, [entry])


def test_free_words_may_stand_anywhere_before_the_end() -> None:
    """Whatever the table waits for, talk does not change it."""
    game, log = whole_game()
    forge, follower = Forge(game), Follower(game.host.setting)
    person = SeatFollower(game.host.setting, 0, game.keys[0])
    free: list[tuple[int, Body]] = [
        (Kind.TALK, bodies.Talk(salt=bytes(16), text="hm")),
        (Kind.NOTE, bodies.Note(salt=bytes(16), what="later", data=b"")),
        (Kind.ASK_PAUSE, bodies.AskPause(on=True)),
        (Kind.LEAVE, bodies.Nothing()),
        (Kind.BACK, bodies.Nothing()),
        (Kind.ACK, bodies.Ack(seq=0, head=follower.chain.heads[0])),
        (Kind.PROTEST, parts.protest(bytes(116))),
    ]
    assert {kind for kind, _ in free} == FREE - {
        Kind.NAME,
        DealerKind.COMPLAINT,
    }  # a name once, a complaint about a box
    for number, entry in enumerate(entries_of(log)[:20]):
        kind, body = free[number % len(free)]
        if kind == Kind.PROTEST:
            lost = person.say(Kind.TALK, bodies.Talk(salt=bytes(16), text="hm"))
            body = parts.protest(replace(lost, counter=999).header())
        said = person.say(kind, body)
        waiting = follower.play.waiting()
        twin = followed(game, entries_of(log)[:number])
        assert twin.take(forge.signed(twin.chain, replace(said, counter=1000))) == []
        assert twin.play.waiting() == waiting
        assert twin.state == follower.state
        follow(follower, [entry])
        follow(person, [entry])


def test_the_first_entry_has_the_number_one() -> None:
    game, log = whole_game()
    follower = Follower(game.host.setting)
    assert follower.chain.last == 0
    with pytest.raises(Fault) as fault:
        follower.take(entries_of(log)[1])
    assert fault.value.finding.code is Code.SEQUENCE
    assert "sequence" in str(fault.value)


def test_what_a_follower_knows_of_the_game() -> None:
    game, log = whole_game()
    entries, follower = entries_of(log), Follower(game.host.setting)
    states = []
    for entry in entries:
        follow(follower, [entry])
        agreed = follower.agreement.all_sealed, follower.agreement.all_revealed
        states.append((*agreed, not follower.ledger.must_open(), follower.ended is not None))
    assert states.index((True, False, False, False)) == 5
    assert states.index((True, True, False, False)) == 8
    assert follower.agreement.names == {seat: f"Player {seat + 1}" for seat in range(3)}
    assert entries[states.index((True, True, True, False))].kind == Kind.GAME_OPEN
    assert entries[states.index((True, True, True, True))].kind == Kind.END
    assert all(entry.kind in SIGNED for entry in entries[:9])
    assert follower.signatures.gaps == [0, 0, 0]
    assert follower.absence.timeouts == follower.absence.overtime == [0, 0, 0]


def test_a_person_who_has_signed_nothing_has_confirmed_nothing() -> None:
    game, _ = whole_game()
    assert Follower(game.host.setting).signatures.confirmed == [0, 0, 0]
