"""A sentence for every refusal: what is wrong, and where it helps, what would be right."""

from client.i18n import _

SENTENCES: dict[str, str] = {
    "wait/not-wanted": _("The table is not waiting for this now."),
    "turn/not-yours": _("It is not your turn."),
    "card/not-held": _("You do not have that card in your hand."),
    "card/wrong-kind": _("That card cannot be played this way."),
    "path/cell-taken": _("A card already lies on that cell: choose an empty one."),
    "path/no-neighbour": _("A path card must share a full side with a card that lies face up; a corner is not enough."),
    "path/edge-mismatch": _(
        "The edges do not match: tunnel must meet tunnel, and rock must meet rock, on every side that touches a card."
    ),
    "path/crosswise": _("Cards lie upright: turn this one by half a turn or not at all."),
    "path/not-connected": _("No unbroken tunnel leads from the start to this card there."),
    "path/tools-broken": _(
        "You cannot place a path card while a broken tool lies in front of you: repair it, play another card, or pass."
    ),
    "target/no-such-seat": _("Nobody sits there: choose a seat at this table."),
    "break/own-tool": _("You cannot break your own tool: choose another player."),
    "break/already-broken": _("That player's tool of this kind is already broken."),
    "repair/other-tool": _("This card repairs another tool: choose the one it shows."),
    "repair/neither-tool": _("This card does not repair that tool: choose one of the two it shows."),
    "repair/nothing-broken": _(
        "That player has no broken tool of this kind, and a repair cannot be played in advance."
    ),
    "rockfall/no-card": _("No path card lies on that cell."),
    "rockfall/start-stays": _("The start card cannot be removed."),
    "rockfall/goal-stays": _("A goal cannot be removed, face up or face down."),
    "map/no-goal": _("No goal lies on that cell: a map shows a goal."),
    "map/goal-face-up": _("That goal already lies face up: choose one that is face down."),
    "pass/one-card-only": _("To pass, discard exactly one card."),
    "goal/not-reached": _("The tunnel has not reached that goal: choose one that it has reached."),
    "gold/not-offered": _("That gold card is not among those passed to you."),
    "deal/wrong-sizes": _("The deal does not have the number of cards that the rules ask for."),
    "open/not-wanted": _("Nobody asked for these cards to be opened."),
    "open/not-in-pile": _("A card was opened that cannot lie in that pile."),
    "random/out-of-range": _("The random number is not in the range that was asked for."),
    "renew/wrong-slots": _("The new cards do not take the next free numbers, one for each old card."),
    "discard-two/two-cards-only": _("To take away a card in front of you, discard exactly two cards of your hand."),
    "discard-two/not-before-you": _("That card does not lie in front of you: choose one that does."),
    "pass/one-to-three-cards": _("To pass, discard one, two or three different cards."),
    "ladder/not-joined": _(
        "A ladder must join the tunnel of a card that lies face up, though that one need not be connected to the start."
    ),
    "ladder/beside-goal": _("A ladder cannot lie beside a goal, face up or face down."),
    "theft/lies-already": _("A Theft already lies in front of you, and there may be only one."),
    "hands-off/no-theft": _("No Theft lies in front of that player."),
    "path/imprisoned": _(
        "You cannot place a path card from prison: play another card, pass, or discard two cards to get out."
    ),
    "prison/oneself": _("You cannot imprison yourself: choose another player."),
    "prison/already-imprisoned": _("That player is already in prison."),
    "freedom/not-imprisoned": _("That player is not in prison."),
    "inspection/own-role": _("You know your own role: choose another player."),
    "swap-hats/no-role-left": _("No undealt role is left to take."),
    "swap-hands/own-hand": _("You cannot swap hands with yourself: choose another player."),
    "steal/oneself": _("You cannot steal from yourself: choose another player."),
    "steal/no-nugget": _("That player has no nugget: choose one who has."),
}
"""By code."""
