"""What modules bring happens, and often enough: in games, and in every way from positions where much is near."""

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import pytest

from engine import wants
from engine.errors import Illegal, Reason
from engine.front import choices, decide
from engine.front import wants as wants_of
from engine.grid.cells import START, cell
from engine.inputs import TimeUp
from engine.mine.cards.championship import DIVERSION, GREEDY_DWARF, TRAILBLAZER, TREASURY, VETO
from engine.mine.cards.minis import CHESTS
from engine.mine.game import book
from engine.mine.modules.chests.at_turn_end import ENDINGS, ChestTakesEffect
from engine.mine.modules.chests.opening import ChestOpened
from engine.mine.modules.diversion import DivertPath
from engine.mine.modules.new_goals import BagFound
from engine.mine.modules.toll.collectors import BringCollector
from engine.mine.modules.toll.consent import AskToll
from engine.mine.modules.toll.price import TollPaid
from engine.mine.modules.trailblazer import BlazeTrail
from engine.mine.modules.treasury import OpenTreasury
from engine.mine.modules.veto import PlayVeto, PlayVetoed
from engine.mine.rules.placing.reaching import TurnGoal
from engine.mine.rules.round.paying import TurnUpGold
from engine.mine.rules.round.round_end import RoundEnded
from engine.mine.rules.turn.pending import PlayAnnounced
from engine.mine.scenario.position import Position, arrange
from engine.mine.sets.catalogue import CARD_SETS, MODULE_RULES
from engine.mine.state import State
from engine.rules import parse
from engine.slots import TABLE, Seat
from engine.tabletop import Tabletop
from tests.stories.properties.players import seeking_with_more_cards
from tests.stories.properties.positions import KEY, NUMBER, RARE
from tests.stories.properties.stories import Retold, TalkingTable, forked, play_out, story
from tests.stories.properties.test_modules_together import varied

EACH, EACH_AT_NIGHT = 1, 100
GAMES, GAMES_AT_NIGHT = 9, 450
ACTS = 4
"""How many acts a game goes on after what was tried."""
LOOKS, MOST = 0.03, 80
"""How many of the turns are looked at; and up to which input all other waits are."""
COMPANIES = (
    ("base+everything", 5),
    ("base+everything+chests=diamond", 4),
    ("base+championship+costume+new-goals+chests=zigzag", 3),
    ("base+championship+toll+party+sabotaged-dwarf", 5),
    ("base+veto+treasury+toll+new-goals+chests=square+tournament", 7),
    ("saboteur2+everything", 4),
    ("saboteur2+everything+chests=wide", 7),
    ("saboteur2+veto+trailblazer+diversion+goal-swap+toll+costume+chests", 3),
)
WALLED_IN = [
    (cell(1, 0), NUMBER["dead-single-short"], 0),
    (cell(-1, 0), NUMBER["dead-straight-short"], 0),
    (cell(0, 1), NUMBER["dead-single-long"], 0),
    (cell(0, -1), NUMBER["dead-straight-long"], 0),
]
"""Dead ends on every side of the start."""
PATHS = [NUMBER["cross"], NUMBER["tee-long"]]


