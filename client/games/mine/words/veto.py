"""The words of the Veto."""

from client.games.mine.names import card_name
from client.games.mine.words.teller import Teller
from client.games.mine.words.words import Words
from client.games.words import ASKED, Act, Card, Kind, Question, Said
from client.i18n import _
from client.words.people import People
from engine.mine.modules.veto import PlayVetoed
from engine.mine.view import View


def _vetoed(teller: Teller, event: PlayVetoed) -> str:
    card = card_name(teller.state.faces[event.stopped])
    return _("{who} [play|plays] the Veto: the {card} has no effect.", who=teller.who(event.seat), card=card)


def _table(view: View, people: People) -> list[str]:
    """The card that waits; its targets are told as it is announced."""
    state = view.state
    cards = [card_name(state.faces[slot]) for slot in getattr(state, "pending", ())]
    return [_("{who} [are|is] about to play {card}.", who=people.who(state.active), card=card) for card in cards]


WORDS = Words(
    table=_table,
    cards={"veto": Card(_("Veto"))},
    kinds={"veto": Kind(_("Stops a card that another player plays; then that player draws, and you."), "no!")},
    acts={
        "veto": Act(
            Said("Veto"),
            _("  veto                    stop the card that another player is about to play"),
            when=ASKED,
            events={PlayVetoed: _vetoed},
        ),
    },
    questions={"veto": Question(_("Do you play your Veto?"), _("Do you play your Veto? (veto)"))},
)
