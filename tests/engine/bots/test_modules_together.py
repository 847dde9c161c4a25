"""Bots at tables with modules: whole games of every module, every pair and larger companies."""

from collections import Counter

import pytest

from client.games.matches import Match
from client.games.mine.tally import one_game
from engine.bots import BOTS
from engine.bots.asking import answered
from engine.bots.match import Sitting
from engine.front import is_over
from engine.mine.cards.championship import ACTIONS
from engine.rules import parse
from engine.tabletop import Tabletop
from tests.engine.bots import worth
from tests.engine.bots.tables import QUICK, stream
from tests.stories.properties.together import Table, alone, larger, pairs

USES = (*(card.key for card in ACTIONS), "collector")
EVERYTHING = [(f"{cards}+everything", seats) for cards in ("base", "saboteur2") for seats in (3, 8)]


def plays_to_the_end(table: Table, name: str, seed: int = 0) -> None:
    rules, seats = table
    here = Tabletop(parse(rules), seats, stream("together", rules, seed).draw)
    bots = [Sitting(BOTS[name], here, seat, stream(name, seat, seed).draw) for seat in range(seats)]
    here.advance()
    while want := here.waiting():
        here.play(answered(want, lambda seat: bots[seat].choose()))
    assert is_over(here.state)


@pytest.mark.parametrize("table", [*alone()[::3], *pairs()[::24]], ids=str)
def test_steady_plays_with_every_module_and_with_some_pairs(table: Table) -> None:
    plays_to_the_end(table, "steady")


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("table", EVERYTHING, ids=str)
def test_bots_play_with_everything(table: Table, name: str) -> None:
    plays_to_the_end(table, name)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("table", [*alone(), *pairs(), *larger(120)], ids=str)
def test_bots_play_with_every_pair_and_larger_companies(table: Table, name: str) -> None:
    plays_to_the_end(table, name)


@pytest.mark.long
@pytest.mark.parametrize("table", EVERYTHING, ids=str)
def test_steady_plays_with_everything_over_many_seeds(table: Table) -> None:
    for seed in range(30):
        plays_to_the_end(table, "steady", seed)


@pytest.mark.long
@pytest.mark.parametrize("rules", ["base+everything", "saboteur2+everything"])
def test_steady_uses_every_card_of_the_box_at_three_of_ten_tables_that_could(rules: str) -> None:
    """And brings in a collector; docs/bots.md has the figures of more games."""
    tally: Counter[str] = Counter()
    match = Match(parse(rules), 5, ["steady"], None, b"uses", uses=True)
    for number in range(60):
        tally.update(one_game(match, number))
    shares = {use: tally[f"steady_used_{use}"] / tally[f"steady_could_{use}"] for use in USES}
    assert {use: share for use, share in shares.items() if share < 0.3} == {}


def test_what_an_act_brings_is_told_by_games_without_it(capsys: pytest.CaptureFixture[str]) -> None:
    """The program of the figures in the documentation, on a few games."""
    assert worth.main(["--games", "2", "--players", "3", "--only", "collector"]) == 0
    head, line, *rows = capsys.readouterr().out.splitlines()
    assert (head.count("|"), set(line)) == (6, {"|", "-"})
    uses = [row.split(" | ")[0].removeprefix("| ") for row in rows]
    assert "collector" in uses
    assert uses == sorted(uses)
