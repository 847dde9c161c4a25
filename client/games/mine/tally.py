"""Whole games among bots, and counts of what came of them: what `undermine simulate` asks of the mine."""

from collections.abc import Iterable, Iterator
from typing import Any

from client.games.matches import (
    Counting,
    Match,
    Row,
    Watch,
    length_of,
    lengths,
    means,
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
from client.games.mine.names import role_name
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
    turns = 0

    def watch(events: list[object]) -> None:
        nonlocal turns
        for event in events:
            match event:
                case TurnBegan():
                    turns += 1
                case RoundEnded(treasure=treasure):
                    tally.update(("rounds", "rounds_by_treasure" if treasure else "rounds_by_exhaustion"))
                    if not treasure and not any(_is_saboteur(table, seat) for seat in range(len(names))):
                        tally["rounds_without_saboteur"] += 1
                case RoundClosed():
                    count_gold()
                    tally.update({"turns": turns, length_of(turns): 1})
                    turns = 0
                case GameEnded(scores=scores, winners=winners):
                    for seat, name in enumerate(names):
                        seen = {f"{name}_wins": seat in winners, f"{name}_total": scores[seat]}
                        tally[f"seat_{seat}_wins"] = seat in winners
                        tally.update({f"{name}_games": 1, **seen})

    def count_gold() -> None:
        state, faces = table.state, table.faces
        worth = state.book.worth
        for seat, slot in enumerate(state.roles):
            owned = state.nuggets[seat] + sum(worth[faces[card]] for card in state.gold[seat])
            role = _ROLES[faces[slot]]
            gained = owned - before[seat]
            tally.update({f"{role}_seats": 1, f"{role}_nuggets": gained, f"{role}_paid": gained > 0})
            before[seat] = owned

    return watch


# What came of it


def figures(match: Match, tally: Tally) -> dict[str, Any]:
    counts = ("games", "rounds", "rounds_by_treasure", "rounds_by_exhaustion")
    found: dict[str, Any] = {name: tally[name] for name in counts}
    if match.rules.card_set == BASE:  # saboteurs win without the treasure, unless none sits at the table (A9.6)
        without = tally["rounds_without_saboteur"]
        found["rounds_won_by_saboteurs"] = tally["rounds_by_exhaustion"] - without
        found["rounds_without_saboteur"] = without
    found["rounds_by_turns"] = lengths(tally)
    found = with_ratios(found, tally, _ratios(match, _role_faces(match)))
    if match.uses:
        found["uses"] = used(match, tally, uses(_book(match)))
    return found


def _ratios(match: Match, faces: Iterable[Face] = _ROLES) -> dict[str, Ratio]:
    roles = dict.fromkeys(_ROLES[face] for face in faces)
    bots = dict.fromkeys(match.bots)
    return {
        "treasure_rate": Ratio("rounds_by_treasure", "rounds", "trials"),
        "turns_per_round": Ratio("turns", "rounds"),
        **{f"nuggets_per_{role}_and_round": Ratio(f"{role}_nuggets", f"{role}_seats") for role in roles},
        **{f"rounds_paid.{role}": Ratio(f"{role}_paid", f"{role}_seats", "seats") for role in roles},
        **{f"wins_per_seat_and_game.{name}": Ratio(f"{name}_wins", f"{name}_games", "seats") for name in bots},
        **{f"nuggets_per_seat_and_game.{name}": Ratio(f"{name}_total", f"{name}_games") for name in bots},
        **{f"wins_by_seat.{seat + 1}": Ratio(f"seat_{seat}_wins", "games", "trials") for seat in range(match.players)},
    }


def _role_faces(match: Match) -> tuple[Face, ...]:
    return next(pile.faces for pile in _book(match).piles if pile.name == "roles")


def _book(match: Match) -> Book:
    return mine_book(setup(match.rules, match.players).book)


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


_COUNTING = Counting(watch=_watch, sabotages=_is_saboteur, use_of=use_of, ratios=_ratios)


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


def rows(match: Match, figures: dict[str, Any]) -> Iterator[Row]:
    rounds, seats = figures["rounds"], figures["wins_by_seat"]
    roles = {_ROLES[face]: role_name(face) for face in _role_faces(match)}
    bots = {bot: _("a seat of {bot}", bot=bot) for bot in figures["wins_per_seat_and_game"]}
    yield Row(_("games"), figures["games"])
    yield Row(_("rounds"), rounds)
    for name, label in _ENDINGS[match.rules.card_set].items():
        yield part(label, figures[name], rounds)
    yield Row(_("turns in a round"), f"{figures['turns_per_round']:.1f}")
    yield from rows_of_lengths(figures["rounds_by_turns"], rounds)
    nuggets = {f"nuggets_per_{role}_and_round": label for role, label in roles.items()}
    yield from means(_("nuggets in a round for"), figures, nuggets)
    yield from shares(_("rounds that brought gold to"), figures, within("rounds_paid", roles))
    yield from means(_("nuggets in a game for"), figures, within("nuggets_per_seat_and_game", bots))
    yield from shares(_("games won by"), figures, within("wins_per_seat_and_game", bots))
    yield from shares("", figures, within("wins_by_seat", {seat: _("seat {seat}", seat=seat) for seat in seats}))
    yield from rows_of_uses(figures)
