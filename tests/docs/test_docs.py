"""The pages say what the code says: refusals, cards and flags are compared, links are followed."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs.picture import with_picture
from engine.errors import Reason
from engine.mine import base_cards
from engine.mine.cards import Card
from engine.mine.flags import FLAGS, PRESETS

TREE = Path(__file__).parents[2]
RULES = (TREE / "docs" / "rules.md").read_text("utf-8")
README = (TREE / "README.md").read_text("utf-8")

HEADING = re.compile(r"^#+ +(.+?) *$", re.MULTILINE)
LINK = re.compile(r"\]\(([^()\s]+)\)")
SCHEME = re.compile(r"[a-z]+:")

LAST_COLUMN = {
    "tunnels": lambda card: ", ".join(card.tunnels) or "none",
    "tools": lambda card: ", ".join(card.tools) or "none",
    "nuggets": lambda card: str(card.nuggets),
}
CARD_TABLES = {
    "Start": ("tunnels", (base_cards.START,)),
    "Goals": ("tunnels", base_cards.GOALS),
    "Tunnels": ("tunnels", base_cards.TUNNELS),
    "Actions": ("tools", base_cards.ACTIONS),
    "Roles": (None, base_cards.ROLES),
    "Gold": ("nuggets", base_cards.GOLD),
}


def tables(heading: str) -> list[list[list[str]]]:
    """The tables between a heading of the rules and the next one: rows of cells, the head first."""
    found = re.search(rf"^#+ {re.escape(heading)} *\n(.*?)(?=^#|\Z)", RULES, re.MULTILINE | re.DOTALL)
    assert found, f"docs/rules.md has no heading {heading!r}"
    blocks = re.findall(r"(?:^\|.*\n?)+", found[1], re.MULTILINE)
    return [[head, *rows] for head, _, *rows in ([cells(line) for line in block.splitlines()] for block in blocks)]


def cells(line: str) -> list[str]:
    return [cell.strip().replace("`", "") for cell in line.strip().strip("|").split("|")]


def row(card: Card, last: str | None) -> list[str]:
    common = [card.key, str(card.number), card.kind, str(card.copies)]
    return common if last is None else [*common, LAST_COLUMN[last](card)]


def test_the_refusals_are_those_of_the_engine_in_their_order() -> None:
    [[head, *rows]] = tables("Refusals")
    assert head == ["code", "rule", "sentence"]
    assert [(code, rule) for code, rule, _ in rows] == [(reason.value, reason.rule) for reason in Reason]


def test_every_refusal_has_a_sentence_of_its_own() -> None:
    sentences = [sentence for _, _, sentence in tables("Refusals")[0][1:]]
    assert all(sentence.endswith(".") for sentence in sentences)
    assert len(set(sentences)) == len(sentences)


@pytest.mark.parametrize("heading", CARD_TABLES)
def test_the_cards_are_those_of_the_engine(heading: str) -> None:
    last, cards = CARD_TABLES[heading]
    [[head, *rows]] = tables(heading)
    assert head == ["key", "number", "kind", "copies", *([last] if last else [])]
    assert rows == [row(card, last) for card in cards]


def test_the_table_of_roles_and_hands_is_that_of_the_engine() -> None:
    [[players, saboteurs, diggers, together, _, hands]] = tables("A2 Setting up a round")
    for column, seats in enumerate(map(int, players[1:]), start=1):
        deck = int(saboteurs[column]), int(diggers[column])
        assert deck == base_cards.ROLE_DECKS[seats]
        assert sum(deck) == int(together[column]) == seats + 1
        assert int(hands[column]) == base_cards.HAND_SIZES[seats]
    assert list(map(int, players[1:])) == sorted(base_cards.HAND_SIZES)


def test_the_flags_are_those_of_the_engine() -> None:
    flags, _ = tables("Flags and presets")
    assert flags[0] == ["flag", "values", "rule", "meaning"]
    assert [(name, values, rule) for name, values, rule, _ in flags[1:]] == [
        (flag.name, ", ".join(flag.values), flag.rule) for flag in FLAGS
    ]


def test_the_presets_are_those_of_the_engine() -> None:
    _, presets = tables("Flags and presets")
    assert dict(presets[1:]) == {
        name: ", ".join(f"{flag}={value}" for flag, value in changes.items()) or "none"
        for name, changes in PRESETS.items()
    }


def test_every_flag_stands_in_the_row_of_its_rule() -> None:
    [[_, *rows]] = tables("G Where editions differ")
    column = {number: flags for number, *_, flags in rows}
    for flag in FLAGS:
        if flag.rule in column:
            assert column[flag.rule] == f"{flag.name}: {' or '.join(flag.values)}"


def test_every_rule_that_the_code_cites_is_on_the_page() -> None:
    stated = set(re.findall(r"^- \*\*([0-9A-Z.]+)\b|^\| (G\d+) ", RULES, re.MULTILINE))
    numbers = {first or second for first, second in stated}
    assert {reason.rule for reason in Reason} | {flag.rule for flag in FLAGS} <= numbers


def internal_links(text: str) -> Iterator[str]:
    return (target for target in LINK.findall(text) if not SCHEME.match(target))


@pytest.mark.parametrize("target", sorted(set(internal_links(README))))
def test_a_link_of_the_readme_leads_somewhere(target: str) -> None:
    name, _, anchor = target.partition("#")
    page = TREE / (name or "README.md")
    assert page.exists()
    if anchor:
        assert anchor in {slug(heading) for heading in HEADING.findall(page.read_text("utf-8"))}


def slug(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def test_the_picture_in_the_readme_is_what_the_program_shows() -> None:
    assert with_picture(README) == README, "make it anew: python -m docs.picture"
