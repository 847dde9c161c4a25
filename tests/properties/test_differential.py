"""The engine and the naive program play the same games in lock-step: a second reading of the rules."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from naive.cards import Deals, RoundDeal
from naive.mine import DEFAULT_FLAGS, Game, Move
from properties.players import Player, at_random, seeking, spoiling
from properties.positions import KEY
from properties.stories import TABLES

from engine.events import SlotsRenewed
from engine.front import choices, deal
from engine.grid import xy
from engine.inputs import RenewSlots
from engine.mine.cards import TOOLS
from engine.mine.rules.break_tool import BreakTool
from engine.mine.rules.game_end import GameEnded, RoundClosed
from engine.mine.rules.goals import RotateGoal, TurnGoal
from engine.mine.rules.gold_draft import GoldDrawn, TakeGold
from engine.mine.rules.passing import Pass
from engine.mine.rules.place_path import PlacePath
from engine.mine.rules.read_map import ReadMap
from engine.mine.rules.repair_tool import RepairTool
from engine.mine.rules.rockfall import CauseRockfall
from engine.mine.state import State
from engine.rules import Rules, parse
from engine.slots import Face, Slot
from engine.tabletop import Tabletop

TOOL_NAMES = {bit: name for name, bit in TOOLS.items()}


def idle_in_the_second_round(state: State, acts: Sequence[Any], rng: Random) -> Any:
    """Nobody places a path card in that round (HA23)."""
    passes = [act for act in acts if isinstance(act, Pass)]
    return rng.choice(passes if passes and state.round == 2 else acts)


PLAYERS = (at_random, seeking, spoiling, idle_in_the_second_round)

Round = tuple[tuple[Face, ...], ...]


class StackedTable(Tabletop):
    """A table whose deals are known before; it remembers which physical gold card every slot is."""

    def __init__(self, rules: Rules, seats: int, rounds: list[Round], rng: Random) -> None:
        super().__init__(rules, seats, rng.randrange)
        self.rounds = rounds
        self.gold_card: dict[Slot, int] = {slot: slot for slot in range(28)}  # the first pile dealt, in slot order

    def dealt(self) -> list[Face]:
        return [face for pile in self.rounds[self.state.round] for face in pile]

    def _renew(self, slots: tuple[Slot, ...]) -> RenewSlots:
        first = len(self.state.pile_of)
        mixed = list(slots)
        for last in range(len(mixed) - 1, 0, -1):
            other = self._draw(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        for new, old in enumerate(mixed, start=first):
            self.faces[new] = self.faces[old]
            self.gold_card[new] = self.gold_card[old]
        return RenewSlots(tuple(range(first, first + len(mixed))))

    def first_of_deck(self) -> Slot:
        """The number of this round's first tunnel or action card."""
        return next(slot for slot in range(len(self.state.pile_of) - 1, -1, -1) if self._begins_deck(slot))

    def _begins_deck(self, slot: Slot) -> bool:
        piles = self.state.pile_of
        return piles[slot] == 3 and (slot == 0 or piles[slot - 1] != 3)


def same_deals(rules: Rules, seats: int, rng: Random) -> tuple[list[Round], Deals]:
    """Three rounds for the engine, and the same cards in the words of the naive program."""
    rounds = [deal(rules, seats, round_, rng.randrange) for round_ in (1, 2, 3)]
    words = [RoundDeal(*([KEY[face] for face in pile] for pile in piles[-3:])) for piles in rounds]
    return rounds, Deals(words, [KEY[face] for face in rounds[0][0]])


