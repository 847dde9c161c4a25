"""Tunnel Toll: collectors stand at open ends of tunnels, and a card is placed there only for a nugget (D1).

What a placement costs, and who pays, is asked of every act that lays a card on a cell.  Who pays is said before a card
is shown: first other players may be asked, then a payer is named for a collector; nuggets move when the card is placed.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Annotated, Any, cast

from engine.acts import CELL, SEAT, ActRow, Field, Integer
from engine.errors import NO_SUCH_SEAT, NOT_WANTED, NOT_YOUR_TURN, Illegal, Reason
from engine.fields import Value
from engine.grid.cells import SIDES, Cell
from engine.machine import Decide, Rule, Stage
from engine.mine.book import Book, Due
from engine.mine.flags import CARD_SET_NAMES
from engine.mine.modules.module import Module
from engine.mine.rules.round import paying
from engine.mine.rules.round.paying import PayingState, sure, turn_ups
from engine.mine.rules.turn.turn import NOT_HELD, require_held
from engine.mine.state import State
from engine.mine.view import View
from engine.records import record
from engine.scenario.keys import Impossible, list_of, one_line, shown
from engine.scenario.vocabulary import Check, Key, Words
from engine.scenario.words import cell_text, read_cell
from engine.slots import Seat, Slot
from engine.tabletop import Tabletop
from engine.wants import Act, Want

NO_COLLECTOR_LEFT = Reason("toll/no-collector-left", "D1.3")
NO_OPEN_END = Reason("toll/no-open-end", "HD1")
NOT_PAID = Reason("toll/not-paid", "D1.4")
NOTHING_TO_PAY = Reason("toll/nothing-to-pay", "HD3")
ASKED_ONESELF = Reason("toll/oneself", "HD3")
ASKED_ALREADY = Reason("toll/asked-already", "HD3")
NO_SUCH_COLLECTOR = Reason("toll/no-such-collector", "HD3")
OWN_COLLECTOR = Reason("toll/own-collector", "HD2")
NAMED_ALREADY = Reason("toll/payer-named", "HD3")
NO_CONSENT = Reason("toll/no-consent", "HD3")
NO_NUGGET = Reason("toll/no-nugget", "HD17")

COLLECTORS = 2


@record
class Collector:
    """A figure on a card, ``host``, that blocks the empty cell at an open end of it; its owner has the token."""

    number: int
    owner: Seat
    host: Cell
    slot: Slot
    """Of the card on which it stands."""
    cell: Cell


class TollState(PayingState):
    """What a table keeps of collectors."""

    collectors: Annotated[list[Collector], Value(list)]
    """Those that were brought in and have not gone."""
    brought: Annotated[int, Value(0)]
    """How many were brought in this round."""
    toll_asked: Annotated[list[Seat], Value(list)]
    """Who was asked to pay in this turn, the last one perhaps still thinking."""
    toll_agreed: Annotated[list[Seat], Value(list)]
    """Who said yes; it holds to the end of the turn."""
    toll_payers: Annotated[dict[int, Seat], Value(dict)]
    """By number of a collector: who pays it if a card is placed there in this turn."""


@record
class BringCollector:
    """Discard a card face down, and stand a collector on the card on ``host``, facing the empty cell."""

    seat: Seat
    slot: Slot
    cell: Cell
    host: Cell


@record
class AskToll:
    """Ask that seat to pay a toll."""

    seat: Seat
    target: Seat


@record
class AgreeToll:
    """Say yes, to the end of the turn."""

    seat: Seat


@record
class RefuseToll:
    """Say no."""

    seat: Seat


@record
class NamePayer:
    """If a card is placed at this collector in this turn, that seat pays it."""

    seat: Seat
    number: int
    target: Seat


@record
class CollectorBrought:
    """A collector blocks a cell; the discarded card stays hidden."""

    seat: Seat
    slot: Slot
    cell: Cell
    host: Cell
    number: int


@record
class TollAsked:
    """The target says yes or no."""

    seat: Seat
    target: Seat


@record
class TollAgreed:
    """The seat will pay, if it is named."""

    seat: Seat


@record
class TollRefused:
    """The seat will not pay."""

    seat: Seat
    by_clock: bool = False


@record
class PayerNamed:
    """It is said who pays a collector; nothing is paid yet."""

    seat: Seat
    number: int
    target: Seat
    cell: Cell


@record
class TollPaid:
    """The collector goes aside for the round; its owner, ``target``, has the nugget, unless it is the payer."""

    seat: Seat
    target: Seat
    number: int
    cell: Cell


@record
class CollectorLeft:
    """The card on which the collector stood is gone, and it goes aside for the round (HD4)."""

    seat: Seat
    number: int
    cell: Cell


@record
class ConsentsLapsed:
    """With the turn all that was agreed is over."""


def start(state: State, slots: Mapping[str, list[Slot]]) -> None:
    """Every player has a nugget, once a game (D1.1)."""
    if state.round == 1:
        state.nuggets = [nuggets + 1 for nuggets in state.nuggets]


def of_toll(view: View) -> TollState:
    """The state behind a view, at a table with collectors."""
    return cast(TollState, view.state)


# What a placement costs


def standing(state: TollState) -> list[Collector]:
    """The collectors whose card still lies where they stand."""
    if not state.collectors:
        return []
    slots = state.board.network.slots
    return [collector for collector in state.collectors if slots.get(collector.host) == collector.slot]


def is_blocked(state: TollState, at: Cell) -> bool:
    """Whether a collector stands at the empty cell."""
    return any(collector.cell == at for collector in standing(state))


def toll(state: TollState, seat: Seat, at: Cell, lifted: Cell | None = None) -> tuple[TollPaid, ...] | None:
    """What a placement at this cell costs that seat, all of it; None if it is not sure who pays, or that it is paid.

    An owner places free and leaves (HD2), and an owner who agreed lets the card be placed free (HD3).  A collector
    on a card that is lifted for it asks for nothing (HD4).
    """
    asking = [one for one in standing(state) if one.cell == at and one.host != lifted]
    payers = [seat if one.owner == seat else state.toll_payers.get(one.number, -1) for one in asking]
    if -1 in payers:
        return None
    own = [sure(state, payer) for payer in range(state.book.seats)] if asking else []
    for collector, payer in zip(asking, payers, strict=True):
        if payer != collector.owner:
            own[payer] -= 1
            own[collector.owner] += 1
            if own[payer] < 0:
                return None
    return tuple(
        TollPaid(payer, collector.owner, collector.number, at) for collector, payer in zip(asking, payers, strict=True)
    )


def lays(act: type[Any]) -> bool:
    """Whether an act lays a card on a cell: it says where, and how it is turned."""
    return {"cell", "turned"} <= act.__annotations__.keys()


_lays = cache(lays)
"""Asked for every kind of act that a turn offers."""


def around(row: ActRow, decide: Decide) -> Decide:
    """Every act that lays a card pays first, when it takes effect: a play that is stopped pays nothing (HC4)."""
    if not lays(row.act):
        return decide

    def tolled(state: TollState, act: Any) -> tuple[object, ...]:
        events = decide(state, act)
        paid = toll(state, act.seat, act.cell, _lifted(state, row.act))
        if paid is None:
            raise Illegal(NOT_PAID)
        return (*paid, *events)

    return tolled


def _lifted(state: State, act: type[Any]) -> Cell | None:
    lift = state.book.lifts.get(act)
    return lift(state) if lift else None


def without_unpaid(stage: Stage) -> Stage:
    """Where cards are laid, none is offered at a collector that is not paid."""

    def choices(view: View) -> list[Any]:
        acts = stage.choices(view)
        return affordable(view, acts) if acts else acts

    return replace(stage, choices=choices)


def affordable(view: View, acts: list[Any]) -> list[Any]:
    """The acts without those that lay a card where a toll is not paid."""
    state, seat = of_toll(view), view.seat
    assert seat is not None
    cells = {collector.cell for collector in standing(state)}
    if not cells:
        return acts

    shut = {
        kind: {at for at in cells if toll(state, seat, at, _lifted(state, kind)) is None}
        for kind in set(map(type, acts))
        if _lays(kind)
    }
    return [act for act in acts if type(act) not in shut or act.cell not in shut[type(act)]]


def paid(state: TollState, event: TollPaid) -> None:
    """Figure and token go aside for the round."""
    state.collectors = [collector for collector in state.collectors if collector.number != event.number]
    state.nuggets[event.seat] -= 1
    state.nuggets[event.target] += 1


# Bringing a collector in


def decide_bring(state: TollState, act: BringCollector) -> tuple[object, ...]:
    """The first collector that was not used in this round, at any open end (D1.2, HD19)."""
    require_held(state, act.seat, (act.slot,))
    if state.brought == COLLECTORS:
        raise Illegal(NO_COLLECTOR_LEFT)
    if (act.cell, act.host) not in open_ends(state):
        raise Illegal(NO_OPEN_END)
    return (CollectorBrought(act.seat, act.slot, act.cell, act.host, state.brought + 1),)


def open_ends(state: State) -> list[tuple[Cell, Cell]]:
    """Every empty cell that an open edge faces, with the card that has the edge, by x, then y."""
    return state.board.noted("open-ends", lambda: _open_ends(state))


def _open_ends(state: State) -> list[tuple[Cell, Cell]]:
    network = state.board.network
    ends = ((at + step, at) for at, edges in network.edges.items() for side, step, _ in SIDES if edges & side)
    return sorted(end for end in ends if end[0] not in network.edges and end[0] not in network.hidden)


def brought(state: TollState, event: CollectorBrought) -> None:
    """No card is drawn: the hand stays smaller for the round."""
    state.hands[event.seat].remove(event.slot)
    state.discard.append(event.slot)
    state.last_used = event.seat
    slot = state.board.network.slots[event.host]
    state.collectors.append(Collector(event.number, event.seat, event.host, slot, event.cell))
    state.brought = event.number
    state.stage = "finish-turn"


# Who pays


def _foreign(state: TollState, seat: Seat) -> list[Collector]:
    return [collector for collector in standing(state) if collector.owner != seat]


def _require_turn(state: State, seat: Seat) -> None:
    require_held(state, seat, ())


def decide_ask(state: TollState, act: AskToll) -> tuple[object, ...]:
    """Each other seat at most once a turn, as long as there is something to pay."""
    _require_turn(state, act.seat)
    if not 0 <= act.target < state.book.seats:
        raise Illegal(NO_SUCH_SEAT)
    if act.target == act.seat:
        raise Illegal(ASKED_ONESELF)
    if act.target in state.toll_asked:
        raise Illegal(ASKED_ALREADY)
    if not _foreign(state, act.seat):
        raise Illegal(NOTHING_TO_PAY)
    return (TollAsked(act.seat, act.target),)


def asked(state: TollState, event: TollAsked) -> None:
    """The table waits for the answer."""
    state.toll_asked.append(event.target)
    state.stage = "toll-consent"


def decide_agree(state: TollState, act: AgreeToll) -> tuple[object, ...]:
    """A yes moves no nugget yet."""
    _require_asked(state, act.seat)
    return (TollAgreed(act.seat),)


def decide_refuse(state: TollState, act: RefuseToll) -> tuple[object, ...]:
    """No player must pay for another."""
    _require_asked(state, act.seat)
    return (TollRefused(act.seat),)


def _require_asked(state: TollState, seat: Seat) -> None:
    if state.stage != "toll-consent":
        raise Illegal(NOT_WANTED)
    if seat != state.toll_asked[-1]:
        raise Illegal(NOT_YOUR_TURN)


def agreed(state: TollState, event: TollAgreed) -> None:
    """The turn goes on."""
    state.toll_agreed.append(event.seat)
    state.stage = "turn"


def refused(state: TollState, event: TollRefused) -> None:
    """The turn goes on."""
    state.stage = "turn"


def decide_name(state: TollState, act: NamePayer) -> tuple[object, ...]:
    """Oneself, or a seat that agreed; one that pays must have something, but for the owner (HD3)."""
    _require_turn(state, act.seat)
    collector = next((one for one in standing(state) if one.number == act.number), None)
    if collector is None:
        raise Illegal(NO_SUCH_COLLECTOR)
    if collector.owner == act.seat:
        raise Illegal(OWN_COLLECTOR)
    if act.number in state.toll_payers:
        raise Illegal(NAMED_ALREADY)
    if act.target != act.seat and act.target not in state.toll_agreed:
        raise Illegal(NO_CONSENT)
    if not _can_pay(state, collector, act.target):
        raise Illegal(NO_NUGGET)
    return (PayerNamed(act.seat, act.number, act.target, collector.cell),)


def _can_pay(state: TollState, collector: Collector, payer: Seat) -> bool:
    return payer == collector.owner or sure(state, payer) > 0


def named(state: TollState, event: PayerNamed) -> None:
    """Nothing is paid before a card is placed there."""
    state.toll_payers[event.number] = event.target


def turn_choices(view: View) -> list[object]:
    """What the toll adds to a turn: collectors, then whom to ask, who pays, and gold to pay with."""
    state, seat = of_toll(view), view.seat
    if seat is None or seat != state.active:
        return []
    acts: list[object] = []
    if state.brought < COLLECTORS:
        acts += [BringCollector(seat, slot, *end) for slot in state.hands[seat] for end in open_ends(state)]
    if foreign := _foreign(state, seat):
        others = state.book.clockwise[seat][1:]
        acts += [AskToll(seat, target) for target in others if target not in state.toll_asked]
        acts += [
            NamePayer(seat, one.number, payer)
            for one in foreign
            if one.number not in state.toll_payers
            for payer in (seat, *state.toll_agreed)
            if _can_pay(state, one, payer)
        ]
    return [*acts, *turn_ups(state, seat)]


def in_turn(stage: Stage) -> Stage:
    """The turn, with what the toll adds to it."""

    def choices(view: View) -> list[Any]:
        acts = stage.choices(view)
        return [*(affordable(view, acts) if acts else acts), *turn_choices(view)]

    return replace(stage, choices=choices)


def consent_choices(view: View) -> list[object]:
    """Yes or no; or a gold card that shows that the seat can pay."""
    state, seat = of_toll(view), view.seat
    if seat is None or seat != state.toll_asked[-1]:
        return []
    return [AgreeToll(seat), RefuseToll(seat), *turn_ups(state, seat)]


def consent_time_up(state: State, seat: Seat) -> tuple[object, ...]:
    """HA25: no."""
    return (TollRefused(seat, by_clock=True),)


def wants_consent(state: TollState) -> tuple[Want, ...]:
    """The seat that was asked may agree."""
    return (Act((state.toll_asked[-1],), must=False, what="toll"),)


# The end of a turn


def ending(stage: Stage) -> Stage:
    """First collectors leave whose card is gone, and what was agreed is over."""
    finish = stage.follow
    assert finish is not None

    def follow(state: TollState) -> tuple[object, ...]:
        still = standing(state)
        gone = [CollectorLeft(one.owner, one.number, one.cell) for one in state.collectors if one not in still]
        if gone or state.toll_asked or state.toll_payers:
            return (*gone, ConsentsLapsed())
        return finish(state)

    return replace(stage, follow=follow)


def left(state: TollState, event: CollectorLeft) -> None:
    """It does not come back in this round."""
    state.collectors = [collector for collector in state.collectors if collector.number != event.number]


def lapsed(state: TollState, event: ConsentsLapsed) -> None:
    """The next turn asks anew."""
    state.toll_asked, state.toll_agreed, state.toll_payers = [], [], {}


# To a bot: it blocks what it must not let through, pays where that wins something, and agrees for friends


def of_collector(player: Any, act: BringCollector) -> float:
    """A saboteur blocks the way; who must come first blocks the last cell, since an owner places free."""
    if not player.spoils and not (player.alone and player.missing < _LAST_CARD):
        return -1.0
    loss = 0.0 if player.missing > _CLOSE else -player.gain_with(player.state.board, act.cell, ())
    if loss < _DETOUR:
        return -1.0
    face = player.view.notebook.shown.get(act.slot)
    return float(_BLOCKS + 4 * min(loss, 4.0) - (0.0 if face is None else player.missed(face)))


def of_asking(player: Any, act: AskToll) -> float:
    """A seat that may agree, before the player pays for it."""
    if player.likes(act.target) < _TRUST or (
        sure(player.state, act.target) < _AT_LEAST and not _owns(player, act.target)
    ):
        return -1.0
    return max((_beyond(player, one) for one in _foreign(player.state, player.seat)), default=0.0) - _ASKING


def _owns(player: Any, seat: Seat) -> bool:
    return any(one.owner == seat for one in standing(player.state))


def of_agreeing(player: Any, act: AgreeToll) -> float:
    """For a seat that it trusts to lay the last card, and not with its last nugget; its own collector just leaves."""
    state = player.state
    if player.likes(state.active) < _TRUST:
        return 0.0
    pays = sure(state, player.seat) >= _AT_LEAST and player.missing < _LAST_CARD and not player.hinders
    return 2.0 if pays or (_owns(player, player.seat) and not player.hinders) else 0.0


def of_payer(player: Any, act: NamePayer) -> float:
    """What a card is worth there; a nugget of one's own is paid for the last card alone."""
    state = player.state
    if act.target == player.seat and player.missing > _LAST_CARD:
        return -1.0
    [collector] = [one for one in standing(state) if one.number == act.number]
    return _beyond(player, collector) - (_NUGGET if act.target == player.seat else _ASKING / 2)


