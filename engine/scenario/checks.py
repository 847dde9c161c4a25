"""What ``after`` can look at in every game: what the table waits for, and what may be done."""

from engine import wants
from engine.front import choices
from engine.front import wants as wants_of
from engine.scenario.keys import between, list_of, one_line
from engine.scenario.vocabulary import Check
from engine.tabletop import Tabletop

_WAITS = {
    wants.Deal: "deal",
    wants.Open: "opening",
    wants.Random: "chance",
    wants.Renew: "renewal",
    wants.Choose: "choice",
    wants.Ask: "question",
}
NUMBER = between(0, 999)


def _wait(table: Tabletop, expected: object) -> str:
    for want in wants_of(table.state):
        if isinstance(want, wants.Act | wants.Window):
            return want.what
        if not (isinstance(want, wants.Open) and want.to is not None):
            return _WAITS[type(want)]
    return "nobody"


def _waits_for(table: Tabletop, expected: object) -> list[int]:
    asked = wants.Act | wants.Window | wants.Choose
    return [seat for want in wants_of(table.state) if isinstance(want, asked) for seat in want.seats]


def _owed(table: Tabletop, expected: object) -> list[int]:
    return sorted({seat for seat, _ in table.state.owed})


def _legal(table: Tabletop, expected: object) -> int:
    return sum(len(choices(table.view(seat))) for seat in _waits_for(table, expected))


CHECKS: dict[str, Check] = {
    "wait": Check(one_line, _wait),
    "waits-for": Check(list_of(NUMBER), _waits_for),
    "owed": Check(list_of(NUMBER), _owed),
    "legal": Check(NUMBER, _legal),
    "round": Check(NUMBER, lambda table, expected: table.state.round),
}
