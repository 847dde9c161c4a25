"""The numbers of random kinds and questions: unique over all games, and frozen, since proofs are made of them."""

from engine.front import all_rules
from protocol.modes.dealer.chance import RENEWAL

CHANCES = {
    "first-player": 1,
    "pass-by-chance": 2,
    "gold-by-chance": 3,
    "secret-choice": 4,
    "keep-by-chance": 5,
    "robbery": 16,
    "middle-card": 17,
    "clans": 101,
    "lost-card": 102,
}
"""Add to it; a number that stands here never changes and is never used again."""
QUESTIONS = {"side-complete": 101}


def declared() -> tuple[set[tuple[str, int]], set[tuple[str, int]]]:
    """The random kinds and the questions of all rules, with their numbers."""
    rules = list(all_rules())
    chances = {pair for rule in rules for pair in rule.chances.items()}
    questions = {(name, question.number) for rule in rules for name, question in rule.questions.items()}
    return chances, questions


def test_the_list_is_complete_and_no_number_has_changed() -> None:
    """Also where several rules declare one kind: they agree about its number."""
    assert declared() == (set(CHANCES.items()), set(QUESTIONS.items()))


def test_no_number_is_used_twice() -> None:
    for numbers in (CHANCES.values(), QUESTIONS.values()):
        assert len(set(numbers)) == len(numbers)
        assert all(0 < number < 256 for number in numbers)


def test_no_rule_uses_the_number_of_renewals() -> None:
    assert RENEWAL not in CHANCES.values()
