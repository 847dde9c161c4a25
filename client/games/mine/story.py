"""What happened, in sentences: one function for each kind of event that is worth telling."""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import dropwhile
from operator import not_
from typing import Any

from client.games.game import Line, RoundReport, Scores
from client.games.mine import story_saboteur2
from client.games.mine.names import TOOLS, card_name, cell_name, goal_card, goal_name, lying_name, role_name
from client.games.mine.teller import Teller
from client.i18n import _, plural
from client.words.people import People
from engine.events import RoundClosed, RoundDealt, SlotsOpened, SlotsRenewed, SlotsShown, TimeRanOut
from engine.mine.division import GEOLOGIST
from engine.mine.game import ALL_CARDS
from engine.mine.rules.actions.break_tool import ToolBroken
from engine.mine.rules.actions.read_map import MapRead
from engine.mine.rules.actions.repair_tool import ToolRepaired
from engine.mine.rules.actions.rockfall import RocksFell
from engine.mine.rules.placing.goals import GoalReached, GoalRevealed
from engine.mine.rules.placing.place_ladder import LadderPlaced
from engine.mine.rules.placing.place_path import PathPlaced
from engine.mine.rules.round.game_end import GameEnded
from engine.mine.rules.round.gold_draft import GoldDrawn, GoldTaken
from engine.mine.rules.round.pay_gold_cards import GoldPaid, GoldShuffled
from engine.mine.rules.round.round_end import NuggetsPaid, RoundEnded
from engine.mine.rules.round.share_gold import RoundWon
from engine.mine.rules.turn.passing import CardsPassed
from engine.mine.rules.turn.turn import SeatSkipped
from engine.mine.scoring import saboteurs
from engine.mine.view import View
from engine.slots import Face, Seat, Slot

_TOOLS = {card.number: card.tools for card in ALL_CARDS}


