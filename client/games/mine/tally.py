"""Whole games among bots, and counts of what came of them: what `undermine simulate` asks of the mine."""

from collections.abc import Iterator
from typing import Any

from client.games.matches import Counting, Match, Row, Tally, Watch, played, rows_of_uses, used
from client.i18n import _
from engine.events import RoundClosed
from engine.front import setup
from engine.mine.book import Book, mine_book
from engine.mine.flags import BASE, SABOTEUR2
from engine.mine.modules import PARTS
from engine.mine.rules.round.game_end import GameEnded
from engine.mine.rules.round.round_end import RoundEnded
from engine.mine.rules.turn.turn import TurnBegan
from engine.mine.sets.catalogue import all_cards
from engine.slots import Face, Seat
from engine.tabletop import Tabletop

# two boxes have saboteurs; they are counted as one role
_ROLES = {card.number: card.key.removesuffix("-2").replace("-", "_") for card in all_cards() if card.kind == "role"}


def one_game(match: Match, number: int) -> Tally:
    return played(match, number, _COUNTING)


def _is_saboteur(table: Tabletop, seat: Seat) -> bool:
    return _ROLES[table.faces[table.state.roles[seat]]] == "saboteur"


def _watch(match: Match, table: Tabletop, tally: Tally) -> Watch:
    """Turns, how rounds ended, and what each role and each bot has of them."""
    names = match.names()
    before = [0] * len(names)

    def watch(events: list[object]) -> None:
        for event in events:
            match event:
                case TurnBegan():
                    tally["turns"] += 1
                case RoundEnded(treasure=treasure):
                    tally.update(("rounds", "rounds_by_treasure" if treasure else "rounds_by_exhaustion"))
                    if not treasure and not any(_is_saboteur(table, seat) for seat in range(len(names))):
                        tally["rounds_without_saboteur"] += 1
                case RoundClosed():
                    count_gold()
                case GameEnded(scores=scores, winners=winners):
                    for seat, name in enumerate(names):
                        seen = {f"{name}_wins": seat in winners, f"{name}_total": scores[seat]}
                        tally.update({f"{name}_games": 1, **seen})

    def count_gold() -> None:
        state, faces = table.state, table.faces
        worth = state.book.worth
        for seat, slot in enumerate(state.roles):
            owned = state.nuggets[seat] + sum(worth[faces[card]] for card in state.gold[seat])
            role = _ROLES[faces[slot]]
            tally.update({f"{role}_seats": 1, f"{role}_nuggets": owned - before[seat]})
            before[seat] = owned

    return watch


# What came of it


def figures(match: Match, tally: Tally) -> dict[str, Any]:
    def ratio(part: str, whole: str) -> float:
        return round(tally[part] / tally[whole], 4) if tally[whole] else 0.0

    book, bots = mine_book(setup(match.rules, match.players).book), dict.fromkeys(match.bots)
    pile = next(pile for pile in book.piles if pile.name == "roles")
    roles = dict.fromkeys(_ROLES[face] for face in pile.faces)
    counts = ("games", "rounds", "rounds_by_treasure", "rounds_by_exhaustion")
    found: dict[str, Any] = {name: tally[name] for name in counts}
    if match.rules.card_set == BASE:  # saboteurs win without the treasure, unless none sits at the table (A9.6)
        without = tally["rounds_without_saboteur"]
        found["rounds_won_by_saboteurs"] = tally["rounds_by_exhaustion"] - without
        found["rounds_without_saboteur"] = without
    found |= {
        "treasure_rate": ratio("rounds_by_treasure", "rounds"),
        "turns_per_round": ratio("turns", "rounds"),
        **{f"nuggets_per_{role}_and_round": ratio(f"{role}_nuggets", f"{role}_seats") for role in roles},
        "wins_per_seat_and_game": {name: ratio(f"{name}_wins", f"{name}_games") for name in bots},
        "nuggets_per_seat_and_game": {name: ratio(f"{name}_total", f"{name}_games") for name in bots},
    }
    if match.uses:
        found["uses"] = used(match, tally, uses(book))
    return found


_PLACED = ("path", "ladder")


def uses(book: Book) -> list[str]:
    """What is counted: every kind of action card, and what modules let a player do without a card."""
    acts = (row.key for row in book.acts.values() if row.act in _WITHOUT_A_CARD)
    names = (_name_of(book, face) for face in book.kinds)
    return list(dict.fromkeys((*filter(None, names), *acts)))


def use_of(book: Book, act: Any) -> str:
    """What an act uses; nothing, if every table has it."""
    face = getattr(act, "face", None)
    if face is not None:
        return _name_of(book, face)
    return book.acts[type(act)].key if type(act) in _WITHOUT_A_CARD else ""


def _name_of(book: Book, face: Face) -> str:
    """The card of a module has a name of its own, also where it is of a kind with others."""
    return _OF_MODULES.get(face) or (book.kinds[face] if book.kinds[face] not in _PLACED else "")


_OF_MODULES = {card.number: card.key for part in PARTS.values() for card in part.deck}
_WITHOUT_A_CARD = {
    row.act
    for part in PARTS.values()
    for rule in part.rules
    for row in rule.acts
    if "face" not in row.act.__annotations__
}


_COUNTING = Counting(watch=_watch, sabotages=_is_saboteur, use_of=use_of)


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


def rows(match: Match, figures: dict[str, Any]) -> Iterator[Row]:
    yield _("games"), figures["games"], ""
    yield _("rounds"), figures["rounds"], ""
    for name, label in _ENDINGS[match.rules.card_set].items():
        yield label, figures[name], f"{figures[name] / max(figures['rounds'], 1):.1%}"
    yield _("turns in a round"), f"{figures['turns_per_round']:.1f}", ""
    for role, label in _NUGGETS.items():
        if (nuggets := figures.get(f"nuggets_per_{role}_and_round")) is not None:
            yield label, f"{nuggets:.2f}", ""
    for bot, rate in figures["wins_per_seat_and_game"].items():
        yield _("games won by a seat of {bot}", bot=bot), f"{rate:.1%}", ""
    for bot, nuggets in figures["nuggets_per_seat_and_game"].items():
        yield _("nuggets for a seat of {bot} in a game", bot=bot), f"{nuggets:.2f}", ""
    yield from rows_of_uses(figures)
