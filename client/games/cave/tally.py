"""Whole games of the cave among bots, and counts of what came of them: what `undermine simulate` asks."""

from collections.abc import Iterator
from typing import Any

from client.games.matches import (
    Counting,
    Match,
    Row,
    length_of,
    lengths,
    part,
    played,
    rows_of_lengths,
    rows_of_uses,
    shares,
    used,
    with_ratios,
    within,
)
from client.games.measures import Ratio, Tally
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
        self._turns = 0

    def __call__(self, events: list[object]) -> None:
        for event in events:
            match event:
                case TurnBegan():
                    self._turns += 1
                case DwarfEscaped():
                    self._tally["escapes"] += 1
                case CaveClosed(why=why):
                    self._tally[f"ended_by_{why}"] += 1
                    self._tally["without_escape"] += not self._table.state.escaped
                case GameEnded(winners=winners):
                    self._tally.update({"turns": self._turns, length_of(self._turns): 1})
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
            self._tally[f"seat_{seat}_won"] = seat in winners


def figures(match: Match, tally: Tally) -> dict[str, Any]:
    found: dict[str, Any] = {
        "games": tally["games"],
        "ended_by_a_side": tally["ended_by_side"],
        "ended_by_exhaustion": tally["ended_by_exhausted"],
        "ended_by_vote": tally["ended_by_vote"],
        "games_without_escape": tally["without_escape"],
        "games_without_winner": tally["without_winner"],
        "games_by_turns": lengths(tally),
    }
    found = with_ratios(found, tally, _ratios(match))
    if match.uses:
        found["uses"] = used(match, tally, uses(cave_state(setup(match.rules, match.players)).book))
    return found


def _ratios(match: Match) -> dict[str, Ratio]:
    """A side and its saboteurs win together: of a game there is one result."""
    kinds = _KINDS if match.players > 2 else _KINDS[:1]
    return {
        "turns_per_game": Ratio("turns", "games"),
        "escapes_per_game": Ratio("escapes", "games"),
        **{f"{side}_share_of_wins": Ratio(f"won_by_{side}", "decided", "trials") for side in SIDES},
        **{f"{kind}_share_of_wins": Ratio(f"{kind}_won", f"{kind}_decided", "seats") for kind in kinds},
        **{f"wins_by_seat.{seat + 1}": Ratio(f"seat_{seat}_won", "decided", "trials") for seat in range(match.players)},
    }


_COUNTING = Counting(
    watch=lambda match, table, tally: _Counts(table, tally),
    sabotages=_works_for_yellow,
    use_of=_use_of,
    ratios=_ratios,
)


def rows(match: Match, figures: dict[str, Any]) -> Iterator[Row]:
    games = figures["games"]
    yield Row(_("games"), games)
    yield Row(_("turns per game"), f"{figures['turns_per_game']:.1f}")
    yield from rows_of_lengths(figures["games_by_turns"], games)
    yield Row(_("dwarfs out per game"), f"{figures['escapes_per_game']:.2f}")
    yield part(_("ended with a complete side"), figures["ended_by_a_side"], games)
    yield part(_("ended with the last card"), figures["ended_by_exhaustion"], games)
    yield part(_("ended by agreement"), figures["ended_by_vote"], games)
    yield part(_("games without a dwarf out"), figures["games_without_escape"], games)
    yield part(_("games without a winner"), figures["games_without_winner"], games)
    whose = {name: name.removesuffix("_share_of_wins") for name in figures if name.endswith("_share_of_wins")}
    yield from shares(_("decided games won by"), figures, whose)
    seats = {seat: _("seat {seat}", seat=seat) for seat in figures["wins_by_seat"]}
    yield from shares("", figures, within("wins_by_seat", seats))
    yield from rows_of_uses(figures)
