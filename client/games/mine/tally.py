"""Whole games among bots, and counts of what came of them: what `undermine simulate` asks of the mine."""

from collections import Counter
from typing import Any

from client.i18n import _
from engine.bots import BOTS
from engine.bots.match import Sitting, answered
from engine.events import RoundClosed
from engine.front import setup
from engine.mine.book import Book, mine_book
from engine.mine.flags import BASE, SABOTEUR2
from engine.mine.rules.round.game_end import GameEnded
from engine.mine.rules.round.round_end import RoundEnded
from engine.mine.rules.turn.turn import TurnBegan
from engine.mine.sets.catalogue import all_cards
from engine.records import record
from engine.rules import Rules
from engine.slots import Seat
from engine.tabletop import Tabletop
from protocol.keys.stream import Stream

# two boxes have saboteurs; they are counted as one role
_ROLES = {card.number: card.key.removesuffix("-2").replace("-", "_") for card in all_cards() if card.kind == "role"}
Tally = Counter[str]
"""Counts by name.  Whole numbers only: their sum does not depend on the order of the games."""


@record
class Match:
    """Who plays what; ``saboteurs`` is the bot for the seats that are, if it is another."""

    rules: Rules
    players: int
    bots: list[str]
    saboteurs: str | None
    seed: bytes
    uses: bool = False
    """Whether to count which cards are held and used; it takes a little time."""


def one_game(match: Match, number: int) -> Tally:
    game = match.seed + number.to_bytes(4, "little")
    table = Tabletop(match.rules, match.players, Stream(game + b"deal").draw)
    names = [match.bots[seat % len(match.bots)] for seat in range(match.players)]
    seats = [_sit(name, table, seat, game) for seat, name in enumerate(names)]
    others = [_sit(match.saboteurs, table, seat, game) for seat in range(match.players)] if match.saboteurs else seats
    tally: Tally = Counter(games=1)
    table.watchers.append(_Counting(table, names, tally))
    table.advance()

    def choose(seat: Seat) -> Any:
        sabotages = _is_saboteur(table, seat)
        act = (others if sabotages else seats)[seat].choose()
        if match.uses:
            name = (sabotages and match.saboteurs) or names[seat]
            _note_uses(table, tally, name, seat, act)
        return act

    while want := table.waiting():
        table.play(answered(want, choose))
    return tally


def _sit(name: str, table: Tabletop, seat: Seat, game: bytes) -> Sitting:
    return Sitting(BOTS[name], table, seat, Stream(game + name.encode() + bytes([seat])).draw)


def _is_saboteur(table: Tabletop, seat: Seat) -> bool:
    return _ROLES[table.faces[table.state.roles[seat]]] == "saboteur"


def _note_uses(table: Tabletop, tally: Tally, name: str, seat: Seat, act: Any) -> None:
    """Which kinds of card a bot held when it chose, and which it played; it still holds them."""
    kinds, faces = table.state.book.kinds, table.faces
    for slot in table.state.hands[seat]:
        tally[f"{name}_held_{kinds[faces[slot]]}"] = 1
    if (face := getattr(act, "face", None)) is not None:
        tally[f"{name}_used_{kinds[face]}"] = 1


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


# What came of it


Row = tuple[str, int | str, str]
"""A label, a figure, and a note beside it."""


def figures(match: Match, tally: Tally) -> dict[str, Any]:
    def ratio(part: str, whole: str) -> float:
        return round(tally[part] / tally[whole], 4) if tally[whole] else 0.0

    book, bots = mine_book(setup(match.rules, match.players).book), dict.fromkeys(match.bots)
    found = {
        **{name: tally[name] for name in ("games", "rounds", "rounds_by_treasure", "rounds_by_exhaustion")},
        **(_without_treasure(tally) if match.rules.card_set == BASE else {}),
        "treasure_rate": ratio("rounds_by_treasure", "rounds"),
        "turns_per_round": ratio("turns", "rounds"),
        **{f"nuggets_per_{role}_and_round": ratio(f"{role}_nuggets", f"{role}_seats") for role in roles_of(book)},
        "wins_per_seat_and_game": {name: ratio(f"{name}_wins", f"{name}_games") for name in bots},
        "nuggets_per_seat_and_game": {name: ratio(f"{name}_total", f"{name}_games") for name in bots},
    }
    if match.uses:
        players = dict.fromkeys([*bots, *([match.saboteurs] if match.saboteurs else [])])
        kinds = action_kinds(book)
        found["action_cards"] = {name: {kind: _used(tally, name, kind) for kind in kinds} for name in players}
    return found


