"""Whole games of the cave among bots, and counts of what came of them: what `undermine simulate` asks."""

from typing import Any

from client.games.matches import Counting, Match, Row, Tally, played, rows_of_uses, used
from client.i18n import _
from engine.cave.book import Book
from engine.cave.cards.table import CLANS, SIDES
from engine.cave.rules.turn.ending import CaveClosed, GameEnded
from engine.cave.rules.walk.escape import DwarfEscaped
from engine.cave.state import cave_state
from engine.front import setup
from engine.hands import TurnBegan
from engine.slots import Face, Seat
from engine.tabletop import Tabletop

_CLANS = {card.number: card for card in CLANS}
_KINDS = ("loyal", "saboteur")
YELLOW = SIDES.index("yellow")


def one_game(match: Match, number: int) -> Tally:
    return played(match, number, _COUNTING)


def _works_for_yellow(table: Tabletop, seat: Seat) -> bool:
    """With three or four players these are the saboteurs; with others each side has its own bot in this way."""
    return _side(table, seat) == YELLOW


def _side(table: Tabletop, seat: Seat) -> int:
    return SIDES.index(_CLANS[table.faces[table.state.clans[seat]]].works_for)


def _kind(table: Tabletop, seat: Seat) -> str:
    card = _CLANS[table.faces[table.state.clans[seat]]]
    return "loyal" if card.clan == card.works_for else "saboteur"


def uses(book: Book) -> list[str]:
    """Every kind of action card."""
    return [kind for kind in dict.fromkeys(book.kinds.values()) if kind != "path"]


def _use_of(book: Book, act: Any) -> str:
    face: Face | None = getattr(act, "face", None)
    return "" if face is None or book.kinds[face] == "path" else book.kinds[face]


class _Counts:
    """Turns, dwarfs that are out, how games ended and who won them."""

    def __init__(self, table: Tabletop, tally: Tally) -> None:
        self._table = table
        self._tally = tally

    def __call__(self, events: list[object]) -> None:
        for event in events:
            match event:
                case TurnBegan():
                    self._tally["turns"] += 1
                case DwarfEscaped():
                    self._tally["escapes"] += 1
                case CaveClosed(why=why):
                    self._tally[f"ended_by_{why}"] += 1
                    self._tally["without_escape"] += not self._table.state.escaped
                case GameEnded(winners=winners):
                    self._count_game(winners)

    def _count_game(self, winners: tuple[Seat, ...]) -> None:
        if not winners:
            self._tally["without_winner"] += 1
            return
        self._tally["decided"] += 1
        self._tally[f"won_by_{SIDES[_side(self._table, winners[0])]}"] += 1
        for seat in range(self._table.state.book.seats):
            kind = _kind(self._table, seat)
            self._tally[f"{kind}_decided"] += 1
            self._tally[f"{kind}_won"] += seat in winners


_COUNTING = Counting(
    watch=lambda match, table, tally: _Counts(table, tally), sabotages=_works_for_yellow, use_of=_use_of
)


def figures(match: Match, tally: Tally) -> dict[str, Any]:
    games = tally["games"]
    shown: dict[str, Any] = {
        "games": games,
        "turns_per_game": _ratio(tally["turns"], games),
        "escapes_per_game": _ratio(tally["escapes"], games),
        "ended_by_a_side": tally["ended_by_side"],
        "ended_by_exhaustion": tally["ended_by_exhausted"],
        "ended_by_vote": tally["ended_by_vote"],
        "games_without_escape": tally["without_escape"],
        "games_without_winner": tally["without_winner"],
    }
    for side in SIDES:
        shown[f"{side}_share_of_wins"] = _ratio(tally[f"won_by_{side}"], tally["decided"])
    for kind in (kind for kind in _KINDS if tally[f"{kind}_decided"]):
        shown[f"{kind}_share_of_wins"] = _ratio(tally[f"{kind}_won"], tally[f"{kind}_decided"])
    if match.uses:
        shown["uses"] = used(match, tally, uses(cave_state(setup(match.rules, match.players)).book))
    return shown


def rows(match: Match, figures: dict[str, Any]) -> list[Row]:
    """The note is the share of all games, where a figure is a part of them."""
    games = figures["games"]
    told: list[Row] = [
        (_("games"), str(games), ""),
        (_("turns per game"), f"{figures['turns_per_game']:.1f}", ""),
        (_("dwarfs out per game"), f"{figures['escapes_per_game']:.2f}", ""),
        (_("ended with a complete side"), *_part(figures["ended_by_a_side"], games)),
        (_("ended with the last card"), *_part(figures["ended_by_exhaustion"], games)),
        (_("ended by agreement"), *_part(figures["ended_by_vote"], games)),
        (_("games without a dwarf out"), *_part(figures["games_without_escape"], games)),
        (_("games without a winner"), *_part(figures["games_without_winner"], games)),
    ]
    shares = [name for name in figures if name.endswith("_share_of_wins")]
    for name in shares:
        whose = name.removesuffix("_share_of_wins")
        told.append((_("wins of {whose} in decided games", whose=whose), f"{figures[name]:.0%}", ""))
    told += rows_of_uses(figures)
    return told


def _part(count: int, games: int) -> tuple[str, str]:
    return str(count), f"{count / games:.0%}" if games else ""


def _ratio(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0
