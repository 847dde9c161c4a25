"""The page on playing says what the program does: its picture, its commands, its signs."""

import re
from pathlib import Path

import pytest

import client
from client.games.cave.pictures.cards import SPACE, SYMBOLS, TUNNEL
from client.games.cave.pictures.figures import MINGLED, MONSTER_LETTERS, SEVERAL
from client.games.cave.pictures.players_picture import AXE, BOOTS, LYING, OUT, WEB
from client.games.mine.pictures.cards import mark, picture
from client.games.registry import all_verbs
from client.lines.commands import TALK
from client.render.charset import ASCII, BOX
from docs.picture import picture_of_saboteur2, with_picture
from engine.mine.cards.card import Card
from engine.mine.game import ALL_CARDS, CARD_SETS

PAGE = (Path(client.__file__).parent.parent / "docs" / "playing.md").read_text("utf-8")
CODES = re.findall(r"`([^`]+)`", re.sub("```.*?```", "", PAGE, flags=re.DOTALL))
ACTIONS = list(dict.fromkeys(card for name in CARD_SETS for card in CARD_SETS[name].DECK if not card.tunnels))


def test_the_picture_is_what_the_program_shows() -> None:
    assert with_picture(PAGE, picture_of_saboteur2()) == PAGE, "make it anew: python -m docs.picture"


@pytest.mark.parametrize("verb", [*all_verbs(), *TALK])
def test_every_command_is_explained(verb: str) -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| `")]
    assert [row for row in rows if re.search(rf"`{verb}\b", row.split(" | ")[0])]


OF_THE_CAVE = [SPACE, TUNNEL, *SYMBOLS.values(), *MONSTER_LETTERS, SEVERAL, MINGLED, BOOTS, AXE, WEB, LYING, OUT]


@pytest.mark.parametrize("sign", OF_THE_CAVE)
def test_every_sign_of_the_cave_is_explained(sign: str) -> None:
    assert sign in CODES


@pytest.mark.parametrize("sign", sorted({mark(card) for card in ALL_CARDS if card.tunnels} - {""}))
def test_every_mark_of_the_board_is_explained(sign: str) -> None:
    assert sign in CODES


@pytest.mark.parametrize("card", ACTIONS, ids=lambda card: card.key)
def test_the_picture_of_every_action_card_is_explained(card: Card) -> None:
    """One tool stands for all of them."""
    for charset in (BOX, ASCII):
        shown = picture(card.number, charset)[1][1:-1].strip()
        letters = shown[1:] if card.tools else ""
        assert any(code == shown or (letters and code[0] == shown[0] and code[1:].isupper()) for code in CODES)
