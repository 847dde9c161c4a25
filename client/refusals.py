"""A sentence for every refusal: what is wrong, and where it helps, what would be right."""

from client.words import _
from engine.errors import Reason, UnfitRules, UnknownRules
from engine.rules import parse

SENTENCES: dict[Reason, str] = {
    Reason.NOT_WANTED: _("The table is not waiting for this now."),
    Reason.NOT_YOUR_TURN: _("It is not your turn."),
    Reason.NOT_HELD: _("You do not have that card in your hand."),
    Reason.WRONG_KIND: _("That card cannot be played this way."),
    Reason.CELL_TAKEN: _("A card already lies on that cell: choose an empty one."),
    Reason.NO_NEIGHBOUR: _("A path card must share a full side with a card that lies face up; a corner is not enough."),
    Reason.EDGE_MISMATCH: _(
        "The edges do not match: tunnel must meet tunnel, and rock must meet rock, on every side that touches a card."
    ),
    Reason.CROSSWISE: _("Cards lie upright: turn this one by half a turn or not at all."),
    Reason.NOT_CONNECTED: _("No unbroken tunnel leads from the start to this card there."),
    Reason.TOOLS_BROKEN: _(
        "You cannot place a path card while a broken tool lies in front of you: repair it, play another card, or pass."
    ),
    Reason.NO_SUCH_SEAT: _("Nobody sits there: choose a seat at this table."),
    Reason.OWN_TOOL: _("You cannot break your own tool: choose another player."),
    Reason.ALREADY_BROKEN: _("That player's tool of this kind is already broken."),
    Reason.OTHER_TOOL: _("This card repairs another tool: choose the one it shows."),
    Reason.NEITHER_TOOL: _("This card does not repair that tool: choose one of the two it shows."),
    Reason.NOTHING_BROKEN: _("That player has no broken tool of this kind, and a repair cannot be played in advance."),
    Reason.NO_CARD_THERE: _("No path card lies on that cell."),
    Reason.START_STAYS: _("The start card cannot be removed."),
    Reason.GOAL_STAYS: _("A goal cannot be removed, face up or face down."),
    Reason.NO_GOAL_THERE: _("No goal lies on that cell: a map shows a goal."),
    Reason.GOAL_FACE_UP: _("That goal already lies face up: choose one that is face down."),
    Reason.ONE_CARD_ONLY: _("To pass, discard exactly one card."),
    Reason.GOAL_NOT_REACHED: _("The tunnel has not reached that goal: choose one that it has reached."),
    Reason.GOLD_NOT_OFFERED: _("That gold card is not among those passed to you."),
    Reason.WRONG_SIZES: _("The deal does not have the number of cards that the rules ask for."),
    Reason.OPENING_NOT_WANTED: _("Nobody asked for these cards to be opened."),
    Reason.FACE_NOT_IN_PILE: _("A card was opened that cannot lie in that pile."),
    Reason.RANDOM_OUT_OF_RANGE: _("The random number is not in the range that was asked for."),
    Reason.WRONG_NEW_SLOTS: _("The new cards do not take the next free numbers, one for each old card."),
    Reason.TWO_CARDS_ONLY: _("To take away a card in front of you, discard exactly two cards of your hand."),
    Reason.NOT_BEFORE_YOU: _("That card does not lie in front of you: choose one that does."),
    Reason.ONE_TO_THREE_CARDS: _("To pass, discard one, two or three different cards."),
    Reason.LADDER_NOT_JOINED: _(
        "A ladder must join the tunnel of a card that lies face up, though that one need not be connected to the start."
    ),
    Reason.LADDER_BESIDE_GOAL: _("A ladder cannot lie beside a goal, face up or face down."),
    Reason.THEFT_LIES_ALREADY: _("A Theft already lies in front of you, and there may be only one."),
    Reason.NO_THEFT_THERE: _("No Theft lies in front of that player."),
    Reason.PATH_IMPRISONED: _(
        "You cannot place a path card from prison: play another card, pass, or discard two cards to get out."
    ),
    Reason.OWN_PRISON: _("You cannot imprison yourself: choose another player."),
    Reason.ALREADY_IMPRISONED: _("That player is already in prison."),
    Reason.NOT_IMPRISONED: _("That player is not in prison."),
    Reason.OWN_ROLE: _("You know your own role: choose another player."),
    Reason.NO_ROLE_LEFT: _("No undealt role is left to take."),
    Reason.OWN_HAND: _("You cannot swap hands with yourself: choose another player."),
    Reason.OWN_NUGGET: _("You cannot steal from yourself: choose another player."),
    Reason.NOTHING_TO_STEAL: _("That player has no nugget: choose one who has."),
}


def unfit(error: UnfitRules) -> str:
    """Why these rules cannot make a table, in the reader's language; as the rest of a sentence."""
    values = error.values | ({"instead": _(str(error.values["instead"]))} if "instead" in error.values else {})
    return _(error.sentence, **values)


def unknown_part(text: str) -> str:
    """What this program lacks of some rules: a preset, a module or a flag; all of them, if they do not fit together."""
    try:
        return str(parse(text))
    except UnknownRules as error:
        return error.name
    except UnfitRules:
        return text
