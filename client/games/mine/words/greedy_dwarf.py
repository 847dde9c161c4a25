"""The words of the Greedy Dwarf."""

from client.games.mine.words import rounds
from client.games.mine.words.words import Role, Words
from client.games.words import Card, Said
from client.i18n import _
from engine.mine.rules.round.round_end import RoundEnded

WORDS = Words(
    cards={"greedy-dwarf": Card(_("Greedy Dwarf"))},
    roles={
        "greedy-dwarf": Role(
            _("the Greedy Dwarf"),
            _("grd"),
            _("You win only if you reach the treasure yourself, and then you win alone."),
            _("reach the gold yourself"),
        )
    },
    events={
        # who wins by the treasure is told when the roles lie open
        RoundEnded: rounds.ending(Said("{who} [have|has] found the treasure: the round is over."), *rounds.LOST)
    },
)
