"""Which parts go together: what does not is refused with both sides and the rule (HD7, HE2, HE4, G70)."""

import pytest

from engine.errors import UnfitRules
from engine.mine.game import GROUPS, book, seats
from engine.rules import parse

REFUSED = {
    "base+sabotaged-dwarf+tournament": "'sabotaged-dwarf' (E1) does not go with 'tournament' (HE2)",
    "base+greedy-dwarf+tournament": "'tournament' (E2) does not go with 'greedy-dwarf' (HE4)",
    "base+costume+party": "'costume' (D2) does not go with 'party' (HD7)",
    "saboteur2+party+costume": "'party' (D3) does not go with 'costume' (HD7)",
    "base+costume+tournament": "'costume' (D2) does not go with 'tournament' (HE2)",
    "base+party+tournament": "'party' (D3) does not go with 'tournament' (HE2)",
    "saboteur2+greedy-dwarf": (
        "the module 'greedy-dwarf' (C1) belongs to 'base': it takes the place of a gold-digger, and 'saboteur2' has"
        " roles of its own (C0.1, B2)"
    ),
    "saboteur2+tournament": (
        "the variant 'tournament' (E2) belongs to 'base': 'saboteur2' has roles and a division of its own (B2, B9)"
    ),
    "saboteur2+sabotaged-dwarf": (
        "the variant 'sabotaged-dwarf' (E1) belongs to 'base': 'saboteur2' divides gold by its own table (B9)"
    ),
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_does_not_go_together_is_refused_with_both_sides_and_the_rule(text: str) -> None:
    with pytest.raises(UnfitRules) as refused:
        parse(text)
    assert str(refused.value) == REFUSED[text]


@pytest.mark.parametrize("number", [3, 4, 10])
def test_a_tournament_is_for_five_to_nine_players(number: int) -> None:
    """E2.1."""
    rules = parse("base+tournament")
    assert seats(rules) == range(5, 10)
    with pytest.raises(UnfitRules, match=f"'tournament' \\(E2\\) is for 5 to 9 players, not {number}"):
        book(rules, number)


@pytest.mark.parametrize("number", range(5, 10))
def test_the_piles_of_a_tournament(number: int) -> None:
    """E2.1, E2.2, E2.3: as many roles as players, no gold cards, and the first tunnel card apart from the others."""
    whole = book(parse("base+tournament"), number)
    piles = {pile.name: pile for pile in whole.piles}
    assert piles.keys() == {"roles", "goals", "deck"}
    assert len(piles["roles"].faces) == number
    assert piles["deck"].shuffles == ((0, 40), (1, 67))
    assert all(whole.kinds[face] == "path" for face in piles["deck"].faces[:40])
    assert not any(whole.kinds[face] == "path" for face in piles["deck"].faces[40:])


def test_championship_cards_are_shuffled_into_the_deck_of_a_tournament() -> None:
    """HE4: 73 cards beside the one in the middle; the roles of a Tournament have Greedy Dwarfs of their own."""
    cards = "+".join(name for name in GROUPS["championship"] if name != "greedy-dwarf")
    assert len(book(parse(f"base+{cards}+tournament"), 5).piles[-1].faces) == 74