def roles_of(book: Book) -> list[str]:
    pile = next(pile for pile in book.piles if pile.name == "roles")
    return [_ROLES[face] for face in dict.fromkeys(pile.faces)]


def action_kinds(book: Book) -> list[str]:
    return [kind for kind in dict.fromkeys(book.kinds.values()) if kind not in ("path", "ladder")]


def _without_treasure(tally: Tally) -> dict[str, int]:
    """In the base game the saboteurs win without the treasure, unless none sits at the table (A9.6)."""
    without = tally["rounds_without_saboteur"]
    won = tally["rounds_by_exhaustion"] - without
    return {"rounds_won_by_saboteurs": won, "rounds_without_saboteur": without}


def _used(tally: Tally, name: str, kind: str) -> dict[str, float]:
    """In how many games a bot held such a card, and in which share of them it played one."""
    held = tally[f"{name}_held_{kind}"]
    return {"games_held": held, "share_used": round(tally[f"{name}_used_{kind}"] / held, 4) if held else 0.0}


def rows(match: Match, figures: dict[str, Any]) -> list[Row]:
    rounds = max(figures["rounds"], 1)
    return [
        (_("games"), figures["games"], ""),
        (_("rounds"), figures["rounds"], ""),
        *(
            (label, figures[name], f"{figures[name] / rounds:.1%}")
            for name, label in _ENDINGS[match.rules.card_set].items()
        ),
        (_("turns in a round"), f"{figures['turns_per_round']:.1f}", ""),
        *(
            (label, f"{figures[f'nuggets_per_{role}_and_round']:.2f}", "")
            for role, label in _NUGGETS.items()
            if f"nuggets_per_{role}_and_round" in figures
        ),
        *(
            (_("games won by a seat of {bot}", bot=bot), f"{rate:.1%}", "")
            for bot, rate in figures["wins_per_seat_and_game"].items()
        ),
        *(
            (_("nuggets for a seat of {bot} in a game", bot=bot), f"{nuggets:.2f}", "")
            for bot, nuggets in figures["nuggets_per_seat_and_game"].items()
        ),
        *_use_rows(figures.get("action_cards", {})),
    ]


_ENDINGS = {
    BASE: {
        "rounds_by_treasure": _("  won by the diggers, treasure found"),
        "rounds_won_by_saboteurs": _("  won by the saboteurs, cards used up"),
        "rounds_without_saboteur": _("  no saboteur, treasure not found"),
    },
    SABOTEUR2: {
        "rounds_by_treasure": _("  ended with the treasure"),
        "rounds_by_exhaustion": _("  ended with the cards used up"),
    },
}
"""By card set: the figures that tell how rounds ended."""
_NUGGETS = {
    "digger": _("nuggets for a digger in a round"),
    "blue_digger": _("nuggets for a blue digger in a round"),
    "green_digger": _("nuggets for a green digger in a round"),
    "boss": _("nuggets for the Boss in a round"),
    "profiteer": _("nuggets for the Profiteer in a round"),
    "geologist": _("nuggets for a Geologist in a round"),
    "saboteur": _("nuggets for a saboteur in a round"),
    "greedy_dwarf": _("nuggets for a Greedy Dwarf in a round"),
}


def _use_rows(cards: dict[str, Any]) -> list[Row]:
    found: list[Row] = [
        (_("  {bot} held {kind}, and played it", bot=bot, kind=kind), use["games_held"], f"{use['share_used']:.1%}")
        for bot, kinds in cards.items()
        for kind, use in kinds.items()
        if use["games_held"]
    ]
    return [(_("games in which"), "", ""), *found] if found else []
