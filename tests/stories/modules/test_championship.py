"""The championship cards in company: every two of them, and all together, are played to the end and VERIFIED."""

import random
from collections import Counter
from itertools import combinations

import pytest

from engine.bots import BOTS
from engine.bots.asking import answered
from engine.bots.match import Sitting
from engine.mine.flags import BASE, CARD_SET_NAMES
from engine.mine.game import GROUPS, seats
from engine.rules import parse
from engine.tabletop import Tabletop
from protocol.audit.audit import Verdict, audit
from protocol.host.selfplay import SelfPlay, from_seed

CARDS = GROUPS["championship"]


def of(card_set: str) -> tuple[str, ...]:
    """The Greedy Dwarf belongs to the base game."""
    return tuple(card for card in CARDS if card_set == BASE or card != "greedy-dwarf")


TOGETHER = [f"{card_set}+{'+'.join(of(card_set))}" for card_set in CARD_SET_NAMES]
PAIRS = [f"{card_set}+{one}+{other}" for card_set in CARD_SET_NAMES for one, other in combinations(of(card_set), 2)]


def whole_game(rules: str, count: int, bot: str, number: int = 0) -> Counter[str]:
    """What happened, by name of the event."""
    table = Tabletop(parse(rules), count, random.Random(f"{number} {count}").randrange)
    bots = [Sitting(BOTS[bot], table, seat, random.Random(f"{number} {seat}").randrange) for seat in range(count)]
    seen: Counter[str] = Counter()
    table.watchers.append(lambda events: seen.update(type(event).__name__ for event in events))
    table.advance()
    while want := table.waiting():
        table.play(answered(want, lambda seat: bots[seat].choose()))
    return seen


def sizes(rules: str) -> range:
    return seats(parse(rules))


@pytest.mark.parametrize("rules", PAIRS)
def test_every_two_cards_are_played_together(rules: str) -> None:
    assert whole_game(rules, sizes(rules)[len(sizes(rules)) // 2], "random")["GameEnded"] == 1


@pytest.mark.long
@pytest.mark.parametrize("bot", ["random", "steady"])
@pytest.mark.parametrize("rules", PAIRS)
def test_every_two_cards_are_played_by_every_number_of_players(rules: str, bot: str) -> None:
    assert all(whole_game(rules, count, bot)["GameEnded"] == 1 for count in sizes(rules))


@pytest.mark.parametrize("rules", TOGETHER)
def test_all_cards_together_show_all_that_they_bring(rules: str) -> None:
    games = (whole_game(rules, count, "random", number) for count in sizes(rules) for number in range(3))
    seen = sum(games, Counter[str]())
    assert {
        "CardKept",
        "DirectionChanged",
        "GoalsLaidBack",
        "ObjectorDraws",
        "PathDiverted",
        "PlayTookEffect",
        "TrailWentOn",
    } <= seen.keys()


@pytest.mark.parametrize("rules", TOGETHER)
def test_a_log_with_all_cards_is_verified(rules: str) -> None:
    played = SelfPlay(parse(rules), 4, [BOTS["random"]], from_seed(b"championship"), server_bots=1)
    report = audit(played.play(), bots=True)
    assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])
