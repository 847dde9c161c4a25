"""The words of all parts of the mine, as one table of each kind."""

from typing import Any

from client.games.mine.words.words import PARTS
from client.words.codes import OF_EVERY_GAME


def all_of(table: str) -> dict[Any, Any]:
    """By key, of every part."""
    return {key: words for part in PARTS.values() for key, words in getattr(part, table).items()}


REFUSALS: dict[str, str] = OF_EVERY_GAME | all_of("refusals")
CARDS: dict[str, str] = {key: card.name for key, card in all_of("cards").items()}
ROLES: dict[str, str] = {key: role.is_one for key, role in all_of("roles").items()}
TURNED: dict[str, str] = {key: card.turned for key, card in all_of("cards").items() if card.turned}
TITLES: dict[str, str] = {what: question.title for what, question in all_of("questions").items()}
