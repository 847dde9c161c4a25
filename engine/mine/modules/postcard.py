"""The postcard of Costume Department and Tunnel Party: a card in the mine that has its effect when it is first reached.

It lies face up from the begin of a round and is an ordinary card of the network, which no rockfall takes (HD5, HD23).
Its two sides are two modules.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine.acts import ActRow
from engine.errors import Illegal, Reason
from engine.grid.cells import Cell, cell
from engine.machine import Decide, Rule
from engine.mine.book import Book
from engine.mine.cards.minis import POSTCARD, POSTCARD_CELL
from engine.mine.rules.actions.rockfall import CauseRockfall
from engine.mine.state import State
from engine.records import record
from engine.slots import Pile, Seat, Slot

POSTCARD_STAYS = Reason("rockfall/postcard-stays", "HD5")

CELL = cell(*POSTCARD_CELL)
PILE = Pile("postcard", 6, (POSTCARD.number,), "round")


@record
class PostcardReached:
    """A tunnel leads from the start to the postcard, for the first time in the round."""

    seat: Seat
    cell: Cell
    by_clock: bool = False


def lay_out(state: State, slots: Mapping[str, list[Slot]]) -> None:
    """The pile holds nothing else, so that all know the card without an opening."""
    [slot] = slots["postcard"]
    state.faces[slot] = POSTCARD.number
    state.board.lay(CELL, slot, POSTCARD.groups, 0)
    state.board.watch(CELL)


def around(row: ActRow, decide: Decide) -> Decide:
    """No rockfall takes it."""
    if row.act is not CauseRockfall:
        return decide

    def elsewhere(state: State, act: CauseRockfall) -> tuple[object, ...]:
        events = decide(state, act)
        if act.cell == CELL:
            raise Illegal(POSTCARD_STAYS)
        return events

    return elsewhere


def rule(effect: Callable[[State], tuple[object, ...]]) -> Rule:
    """The rule of one side: what follows when a tunnel reaches it."""

    def find(state: State, at: Cell, by_clock: bool) -> tuple[object, ...]:
        return (PostcardReached(state.active, at, by_clock), *effect(state))

    return Rule(
        events={PostcardReached: reached},
        reasons=(POSTCARD_STAYS,),
        finds={"postcard": find},
        lays_out=lay_out,
        around=around,
    )


def lures(player: Any) -> dict[Cell, float]:
    """To a bot: another role, if that may bring more than the one it has."""
    if player.state.board.reach.outlets.get(CELL):
        return {}
    return {CELL: _PER_NUGGET * (player.hope_of_another - player.hope)}


_PER_NUGGET = 4.0


def reached(state: State, event: PostcardReached) -> None:
    """Once a round; what follows says where the table goes on."""
    state.board.leave(event.cell)


def amends(book: Book) -> Book:
    """It is never offered to a rockfall."""
    return replace(book, fixed=book.fixed | {CELL})
