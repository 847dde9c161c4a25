"""Tournament, a variant for five to nine players: roles without a left-over one, a card in the middle, and
pay in nuggets (E2).

The Greedy Dwarfs are those of the championships; who counts as one, and what he is paid, is said there.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from engine.events import ChanceCalled, RoundClosed
from engine.fields import Value
from engine.grid.cells import Cell, cell
from engine.machine import Book as AnyBook
from engine.machine import Rule, Stage
from engine.mine.book import Book
from engine.mine.cards.base import ROLES
from engine.mine.cards.championship import GREEDY_DWARF
from engine.mine.flags import BASE
from engine.mine.modules import greedy_dwarf
from engine.mine.modules.module import Module
from engine.mine.rules.round import gold_draft, pay_gold_cards
from engine.mine.rules.round.round_end import NuggetsPaid
from engine.mine.scoring import diggers, saboteurs
from engine.mine.state import State
from engine.records import record
from engine.scenario.keys import Impossible
from engine.scenario.vocabulary import Key, Words
from engine.slots import Face, Pile, Slot
from engine.tabletop import Tabletop

if TYPE_CHECKING:
    from engine.mine.sets.resolving import Box  # which knows the modules

SEATS = range(5, 10)
MIDDLE = cell(4, 0)
ROLE_DECKS = {
    # players: (saboteurs, diggers, greedy dwarfs); one card for each player (E2.1, E2.2)
    5: (1, 3, 1), 6: (2, 3, 1), 7: (2, 3, 2), 8: (3, 3, 2), 9: (3, 4, 2),
}  # fmt: skip
FINISHER, DIGGER, SABOTEUR, ONE_SABOTEUR = 3, 2, 3, 4
"""What each is paid (E2.4)."""


class TournamentState(State):
    """Whether the card in the middle was laid in this round."""

    middle_laid: Annotated[bool, Value(first=False)]


@record
class MiddleCardDrawn:
    """The first tunnel card is turned up for all to see."""

    slot: Slot


@record
class MiddleCardLaid:
    """It lies in the middle, half way to the goals; no seat placed it."""

    cell: int
    slot: Slot
    face: Face
    turned: int


# the box


def repack(box: "Box", seats: int) -> "Box":
    """No gold cards, and the piles of the tournament."""
    piles = tuple(_repacked(pile, box, seats) for pile in box.piles if pile.name != "gold")
    rules = (rule for rule in box.rules if rule not in (gold_draft, pay_gold_cards))
    return replace(box, piles=piles, rules=tuple(rules))


def _repacked(pile: Pile, box: "Box", seats: int) -> Pile:
    match pile.name:
        case "roles":
            return _roles(pile, seats)
        case "deck":
            return _deck(pile, box)
        case _:
            return pile


def _roles(pile: Pile, seats: int) -> Pile:
    digger, saboteur = (role.number for role in ROLES)
    numbers = dict(zip((saboteur, digger, GREEDY_DWARF.number), ROLE_DECKS[seats], strict=True))
    return replace(pile, faces=tuple(sorted(face for face, count in numbers.items() for _ in range(count))))


def _deck(pile: Pile, box: "Box") -> Pile:
    """The tunnel cards are mixed first; the first of them lies in the middle, and all others are mixed again."""
    kinds = {card.number: card.kind for card in box.deck}
    faces = sorted(pile.faces, key=lambda face: (kinds[face] != "path", face))
    tunnels = sum(kinds[face] == "path" for face in faces)
    return replace(pile, faces=tuple(faces), shuffles=((0, tunnels), (1, len(faces))))


def amend(book: Book) -> Book:
    """The first card of the deck is no card of a hand."""
    return replace(book, set_aside=1)


# the card in the middle


def around_begin(stage: Stage) -> Stage:
    """A round begins with the card in the middle."""
    begin = stage.follow
    assert begin is not None
    return replace(stage, follow=lambda state: begin(state) if state.middle_laid else draw(state))


def draw(state: State) -> tuple[object, ...]:
    """It was set aside by the deal."""
    return (MiddleCardDrawn(state.set_aside[0]),)


def drawn(state: TournamentState, event: MiddleCardDrawn) -> None:
    """Then chance says how it lies."""
    state.open_to_all((event.slot,), then="turn-middle")


def turn(state: State) -> tuple[object, ...]:
    """Upright, or turned (HE2)."""
    return (ChanceCalled("middle-card", None, 2),)


def lay(state: State) -> tuple[object, ...]:
    """It is not connected to the start before a tunnel leads there."""
    slot = state.set_aside[0]
    return (MiddleCardLaid(MIDDLE, slot, state.faces[slot], 180 * state.number),)


def laid(state: TournamentState, event: MiddleCardLaid) -> None:
    """It is an ordinary card of the network from now on."""
    state.set_aside.remove(event.slot)
    _lay(state, event.slot, event.face, event.turned)
    state.stage = "begin-round"


def _lay(state: TournamentState, slot: Slot, face: Face, turned: int) -> None:
    state.board.lay(MIDDLE, slot, state.book.groups[face][turned == 180], turned)
    state.set_out += (slot,)
    state.middle_laid = True


# the pay


def around_divide(stage: Stage) -> Stage:
    """Another division stands in place of that of the card set."""
    return replace(stage, follow=divide)


def divide(state: State) -> tuple[object, ...]:
    """All are paid in nuggets (E2.4)."""
    if greedy_dwarf.has_won(state):
        return greedy_dwarf.pay(state)
    pays = _of_diggers(state) if state.treasure_found else _of_saboteurs(state)
    return (*pays, RoundClosed(state.round, state.book.next_starter(state)))


def _of_diggers(state: State) -> list[NuggetsPaid]:
    return [NuggetsPaid(seat, FINISHER if seat == state.finisher else DIGGER) for seat in diggers(state)]


def _of_saboteurs(state: State) -> list[NuggetsPaid]:
    winners = saboteurs(state)
    return [NuggetsPaid(seat, SABOTEUR if len(winners) > 1 else ONE_SABOTEUR) for seat in winners]


# to a bot


def lures(player: Any) -> dict[Cell, float]:
    """Who reaches the treasure is paid more than the others (E2.4)."""
    if player.spoils or player.alone:
        return {}
    whole = sum(player.treasure.values()) or 1
    return {at: _PER_NUGGET * (FINISHER - DIGGER) * weight / whole for at, weight in player.treasure.items()}


_PER_NUGGET = 4.0

# scenarios: the card in the middle


def _place(table: Tabletop, face: Face) -> None:
    """It is taken from among the cards that the position names nowhere."""
    state: Any = table.state
    found = [slot for slot in state.discard if table.faces[slot] == face]
    if not found or state.book.kinds[face] != "path":
        raise Impossible("middle", "it is no tunnel card that is left for it")
    state.discard.remove(found[0])
    state.faces[found[0]] = face
    _lay(state, found[0], face, 0)


def _read_middle(book: AnyBook) -> Any:
    from engine.mine.scenario.words import CARDS  # noqa: PLC0415  # which knows the modules

    return CARDS.read


RULE = Rule(
    events={MiddleCardDrawn: drawn, MiddleCardLaid: laid},
    stages={"turn-middle": Stage(follow=turn), "middle-card": Stage(follow=lay)},
    chances={"middle-card": 17},
    fields=TournamentState,
    around_stages={"begin-round": around_begin, "divide": around_divide},
    scenario=Words(position={"middle": Key(_read_middle, _place)}),
)
MODULE = Module(
    name="tournament",
    rev=1,
    rule="E2",
    meaning="For 5 to 9 players, with Greedy Dwarfs and a card in the middle. All players are paid in nuggets.",
    card_sets=(BASE,),
    instead="'saboteur2' has roles and a division of its own (B2, B9)",
    seats=SEATS,
    excludes=(
        ("greedy-dwarf", "HE4"),
        ("costume", "HE2"),
        ("party", "HE2"),
        ("sabotaged-dwarf", "HE2"),
    ),
    rules=(RULE,),
    cards=(GREEDY_DWARF,),
    repacks=repack,
    amends=amend,
    sways=greedy_dwarf.SWAYS,
    lures=lures,
    variant=True,
)
