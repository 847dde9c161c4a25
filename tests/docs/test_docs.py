"""The pages say what the code says: refusals, cards and flags are compared, links are followed."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs.picture import with_picture
from engine.cave.cards import table as cave_cards
from engine.cave.cards.card import Card as CaveCard
from engine.cave.cards.chart import chains_of
from engine.front import reasons
from engine.mine.cards import base as base_cards
from engine.mine.cards import championship, minis
from engine.mine.cards import saboteur2 as saboteur2_cards
from engine.mine.cards.card import Card
from engine.mine.division import BLUE, pay
from engine.mine.flags import FLAGS as MINE_FLAGS
from engine.mine.flags import SABOTEUR2
from engine.mine.sets import saboteur2
from engine.mine.sets.catalogue import all_cards
from engine.registry import games
from tests.stories.scenarios.rule_numbers import RULE_NUMBERS

TREE = Path(__file__).parents[2]
RULES = (TREE / "docs" / "rules.md").read_text("utf-8")
README = (TREE / "README.md").read_text("utf-8")

FLAGS = [flag for game in games() for flag in game.FLAGS]
PRESETS = {name: preset for game in games() for name, preset in game.PRESETS.items()}

HEADING = re.compile(r"^#+ +(.+?) *$", re.MULTILINE)
LINK = re.compile(r"\]\(([^()\s]+)\)")
SCHEME = re.compile(r"[a-z]+:")


def extra(card: Card) -> str:
    """What else is printed on a path card."""
    door = f"{card.door} door" if card.door else ""
    crystals = f"{card.crystals} crystal" if card.crystals else ""
    return " ".join(filter(None, [door, crystals, "ladder" if card.ladder else ""])) or "none"


COLUMNS = {
    "tunnels": lambda card: ", ".join(card.tunnels) or "none",
    "tools": lambda card: ", ".join(card.tools) or "none",
    "nuggets": lambda card: str(card.nuggets),
    "extra": extra,
}
CARD_TABLES: dict[str, tuple[list[str], tuple[Card, ...]]] = {
    "Start": (["tunnels"], (base_cards.START,)),
    "Goals": (["tunnels"], base_cards.GOALS),
    "Tunnels": (["tunnels"], base_cards.TUNNELS),
    "Actions": (["tools"], base_cards.ACTIONS),
    "Roles": ([], base_cards.ROLES),
    "Gold": (["nuggets"], base_cards.GOLD),
    "Tunnels of Saboteur 2": (["tunnels", "extra"], saboteur2_cards.TUNNELS),
    "Actions of Saboteur 2": ([], saboteur2_cards.ACTIONS),
    "Roles of Saboteur 2": ([], saboteur2_cards.ROLES),
    "Actions of the championships": (["tools"], championship.ACTIONS),
    "Covers": (["tunnels"], minis.COVERS),
    "Chests": (["nuggets"], minis.CHESTS),
    "Role of the championships": ([], (championship.GREEDY_DWARF,)),
    "New goals": (["tunnels", "nuggets"], minis.NEW_GOALS),
    "Postcard": (["tunnels"], (minis.POSTCARD,)),
}


def marks(card: CaveCard) -> str:
    """What else is printed on a card of the cave."""
    wood = f"wood {card.wood}" if card.wood else ""
    return " ".join(filter(None, [card.symbol, wood, "passage" if card.passage else ""])) or "none"


CAVE_COLUMNS = {
    "level": lambda card: str(card.level),
    "tunnels": lambda card: ", ".join(card.tunnels),
    "extra": marks,
    "spaces": lambda card: ", ".join(chains_of(card)),
    "by level": lambda card: ", ".join(map(str, card.by_level)),
}
OF_A_PATH = ["level", "tunnels", "extra", "spaces"]
CAVE_TABLES: dict[str, tuple[list[str], tuple[CaveCard, ...]]] = {
    "Start of the cave": (OF_A_PATH, (cave_cards.START,)),
    "Goals of the cave": (OF_A_PATH, cave_cards.GOALS),
    "Paths of the cave": (OF_A_PATH, cave_cards.PATHS),
    "Actions of the cave": (["by level"], cave_cards.ACTIONS),
    "Clan cards": ([], cave_cards.CLANS),
}


def tables(heading: str) -> list[list[list[str]]]:
    """The tables between a heading of the rules and the next one: rows of cells, the head first."""
    found = re.search(rf"^#+ {re.escape(heading)} *\n(.*?)(?=^#|\Z)", RULES, re.MULTILINE | re.DOTALL)
    assert found, f"docs/rules.md has no heading {heading!r}"
    blocks = re.findall(r"(?:^\|.*\n?)+", found[1], re.MULTILINE)
    return [[head, *rows] for head, _, *rows in ([cells(line) for line in block.splitlines()] for block in blocks)]


def cells(line: str) -> list[str]:
    return [cell.strip().replace("`", "") for cell in line.strip().strip("|").split("|")]


def row(card: Card, more: list[str]) -> list[str]:
    return [card.key, str(card.number), card.kind, str(card.copies), *(COLUMNS[column](card) for column in more)]


def test_the_refusals_are_those_of_the_engine_in_their_order() -> None:
    [[head, *rows]] = tables("Refusals")
    assert head == ["code", "rule", "sentence"]
    assert [(code, rule) for code, rule, _ in rows] == [(code, reason.rule) for code, reason in reasons().items()]


def test_every_refusal_has_a_sentence_of_its_own() -> None:
    sentences = [sentence for _, _, sentence in tables("Refusals")[0][1:]]
    assert all(sentence.endswith(".") for sentence in sentences)
    assert len(set(sentences)) == len(sentences)


@pytest.mark.parametrize("heading", CARD_TABLES)
def test_the_cards_are_those_of_the_engine(heading: str) -> None:
    more, cards = CARD_TABLES[heading]
    [[head, *rows]] = tables(heading)
    assert head == ["key", "number", "kind", "copies", *more]
    assert rows == [row(card, more) for card in cards]


@pytest.mark.parametrize("heading", CAVE_TABLES)
def test_the_cards_of_the_cave_are_those_of_the_engine(heading: str) -> None:
    more, cards = CAVE_TABLES[heading]
    [[head, *rows]] = tables(heading)
    assert head == ["key", "number", "kind", "copies", *more]
    assert rows == [
        [card.key, str(card.number), card.kind, str(card.copies), *(CAVE_COLUMNS[column](card) for column in more)]
        for card in cards
    ]


def test_every_card_of_the_cave_stands_in_a_table() -> None:
    assert {card for _, cards in CAVE_TABLES.values() for card in cards} == set(cave_cards.CARDS)


def test_every_card_stands_in_a_table() -> None:
    listed = {card for _, cards in CARD_TABLES.values() for card in cards}
    assert listed == {*all_cards(), *championship.ACTIONS}


def test_the_table_of_roles_and_hands_is_that_of_the_engine() -> None:
    [[players, saboteurs, diggers, together, _, hands]] = tables("A2 Setting up a round")
    for column, seats in enumerate(map(int, players[1:]), start=1):
        deck = int(saboteurs[column]), int(diggers[column])
        assert deck == base_cards.ROLE_DECKS[seats]
        assert sum(deck) == int(together[column]) == seats + 1
        assert int(hands[column]) == base_cards.HAND_SIZES[seats]
    assert list(map(int, players[1:])) == sorted(base_cards.HAND_SIZES)


def test_the_numbers_of_saboteur_2_are_those_of_the_engine() -> None:
    """B1.2, B2, B3.2, B3.3 and B9 name numbers, and so does the table of the deck."""
    [[_, *roles]] = tables("B2 Roles")
    words = {"blue gold-digger": "blue-digger", "green gold-digger": "green-digger", "Saboteur": "saboteur-2"}
    copies = {card.key: str(card.copies) for card in saboteur2_cards.ROLES}
    assert {words.get(name, name.lower()): count for name, count, *_ in roles} == copies
    [[winners, nuggets]] = tables("B9 The division")
    numbers = [int(text.split()[0]) for text in winners[1:]]
    assert [int(text) for text in nuggets[1:]] == [pay(BLUE, number) for number in numbers]
    deck = next(pile for pile in saboteur2.PILES if pile.name == "deck").faces
    assert f"{len(deck)} together" in RULES
    assert f"The top {saboteur2_cards.SET_ASIDE} are set aside" in RULES
    assert f"Each player is dealt {saboteur2_cards.HAND_SIZE} cards" in RULES
    seats = saboteur2.SEATS
    assert f"for {seats[0]} to {seats[-1]} players" in RULES


def test_the_flags_are_those_of_the_engine() -> None:
    flags, _ = tables("Flags and presets")
    assert flags[0] == ["flag", "values", "rule", "meaning"]
    assert [(name, values, rule) for name, values, rule, _ in flags[1:]] == [
        (flag.name, ", ".join(flag.values), flag.rule) for flag in FLAGS
    ]


def test_the_presets_are_those_of_the_engine() -> None:
    _, presets = tables("Flags and presets")
    assert dict(presets[1:]) == {
        name: ", ".join(f"{flag}={value}" for flag, value in preset.changes) or "none"
        for name, preset in PRESETS.items()
    }


def test_every_flag_stands_in_the_row_of_its_rule() -> None:
    [[_, *rows]] = tables("G Where editions differ")
    column = {number: flags for number, *_, flags in rows}
    for flag in FLAGS:
        if flag.rule in column:
            assert column[flag.rule] == f"{flag.name}: {' or '.join(flag.values)}"


def test_every_flag_of_one_card_set_alone_is_said_to_be_so() -> None:
    [line] = [line for line in RULES.splitlines() if line.startswith("Some flags belong to one card set only")]
    of_base, of_saboteur2 = (set(re.findall(r"`([a-z-]+)`", part)) for part in line.split("to the base game,"))
    alone = {flag.name: flag.card_sets for flag in MINE_FLAGS if len(flag.card_sets) == 1}
    assert of_saboteur2 == {name for name, card_sets in alone.items() if card_sets == (SABOTEUR2,)}
    assert of_base == alone.keys() - of_saboteur2


def stated() -> list[str]:
    """The numbers of the rules, in their order: each begins an item of a list, a row of chapter G, or chapter I."""
    found = re.findall(r"^- \*\*([0-9A-Z-]+(?:\.\d+)?)\b|^\| (G\d+) |^## (I\d)\b", RULES, re.MULTILINE)
    return ["".join(number) for number in found]


def test_the_page_states_every_rule_once_and_no_other() -> None:
    numbers = stated()
    assert sorted(set(numbers)) == sorted(RULE_NUMBERS)
    assert len(numbers) == len(RULE_NUMBERS)


def test_every_rule_that_the_code_cites_is_on_the_page() -> None:
    assert {reason.rule for reason in reasons().values()} | {flag.rule for flag in FLAGS} <= set(stated())


def test_every_rule_that_a_rule_points_to_is_on_the_page() -> None:
    pointed = {number for note in re.findall(r"\(→ ([^)]+)\)", RULES) for number in note.split(", ")}
    chapters = {number.partition(".")[0] for number in stated()}
    assert pointed <= {*stated(), *chapters}


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
