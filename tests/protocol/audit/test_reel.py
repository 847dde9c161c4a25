"""A game that was followed once: the table behind every entry, in any order, and never far from a copy."""

from pathlib import Path
from random import Random

import pytest

from engine.bots import BOTS
from engine.front import State, evolve
from engine.rules import parse
from protocol.audit.audit import audit
from protocol.audit.eyes import PUBLIC, Again, Eyes
from protocol.audit.reading import Reading
from protocol.audit.reel import EVERY, Reel
from protocol.host.selfplay import SelfPlay, from_seed

FROZEN = sorted((Path(__file__).parents[2] / "stories/frozen/logs").glob("*.umlog"))
LOGS = {path.stem: path.read_bytes() for path in FROZEN}
RULES = ("cave", "base+chests=diamond", "saboteur2+championship+minis")


@pytest.fixture(scope="module", params=[*LOGS, *RULES])
def data(request: pytest.FixtureRequest) -> bytes:
    return LOGS.get(request.param) or SelfPlay(parse(request.param), 4, [BOTS["random"]], from_seed(b"reel")).play()


def recorded(data: bytes, eyes: Eyes) -> tuple[Reel, list[State]]:
    """With the state behind each entry as it was followed."""
    reading = Reading()
    judged = audit(data, bots=False, reading=reading).follower
    assert judged is not None
    again = Again(judged, eyes)
    reel, states = Reel(again), [again.view.state.copy()]
    for entry in reading.entries:
        reel.add(again, again.take(entry))
        states.append(again.view.state.copy())
    return reel, states


@pytest.mark.parametrize("eyes", [PUBLIC, Eyes(1), Eyes(everything=True)], ids=["public", "seat", "all"])
def test_every_entry_is_reached_forward_backward_and_out_of_order(data: bytes, eyes: Eyes) -> None:
    reel, states = recorded(data, eyes)
    forward = list(range(reel.last + 1))
    anyhow = Random("reel").sample(forward, len(forward))
    for order in (forward, forward[::-1], anyhow):
        for entry in order:
            assert reel.at(entry).state == states[entry], entry
    assert len(states) > 3 * EVERY


def test_no_signature_is_verified_a_second_time(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    reading, verified = Reading(), list[bytes]()
    judged = audit(data, bots=False, reading=reading).follower
    assert judged is not None

    def counted(_key: bytes, signature: bytes, *_signed: object) -> bool:
        verified.append(signature)
        return True

    monkeypatch.setattr("protocol.follow.signatures.verify", counted)
    again = Again(judged, Eyes(0))
    for entry in reading.entries:
        again.take(entry)
    assert not {entry.signature for entry in reading.entries} & set(verified)


def test_a_step_carries_out_the_events_of_few_entries_again(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    reel, _states = recorded(data, PUBLIC)
    carried: list[object] = []

    def counted(state: State, event: object) -> None:
        carried.append(event)
        evolve(state, event)

    monkeypatch.setattr("protocol.audit.reel.evolve", counted)
    for entry in range(reel.last, -1, -1):
        carried.clear()
        reel.at(entry)
        since = range(entry - entry % EVERY + 1, entry + 1)
        assert carried == [event for at in since for event in reel.events(at)]
    for entry in range(reel.last + 1):
        carried.clear()
        reel.at(entry)
        assert carried == (reel.events(entry) if entry % EVERY else [])