def _beyond(player: Any, collector: Collector) -> float:
    """What the best card in hand is worth where the collector stands."""
    acts: list[Any] = []
    for slot, face in player.view.hand():
        if player.state.book.kinds.get(face) in ("path", "ladder"):
            player.state.book.offers[face](player.state, player.seat, slot, face, acts)
    return max((player.worth_of(act) for act in acts if act.cell == collector.cell), default=-1.0)


_CLOSE, _LAST_CARD, _DETOUR = 4.0, 1.6, 0.7
"""In cards that are missing to the treasure."""
_TRUST = 0.4
_AT_LEAST = 2
"""So many nuggets an agreeing seat must have."""
_BLOCKS, _NUGGET, _ASKING = 3.0, 4.0, 1.0


# Words of scenarios

_STANDS = re.compile(r"(?P<host>\S+) toward (?P<cell>\S+) of (?P<owner>[0-9]|1[01])")


def _read_collector(value: Any) -> tuple[Cell, Cell, Seat]:
    match = _STANDS.fullmatch(one_line(value))
    if not match:
        raise ValueError(f'expected a card, a cell and a seat, such as "2,0 toward 3,0 of 1", found {shown(value)}')
    return read_cell(match["host"]), read_cell(match["cell"]), int(match["owner"])


def _stand(table: Tabletop, given: list[tuple[Cell, Cell, Seat]]) -> None:
    state = table.state
    for number, (host, at, owner) in enumerate(given, start=1):
        if (at, host) not in open_ends(state):
            raise Impossible("collectors", "a collector stands at an open end of a card that faces an empty cell")
        state.collectors.append(Collector(number, owner, host, state.board.network.slots[host], at))
    state.brought = len(given)


