"""What can be done in a step: each verb, how it is written, and the input it makes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine import wants
from engine.front import wants as wants_of
from engine.inputs import DealRound, GiveRandom, OpenSlots, RenewSlots, ShowSlots, TimeUp
from engine.mine.cards.card import TOOLS
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
from engine.mine.rules.placing.goals import RotateGoal, TurnGoal
from engine.mine.rules.placing.place_ladder import PlaceLadder
from engine.mine.rules.placing.place_path import PlacePath
from engine.mine.rules.round.gold_draft import TakeGold
from engine.mine.rules.round.steal import Steal, StealNothing
from engine.mine.rules.turn.discard_two import DiscardTwo
from engine.mine.rules.turn.passing import Pass
from engine.scenario.keys import Keys, between, exactly, list_of, one_line, one_of, shown, table_of
from engine.scenario.references import card_before, lying_slot, read_reference, slot_of
from engine.scenario.words import FACES, KEYS, cell_text, read_card, read_cell
from engine.slots import TABLE, Face, Seat, Slot
from engine.tabletop import Tabletop

_DEGREES = {str(degrees): degrees for degrees in (0, 90, 180, 270)}
_SEAT = between(0, 99)
_CLOCK = between(0, TABLE)


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


def _read_place(verb: str) -> Callable[[Keys], dict[str, Any]]:
    def read(keys: Keys) -> dict[str, Any]:
        card, at = keys.need(verb, one_line), keys.need("at", read_cell)
        return {
            "text": f"{card} at {cell_text(at)}",
            "face": keys.need(verb, read_card),
            "cell": at,
            "turned": keys.maybe("turned", _read_degrees, 0),
        }

    return read


def _make_place(act: Callable[..., object]) -> Callable[[Tabletop, Seat, dict[str, Any]], object]:
    def make(table: Tabletop, seat: Seat, step: dict[str, Any]) -> object:
        return act(seat, lying_slot(table, seat, step["face"]), step["face"], step["cell"], step["turned"])

    return make


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
    return Pass(seat, _slots_of(table, seat, step["cards"]))


def _slots_of(table: Tabletop, seat: Seat, cards: list[Face]) -> tuple[Slot, ...]:
    slots: list[Slot] = []
    for face in cards:
        slots.append(lying_slot(table, seat, face, besides=slots))
    return tuple(slots)


def _read_discard_two(keys: Keys) -> dict[str, Any]:
    cards, removed = keys.need("discard-two", list_of(read_card)), keys.need("remove", read_card)
    text = f"{' '.join(KEYS[face] for face in cards)} for {KEYS[removed]}"
    return {"text": text, "cards": cards, "removed": removed}


def _make_discard_two(table: Tabletop, seat: Seat, step: dict[str, Any]) -> object:
    return DiscardTwo(seat, _slots_of(table, seat, step["cards"]), card_before(table, seat, step["removed"]))


def _read_lay(keys: Keys) -> dict[str, Any]:
    return {"text": keys.need("lay", one_line), "face": keys.need("lay", read_card)}


def _make_lay(table: Tabletop, seat: Seat, step: dict[str, Any]) -> object:
    return LayTheft(seat, lying_slot(table, seat, step["face"]), step["face"])


def _aimed(verb: str, act: Callable[..., object]) -> Verb:
    """An action card that has the name of the verb and is played at a seat."""

    def read(keys: Keys) -> dict[str, Any]:
        target = keys.need(verb, _SEAT)
        return {"text": f"for seat {target}", "target": target, "face": keys.maybe("card", read_card, FACES[verb])}

    def make(table: Tabletop, seat: Seat, step: dict[str, Any]) -> object:
        return act(seat, lying_slot(table, seat, step["face"]), step["face"], step["target"])

    return Verb(read, make)


def _read_steal(keys: Keys) -> dict[str, Any]:
    target = keys.need("steal", _read_victim)
    return {"text": "nothing" if target is None else f"from seat {target}", "target": target}


def _read_victim(value: Any) -> Seat | None:
    return None if value == "nothing" else _SEAT(value)


def _make_steal(table: Tabletop, seat: Seat, step: dict[str, Any]) -> object:
    return StealNothing(seat) if step["target"] is None else Steal(seat, step["target"])


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
    "place": Verb(_read_place("place"), _make_place(PlacePath)),
    "ladder": Verb(_read_place("ladder"), _make_place(PlaceLadder)),
    "break": Verb(_read_break, _make_break),
    "repair": Verb(_read_repair, _make_repair),
    "rockfall": Verb(_read_cell_of("rockfall"), _make_rockfall),
    "map": Verb(_read_cell_of("map"), _make_map),
    "lay": Verb(_read_lay, _make_lay),
    "hands-off": _aimed("hands-off", StopTheft),
    "prison": _aimed("prison", Imprison),
    "freedom": _aimed("freedom", FreePlayer),
    "inspection": _aimed("inspection", InspectRole),
    "swap-hats": _aimed("swap-hats", SwapHats),
    "swap-hands": _aimed("swap-hands", SwapHands),
    "pass": Verb(_read_pass, _make_pass),
    "discard-two": Verb(_read_discard_two, _make_discard_two),
    "turn-goal": Verb(_read_turn_goal, lambda table, seat, step: TurnGoal(seat, step["cell"])),
    "rotate-goal": Verb(
        _value_of("rotate-goal", _read_degrees), lambda table, seat, step: RotateGoal(seat, step["value"])
    ),
    "take-gold": Verb(_read_take_gold, _make_take_gold),
    "steal": Verb(_read_steal, _make_steal),
    "time-up": Verb(_value_of("time-up", _CLOCK), lambda table, seat, step: TimeUp(step["value"]), by_a_seat=False),
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
