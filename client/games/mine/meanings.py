"""What cards and roles are good for, in a sentence each: for those who have not read the rules."""

from client.i18n import _
from engine.mine.game import ALL_CARDS
from engine.slots import Face

KINDS = {
    "break": _("Lay it before another player: no paths for them until somebody mends it."),
    "repair": _("Mends a broken tool that it shows, yours or somebody else's."),
    "rockfall": _("Takes one path card out of the mine; not the start, and no goal."),
    "map": _("Look at one of the three goals. Only you see it."),
    "theft": _("Lay it before you: after the round you steal a nugget, unless you are in prison."),
    "hands-off": _("Takes away a Theft that lies before somebody."),
    "prison": _("Lay it before another player: no paths and no gold for them until they are free."),
    "freedom": _("Takes away a Prison, before you or before somebody else."),
    "inspection": _("Look at the role of another player. Only you see it."),
    "swap-hats": _("Somebody, or you, gets a new role from those that nobody has."),
    "swap-hands": _("Swap the rest of your hand for all cards of another player."),
}
"""By kind: the cards that are not laid into the mine."""

ROLES = {
    "digger": _("You win if a tunnel reaches the treasure."),
    "saboteur": _("You win if no tunnel reaches the treasure. Do not be found out."),
    "blue-digger": _("You win if the blue team reaches the treasure: green doors shut you out."),
    "green-digger": _("You win if the green team reaches the treasure: blue doors shut you out."),
    "boss": _("You win with whichever team of diggers wins, but get one nugget less."),
    "profiteer": _("You win with whoever wins, but get two nuggets less."),
    "geologist": _("You are paid for the crystals in the mine, whoever wins."),
    "saboteur-2": _("You win if no tunnel reaches the treasure. Do not be found out."),
}
"""By role."""

_CARDS = {card.number: card for card in ALL_CARDS}


def card_meaning(face: Face) -> str:
    """What an action card does; nothing for a path card, which shows it."""
    return KINDS.get(_CARDS[face].kind, "")


def role_meaning(face: Face) -> str:
    """What somebody with this role wants."""
    return ROLES[_CARDS[face].key]
