"""Help: the game on one page, and how to read what is drawn."""

from client.games.mine.words.words import parts_of
from client.games.signs import key_signs, lately_signs, lit_signs
from client.i18n import _
from client.render.charset import Charset
from engine.mine.view import View

_HOW_TO_PLAY = (
    _(
        "You are dwarfs in a mine. Gold-diggers build a tunnel to the treasure; saboteurs secretly keep it from them."
        " No player knows who is who."
    ),
    "",
    _("In your turn you use one card, and draw another:"),
    _("- a path card goes on with the tunnel. It must fit the cards beside it and be joined to the start;"),
    _("- a broken pick, lantern or cart in front of a player: no path cards for them until it is repaired;"),
    _("- a rockfall takes a path card away, a map shows you one of the three goals;"),
    _("- or you discard a card, face down."),
    "",
    _(
        "Behind one of the three goals lies the treasure. If the tunnel reaches it, the gold-diggers share gold;"
        " if all cards are used up before, the saboteurs do. After three rounds the player with most gold wins."
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


_OVERVIEW = _(
    "A large board is drawn in lines: ─┼─ a crossing, ─×─ a dead end, ╪ a bridge, heavy strokes end there; a letter"
    " beside it is what the card shows. Z: larger tiles."
)


def how_to_play() -> list[str]:
    return [*_HOW_TO_PLAY]


def board_help(view: View | None) -> list[str]:
    return [line for words in (parts_of(view.state.book.rules) if view else ()) for line in words.board]


def signs_help(charset: Charset) -> list[str]:
    return [
        _(
            "{sign} stands before whose turn it is, {back} if turns go the other way round.",
            sign=charset.pointer,
            back=charset.upright,
        ),
        _(
            "Behind a name: how many cards in the hand, 5- if it stays smaller; P L C a broken pick, lantern, cart;"
            " {bar} in prison; T a Theft; T1 a toll collector; 2g two gold cards; 3$ three nuggets; d a dragon is owed"
            " one; ? cut off, - left.",
            bar=charset.bar,
        ),
        _("(sab) is a role that you alone know, sab? only your guess."),
        *lately_signs(charset),
        *key_signs(charset),
        *lit_signs(charset),
        *([_OVERVIEW] if charset.overview else []),
    ]
