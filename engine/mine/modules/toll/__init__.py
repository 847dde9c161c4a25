"""Tunnel Toll: collectors stand at open ends of tunnels, and a card is placed there only for a nugget (D1).

What a placement costs, and who pays, is asked of every act that lays a card on a cell.  Who pays is said before a card
is shown: first other players may be asked, then a payer is named for a collector; nuggets move when the card is placed.
"""

from dataclasses import replace

from engine.mine.book import Book, Due
from engine.mine.flags import CARD_SET_NAMES
from engine.mine.modules.module import Module
from engine.mine.modules.toll import collectors, consent, payers, price, turns, worth
from engine.mine.rules.round import paying


def amends(book: Book) -> Book:
    """Which cells are blocked, and what a seat may have to pay in a wait."""
    dues = {
        "turn": Due(turns.most_to_pay, then="turn"),
        "toll-consent": Due(consent.most_to_pay, then="toll-consent"),
    }
    return replace(book, is_blocked=price.is_blocked, dues={**book.dues, **dues})


MODULE = Module(
    name="toll",
    rev=1,
    rule="D1",
    meaning="Toll collectors block open ends of tunnels. To build there, pay their owner a nugget.",
    card_sets=CARD_SET_NAMES,
    rules=(paying.RULE, collectors.RULE, consent.RULE, payers.RULE, price.RULE, turns.RULE),
    amends=amends,
    worth={
        collectors.BringCollector: worth.of_collector,
        consent.AskToll: worth.of_asking,
        consent.AgreeToll: worth.of_agreeing,
        consent.RefuseToll: lambda player, act: 1.0,
        payers.NamePayer: worth.of_payer,
        **paying.WORTH,
    },
)