class LockStep:
    """Both programs at the same move of the same game."""

    def __init__(self, rules_text: str, seats: int, seed: str) -> None:
        rules = parse(rules_text)
        self.rng = Random(f"{rules_text} {seats} {seed}")
        rounds, deals = same_deals(rules, seats, self.rng)
        self.table = StackedTable(rules, seats, rounds, self.rng)
        self.table.advance()
        self.state: State = self.table.state
        flags = {name: value for name, value in rules.flags if name in DEFAULT_FLAGS}
        self.naive = Game(seats, flags, deals._replace(starter=self.state.active))
        self.deck = self.table.first_of_deck()
        self.starters: list[int] = []
        self.finals: list[GameEnded] = []

    def move(self, player: Player) -> None:
        """Compare, let the player choose, and play the same in both."""
        want = self.table.waiting()
        assert want is not None
        assert want.seats == (self.naive.seat_to_move(),)
        acts = choices(self.table.view(want.seats[0]))
        words = {self.word(act): act for act in acts}
        assert sorted(words) == self.naive.moves()
        assert len(words) == len(acts)
        act = player(self.state, acts, self.rng)
        self._play(act)

    def _play(self, act: object) -> None:
        word, round_ = self.word(act), self.state.round
        pile = list(self.naive.gold_pile)
        for event in self.table.play(act):
            if isinstance(event, RoundClosed):
                self.starters.append(event.starter)
            elif isinstance(event, GoldDrawn):
                assert list(event.slots) == [card for card, _ in pile[: len(event.slots)]]
            elif isinstance(event, GameEnded):
                self.finals.append(event)
            assert not isinstance(event, SlotsRenewed) or len(event.old) == len(event.new)
        self.naive.play(word)
        if self.state.round != round_:
            self.deck = self.table.first_of_deck()

    def card(self, slot: Slot) -> int:
        """The number of the card in the naive program."""
        return slot - self.deck

    def word(self, act: Any) -> Move:
        """The act in the words of the naive program."""
        match act:
            case PlacePath(_, slot, _, at, turned):
                return "place", self.card(slot), xy(at), turned
            case BreakTool(_, slot, _, target):
                return "break", self.card(slot), target
            case RepairTool(_, slot, _, target, tool):
                return "repair", self.card(slot), target, TOOL_NAMES[tool]
            case CauseRockfall(_, slot, _, at):
                return "rockfall", self.card(slot), xy(at)
            case ReadMap(_, slot, _, at):
                return "map", self.card(slot), xy(at)
            case Pass(_, (slot,)):
                return "pass", self.card(slot)
            case TurnGoal(_, at):
                return "goal", xy(at)
            case RotateGoal(_, turned):
                return "rotate", turned
            case TakeGold(_, slot):
                return "gold", self.table.gold_card[slot]
            case _:
                raise AssertionError(f"{act} has no word")

    def compare(self) -> None:
        """Everything that both programs keep."""
        state, naive = self.state, self.naive
        assert state.round == naive.round
        assert [[self.card(slot) for slot in hand] for hand in state.hands] == [_numbers(hand) for hand in naive.hands]
        assert [self.card(slot) for slot in reversed(state.pile)] == _numbers(naive.pile)
        assert [self.card(slot) for slot in state.discard] == _numbers(naive.discard)
        assert self._board() == {at: (laid.key, laid.turned) for at, laid in naive.board.items()}
        assert {xy(at) for at in state.board.hidden} == naive.face_down.keys()
        assert [_tools(bits) for bits in state.broken] == [set(broken) for broken in naive.broken]
        assert state.nuggets == naive.nuggets
        assert [self._gold(held) for held in state.gold] == [_numbers(held) for held in naive.gold_held]
        assert self._gold(state.gold_pile) == _numbers(naive.gold_pile)

    def _board(self) -> dict[tuple[int, int], tuple[str, int]]:
        """Turned by half, a symmetric card is written as upright by both."""
        board, faces = self.state.board, self.state.faces
        keys = {at: "start" if slot < 0 else KEY[faces[slot]] for at, slot in board.slots.items()}
        return {xy(at): (key, board.turned[at]) for at, key in keys.items()}

    def _gold(self, slots: list[Slot]) -> list[int]:
        return [self.table.gold_card[slot] for slot in slots]


def _numbers(cards: list[tuple[int, str]]) -> list[int]:
    return [number for number, _ in cards]


def _tools(bits: int) -> set[str]:
    return {name for bit, name in TOOL_NAMES.items() if bits & bit}


def play_both(rules: str, seats: int, player: Player, seed: str) -> LockStep:
    game = LockStep(rules, seats, seed)
    while game.table.waiting() is not None:
        game.move(player)
        if not game.naive.over:
            game.compare()
    return game


def check_game(rules: str, seats: int, player: Player, seed: str) -> None:
    game = play_both(rules, seats, player, seed)
    assert game.naive.over
    [final] = game.finals
    assert list(final.scores) == game.naive.scores()
    assert list(final.winners) == game.naive.winners()
    assert game.starters[-1] == game.naive._next_starter()  # the other starters began the rounds compared
    assert [game._gold(held) for held in game.state.gold] == [_numbers(held) for held in game.naive.gold_held]
    assert game.state.nuggets == game.naive.nuggets


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_both_programs_play_the_same_game(rules: str, seats: int) -> None:
    """Legal moves, seat to move, zones, pick orders, scores, winners and starters (A3 to A11, HA1 to HA27)."""
    for player in PLAYERS:
        check_game(rules, seats, player, player.__name__)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_both_programs_play_the_same_ten_times_as_often(rules: str, seats: int) -> None:
    """The same, for the night, and with players who let rocks fall."""
    for player in PLAYERS:
        for seed in range(7):
            check_game(rules, seats, player, f"{player.__name__} {seed}")
