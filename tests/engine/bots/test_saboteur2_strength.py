"""What `steady` makes of Saboteur 2 at tables that it shares with `random`, seat by seat in turn."""

from collections import Counter

import pytest

from client.games.matches import Match
from client.games.mine.tally import one_game, uses
from engine.front import setup
from engine.mine.book import mine_book
from engine.rules import parse

RULES = parse("saboteur2")
SIZES = (2, 4, 6, 8, 12)
KINDS = uses(mine_book(setup(RULES, 5).book))


def played(games: int, seed: bytes = b"mixed", bots: tuple[str, ...] = ("steady", "random")) -> Counter[str]:
    """So many games at tables of each size."""
    tally: Counter[str] = Counter()
    for players in SIZES:
        match = Match(RULES, players, list(bots), None, seed, uses=True)
        for number in range(games):
            tally.update(one_game(match, number))
    assert tally["games"] == games * len(SIZES)
    return tally


def nuggets(tally: Counter[str], bot: str) -> float:
    """For a seat, in a game."""
    return tally[f"{bot}_total"] / tally[f"{bot}_games"]


def rarest_use(tally: Counter[str], bot: str) -> float:
    """Of all kinds of action card: the least share of games in which the bot could play one and did."""
    return min(tally[f"{bot}_used_{kind}"] / tally[f"{bot}_could_{kind}"] for kind in KINDS)


@pytest.mark.long
def test_steady_seats_collect_far_more_than_random_ones_and_use_their_cards() -> None:
    """Well above twice as much, in truth, and every kind of card in more than a fifth of the games."""
    tally = played(6)
    assert nuggets(tally, "steady") > 1.7 * nuggets(tally, "random")
    assert rarest_use(tally, "steady") > 0.1


@pytest.mark.long
def test_the_treasure_is_found_and_missed_where_all_seats_are_steady() -> None:
    """Otherwise diggers or saboteurs would play in vain."""
    tally = played(3, bots=("steady",))
    assert 0.3 < tally["rounds_by_treasure"] / tally["rounds"] < 0.85


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_in_a_thousand_games_steady_seats_collect_twice_as_much() -> None:
    tally = played(200)
    assert nuggets(tally, "steady") >= 2 * nuggets(tally, "random")
    assert rarest_use(tally, "steady") >= 0.01
