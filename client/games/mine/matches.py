"""Whole games among bots, and counts of what came of them."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from engine.bots import BOTS
from engine.bots.match import Sitting, answered
from engine.events import RoundClosed
from engine.mine.book import Book
from engine.mine.game import ALL_CARDS
from engine.mine.rules.round.game_end import GameEnded
from engine.mine.rules.round.round_end import RoundEnded
from engine.mine.rules.turn.turn import TurnBegan
from engine.rules import Rules
from engine.slots import Seat
from engine.tabletop import Tabletop
from protocol.keys.stream import Stream

# two boxes have saboteurs, which are counted together
_ROLES = {card.number: card.key.removesuffix("-2").replace("-", "_") for card in ALL_CARDS if card.kind == "role"}
Tally = Counter[str]
"""Counts by name.  Whole numbers only: their sum does not depend on the order of the games."""


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays what; ``saboteurs`` is the bot of seats that are one, if it is another."""

    rules: Rules
    players: int
    bots: list[str]
    saboteurs: str | None
    seed: bytes
    uses: bool = False
    """Whether to count which cards are held and used; it takes a little time."""


def one_game(match: Match, number: int) -> Tally:
    """Play one game and count."""
    game = match.seed + number.to_bytes(4, "little")
    table = Tabletop(match.rules, match.players, Stream(game + b"deal").draw)
    names = [match.bots[seat % len(match.bots)] for seat in range(match.players)]
    seats = [_sit(name, table, seat, game) for seat, name in enumerate(names)]
    others = [_sit(match.saboteurs, table, seat, game) for seat in range(match.players)] if match.saboteurs else seats
    tally: Tally = Counter(games=1)
    uses = _Uses(table, tally)
    table.watchers.append(_Counting(table, names, tally))
    table.advance()

    def choose(seat: Seat) -> Any:
        sabotages = _is_saboteur(table, seat)
        act = (others if sabotages else seats)[seat].choose()
        if match.uses:
            uses.note(match.saboteurs or names[seat] if sabotages else names[seat], seat, act)
        return act

    while want := table.waiting():
        table.play(answered(want, choose))
    return tally


def _sit(name: str, table: Tabletop, seat: Seat, game: bytes) -> Sitting:
    return Sitting(BOTS[name], table, seat, Stream(game + name.encode() + bytes([seat])).draw)


def _is_saboteur(table: Tabletop, seat: Seat) -> bool:
    return _ROLES[table.faces[table.state.roles[seat]]] == "saboteur"


def roles_of(book: Book) -> list[str]:
    """The roles of a table by name, in the order of their numbers."""
    pile = next(pile for pile in book.piles if pile.name == "roles")
    return [_ROLES[face] for face in dict.fromkeys(pile.faces)]


def action_kinds(book: Book) -> list[str]:
    """The kinds of action card at a table, as the boxes list them."""
    return [kind for kind in dict.fromkeys(book.kinds.values()) if kind not in ("path", "ladder")]


class _Uses:
    """Notes for every bot which kinds of card it held in the game when it chose, and which it played."""

    def __init__(self, table: Tabletop, tally: Tally) -> None:
        self._table = table
        self._tally = tally

    def note(self, name: str, seat: Seat, act: Any) -> None:
        """Call it before the act is played, while the seat still holds the card."""
        kinds, faces = self._table.state.book.kinds, self._table.faces
        for slot in self._table.state.hands[seat]:
            self._tally[f"{name}_held_{kinds[faces[slot]]}"] = 1
        if (face := getattr(act, "face", None)) is not None:
            self._tally[f"{name}_used_{kinds[face]}"] = 1


class _Counting:
    """Watches a table and counts; it knows all cards, as the audience of a simulation may."""

    def __init__(self, table: Tabletop, names: list[str], tally: Tally) -> None:
        self._table = table
        self._names = names
        self._tally = tally
        self._before = [0] * len(names)

    def __call__(self, events: list[object]) -> None:
        for event in events:
            match event:
                case TurnBegan():
                    self._tally["turns"] += 1
                case RoundEnded(treasure=treasure):
                    self._count_round(treasure=treasure)
                case RoundClosed():
                    self._count_gold()
                case GameEnded(scores=scores, winners=winners):
                    self._count_game(scores, winners)

    def _count_round(self, *, treasure: bool) -> None:
        self._tally["rounds"] += 1
        self._tally["rounds_by_treasure" if treasure else "rounds_by_exhaustion"] += 1
        if not treasure and not any(_is_saboteur(self._table, seat) for seat in range(len(self._names))):
            self._tally["rounds_without_saboteur"] += 1

    def _count_gold(self) -> None:
        state, faces = self._table.state, self._table.faces
        worth = state.book.worth
        for seat, slot in enumerate(state.roles):
            owned = state.nuggets[seat] + sum(worth[faces[card]] for card in state.gold[seat])
            role = _ROLES[faces[slot]]
            self._tally[f"{role}_seats"] += 1
            self._tally[f"{role}_nuggets"] += owned - self._before[seat]
            self._before[seat] = owned

    def _count_game(self, scores: tuple[int, ...], winners: tuple[Seat, ...]) -> None:
        for seat, name in enumerate(self._names):
            self._tally[f"{name}_games"] += 1
            self._tally[f"{name}_wins"] += seat in winners
            self._tally[f"{name}_total"] += scores[seat]
