"""What a row of the card table says.  Rules read the row; there is no class per card."""

from engine.grid.cells import Groups, mask
from engine.records import record

LADDER, LAIR, VEIN, EXIT = "ladder", "lair", "vein", "exit"
"""What a space may show."""


@record
class Card:
    """A kind of card.  All copies show the same face; the face is the frozen ``number``.

    ``level`` is that of a path card, 0 where a card has none; ``by_level`` is how many copies of an action card have
    which back.  ``tunnels`` are the edges that are joined.  ``wood`` names the edges of the tunnel that runs over a
    bridge, and a ``passage`` joins two curves by a tunnel between them.

    ``spaces`` says where a figure can stand, if it is not as usual for the level: each text is a chain of neighbouring
    spaces, such as ("N-hub", "S-hub").  Capital letters are the edges at which a space lies, all else lies further in;
    a space called "tunnel" is that of the passage.  ``symbol`` lies on the space ``at``.
    """

    key: str
    number: int
    kind: str
    copies: int
    level: int = 0
    by_level: tuple[int, int, int] = (0, 0, 0)
    tunnels: tuple[str, ...] = ()
    symbol: str = ""
    at: str = ""
    wood: str = ""
    passage: bool = False
    spaces: tuple[str, ...] = ()
    monster: str = ""
    clan: str = ""
    works_for: str = ""

    @property
    def groups(self) -> Groups:
        """The tunnels as edge masks."""
        return tuple(mask(tunnel) for tunnel in self.tunnels)