class Story(Teller):
    """Tells events to one seat; what it was shown in private is told to it alone."""

    def __init__(self, view: View, people: People) -> None:
        super().__init__(view, people)
        self.reports: list[RoundReport] = []
        self.scores: Scores | None = None
        self._round_lines: list[str] | None = None
        """What was told since the round ended; None before."""
        self._renewed: set[Slot] = set()
        """Cards that no seat drew: they changed owners, or places."""

    def tell(self, event: object) -> list[Line]:
        """A line for each sentence about the event, most often none or one."""
        if isinstance(event, RoundEnded):
            self._round_lines = []
        lines = self._sentences(event)
        if self._round_lines is not None:
            self._round_lines += lines
        if isinstance(event, RoundClosed) and self._round_lines is not None:
            self.reports.append(RoundReport(event.round, tuple(dropwhile(not_, self._round_lines))))
            self._round_lines = None
        if isinstance(event, GameEnded):
            self.scores = Scores(event.scores, event.winners)
        open_lines = _open_lines(event, len(lines))
        return [Line(text, secret=at >= open_lines) for at, text in enumerate(lines)]

    def _sentences(self, event: Any) -> list[str]:
        if isinstance(event, SlotsRenewed):
            self._renewed.update(event.new)
        teller = _TELLERS.get(type(event))
        return [] if teller is None else teller(self, event)

    def dealt(self, event: RoundDealt) -> list[str]:
        return ["", _("Round {round} of {rounds}.", round=event.round, rounds=self.state.book.rounds)]

    def shown(self, event: SlotsShown) -> list[str]:
        """Only the own seat learns what was shown."""
        if event.seat != self.view.seat:
            return []
        faces = {slot: face for slot in event.slots if (face := self.view.face(slot)) is not None}
        hand = self.state.hands[event.seat]
        if taken := [card_name(face) for slot, face in faces.items() if slot in self._renewed and slot in hand]:
            return [_("Secret: your hand is now {cards}.", cards="; ".join(taken))]
        return [text for slot, face in faces.items() if (text := self._of_shown(slot, face, event.seat))]

    def _of_shown(self, slot: Slot, face: Face, seat: Seat) -> str:
        state = self.state
        if slot in state.roles:
            return self._of_role(state.roles.index(slot), face)
        if slot in (*state.spare_roles, *state.roles_aside):  # its owner had a new hat before the showing came
            return _("Secret: {role} is among the roles that nobody has.", role=role_name(face))
        if slot in state.goals.values():
            at = next(at for at, goal in state.goals.items() if goal == slot)
            return _("Secret: the {goal} goal is {card}.", goal=goal_name(at), card=goal_card(face))
        if slot in state.gold[seat]:
            return _("Secret: the gold card that you keep is worth {nuggets}.", nuggets=card_name(face))
        if state.last_used >= 0 and slot in state.hands[seat]:
            return _("You draw: {card}.", card=card_name(face))
        return ""

    def _of_role(self, seat: Seat, face: Face) -> str:
        """The own role, or one that was inspected."""
        if seat == self.view.seat:
            return _("You are {role}. Nobody else knows.", role=role_name(face))
        return _("Secret: {who} is {role}.", who=self.name(seat), role=role_name(face))

    def placed(self, event: PathPlaced | LadderPlaced) -> list[str]:
        card = lying_name(event.face, event.turned)
        return [_("{who} places {card} at {cell}.", who=self.name(event.seat), card=card, cell=cell_name(event.cell))]

    def broke(self, event: ToolBroken) -> list[str]:
        tool = TOOLS[_TOOLS[event.face][0]]
        return [_("{who} breaks the {tool} of {whom}.", tool=tool, **self.both(event))]

    def repaired(self, event: ToolRepaired) -> list[str]:
        tool = TOOLS[_TOOLS[self.state.faces[event.mended]][0]]
        return [_("{who} mends the {tool} of {whom}.", tool=tool, **self.both(event))]

    def fell(self, event: RocksFell) -> list[str]:
        return [_("{who} brings down the tunnel at {cell}.", who=self.name(event.seat), cell=cell_name(event.cell))]

    def looked(self, event: MapRead) -> list[str]:
        return [_("{who} looks at the {goal} goal.", who=self.name(event.seat), goal=goal_name(event.cell))]

    def passed(self, event: CardsPassed) -> list[str]:
        who = self.name(event.seat)
        if event.by_clock:
            return [_("{who} passes; chance chose the card.", who=who)]
        return [plural("{who} passes.", "{who} passes with {count} cards.", len(event.slots), who=who)]

    def late(self, event: TimeRanOut) -> list[str]:
        return [_("The time of {who} is up.", who=self.name(event.seat))]

    def skipped(self, event: SeatSkipped) -> list[str]:
        return [_("{who} has no cards left and is skipped.", who=self.name(event.seat))]

    def reached(self, event: GoalReached) -> list[str]:
        return [_("The tunnel reaches the {goal} goal!", goal=goal_name(event.cell))]

    def revealed(self, event: GoalRevealed) -> list[str]:
        return [_("The {goal} goal is {card}.", goal=goal_name(event.cell), card=goal_card(event.face))]

    def ended(self, event: RoundEnded) -> list[str]:
        """Who wins is clear at once in the base game only."""
        if RoundWon in self.state.book.evolve:
            return ["", story_saboteur2.ended(self, event)]
        if event.treasure and event.finisher is not None:
            return [
                "",
                _("{who} has found the treasure: the gold-diggers win the round.", who=self.name(event.finisher)),
            ]
        return ["", _("All cards are used and nobody has found the treasure: the gold-diggers lose the round.")]

    def opened(self, event: SlotsOpened) -> list[str]:
        """At the end of a round: who was what, and where the treasure lay."""
        state, faces = self.state, dict(event.faces)
        if faces.keys() <= set(state.gold_pile):
            return [_("A gold card is turned up: {nuggets}.", nuggets=_counted(faces.values()))]
        if not set(state.roles) <= faces.keys():
            return []
        roles = [f"  {self.name(seat):16} {card_name(faces[slot])}" for seat, slot in enumerate(state.roles)]
        goals = [
            _("The {goal} goal was {card}.", goal=goal_name(at), card=goal_card(faces[slot]))
            for at, slot in state.goals.items()
            if slot in faces
        ]
        return [_("The roles are turned up:"), *roles, *self._left_over(faces), *goals, *self._nobody_paid()]

    def _nobody_paid(self) -> list[str]:
        """In the base game the saboteurs win without the treasure, if there are any (A9.6)."""
        if RoundWon in self.state.book.evolve or self.state.treasure_found or saboteurs(self.state):
            return []
        return [_("There is no saboteur among the players: nobody gets any gold.")]

    def _left_over(self, faces: dict[Slot, Face]) -> list[str]:
        """The roles that nobody has: one in the base game, many in Saboteur 2."""
        state = self.state
        spare = [faces[slot] for slot in (*state.spare_roles, *state.roles_aside) if slot in faces]
        if not spare:
            return []
        if RoundWon in state.book.evolve:
            return [_("Undealt roles: {roles}.", roles=_counted(spare))]
        return [_("Left over: {role}.", role=_counted(spare))]

    def paid(self, event: NuggetsPaid) -> list[str]:
        """What for."""
        who, role = self.name(event.seat), self.open_role(event.seat)
        if role == GEOLOGIST:
            return [story_saboteur2.paid_for_crystals(who, event.nuggets)]
        return [
            plural(
                "{who} gets {count} nugget as {role}.",
                "{who} gets {count} nuggets as {role}.",
                event.nuggets,
                who=who,
                role=role_name(role),
            )
        ]

    def paid_in_cards(self, event: GoldPaid) -> list[str]:
        """Which cards: each lies face up."""
        cards = _counted(self.state.faces[slot] for slot in event.slots)
        role = role_name(self.open_role(event.seat))
        return [
            plural(
                "{who} gets {count} gold card as {role}: {cards}.",
                "{who} gets {count} gold cards as {role}: {cards}.",
                len(event.slots),
                who=self.name(event.seat),
                role=role,
                cards=cards,
            )
        ]

    def shuffled(self, event: GoldShuffled) -> list[str]:
        return [_("The gold cards that were not needed go back, and the gold pile is shuffled.")]

    def drawn(self, event: GoldDrawn) -> list[str]:
        return [
            plural(
                "{count} gold card goes to a gold-digger: {order}.",
                "{count} gold cards go round among the gold-diggers: {order}.",
                len(event.slots),
                order=self.names(list(event.pickers)),
            )
        ]

    def taken(self, event: GoldTaken) -> list[str]:
        lines = [_("{who} keeps a gold card.", who=self.name(event.seat))]
        face = self.view.face(event.slot)
        if event.seat == self.view.seat and face is not None:
            lines.append(_("Secret: it is worth {nuggets}.", nuggets=card_name(face)))
        return lines

    def over(self, event: GameEnded) -> list[str]:
        scores = [f"  {self.name(seat):16} {score:>3}" for seat, score in enumerate(event.scores)]
        *others, last = (self.name(seat) for seat in event.winners)
        winners = _("{others} and {last}", others=", ".join(others), last=last) if others else last
        closing = (
            _("{winners} wins.", winners=winners)
            if len(event.winners) == 1
            else _("{winners} share the victory.", winners=winners)
        )
        return ["", _("The game is over. Nuggets:"), *scores, closing]


