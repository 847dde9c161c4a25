"""A renewal mixes faces only among cards of one pile: whatever lies together in a zone, every back stays (HA26)."""

from collections import Counter
from random import Random

import pytest

from engine.events import SlotsRenewed
from engine.rules import parse
from engine.slots import Slot
from engine.tabletop import Tabletop
from protocol.keys.hashing import digest
from protocol.modes.dealer.deals import Deals
from protocol.modes.dealer.seeds import commitment

SEATS = 5
ROUNDS = range(60)


def dealt(rules: str, rng: Random) -> Tabletop:
    """A table after its first deal."""
    table = Tabletop(parse(rules), SEATS, rng.randrange)
    table.advance()
    return table


def chosen(table: Tabletop, rng: Random) -> list[Slot]:
    """Slots that live, in any order and of any piles."""
    living = sorted(table.faces.keys() - table.state.faces.keys())
    return rng.sample(living, rng.randint(1, 40))


def in_piles(table: Tabletop, slots: list[Slot]) -> Counter[tuple[int, int]]:
    """How often each face lies in each pile."""
    return Counter((table.state.pile_of[slot], table.faces[slot]) for slot in slots)


@pytest.mark.parametrize("rules", ["base", "saboteur2"])
def test_all_slots_of_a_renewal_over_several_piles_can_be_opened(rules: str) -> None:
    rng = Random(f"renewals of {rules}")
    several = 0
    for _ in ROUNDS:
        table = dealt(rules, rng)
        state, old = table.state, chosen(table, rng)
        state.renew(old, then="turn", show_to=2)
        events = table.give(table.answer(state.renewing))
        new = list(range(len(state.pile_of) - len(old), len(state.pile_of)))
        assert in_piles(table, new) == in_piles(table, old)
        assert [state.pile_of[slot] for slot in new] == [state.pile_of[slot] for slot in old]
        assert (2, tuple(new)) in state.owed, "they are shown together"
        renewed = [event for event in events if isinstance(event, SlotsRenewed)]
        piles = [{state.pile_of[slot] for slot in event.old} for event in renewed]
        assert piles == [{pile} for pile in sorted({state.pile_of[slot] for slot in old})]
        several += len(piles) > 1
        state.open_to_all(new, then="turn")
        table.advance()
        assert all(state.faces[slot] == table.faces[slot] for slot in new)
    assert several > len(ROUNDS) / 2


@pytest.mark.parametrize("rules", ["base", "saboteur2"])
def test_the_dealer_mixes_each_pile_by_a_stream_of_its_own(rules: str) -> None:
    """Another renewal of one pile changes nothing for the others, and every new commitment opens to its face."""
    rng = Random(f"deals of {rules}")
    table = dealt(rules, rng)
    book, pile_of = table.state.book, table.state.pile_of
    seeds = {(round_, class_): digest(f"seed {round_} {class_}") for round_ in range(4) for class_ in (0, 1)}

    def deals() -> Deals:
        made = Deals(b"t" * 32, book, seeds, [b""] * SEATS)
        made.deal(1, 0)
        return made

    for _ in ROUNDS:
        old = chosen(table, rng)
        piles, first = [pile_of[slot] for slot in old], len(pile_of)
        whole = deals()
        new = whole.renew(old, piles, first, None)
        for slot in new:
            face, salt = whole.faces[slot], whole.salt(slot)
            assert whole.commitment(slot) == commitment(b"t" * 32, 1, slot, face, salt)
        for pile in set(piles):
            alone = deals()
            share = [at for at, other in enumerate(piles) if other == pile]
            alone.renew([old[at] for at in share], [pile] * len(share), first, None)
            assert [whole.faces[first + at] for at in share] == [alone.faces[first + at] for at in range(len(share))]
