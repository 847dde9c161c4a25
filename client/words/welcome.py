"""The first start: what this game is, in as few words as there can be."""

from client.i18n import _

TITLE = _("Welcome to Undermine")
GAME = (
    _(
        "Dwarfs in a mine, after the card game Saboteur. Gold-diggers build a tunnel to the treasure."
        " Saboteurs look just like them, and keep the tunnel from it. No player knows who is who."
    ),
)
RULES = (
    _("In your turn you use one card, and draw another:"),
    _("- a path card extends the tunnel from the start;"),
    _("- an action card breaks or repairs a tool, collapses a tunnel, or shows you a goal;"),
    _("- or you discard a card, face down."),
    _(
        "The treasure lies behind one of three goals. If the tunnel reaches it, the gold-diggers share gold;"
        " if the cards run out before, the saboteurs do. After three rounds, most gold wins."
    ),
)
YOUR_NAME = _("Your name:")
