"""Sabotaged Dwarf, a variant: a digger with a broken tool gets nothing of the gold that the diggers have won (E1).

All diggers are counted as ever, so that the cards go round among the others, and some of them get more than one.
"""

from dataclasses import replace

from engine.mine.book import Book
from engine.mine.flags import BASE
from engine.mine.modules.module import Module


def amend(book: Book) -> Book:
    """Whose tools are whole takes part in the draft; nothing else changes (HE1, HE3)."""
    return replace(book, picks_gold=lambda state, seat: not state.broken[seat])


MODULE = Module(
    name="sabotaged-dwarf",
    rev=1,
    rule="E1",
    meaning="A winning digger with a broken tool gets no gold. The cards go to the other diggers.",
    card_sets=(BASE,),
    instead="'saboteur2' divides gold by its own table (B9)",
    excludes=(("tournament", "HE2"),),
    amends=amend,
    variant=True,
)
