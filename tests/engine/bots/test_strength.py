"""A smoke test of strength; the true figures come from thousands of games."""

from collections import Counter

from client.games.matches import Match
from client.games.mine.tally import one_game
from engine.rules import parse


def treasure_rate(bots: str, saboteurs: str | None, games: int) -> float:
    match = Match(parse("base"), 5, [bots], saboteurs, b"strength")
    tally: Counter[str] = Counter()
    for number in range(games):
        tally.update(one_game(match, number))
    assert tally["games"] == games
    return tally["rounds_by_treasure"] / tally["rounds"]


def test_steady_diggers_mostly_find_the_treasure_against_random_saboteurs() -> None:
    """Near nine in ten, in truth."""
    assert treasure_rate("steady", "random", 20) > 0.5


def test_random_diggers_do_not() -> None:
    """Otherwise the figure above would say nothing about the bot."""
    assert treasure_rate("random", "random", 20) < 0.2


def test_easy_takes_home_less_than_steady_and_more_than_random() -> None:
    match = Match(parse("base"), 6, ["random", "easy", "steady"], None, b"easy")
    tally: Counter[str] = Counter()
    for number in range(25):
        tally.update(one_game(match, number))
    assert tally["random_total"] < tally["easy_total"] < tally["steady_total"]