class Tally:
    """How often what happened."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self.events: Counter[type] = Counter()
        self.reasons: Counter[Reason] = Counter()

    def watch(self, table: Tabletop, announced: str = "") -> None:
        """Count what happens at the table from now on; a play may be announced there already."""

        def note(events: list[object]) -> None:
            nonlocal announced
            for event in events:
                announced = type(event.act).__name__ if isinstance(event, PlayAnnounced) else announced
                self._note(event, table, announced)

        table.watchers.append(note)

    def _note(self, event: object, table: Tabletop, announced: str) -> None:
        self.events[type(event)] += 1
        face = getattr(event, "face", 0)
        if face in RARE and hasattr(event, "slot") and not isinstance(event, PlayAnnounced):
            self.seen[f"card {KEY[face]}"] += 1
        match event:
            case PlayVetoed():
                self.seen[f"veto of {announced}"] += 1
            case ChestOpened():
                self.seen[f"chest {KEY[face]}"] += 1
            case ChestTakesEffect():
                self.seen[f"end of turn with {KEY[face]}"] += 1
            case BagFound(nuggets=nuggets):
                self.seen[f"bag with {nuggets}"] += 1
            case TollPaid(seat=payer, target=owner):
                owners = "toll that the owner gives up" if payer != table.state.active else "own collector"
                others = "toll paid by another" if payer != table.state.active else "toll paid"
                self.seen[owners if payer == owner else others] += 1
            case RoundEnded(treasure=True, finisher=int(finisher)):
                role = table.faces[table.state.roles[finisher]]
                self.seen["greedy dwarf at the treasure"] += role == GREEDY_DWARF.number

    def try_all(self, table: Retold, rng: Random) -> None:
        """Every kind of act that the wait allows, on a copy, and how the game goes on; and what is refused."""
        for want in wants_of(table.state):
            for seat in want.seats if isinstance(want, wants.Act) else ():
                acts = choices(table.view(seat))
                kinds = {(type(act), getattr(act, "face", 0) in RARE): act for act in rng.sample(acts, len(acts))}
                for act in acts if table.state.stage == "choose-goal" else kinds.values():
                    self._try(table, act, rng)
                    self._refuse(table.state, varied(table.state, act, rng))
                self._refuse(table.state, made_up(table.state, seat))

    def _try(self, table: Retold, act: Any, rng: Random) -> None:
        if isinstance(act, TurnGoal):
            self._order(table, act)
        twin = forked(table, Random(rng.random()))
        self.watch(twin)
        twin.play(act)
        vetoes = [
            act
            for seat in range(twin.state.book.seats)
            for act in choices(twin.view(seat))
            if isinstance(act, PlayVeto)
        ]
        if vetoes:
            self._try_veto(twin, vetoes[0], type(act).__name__, rng)
        play_out(twin, seeking_with_more_cards, 0.02, most=ACTS)

    def _try_veto(self, table: TalkingTable, act: PlayVeto, announced: str, rng: Random) -> None:
        """The play is stopped, and the same one takes effect at the table itself."""
        twin = forked(table, Random(rng.random()))
        self.watch(twin, announced)
        twin.play(act)
        table.play(TimeUp(TABLE))

    def _order(self, table: Retold, act: TurnGoal) -> None:
        """Which of two things that are reached at once is taken first."""
        others = set(table.state.board.reach.reached) - {act.cell}
        for other in others:
            self.seen[f"{_what(table.state, act.cell)} before {_what(table.state, other)}"] += 1

    def refuse_at_first(self, rules: str, seats: int, seed: int) -> None:
        """Where nothing was placed and nothing discarded."""
        for table, _ in story(rules, seats, "random", seed % 2).retold():
            if table.state.stage == "turn":
                self._refuse(table.state, made_up(table.state, table.state.active))
                return

    def refuse_where_the_start_is_walled_in(self) -> None:
        """Games can come to that, card by card, but chance hardly ever leads there."""
        table = Tabletop(parse("base+trailblazer"), 3, lambda below: 0)
        arrange(table, Position(board=WALLED_IN, hands=[[TRAILBLAZER.number, *PATHS], PATHS, PATHS]))
        self._refuse(table.state, made_up(table.state, 0))

    def _refuse(self, state: State, acts: Iterable[Any]) -> None:
        for other in acts:
            try:
                decide(state, other)
            except Illegal as illegal:
                self.reasons[illegal.reason] += 1


def made_up(state: State, seat: Seat) -> list[Any]:
    """What the seat may be refused although it would have the card for it."""
    slot, other = (state.hands[seat] or [0])[0], (seat + 1) % state.book.seats
    acts: list[Any] = [
        OpenTreasury(seat, slot, TREASURY.number),
        BlazeTrail(seat, slot, TRAILBLAZER.number),
        DivertPath(seat, slot, DIVERSION.number, cell(1, 0), 0),
        AskToll(seat, other),
        BringCollector(seat, slot, cell(1, 0), START),
        *(TurnUpGold(seat, card) for card in state.gold[seat][:1]),
    ]
    return [act for act in acts if type(act) in state.book.decide]


def _what(state: State, at: int) -> str:
    """What is reached on that cell."""
    network = state.board.network
    slot = network.hidden[at] if at in network.hidden else network.slots[at]
    return next(pile.name for pile in state.book.piles if pile.number == state.pile_of[slot])


def near(rules: str, seats: int, seed: int, rng: Random) -> Iterator[Retold]:
    """Waits from the begin of a game in which much is near: the first, those that ask for more, and some turns."""
    tale = story(rules, seats, "near, seeking", seed)
    for table, number in tale.retold():
        turn = table.state.stage == "turn" and number > 0
        asks = any(isinstance(want, wants.Act) for want in wants_of(table.state))
        often = 10 * LOOKS if _veto_could_come(table) else LOOKS
        if asks and (rng.random() < often if turn else number < MOST):
            yield table


def _veto_could_come(table: Retold) -> bool:
    """Whether another seat than the active one holds it."""
    held = (slot for seat, hand in enumerate(table.state.hands) if seat != table.state.active for slot in hand)
    return any(table.faces[slot] == VETO.number for slot in held)


def tally(games: int) -> Tally:
    """So many positions with every company."""
    whole = Tally()
    for rules, seats in COMPANIES:
        for seed in range(games):
            rng = Random(f"{rules} {seed}")
            for table in near(rules, seats, seed, rng):
                whole.try_all(table, rng)
            whole.refuse_at_first(rules, seats, seed)
    whole.refuse_where_the_start_is_walled_in()
    return whole


def of_modules(part: str) -> set[Any]:
    """The events, or the reasons, of rules that are no rules of a card set."""
    rules = {file.RULE for card_set in CARD_SETS.values() for file in card_set.RULES}
    theirs = {each for rule in rules for each in getattr(rule, part)}
    return {each for rule in MODULE_RULES for each in getattr(rule, part)} - theirs


NEVER = {"NoCostumeLeft", "QuestionAnswered"}
"""Events that no table of the box meets: there is always an undealt role, and nothing is asked about hidden faces."""
SELDOM = {"DragonNoted", "DragonSpares", "DragonWaits", "NoteWorkedOff", "NuggetNoted"}
"""What a dragon does to a seat without a nugget: a night shows it, and the scenarios do by day."""
ORDERS = (
    "covers before covers",
    "covers before goals",
    "covers before postcard",
    "goals before covers",
    "goals before goals",
    "goals before postcard",
    "postcard before covers",
    "postcard before goals",
)
TOLLS = ("own collector", "toll paid", "toll paid by another", "toll that the owner gives up")
BAGS = ("bag with 1", "bag with 2")


def expected() -> set[str]:
    """All that is counted by name."""
    acts = {row.act for rules, seats in COMPANIES for row in book(parse(rules), seats).acts.values()}
    shown = {act.__name__ for act in acts if "face" in act.__annotations__} - {"PlayVeto"}
    chests = {f"chest {chest.key}" for chest in CHESTS} | {f"end of turn with {KEY[face]}" for face in ENDINGS}
    cards = {f"card {KEY[face]}" for face in RARE}
    return (
        {f"veto of {name}" for name in shown}
        | chests
        | cards
        | {*ORDERS, *TOLLS, *BAGS, "greedy dwarf at the treasure"}
    )


def check(whole: Tally, least: int) -> None:
    assert {what: whole.seen[what] for what in expected() if whole.seen[what] < least} == {}
    events = {event.__name__: whole.events[event] for event in of_modules("events")}
    rare = {name: least // EACH_AT_NIGHT if name in SELDOM else least for name in events.keys() - NEVER}
    assert {name: events[name] for name, times in rare.items() if events[name] < times} == {}
    reasons = {reason.code for reason in of_modules("reasons")}
    assert reasons - {reason.code for reason in whole.reasons} == set()


def test_everything_that_modules_bring_happens() -> None:
    """Every card and chest, vetoes of all plays, tolls; of several things reached each one first (C, D, HC, HD)."""
    check(tally(GAMES), EACH)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_everything_that_modules_bring_happens_often() -> None:
    """The same, for the night."""
    check(tally(GAMES_AT_NIGHT), EACH_AT_NIGHT)
