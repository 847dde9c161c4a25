"""What happened, in sentences: one function for each kind of event that is worth telling."""

from collections.abc import Callable
from typing import Any

from client.names import TOOLS, card_name, cell_name, goal_card, goal_name, lying_name
from client.plain.people import People
from client.words import _, plural
from engine.events import RoundDealt, SlotsOpened, SlotsShown, TimeRanOut
from engine.mine.game import ALL_CARDS
from engine.mine.rules.break_tool import ToolBroken
from engine.mine.rules.game_end import GameEnded
from engine.mine.rules.goals import GoalReached, GoalRevealed
from engine.mine.rules.gold_draft import GoldDrawn, GoldTaken
from engine.mine.rules.passing import CardsPassed
from engine.mine.rules.place_path import PathPlaced
from engine.mine.rules.read_map import MapRead
from engine.mine.rules.repair_tool import ToolRepaired
from engine.mine.rules.rockfall import RocksFell
from engine.mine.rules.round_end import NuggetsPaid, RoundEnded
from engine.mine.rules.turn import SeatSkipped
from engine.mine.view import View

_TOOLS = {card.number: card.tools for card in ALL_CARDS}


class Story:
    """Tells events to one seat; what it was shown in private is told to it alone."""

    def __init__(self, view: View, people: People) -> None:
        self._view = view
        self._people = people

    def tell(self, events: list[object]) -> list[str]:
        """A sentence for each event that has one."""
        return [sentence for event in events for sentence in self._sentences(event)]

    def _sentences(self, event: Any) -> list[str]:
        teller = _TELLERS.get(type(event))
        return [] if teller is None else teller(self, event)

    def name(self, seat: int) -> str:
        """A player in a sentence."""
        return self._people.name(seat)

    def dealt(self, event: RoundDealt) -> list[str]:
        return ["", _("Round {round} of {rounds}.", round=event.round, rounds=self._view.state.book.rounds)]

    def shown(self, event: SlotsShown) -> list[str]:
        """Only the own seat learns what was shown."""
        if event.seat != self._view.seat:
            return []
        state = self._view.state
        return [text for slot in event.slots if (text := self._of_shown(slot, state))]

    def _of_shown(self, slot: int, state: Any) -> str:
        face = self._view.face(slot)
        if face is None:
            return ""
        if slot in state.roles:
            return _("You are a {role}. Nobody else knows.", role=card_name(face))
        if slot in state.goals.values():
            at = next(at for at, goal in state.goals.items() if goal == slot)
            return _("Secret: the {goal} goal is {card}.", goal=goal_name(at), card=goal_card(face))
        if slot in state.gold[self._view.seat]:
            return _("Secret: the gold card that you keep is worth {nuggets}.", nuggets=card_name(face))
        if state.last_used >= 0 and slot in state.hands[self._view.seat]:
            return _("You draw: {card}.", card=card_name(face))
        return ""

    def placed(self, event: PathPlaced) -> list[str]:
        card = lying_name(event.face, event.turned)
        return [_("{who} places {card} at {cell}.", who=self.name(event.seat), card=card, cell=cell_name(event.cell))]

    def broke(self, event: ToolBroken) -> list[str]:
        tool = _TOOLS[event.face][0]
        return [
            _(
                "{who} breaks the {tool} of {whom}.",
                who=self.name(event.seat),
                tool=TOOLS[tool],
                whom=self.name(event.target),
            )
        ]

    def repaired(self, event: ToolRepaired) -> list[str]:
        tool = _TOOLS[self._view.state.faces[event.mended]][0]
        return [
            _(
                "{who} mends the {tool} of {whom}.",
                who=self.name(event.seat),
                tool=TOOLS[tool],
                whom=self.name(event.target),
            )
        ]

    def fell(self, event: RocksFell) -> list[str]:
        return [_("{who} brings down the tunnel at {cell}.", who=self.name(event.seat), cell=cell_name(event.cell))]

    def looked(self, event: MapRead) -> list[str]:
        return [_("{who} looks at the {goal} goal.", who=self.name(event.seat), goal=goal_name(event.cell))]

    def passed(self, event: CardsPassed) -> list[str]:
        who = self.name(event.seat)
        return [_("{who} passes; chance chose the card.", who=who) if event.by_clock else _("{who} passes.", who=who)]

    def late(self, event: TimeRanOut) -> list[str]:
        return [_("The time of {who} is up.", who=self.name(event.seat))]

    def skipped(self, event: SeatSkipped) -> list[str]:
        return [_("{who} has no cards left and is skipped.", who=self.name(event.seat))]

    def reached(self, event: GoalReached) -> list[str]:
        return [_("The tunnel reaches the {goal} goal!", goal=goal_name(event.cell))]

    def revealed(self, event: GoalRevealed) -> list[str]:
        return [_("The {goal} goal is {card}.", goal=goal_name(event.cell), card=goal_card(event.face))]

    def ended(self, event: RoundEnded) -> list[str]:
        if event.treasure and event.finisher is not None:
            return [
                "",
                _("{who} has found the treasure: the gold-diggers win the round.", who=self.name(event.finisher)),
            ]
        return ["", _("All cards are used and nobody has found the treasure: the gold-diggers lose the round.")]

    def paid(self, event: NuggetsPaid) -> list[str]:
        return [
            plural(
                "{who} gets {count} nugget.", "{who} gets {count} nuggets.", event.nuggets, who=self.name(event.seat)
            )
        ]

    def drawn(self, event: GoldDrawn) -> list[str]:
        order = ", ".join(self.name(seat) for seat in event.pickers)
        return [
            plural(
                "{count} gold card goes to: {order}.",
                "{count} gold cards go round: {order}.",
                len(event.slots),
                order=order,
            )
        ]

    def taken(self, event: GoldTaken) -> list[str]:
        lines = [_("{who} keeps a gold card.", who=self.name(event.seat))]
        face = self._view.face(event.slot)
        if event.seat == self._view.seat and face is not None:
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

    def opened(self, event: SlotsOpened) -> list[str]:
        """At the end of a round: who was what, and where the treasure lay."""
        state, faces = self._view.state, dict(event.faces)
        if not set(state.roles) <= faces.keys():
            return []
        roles = [f"  {self.name(seat):16} {card_name(faces[slot])}" for seat, slot in enumerate(state.roles)]
        goals = [
            _("The {goal} goal was {card}.", goal=goal_name(at), card=goal_card(faces[slot]))
            for at, slot in state.goals.items()
            if slot in faces
        ]
        left_over = [
            _("Left over: {role}.", role=card_name(faces[slot])) for slot in state.spare_roles if slot in faces
        ]
        return [_("The roles are turned up:"), *roles, *left_over, *goals]


_TELLERS: dict[type, Callable[[Story, Any], list[str]]] = {
    RoundDealt: Story.dealt,
    SlotsShown: Story.shown,
    SlotsOpened: Story.opened,
    PathPlaced: Story.placed,
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
    GoldDrawn: Story.drawn,
    GoldTaken: Story.taken,
    GameEnded: Story.over,
}
