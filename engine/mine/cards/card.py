"""What a row of a card table says.  Rules read the row; there is no class per card."""

from collections.abc import Iterable, Mapping

from engine.grid.cells import Groups, mask
from engine.records import record
from engine.slots import Face

PICK, LANTERN, CART = 1, 2, 4
TOOLS = {"pick": PICK, "lantern": LANTERN, "cart": CART}


@record
class Card:
    """A kind of card.  All copies show the same face; the face is the frozen ``number``.

    ``copies`` is how many of them are in the box that the card table describes.
    ``tunnels`` joins sides: ("NS",) runs through, ("N", "S") are two dead ends.
    ``tools`` are the tools that the card breaks or mends, ``nuggets`` what a gold card is worth.
    ``door`` is the colour of the team that alone may pass, ``crystals`` is how many a geologist counts, and a card
    with a ``ladder`` is joined to every other one.
    """

    key: str
    number: int
    kind: str
    copies: int
    tunnels: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    nuggets: int = 0
    door: str = ""
    crystals: int = 0
    ladder: bool = False

    @property
    def groups(self) -> Groups:
        """The tunnels as edge masks."""
        return tuple(mask(tunnel) for tunnel in self.tunnels)

    @property
    def tool_mask(self) -> int:
        """The tools as bits."""
        return sum(TOOLS[tool] for tool in self.tools)


def copies(rows: Iterable[Card], more: Mapping[str, int] | None = None) -> tuple[Face, ...]:
    """The faces of a pile, sorted: as many as the rows have copies, and those that another box adds."""
    added = more or {}
    return tuple(sorted(card.number for card in rows for _ in range(card.copies + added.get(card.key, 0))))
