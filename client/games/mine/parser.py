"""From a typed line to an act, without judging whether the rules allow it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from client.games.game import NotUnderstood
from client.games.line import numbers
from client.games.mine.line import CARD, Line
from client.i18n import _
from client.words.people import People
from engine.mine.book import Book
from engine.mine.cards.card import TOOLS as TOOL_BITS
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
from engine.mine.rules.placing.place_path import PlacePath
from engine.mine.rules.placing.reaching import TurnGoal
from engine.mine.rules.round.gold_draft import TakeGold
from engine.mine.rules.round.steal import Steal, StealNothing
from engine.mine.rules.turn.discard_two import DiscardTwo
from engine.mine.rules.turn.passing import Pass
from engine.mine.view import View


@dataclass(frozen=True, slots=True)
class Verb:
    """The acts that a verb can make, and how the words after it are read."""

    acts: tuple[type, ...]
    read: Callable[[Line], Any]


def _place(line: Line) -> Any:
    """A ladder is placed like any path card; the rules that judge it are others."""
    slot, face = line.card()
    at = line.cell()
    place = PlaceLadder if CARD[face].kind == "ladder" else PlacePath
    return place(line.seat, slot, face, at, 180 if line.takes("turned") else 0)


def _break(line: Line) -> Any:
    target, tool = line.player(), line.tool()
    return BreakTool(line.seat, *line.held("break", tool=tool), target)


def _repair(line: Line) -> Any:
    target, tool = line.player(), line.tool()
    slot, face = line.card() if line.words else line.held("repair", tool=tool)
    return RepairTool(line.seat, slot, face, target, TOOL_BITS[tool])


def _rockfall(line: Line) -> Any:
    at = line.cell()
    return CauseRockfall(line.seat, *line.held("rockfall"), at)


def _map(line: Line) -> Any:
    at = line.goal()
    return ReadMap(line.seat, *line.held("map"), at)


def _at_player(kind: str, act: Callable[..., Any]) -> Callable[[Line], Any]:
    """A card that does something to a player, and says nothing more."""

    def read(line: Line) -> Any:
        target = line.player()
        return act(line.seat, *line.held(kind), target)

    return read


_swap_hands = _at_player("swap-hands", SwapHands)
_swap_hats = _at_player("swap-hats", SwapHats)


def _swap(line: Line) -> Any:
    """Hands, unless hats are named: in full, since a player may be called Hana."""
    return _swap_hats(line) if line.words[:1] == ["hats"] and line.words.pop(0) else _swap_hands(line)


def _drop(line: Line) -> Any:
    return DiscardTwo(line.seat, line.cards(), line.in_front())


def _take(line: Line) -> Any:
    word, draft = line.take(_("The number of a gold card")), line.view.state.draft
    if not draft:
        raise NotUnderstood(_("No gold is passed round now."))
    if word not in numbers(len(draft)):
        raise NotUnderstood(
            _("“{word}” is no card of these: they are numbered 1 to {most}.", word=word, most=len(draft))
        )
    return TakeGold(line.seat, draft[int(word) - 1])


ACTS: dict[str, Verb] = {
    "place": Verb((PlacePath, PlaceLadder), _place),
    "break": Verb((BreakTool,), _break),
    "repair": Verb((RepairTool,), _repair),
    "rockfall": Verb((CauseRockfall,), _rockfall),
    "map": Verb((ReadMap,), _map),
    "theft": Verb((LayTheft,), lambda line: LayTheft(line.seat, *line.held("theft"))),
    "hands": Verb((StopTheft,), _at_player("hands-off", StopTheft)),
    "prison": Verb((Imprison,), _at_player("prison", Imprison)),
    "free": Verb((FreePlayer,), _at_player("freedom", FreePlayer)),
    "inspect": Verb((InspectRole,), _at_player("inspection", InspectRole)),
    "hats": Verb((SwapHats,), _swap_hats),
    "swap": Verb((SwapHands, SwapHats), _swap),
    "drop": Verb((DiscardTwo,), _drop),
    "pass": Verb((Pass,), lambda line: Pass(line.seat, line.cards())),
    "goal": Verb((TurnGoal,), lambda line: TurnGoal(line.seat, line.goal())),
    "rotate": Verb((RotateGoal,), lambda line: RotateGoal(line.seat, 180)),
    "upright": Verb((RotateGoal,), lambda line: RotateGoal(line.seat, 0)),
    "take": Verb((TakeGold,), _take),
    "steal": Verb((Steal,), lambda line: Steal(line.seat, line.player())),
    "no": Verb((StealNothing,), lambda line: StealNothing(line.seat)),
}


def verbs_of(book: Book) -> tuple[str, ...]:
    """What can be said at a table: only what its rules know."""
    return tuple(name for name, verb in ACTS.items() if any(act in book.decide for act in verb.acts))


def parse_act(verb: str, words: list[str], view: View, people: People) -> Any:
    """The act that the words after the verb describe."""
    line = Line(words, view, people)
    act = ACTS[verb].read(line)
    line.end()
    return act
