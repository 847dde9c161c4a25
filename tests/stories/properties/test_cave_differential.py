"""The engine and the naive program play the same caves in lock-step: a second reading of the rules (F, HF)."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from engine.bots import BOTS
from engine.bots.match import Sitting
from engine.cave.board import NOWHERE, Border, Space, border, cell_of, number_of
from engine.cave.cards.table import CARDS, SIDES
from engine.cave.rules.actions.battle_axe import LayAxe
from engine.cave.rules.actions.boots import LayBoots
from engine.cave.rules.actions.cave_in import CauseCaveIn
from engine.cave.rules.actions.cobweb import SpinCobweb
from engine.cave.rules.actions.monster import UnleashMonster
from engine.cave.rules.actions.secret_information import SpyClan, SpyGoal
from engine.cave.rules.turn.discarding import Discard
from engine.cave.rules.turn.ending import CaveClosed, GameEnded
from engine.cave.rules.turn.vote import AgreeToEnd, ProposeEnd, RefuseEnd
from engine.cave.rules.walk.chop_web import ChopWeb
from engine.cave.rules.walk.escape import SideAsked
from engine.cave.rules.walk.meeting import HoldAxe, SwingAxe
from engine.cave.rules.walk.walk import CardLost, Step, Stop
from engine.cave.state import State
from engine.events import QuestionAnswered
from engine.front import choices
from engine.grid.cells import Cell, xy
from engine.hands import SwapHands
from engine.inputs import RenewSlots
from engine.placing import PlacePath
from engine.rules import parse
from engine.slots import Seat, Slot, by_pile, shuffled
from engine.tabletop import Tabletop
from tests.stories.naive import cave as naive
from tests.stories.naive.cave import HIDDEN, Cave, Deal, Move

KEY = {card.number: card.key for card in CARDS}
MONSTERS = ("rat", "crawler", "goblin")
RULES = ("cave", "cave+lair-attack=no", "cave+cave-end=turn", "cave+cave-end=turn+lair-attack=no")
TABLES = [(RULES[seats % 4], seats) for seats in range(2, 9)]
ALL_TABLES = [(rules, seats) for rules in RULES for seats in range(2, 9)]
AT_RANDOM = 0.25
"""How often a player does anything at all instead of what `steady` would do."""


class CaveTable(Tabletop):
    """A table that remembers which physical card every slot is: the slot in which it was dealt."""

    def __init__(self, rules_text: str, seats: int, rng: Random) -> None:
        super().__init__(parse(rules_text), seats, rng.randrange)
        self.card: dict[Slot, Slot] = {}

    def _renew(self, slots: tuple[Slot, ...], by: Seat | None) -> RenewSlots:
        first = len(self.state.pile_of)
        for share in by_pile(slots, self.state.pile_of).values():
            for at, old in zip(share, shuffled([slots[at] for at in share], self._draw), strict=True):
                self.faces[first + at] = self.faces[old]
                self.card[first + at] = self.number(old)
        return RenewSlots(tuple(range(first, first + len(slots))))

    def number(self, slot: Slot) -> int:
        """The number of the card in the naive program."""
        return self.card.get(slot, slot)

    def cards(self, slots: list[Slot]) -> list[naive.Card]:
        """The cards, as the naive program has them."""
        return [(self.number(slot), KEY[self.faces[slot]]) for slot in slots]


class LockStep:
    """Both programs at the same move of the same cave."""

    def __init__(self, rules_text: str, seats: int, seed: int) -> None:
        self.rng = Random(f"{rules_text} {seats} {seed}")
        self.table = CaveTable(rules_text, seats, self.rng)
        self.bots = [Sitting(BOTS["steady"], self.table, seat, self.rng.randrange) for seat in range(seats)]
        self.table.advance()
        self.state: State = self.table.state
        self.losses: list[tuple[Seat, naive.Card]] = []
        self.answers: list[tuple[str, bool]] = []
        self.seen = Counter[str]()
        flags = dict(self.state.book.rules.flags)
        self.naive = Cave(seats, flags, self._deal(), self._lost)
        self._compare()

    def _deal(self) -> Deal:
        """The cards as the engine has dealt them; the box is that of the naive program."""
        state, table = self.state, self.table
        of_pile = {
            pile.name: table.cards([slot for slot, number in enumerate(state.pile_of) if number == pile.number])
            for pile in state.book.piles
        }
        levels = of_pile["level-1"], of_pile["level-2"], of_pile["level-3"]
        for cards, whole in zip(levels, naive.box().values(), strict=True):
            assert Counter(key for _, key in cards) == Counter(whole)
        named = (KEY[table.faces[slot]].split("-") for slot in (*state.clans, *state.undealt))
        clans = [(clan, kind == "loyal") for clan, kind in named]
        used = Counter[tuple[str, bool]]()
        for clan, (loyal, saboteurs) in naive.CLAN_CARDS[state.book.seats].items():
            used += Counter({(clan, True): loyal, (clan, False): saboteurs})
        assert Counter(clans) == used
        return Deal(levels, [key for _, key in of_pile["goals"]], clans, state.active)

    def _lost(self, seat: Seat) -> naive.Card:
        """Chance is the engine's."""
        of, card = self.losses.pop(0)
        assert of == seat
        return card

    def play(self) -> GameEnded:
        """To the end."""
        while want := self.table.waiting():
            [seat] = want.seats
            acts = choices(self.table.view(seat))
            words = [self.in_order(self.word(act)) for act in acts]
            assert self.naive.ask is not None
            asked, moves = self.naive.ask
            assert asked == seat
            assert len(set(words)) == len(words) == len(moves)
            assert set(words) == set(moves)
            at_random = self.rng.random() < AT_RANDOM or want.what in ("axe", "vote")
            self._play(self.rng.choice(acts) if at_random else self.bots[seat].choose())
            self._compare()
        assert self.naive.ask is None
        return self._compare_ends()

    def _play(self, act: object) -> None:
        word = self.word(act)
        events = self.table.play(act)
        self.told = events
        side = ""
        for event in events:
            if isinstance(event, CardLost):
                self.losses += [(event.seat, card) for card in self.table.cards([event.slot])]
            elif isinstance(event, SideAsked):
                side = SIDES[event.side]
            elif isinstance(event, QuestionAnswered):
                self.answers.append((side, event.yes))
        self.seen.update({type(event).__name__ for event in events})
        self.seen[str(word[0])] += 1
        self.naive.play(word)
        assert not self.losses

    def _compare(self) -> None:
        """Everything that lies or stands somewhere."""
        state, plain, cards = self.state, self.naive, self.table.cards
        if state.stage == "over":
            return
        assert [sorted(cards(hand)) for hand in state.hands] == [sorted(hand) for hand in plain.hands]
        assert cards(state.pile[::-1]) == plain.pile
        assert cards(state.discard) == plain.discarded
        assert [cards(front) for front in state.front] == plain.front
        assert [self.space(where) for where in state.dwarfs] == plain.dwarfs
        monsters = {
            MONSTERS[monster]: (self.space(where), state.owners[monster])
            for monster, where in enumerate(state.monsters)
            if where != NOWHERE
        }
        assert monsters == {name: (monster.at, monster.owner) for name, monster in plain.monsters.items()}
        webs = {self.border(where): (web.seat, *cards([web.slot]), web.side) for where, web in state.webs.items()}
        assert webs == {where: (web.owner, web.card, web.side) for where, web in plain.webs.items()}
        assert set(map(xy, state.veins)) == plain.veins
        assert (state.nuggets, state.lying, list(state.escaped)) == (plain.nuggets, plain.lying, plain.out)
        assert set(map(xy, state.board.network.hidden)) == plain.face_down.keys()
        turned = {xy(at): turned for at, turned in state.board.network.turned.items()}
        assert turned == {cell: laid.turned for cell, laid in plain.board.items()}
        assert [clan in state.faces for clan in state.clans] == plain.open
        assert self.answers == plain.answers
        assert state.active == plain.active

    def _compare_ends(self) -> GameEnded:
        [closed] = [event for event in self.told if isinstance(event, CaveClosed)]
        [ended] = [event for event in self.told if isinstance(event, GameEnded)]
        plain = self.naive
        assert closed.why == plain.why
        self.seen[f"ends: {closed.why}"] += 1
        assert self.answers == plain.answers
        assert (list(ended.values), list(ended.scores), list(ended.winners)) == (
            plain.values(),
            plain.scores(),
            plain.winners(),
        )
        return ended

    def space(self, where: Space) -> naive.Space | None:
        """A space in the words of the naive program."""
        if where == NOWHERE:
            return None
        at = cell_of(where)
        return xy(at), HIDDEN if at in self.state.board.network.hidden else self.named(at, number_of(where))

    def named(self, at: Cell, number: int) -> str:
        """What the space is called on its card."""
        return self.state.board.charts[at].names[number]

    def border(self, where: Border) -> naive.Border:
        """A border as two cells."""
        x, y = xy(where // 2)
        return (x, y), (x + 1, y) if where % 2 else (x, y + 1)

    def in_order(self, word: Move) -> Move:
        """A set of cards as the naive program lists it."""
        return ("discard", tuple(sorted(word[1]))) if word[0] == "discard" else word

    def word(self, act: Any) -> Move:
        """The act in the words of the naive program."""
        number = self.table.number
        match act:
            case PlacePath(_, slot, _, at, turned):
                return "place", number(slot), xy(at), turned
            case SpyGoal(_, slot, _, at) | CauseCaveIn(_, slot, _, at) | UnleashMonster(_, slot, _, at):
                return _AIMED[type(act)], number(slot), xy(at)
            case SpyClan() | SwapHands() | LayBoots() | LayAxe():
                return _AIMED[type(act)], number(act.slot), act.target
            case SpinCobweb(_, slot, _, at, edge):
                return "web", number(slot), self.border(border(at, edge))
            case Discard(_, slots):
                return "discard", tuple(map(number, slots))
            case ChopWeb(seat, edge):
                return "chop", self.border(border(cell_of(self.state.dwarfs[seat]), edge))
            case Step(_, at, space):
                hidden = at in self.state.board.network.hidden
                return "step", xy(at), HIDDEN if hidden else self.named(at, space)
        return _WORDS[type(act)]


_AIMED: dict[type, str] = {
    SpyGoal: "spy-goal",
    CauseCaveIn: "cave-in",
    UnleashMonster: "monster",
    SpyClan: "spy-clan",
    SwapHands: "swap",
    LayBoots: "boots",
    LayAxe: "axe",
}
_WORDS: dict[type, Move] = {
    Stop: ("stop",),
    SwingAxe: ("swing",),
    HoldAxe: ("hold",),
    ProposeEnd: ("propose",),
    AgreeToEnd: ("vote", True),
    RefuseEnd: ("vote", False),
}


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_the_naive_program_plays_the_same_cave(rules: str, seats: int) -> None:
    """Every move, every card, every figure, every answer and the end of the game."""
    LockStep(rules, seats, 0).play()


LEAST = {
    **dict.fromkeys(("monster", "boots", "axe", "swap", "cave-in", "web", "spy-goal", "spy-clan", "vote"), 60),
    **dict.fromkeys(("DwarfEscaped", "CardLost", "CobwebAged", "DwarfStoodUp", "VeinTaken", "MonsterAttacked"), 60),
    "TunnelPaid": 20,
    "MonsterDrivenOff": 20,
    "AxeHeld": 20,
    "WebChopped": 5,
    "SeatSkipped": 60,
    "SideAsked": 40,
    "ends: side": 60,
    "ends: exhausted": 40,
    "ends: vote": 2,
}


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_the_naive_program_plays_many_caves_in_which_everything_happens() -> None:
    """The same, for the night: every flag, every number of players."""
    seen = Counter[str]()
    for rules, seats in ALL_TABLES:
        for seed in range(1, 9):
            game = LockStep(rules, seats, seed)
            game.play()
            seen += game.seen
    assert {what: seen[what] for what, least in LEAST.items() if seen[what] < least} == {}
