"""Master Craftsman, the card of 2021: a repair that shows all three tools and mends one (C6, HC6).

The rule of repairs reads the tools from the card, so that the card is all there is to say.
"""

from engine.mine.cards.championship import CRAFTSMAN
from engine.mine.flags import CARD_SET_NAMES
from engine.mine.modules.module import Module

MODULE = Module(
    name="craftsman",
    rev=1,
    rule="C6",
    meaning="A card that repairs any broken tool. It removes one card, never more.",
    card_sets=CARD_SET_NAMES,
    deck=(CRAFTSMAN,),
)
