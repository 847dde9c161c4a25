"""The words of the Goal Swap."""

from client.games.mine.names import goal_name
from client.games.mine.words.teller import Teller
from client.games.mine.words.words import Words
from client.games.words import Act, Card, Choice, Kind, Said
from client.i18n import _
from client.words.people import People
from engine.grid.cells import Cell
from engine.mine.modules.goal_swap import GoalsLaidBack, GoalsTakenUp, SwapGoals
from engine.mine.view import View


def _swap(teller: Teller, act: SwapGoals) -> str:
    return _("Pick up two goals: {one} and {other}", one=goal_name(act.cell), other=goal_name(act.other))


def _taken_up(teller: Teller, event: GoalsTakenUp) -> str:
    return _(
        "{who} [pick|picks] up two goals without looking: {one} and {other}.",
        who=teller.who(event.seat),
        one=goal_name(event.cell),
        other=goal_name(event.other),
    )


def _table(view: View, people: People) -> list[str]:
    cells: tuple[Cell, ...] = getattr(view.state, "taken_up", ())
    if not cells:
        return []
    one, other = map(goal_name, cells)
    who = people.who(view.state.active)
    return [_("{who} [are|is] holding two goals: {one} and {other}.", who=who, one=one, other=other)]


WORDS = Words(
    table=_table,
    cards={"goal-swap": Card(_("Goal Swap"))},
    kinds={"goal-swap": Kind(_("Two hidden goals change places, or not. Only you know."), "?{signs.across}?")},
    refusals={
        "goal-swap/no-goal": _("A Goal Swap needs two goals: choose two cells where goals lie."),
        "goal-swap/goal-face-up": _("One of these goals already lies face up: choose two that are face down."),
        "goal-swap/same-goal": _("A Goal Swap needs two different goals."),
    },
    acts={
        "goal-swap": Act(
            _swap,
            _("  switch top and bottom   pick up two goals; you decide in secret if they swap"),
            ("switch {cell:goal} and {other:goal}",),
            events={GoalsTakenUp: _taken_up},
        ),
    },
    events={GoalsLaidBack: Said("{who} [put|puts] the two goals back.")},
    choices={
        "goal-swap": Choice(
            _("where the two goals lie"), {"stay": _("where they lay"), "swap": _("each in the other's place")}
        )
    },
)
