"""The game on one page, for somebody who has never played it."""

from client.i18n import _

TITLE = _("How to play")
LINES = (
    _(
        "You are dwarfs in a mine. Gold-diggers build a tunnel to the treasure; saboteurs secretly see to it that"
        " nobody gets there. Nobody knows who is who."
    ),
    "",
    _("In your turn you use one card, and draw another:"),
    _("- a path card goes on with the tunnel. It must fit the cards beside it and be joined to the start;"),
    _("- a broken pick, lantern or cart in front of somebody: no path cards for them until it is mended;"),
    _("- a rockfall takes a path card away, a map shows you one of the three goals;"),
    _("- or you discard a card, face down."),
    "",
    _(
        "Behind one of the three goals lies the treasure. If the tunnel reaches it, the gold-diggers share gold;"
        " if all cards are used up before, the saboteurs do. After three rounds whoever has most gold wins."
    ),
    "",
    _("Saboteur 2 adds two teams of diggers and more roles, doors, ladders and crystals, thieves and prisons."),
    "",
    _(
        "At the table: a number picks a card, arrows or the mouse pick a place, Space turns the card, Enter plays it."
        " Places where it may lie are lit, and you are told why it may not lie elsewhere. ? explains keys and signs."
    ),
    "",
    _(
        "Every card is fixed by numbers that all players and the server have sworn to before the first one is dealt,"
        " and your computer checks every move and every card. V at the table says what was checked."
    ),
)
