"""The engine and the naive programs play the same games in lock-step: a second reading of the rules."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from engine.events import RoundClosed, SlotsRenewed
from engine.front import choices, deal
from engine.grid.cells import xy
from engine.inputs import RenewSlots
from engine.mine.cards.card import TOOLS
from engine.mine.modules.direction import ChangeDirection
from engine.mine.modules.diversion import DivertPath
from engine.mine.modules.trailblazer import BlazeTrail, EndTrail
from engine.mine.rules.actions.break_tool import BreakTool
from engine.mine.rules.actions.freedom import FreePlayer
from engine.mine.rules.actions.hands_off import StopTheft
from engine.mine.rules.actions.inspection import InspectRole
from engine.mine.rules.actions.lay_theft import LayTheft
from engine.mine.rules.actions.prison import Imprison
from engine.mine.rules.actions.read_map import ReadMap
from engine.mine.rules.actions.repair_tool import RepairTool
from engine.mine.rules.actions.rockfall import CauseRockfall
from engine.mine.rules.actions.swap_hands import SwapHands
from engine.mine.rules.actions.swap_hats import SwapHats
from engine.mine.rules.placing.goals import RotateGoal
from engine.mine.rules.placing.place_ladder import PlaceLadder
from engine.mine.rules.placing.reaching import TurnGoal
from engine.mine.rules.round.game_end import GameEnded
from engine.mine.rules.round.gold_draft import GoldDrawn, TakeGold
from engine.mine.rules.round.pay_gold_cards import GoldPaid, GoldShuffled
from engine.mine.rules.round.round_end import RoundEnded
from engine.mine.rules.round.share_gold import RoundWon
from engine.mine.rules.round.steal import Steal, StealNothing
from engine.mine.rules.turn.discard_two import DiscardTwo
from engine.mine.rules.turn.passing import Pass
from engine.mine.state import State
from engine.placing import PlacePath
from engine.rules import Rules, parse
from engine.slots import Face, Seat, Slot
from engine.tabletop import Tabletop
from tests.stories.naive.box import BoxGame, BoxGame2
from tests.stories.naive.cards import NUGGETS, Deals, RoundDeal
from tests.stories.naive.mine import DEFAULT_FLAGS, Game, Move
from tests.stories.naive.saboteur2 import DEFAULT_FLAGS_2, NOBODY, Game2
from tests.stories.properties.players import (
    Player,
    at_random,
    of_any_kind,
    seeking,
    seeking_with_more_cards,
    spoiling,
    spoiling_with_more_cards,
)
from tests.stories.properties.positions import KEY
from tests.stories.properties.stories import ALL_TABLES, TABLES

SETS = ("pass", "discard-two")
TOOL_NAMES = {bit: name for name, bit in TOOLS.items()}
OF_THE_BOX = {ChangeDirection: "direction", BlazeTrail: "trail", DivertPath: "divert"}
AIMED = {
    StopTheft: "hands-off",
    Imprison: "prison",
    FreePlayer: "freedom",
    InspectRole: "inspection",
    SwapHats: "swap-hats",
    SwapHands: "swap-hands",
}


def idle_in_the_second_round(state: State, acts: Sequence[Any], rng: Random) -> Any:
    """No seat places a path card in that round (HA23)."""
    passes = [act for act in acts if isinstance(act, Pass)]
    return rng.choice(passes if passes and state.round == 2 else acts)


PLAYERS: dict[str, tuple[Player, ...]] = {
    "base": (at_random, seeking, spoiling, idle_in_the_second_round),
    "saboteur2": (of_any_kind, seeking_with_more_cards, spoiling_with_more_cards),
}

Round = tuple[tuple[Face, ...], ...]


class StackedTable(Tabletop):
    """A table whose deals are known before; it remembers which physical card every slot is: its place in its pile."""

    def __init__(self, rules: Rules, seats: int, rounds: list[Round], rng: Random) -> None:
        super().__init__(rules, seats, rng.randrange)
        self.rounds = rounds
        self.card: dict[Slot, int] = {}

    def dealt(self) -> list[Face]:
        piles = self.rounds[self.state.round]
        places = (place for pile in piles for place in range(len(pile)))
        self.card.update(enumerate(places, start=len(self.state.pile_of)))
        return [face for pile in piles for face in pile]

    def _renew(self, slots: tuple[Slot, ...], by: Seat | None) -> RenewSlots:
        assert by is None
        first = len(self.state.pile_of)
        mixed = list(slots)
        for last in range(len(mixed) - 1, 0, -1):
            other = self._draw(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        for new, old in enumerate(mixed, start=first):
            self.faces[new] = self.faces[old]
            self.card[new] = self.card[old]
        return RenewSlots(tuple(range(first, first + len(mixed))))


def same_deals(rules: Rules, seats: int, rng: Random) -> tuple[list[Round], Deals]:
    """Three rounds for the engine, and the same cards in the words of the naive program."""
    rounds = [deal(rules, seats, round_, rng.randrange) for round_ in (1, 2, 3)]
    words = [RoundDeal(*([KEY[face] for face in pile] for pile in piles[-3:])) for piles in rounds]
    gold = rounds[0][0] if rules.card_set == "base" else ()
    return rounds, Deals(words, [KEY[face] for face in gold])


def naive_game(rules: Rules, seats: int, deals: Deals) -> Game:
    """The other program of the same rules."""
    base = rules.card_set == "base"
    known = DEFAULT_FLAGS if base else DEFAULT_FLAGS_2
    flags = {name: value for name, value in rules.flags if name in known}
    if parts := (*rules.modules, *rules.variants):
        return (BoxGame if base else BoxGame2)(seats, flags, deals, parts)
    return (Game if base else Game2)(seats, flags, deals)


class LockStep:
    """Both programs at the same move of the same game."""

    def __init__(self, rules_text: str, seats: int, seed: str) -> None:
        rules = parse(rules_text)
        self.rng = Random(f"{rules_text} {seats} {seed}")
        rounds, deals = same_deals(rules, seats, self.rng)
        self.table = StackedTable(rules, seats, rounds, self.rng)
        self.table.advance()
        self.state: State = self.table.state
        self.naive = naive_game(rules, seats, deals._replace(starter=self.state.active))
        self.starters: list[int] = []
        self.finals: list[GameEnded] = []
        self.shown: Counter[str] = Counter()
        """What was played, by word, and by card where several have the same; and the roles of finishers."""

    def move(self, player: Player) -> None:
        """Compare, let the player choose, and play the same in both."""
        want = self.table.waiting()
        assert want is not None
        assert want.seats == (self.naive.seat_to_move(),)
        acts = choices(self.table.view(want.seats[0]))
        words = {self.in_order(self.word(act)) for act in acts}
        assert sorted(words) == self.naive.moves()
        assert len(words) == len(acts)
        act = player(self.state, acts, self.rng)
        self._play(act)

    def _play(self, act: object) -> None:
        word = self.word(act)
        self.shown[KEY[act.face] if isinstance(act, RepairTool) else word[0]] += 1
        pile = list(self.naive.gold_pile)
        won: list[RoundWon] = []
        paid: list[GoldPaid] = []
        shuffled = False
        for event in self.table.play(act):
            if isinstance(event, RoundClosed):
                self.starters.append(event.starter)
            elif isinstance(event, GoldDrawn):
                assert self.cards(event.slots) == [card for card, _ in pile[: len(event.slots)]]
            elif isinstance(event, GoldPaid):
                paid.append(event)
            elif isinstance(event, GameEnded):
                self.finals.append(event)
            elif isinstance(event, RoundEnded) and event.finisher is not None:
                self.shown[self.naive.roles[event.finisher]] += 1
            elif isinstance(event, RoundWon):
                won.append(event)
            shuffled |= isinstance(event, GoldShuffled)
            assert not isinstance(event, SlotsRenewed) or len(event.old) == len(event.new)
        self.naive.play(word)
        for event in won:
            assert isinstance(self.naive, Game2)
            assert list(event.winners) == self.naive.winners_of_round
        for event in paid:
            self._change_nuggets_into_cards(event)
        if shuffled:
            cards = dict(self.naive.gold_pile)
            self.naive.gold_pile = [(number, cards.pop(number)) for number in self.cards(self.state.gold_pile)]
            assert not cards

    def _change_nuggets_into_cards(self, event: GoldPaid) -> None:
        """The naive program pays nuggets from a bank; the cards must be worth the same."""
        given = [card for card in self.naive.gold_pile if card[0] in self.cards(event.slots)]
        given.sort(key=lambda card: self.cards(event.slots).index(card[0]))
        self.naive.gold_pile = [card for card in self.naive.gold_pile if card not in given]
        self.naive.gold_held[event.seat] += given
        self.naive.nuggets[event.seat] -= sum(NUGGETS[key] for _, key in given)

    def card(self, slot: Slot) -> int:
        """The number of the card in the naive program."""
        return self.table.card[slot]

    def cards(self, slots: Sequence[Slot]) -> list[int]:
        """The numbers of the cards, in the order of their slots."""
        return [self.table.card[slot] for slot in slots]

    def in_order(self, word: Move) -> Move:
        """A set of cards as the naive program lists it."""
        return tuple(tuple(sorted(part)) if isinstance(part, tuple) and word[0] in SETS else part for part in word)

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
            case Pass(_, slots):
                cards = self.cards(slots)
                return "pass", (tuple(cards) if isinstance(self.naive, Game2) else cards[0])
            case TurnGoal(_, at):
                return "goal", xy(at)
            case RotateGoal(_, turned):
                return "rotate", turned
            case TakeGold(_, slot):
                return "gold", self.card(slot)
            case _:
                return self._new_word(act)

    def _new_word(self, act: Any) -> Move:
        """What Saboteur 2 adds, and the anniversary box."""
        match act:
            case PlaceLadder(_, slot, _, at, turned):
                return "ladder", self.card(slot), xy(at), turned
            case LayTheft(_, slot, _):
                return "theft", self.card(slot)
            case DiscardTwo(_, slots, removed):
                return "discard-two", tuple(self.cards(slots)), self.card(removed)
            case Steal(_, target):
                return "steal", target
            case StealNothing():
                return "steal", NOBODY
            case EndTrail():
                return ("end-trail",)
            case DivertPath(_, slot, _, at, turned):
                return "divert", self.card(slot), xy(at), turned
            case ChangeDirection() | BlazeTrail():
                return OF_THE_BOX[type(act)], self.card(act.slot)
            case _:
                return AIMED[type(act)], self.card(act.slot), act.target

    def compare(self) -> None:
        """Everything that both programs keep."""
        state, naive = self.state, self.naive
        assert state.round == naive.round
        assert [sorted(self.cards(hand)) for hand in state.hands] == [sorted(_numbers(hand)) for hand in naive.hands]
        assert self.cards(state.pile[::-1]) == _numbers(naive.pile)
        assert self.cards(state.discard) == _numbers(naive.discard)
        assert self._board() == {at: (laid.key, laid.turned) for at, laid in naive.board.items()}
        assert {xy(at) for at in state.board.network.hidden} == naive.face_down.keys()
        assert [_tools(bits) for bits in state.broken] == [set(broken) for broken in naive.broken]
        assert state.nuggets == naive.nuggets
        assert [self.cards(held) for held in state.gold] == [_numbers(held) for held in naive.gold_held]
        assert self.cards(state.gold_pile) == _numbers(naive.gold_pile)
        if isinstance(naive, Game2):
            self._compare_what_is_new(naive)
        if isinstance(naive, BoxGame):
            self._compare_the_box(naive)

    def _compare_what_is_new(self, naive: Game2) -> None:
        state, faces = self.state, self.table.faces
        assert [seat for seat, imprisoned in enumerate(state.imprisoned) if imprisoned] == sorted(naive.prison)
        assert state.thefts == list(naive.thefts)
        fronts = [[card for card, _ in naive.in_front(seat)] for seat in range(naive.seats)]
        assert [sorted(self.cards(front)) for front in state.front] == list(map(sorted, fronts))
        assert self.cards(state.set_aside) == _numbers(naive.set_aside)
        for slots, roles in (
            (state.roles, naive.roles),
            (state.spare_roles, naive.undealt),
            (state.roles_aside, naive.given_up),
        ):
            assert [KEY[faces[slot]] for slot in slots] == roles

    def _compare_the_box(self, naive: BoxGame) -> None:
        assert getattr(self.state, "counter_clockwise", False) == naive.backwards

    def _board(self) -> dict[tuple[int, int], tuple[str, int]]:
        """Turned by half, a symmetric card is written as upright by both."""
        board, faces = self.state.board, self.state.faces
        keys = {at: "start" if slot < 0 else KEY[faces[slot]] for at, slot in board.network.slots.items()}
        return {xy(at): (key, board.network.turned[at]) for at, key in keys.items()}


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


def check_game(rules: str, seats: int, player: Player, seed: str) -> LockStep:
    game = play_both(rules, seats, player, seed)
    assert game.naive.over
    [final] = game.finals
    assert list(final.scores) == game.naive.scores()
    assert list(final.winners) == game.naive.winners()
    assert game.starters[-1] == game.naive._next_starter()  # the other starters began the rounds compared
    assert [game.cards(held) for held in game.state.gold] == [_numbers(held) for held in game.naive.gold_held]
    assert game.state.nuggets == game.naive.nuggets
    return game


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_both_programs_play_the_same_game(rules: str, seats: int) -> None:
    """Legal moves, seat to move, zones, orders, pay, winners and starters (A3 to A11, B3 to B13, HA1 to HB25)."""
    for player in PLAYERS[parse(rules).card_set]:
        check_game(rules, seats, player, player.__name__)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("rules", "seats"), ALL_TABLES)
def test_both_programs_play_the_same_ten_times_as_often(rules: str, seats: int) -> None:
    """The same, for the night, and with players who let rocks fall."""
    for player in PLAYERS[parse(rules).card_set]:
        for seed in range(7):
            check_game(rules, seats, player, f"{player.__name__} {seed}")


_CARDS = "direction+craftsman+trailblazer+diversion"
BOX = [
    f"base+greedy-dwarf+{_CARDS}",
    f"base+{_CARDS}+sabotaged-dwarf+gold-draw=players",
    f"base-2006+greedy-dwarf+{_CARDS}+sabotaged-dwarf",
    f"saboteur2+{_CARDS}",
    f"saboteur2+{_CARDS}+must-connect=no",
]
"""What the naive program knows of the anniversary box, in company."""


def with_the_box(state: State, acts: Sequence[Any], rng: Random) -> Any:
    """Cards of the box where there are any, and two cards for a trail; else toward the goals."""
    there = [act for act in acts if type(act) in OF_THE_BOX or _is_master(state, act)]
    if there and rng.random() < 0.7:
        return of_any_kind(state, there, rng)
    return seeking_with_more_cards(state, acts, rng)


def _is_master(state: State, act: Any) -> bool:
    return isinstance(act, RepairTool) and KEY[act.face] == "master-craftsman"


@pytest.mark.parametrize("rules", BOX)
def test_both_programs_play_the_same_game_with_cards_of_the_box(rules: str) -> None:
    """C1, C5 to C8, E1, HC1, HC5 to HC8, HE1, HE3."""
    assert play_the_box(rules, 4).keys() >= {*OF_THE_BOX.values(), "master-craftsman", "end-trail"}


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("rules", BOX)
def test_both_programs_play_the_same_ten_times_as_often_with_cards_of_the_box(rules: str) -> None:
    """The same, for the night; a Greedy Dwarf gets there sometimes."""
    shown = play_the_box(rules, 40)
    assert shown["greedy-dwarf"] or "greedy-dwarf" not in rules


def play_the_box(rules: str, games: int) -> Counter[str]:
    """So many games at three sizes of table, and what they showed."""
    played = (check_game(rules, seats, with_the_box, f"box {seed}") for seats in (3, 5, 8) for seed in range(games))
    return sum((game.shown for game in played), Counter[str]())
