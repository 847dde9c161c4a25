"""Which modules and variants go together: what does not is refused with both sides and the rule (HD7, HE2, HE4)."""

import pytest

from engine.errors import UnfitRules
from engine.mine.game import PARTS, book, seats
from engine.rules import parse

REFUSED = {
    "base+sabotaged-dwarf+tournament": "'sabotaged-dwarf' (E1) does not go with 'tournament' (HE2)",
    "base+greedy-dwarf+tournament": "'tournament' (E2) does not go with 'greedy-dwarf' (HE4)",
    "base+costume+party": "'costume' (D2) does not go with 'party' (HD7)",
    "saboteur2+party+costume": "'party' (D3) does not go with 'costume' (HD7)",
    "base+costume+tournament": "'costume' (D2) does not go with 'tournament' (HE2)",
    "base+party+tournament": "'party' (D3) does not go with 'tournament' (HE2)",
    "saboteur2+tournament": (
        "the variant 'tournament' (E2) belongs to 'base': 'saboteur2' has roles and a division of its own (B2, B9)"
    ),
    "saboteur2+sabotaged-dwarf": (
        "the variant 'sabotaged-dwarf' (E1) belongs to 'base': 'saboteur2' divides gold by its own table (B9)"
    ),
}


def is_known(text: str) -> bool:
    return {*text.split("+")[1:]} <= PARTS.keys()


@pytest.mark.parametrize("text", [text for text in REFUSED if is_known(text)])
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
    """HE4: 73 cards with six of them beside the card in the middle; here those that are there."""
    plain, more = (book(parse(text), 5).piles[-1].faces for text in ("base+tournament", "base+treasury+tournament"))
    assert len(more) == len(plain) + 1