def _standing(table: Tabletop, expected: object) -> list[str]:
    return [f"{cell_text(one.host)} toward {cell_text(one.cell)} of {one.owner}" for one in standing(table.state)]


SCENARIO = Words(
    position={"collectors": Key(lambda book: list_of(_read_collector), _stand)},
    checks={"collectors": Check(list_of(one_line), _standing)},
)

RULE = Rule(
    inputs={
        BringCollector: decide_bring,
        AskToll: decide_ask,
        AgreeToll: decide_agree,
        RefuseToll: decide_refuse,
        NamePayer: decide_name,
    },
    events={
        CollectorBrought: brought,
        TollAsked: asked,
        TollAgreed: agreed,
        TollRefused: refused,
        PayerNamed: named,
        TollPaid: paid,
        CollectorLeft: left,
        ConsentsLapsed: lapsed,
    },
    stages={"toll-consent": Stage(wants=wants_consent, choices=consent_choices, time_up=consent_time_up)},
    acts=(
        ActRow(BringCollector, "collector", (Field("host", CELL, key="on", says="on {}"),)),
        ActRow(AskToll, "ask-toll", (Field("target", SEAT, says="of seat {}"),)),
        ActRow(AgreeToll, "toll", word="yes"),
        ActRow(RefuseToll, "toll", word="no"),
        ActRow(NamePayer, "pay-toll", (Field("number", Integer(1, COLLECTORS)), Field("target", SEAT, key="by"))),
    ),
    reasons=(
        NOT_WANTED,
        NOT_YOUR_TURN,
        NOT_HELD,
        NO_COLLECTOR_LEFT,
        NO_OPEN_END,
        NOT_PAID,
        NO_SUCH_SEAT,
        ASKED_ONESELF,
        ASKED_ALREADY,
        NOTHING_TO_PAY,
        NO_SUCH_COLLECTOR,
        OWN_COLLECTOR,
        NAMED_ALREADY,
        NO_CONSENT,
        NO_NUGGET,
    ),
    lays_out=start,
    fields=TollState,
    around=around,
    around_stages={"turn": in_turn, "trail": without_unpaid, "finish-turn": ending},
    scenario=SCENARIO,
)


def amends(book: Book) -> Book:
    """Which cells are blocked, and what a seat may have to pay in a wait."""
    dues = {"turn": Due(_of_turn, then="turn"), "toll-consent": Due(_of_consent, then="toll-consent")}
    return replace(book, is_blocked=is_blocked, dues={**book.dues, **dues})


def _of_turn(state: TollState, seat: Seat) -> int:
    return len(_foreign(state, seat)) if seat == state.active else 0


def _of_consent(state: TollState, seat: Seat) -> int:
    foreign = _foreign(state, state.active)
    return sum(one.owner != seat for one in foreign) if seat == state.toll_asked[-1] else 0


MODULE = Module(
    name="toll",
    rev=1,
    rule="D1",
    meaning="Toll collectors block open ends of tunnels. To build there, pay their owner a nugget.",
    card_sets=CARD_SET_NAMES,
    rules=(paying.RULE, RULE),
    amends=amends,
    worth={
        BringCollector: of_collector,
        AskToll: of_asking,
        AgreeToll: of_agreeing,
        RefuseToll: lambda player, act: 1.0,
        NamePayer: of_payer,
        **paying.WORTH,
    },
)
