"""What can be done in a step: each verb, how it is written, and the input it makes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine import wants
from engine.front import wants as wants_of
from engine.inputs import DealRound, GiveRandom, OpenSlots, RenewSlots, ShowSlots, TimeUp
from engine.mine.cards import TOOLS
from engine.mine.rules.break_tool import BreakTool
from engine.mine.rules.goals import RotateGoal, TurnGoal
from engine.mine.rules.gold_draft import TakeGold
from engine.mine.rules.passing import Pass
from engine.mine.rules.place_path import PlacePath
from engine.mine.rules.read_map import ReadMap
from engine.mine.rules.repair_tool import RepairTool
from engine.mine.rules.rockfall import CauseRockfall
from engine.scenario.keys import Keys, between, exactly, list_of, one_line, one_of, shown, table_of
from engine.scenario.references import lying_slot, read_reference, slot_of
from engine.scenario.words import FACES, KEYS, cell_text, read_card, read_cell
from engine.slots import Face, Seat, Slot
from engine.tabletop import Tabletop

_DEGREES = {str(degrees): degrees for degrees in (0, 90, 180, 270)}
_SEAT = between(0, 99)


@dataclass(frozen=True, slots=True)
class Verb:
    """How a step is read, and the input that it makes at a table."""

    read: Callable[[Keys], dict[str, Any]]
    make: Callable[[Tabletop, Seat, dict[str, Any]], object]
    by_a_seat: bool = True


def _read_degrees(value: Any) -> int:
    degrees = exactly(int)(value)
    if str(degrees) not in _DEGREES:
        raise ValueError(f"expected 0, 90, 180 or 270 degrees, found {shown(degrees)}")
    return degrees


def _read_place(keys: Keys) -> dict[str, Any]:
    card, at = keys.need("place", one_line), keys.need("at", read_cell)
    return {
        "text": f"{card} at {cell_text(at)}",
        "face": keys.need("place", read_card),
        "cell": at,
        "turned": keys.maybe("turned", _read_degrees, 0),
    }


def _make_place(table: Tabletop, seat: Seat, step: dict[str, Any]) -> object:
    slot = lying_slot(table, seat, step["face"])
    return PlacePath(seat, slot, step["face"], step["cell"], step["turned"])


def _read_break(keys: Keys) -> dict[str, Any]:
    target = keys.need("target", _SEAT)
    text = f"{keys.need('break', one_line)} for seat {target}"
    return {"text": text, "face": keys.need("break", read_card), "target": target}


def _make_break(table: Tabletop, seat: Seat, step: dict[str, Any]) -> object:
    return BreakTool(seat, lying_slot(table, seat, step["face"]), step["face"], step["target"])


def _read_repair(keys: Keys) -> dict[str, Any]:
    target = keys.need("target", _SEAT)
    text = f"{keys.need('repair', one_line)} for seat {target}"
    return {
        "text": text,
        "face": keys.need("repair", read_card),
        "target": target,
        "tool": keys.need("tool", one_of(TOOLS)),
    }


def _make_repair(table: Tabletop, seat: Seat, step: dict[str, Any]) -> object:
    slot = lying_slot(table, seat, step["face"])
    return RepairTool(seat, slot, step["face"], step["target"], step["tool"])


def _read_cell_of(verb: str) -> Callable[[Keys], dict[str, Any]]:
    def read(keys: Keys) -> dict[str, Any]:
        at = keys.need(verb, read_cell)
        return {"text": cell_text(at), "cell": at, "face": keys.maybe("card", read_card, FACES.get(verb, 0))}

    return read


def _make_rockfall(table: Tabletop, seat: Seat, step: dict[str, Any]) -> object:
    return CauseRockfall(seat, lying_slot(table, seat, step["face"]), step["face"], step["cell"])


def _make_map(table: Tabletop, seat: Seat, step: dict[str, Any]) -> object:
    return ReadMap(seat, lying_slot(table, seat, step["face"]), step["face"], step["cell"])


def _read_turn_goal(keys: Keys) -> dict[str, Any]:
    at = keys.need("turn-goal", read_cell)
    return {"text": cell_text(at), "cell": at}


def _read_pass(keys: Keys) -> dict[str, Any]:
    cards = keys.need("pass", _one_or_more)
    return {"text": " ".join(KEYS[face] for face in cards), "cards": cards}


def _one_or_more(value: Any) -> list[Face]:
    return list_of(read_card)(value if isinstance(value, list) else [value])


def _make_pass(table: Tabletop, seat: Seat, step: dict[str, Any]) -> object:
    slots: list[Slot] = []
    for face in step["cards"]:
        slots.append(lying_slot(table, seat, face, besides=slots))
    return Pass(seat, tuple(slots))


def _read_take_gold(keys: Keys) -> dict[str, Any]:
    return {"text": keys.need("take-gold", one_line), "face": keys.need("take-gold", read_card)}


def _make_take_gold(table: Tabletop, seat: Seat, step: dict[str, Any]) -> object:
    offered = [slot for slot in table.state.draft if table.faces[slot] == step["face"]]
    return TakeGold(seat, offered[0] if offered else lying_slot(table, seat, step["face"]))


def _value_of(verb: str, read: Callable[[Any], Any]) -> Callable[[Keys], dict[str, Any]]:
    def read_value(keys: Keys) -> dict[str, Any]:
        value = keys.need(verb, read)
        return {"text": str(value), "value": value}

    return read_value


def _make_deal(table: Tabletop, seat: Seat, step: dict[str, Any]) -> object:
    _enter(table, wants.Deal)
    return DealRound(tuple(step["value"]))


def _make_renew(table: Tabletop, seat: Seat, step: dict[str, Any]) -> object:
    _enter(table, wants.Renew)
    return RenewSlots(tuple(step["value"]))


def _enter(table: Tabletop, kind: type) -> None:
    """Lay the faces ready for the slots that the table waits for; a refused step leaves them unused."""
    for want in wants_of(table.state):
        if type(want) is kind:
            table.answer(want)


def _read_open(keys: Keys) -> dict[str, Any]:
    cards = keys.need("open", table_of(read_reference, read_card))
    return {"text": ", ".join(cards), "cards": cards}


def _make_open(table: Tabletop, seat: Seat, step: dict[str, Any]) -> object:
    return OpenSlots(tuple((slot_of(table, name), face) for name, face in step["cards"].items()))


def _read_show(keys: Keys) -> dict[str, Any]:
    cards = keys.need("show", list_of(read_reference))
    return {"text": ", ".join(cards), "cards": cards}


def _make_show(table: Tabletop, seat: Seat, step: dict[str, Any]) -> object:
    slots = tuple(slot_of(table, name) for name in step["cards"])
    if (seat, slots) in table.state.owed:
        table.notebooks[seat].show((slot, table.faces[slot]) for slot in slots)
    return ShowSlots(seat, slots)


VERBS = {
    "place": Verb(_read_place, _make_place),
    "break": Verb(_read_break, _make_break),
    "repair": Verb(_read_repair, _make_repair),
    "rockfall": Verb(_read_cell_of("rockfall"), _make_rockfall),
    "map": Verb(_read_cell_of("map"), _make_map),
    "pass": Verb(_read_pass, _make_pass),
    "turn-goal": Verb(_read_turn_goal, lambda table, seat, step: TurnGoal(seat, step["cell"])),
    "rotate-goal": Verb(
        _value_of("rotate-goal", _read_degrees), lambda table, seat, step: RotateGoal(seat, step["value"])
    ),
    "take-gold": Verb(_read_take_gold, _make_take_gold),
    "time-up": Verb(_value_of("time-up", _SEAT), lambda table, seat, step: TimeUp(step["value"]), by_a_seat=False),
    "deal": Verb(_value_of("deal", list_of(between(0, 999))), _make_deal, by_a_seat=False),
    "open": Verb(_read_open, _make_open, by_a_seat=False),
    "show": Verb(_read_show, _make_show),
    "random": Verb(
        _value_of("random", between(-999, 999)),
        lambda table, seat, step: GiveRandom(step["value"]),
        by_a_seat=False,
    ),
    "renew": Verb(_value_of("renew", list_of(between(0, 9999))), _make_renew, by_a_seat=False),
    "dealer": Verb(
        _value_of("dealer", one_of({"answers": "answers"})), lambda table, seat, step: None, by_a_seat=False
    ),
}
