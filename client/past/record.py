"""How a player has fared: wins by rules, and rounds by role.

A round of a role is won if it brought the player gold; where a game has no sums by round, if the game was won.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from client.past.game import PastGame
from engine.records import record


@record
class Share:
    """So many of so many."""

    won: int
    of: int


@record
class Fared:
    games: int
    finished: Share
    by_rules: dict[str, Share]
    """By the text of the rules, the most played first."""
    by_role: dict[tuple[str, str], Share]
    """By the text of the rules and the key of a role, in the same order."""


def fared(games: Iterable[PastGame]) -> Fared:
    """Of games in which the player had a seat and that were played to their end."""
    every = list(games)
    done = [game for game in every if game.won is not None]
    rules, roles = Counter[str](), Counter[tuple[str, str]]()
    rules_won, roles_won = Counter[str](), Counter[tuple[str, str]]()
    for game in done:
        rules[game.rules] += 1
        rules_won[game.rules] += bool(game.won)
        for role, won in _rounds(game):
            roles[game.rules, role] += 1
            roles_won[game.rules, role] += won
    return Fared(
        games=len(every),
        finished=Share(sum(bool(game.won) for game in done), len(done)),
        by_rules={text: Share(rules_won[text], count) for text, count in rules.most_common()},
        by_role={key: Share(roles_won[key], count) for key, count in roles.most_common()},
    )


def _rounds(game: PastGame) -> Iterator[tuple[str, bool]]:
    """The role of each round, and whether it was won."""
    for at, role in enumerate(game.roles):
        if role:
            yield role, game.rounds[at][game.own] > 0 if at < len(game.rounds) else bool(game.won)
