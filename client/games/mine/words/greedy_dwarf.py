"""The words of the Greedy Dwarf."""

from client.games.mine.words import rounds
from client.games.mine.words.teller import Teller
from client.games.mine.words.words import Card, Role, Words
from client.i18n import _
from engine.mine.rules.round.round_end import RoundEnded


def ended(teller: Teller, event: RoundEnded) -> list[str]:
    """Who wins by the treasure is told when the roles lie open."""
    if event.treasure and event.finisher is not None:
        return ["", _("{who} has found the treasure: the round is over.", who=teller.name(event.finisher))]
    return rounds.ended(teller, event)


WORDS = Words(
    cards={"greedy-dwarf": Card(_("Greedy Dwarf"))},
    roles={
        "greedy-dwarf": Role(
            _("the Greedy Dwarf"),
            _("grd"),
            _("You win only if you reach the treasure yourself, and then you win alone."),
        )
    },
    events={RoundEnded: ended},
)
