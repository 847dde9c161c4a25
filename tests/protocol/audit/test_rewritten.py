"""A server that rewrites a finished log with its own key alone: what it changes is found, or is nothing.

Numbers, chain and HEADs are made again and hold; no player signs again.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random

import pytest

from protocol.audit.audit import Verdict, audit
from protocol.log.records import Entry, Kind
from tests.stories.cheats.games import entries_of, every_kind, whole_game
from tests.stories.cheats.scenes import Scene
from tests.stories.cheats.tiny import tiny_mine
from tests.support.dealing import ALL_KINDS

DAY, NIGHT = 200, 3000
Entries = list[Entry]


@dataclass(frozen=True)
class Change:
    """What was changed, where, and the entries that came of it."""

    what: str
    at: int
    entries: Entries

    def is_free(self, before: Entries) -> bool:
        """Whether the specification leaves it to the server.

        No player has signed over what stands behind the last signature: there the server's clock is its word, and a
        CLOSE that is missing, or stands elsewhere, is a note.
        """
        tail = max(at for at, entry in enumerate(before) if any(entry.signature) and entry.kind != Kind.CLOSE)
        if self.at <= tail:
            return False
        return self.what == "dt_ms" or before[self.at].kind == Kind.CLOSE


def _bit(value: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(value))
    return value[:at] + bytes([value[at] ^ 1 << chance.randrange(8)]) + value[at + 1 :]


FIELDS: dict[str, Callable[[Entry, Random], Entry]] = {
    "body": lambda entry, chance: replace(entry, body=_bit(entry.body, chance) if entry.body else b"\x80"),
    "signature": lambda entry, chance: replace(entry, signature=_bit(entry.signature, chance)),
    "dt_ms": lambda entry, chance: replace(entry, dt_ms=entry.dt_ms + 1 + chance.randrange(1000)),
    "kind": lambda entry, chance: replace(entry, kind=chance.choice([k for k in ALL_KINDS if k != entry.kind])),
    "actor": lambda entry, chance: replace(entry, actor=chance.choice([a for a in (0, 1, 2, 255) if a != entry.actor])),
    "seen": lambda entry, chance: replace(entry, seen=entry.seen + chance.choice((-1, 1)) if entry.seen else 1),
    "counter": lambda entry, chance: replace(
        entry, counter=entry.counter + chance.choice((-1, 1)) if entry.counter else 1
    ),
    "round": lambda entry, chance: replace(entry, round=entry.round + chance.choice((-1, 1)) if entry.round else 1),
}


def _changed(there: Entries, chance: Random) -> Change:
    at = chance.randrange(len(there))
    what = chance.choice([*FIELDS, "left out", "twice", "moved", "another in its place"])
    match what:
        case "left out":
            return Change(what, at, [*there[:at], *there[at + 1 :]])
        case "twice":
            return Change(what, at, [*there[: at + 1], *there[at:]])
        case "moved":
            others = [*there[:at], *there[at + 1 :]]
            to = chance.choice([place for place in range(len(there)) if place != at])
            return Change(what, min(at, to), [*others[:to], there[at], *others[to:]])
        case "another in its place":
            return Change(what, at, [*there[:at], chance.choice(there), *there[at + 1 :]])
    return Change(what, at, [*there[:at], FIELDS[what](there[at], chance), *there[at + 1 :]])


def changes(there: Entries, count: int, seed: str) -> Iterator[Change]:
    """So many that are none of them the log that it was."""
    chance = Random(seed)
    found = 0
    while found < count:
        change = _changed(there, chance)
        if change.entries != there:
            found += 1
            yield change


def passed_wrongly(scene: Scene, count: int) -> list[tuple[str, int]]:
    found = []
    for change in changes(scene.entries, count, "rewritten"):
        again = scene.forge.write(change.entries, signing=lambda entry: False)
        if audit(again).verdict is Verdict.VERIFIED and not change.is_free(scene.entries):
            found.append((change.what, change.at))
    return found


@pytest.mark.parametrize("count", [DAY, pytest.param(NIGHT, marks=[pytest.mark.long, pytest.mark.timeout(3600)])])
def test_what_a_server_rewrites_alone_is_found_or_left_to_it(count: int) -> None:
    game, log = every_kind()
    with tiny_mine():
        assert passed_wrongly(Scene(game, entries_of(log), tiny_mine), count) == []


@pytest.mark.parametrize("count", [DAY // 10, pytest.param(NIGHT // 10, marks=[pytest.mark.long])])
def test_the_same_beside_a_bot_of_the_server(count: int) -> None:
    game, log = whole_game(server_bots=1)
    assert passed_wrongly(Scene(game, entries_of(log)), count) == []


def test_what_is_left_to_the_server_passes() -> None:
    """It can keep back the last CLOSE, which is a note, and its clock is its word where no player signed over it."""
    game, log = every_kind()
    scene = Scene(game, entries_of(log), tiny_mine)
    last, there = len(scene.entries) - 1, scene.entries
    assert there[last].kind == Kind.CLOSE
    free = [
        Change("left out", last, there[:last]),
        Change("dt_ms", last, [*there[:last], replace(there[last], dt_ms=there[last].dt_ms + 1)]),
    ]
    with tiny_mine():
        for change in free:
            assert change.is_free(there)
            assert audit(scene.forge.write(change.entries, signing=lambda entry: False)).verdict is Verdict.VERIFIED