def _open_lines(event: object, count: int) -> int:
    """How many lines every seat may read.  The text does not tell it: a line may begin with a name, whatever it is."""
    return 0 if isinstance(event, SlotsShown) else 1 if isinstance(event, GoldTaken) else count


def _counted(faces: Iterable[Face]) -> str:
    """Cards by name, each once, with how many there are if it is not one."""
    counts = Counter(map(card_name, sorted(faces)))
    return ", ".join(name if count == 1 else f"{name} ({count})" for name, count in counts.items())


_TELLERS: dict[type, Callable[[Story, Any], list[str]]] = {
    RoundDealt: Story.dealt,
    SlotsShown: Story.shown,
    SlotsOpened: Story.opened,
    PathPlaced: Story.placed,
    LadderPlaced: Story.placed,
    ToolBroken: Story.broke,
    ToolRepaired: Story.repaired,
    RocksFell: Story.fell,
    MapRead: Story.looked,
    CardsPassed: Story.passed,
    TimeRanOut: Story.late,
    SeatSkipped: Story.skipped,
    GoalReached: Story.reached,
    GoalRevealed: Story.revealed,
    RoundEnded: Story.ended,
    NuggetsPaid: Story.paid,
    GoldPaid: Story.paid_in_cards,
    GoldShuffled: Story.shuffled,
    GoldDrawn: Story.drawn,
    GoldTaken: Story.taken,
    GameEnded: Story.over,
    **story_saboteur2.TELLERS,
}
