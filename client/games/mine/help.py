"""Help: the game on one page, and how to read what is drawn."""

from client.games.around import HOW_TOLD
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
    _("- a path card extends the tunnel: it must fit the cards beside it and connect to the start;"),
    _("- a broken pick, lantern or cart stops a player: no path cards for them until it is repaired;"),
    _("- a rockfall removes a path card, a map shows you one of the three goals;"),
    _("- or you discard a card, face down."),
    "",
    _(
        "Behind one of the three goals lies the treasure. If the tunnel reaches it, the gold-diggers share gold;"
        " if all cards are used up first, the saboteurs do. After three rounds the most gold wins."
    ),
    "",
    _("Saboteur 2 adds two teams of diggers and more roles, doors, ladders and crystals, thieves and prisons."),
    "",
    _(
        "At the table: a number picks a card, arrows or the mouse pick a place, Space turns the card, Enter plays it."
        " Spots where it fits are lit, and elsewhere you are told why it does not. ? explains keys and signs."
    ),
    "",
    _(
        "The shuffle is fixed before the first card is dealt, in a way that no one can change later,"
        " and your computer checks every move and every card. V at the table shows what was checked."
    ),
)


_OVERVIEW = _(
    "A large board is drawn in lines: ─┼─ a crossing, ─×─ a dead end, ╪ a bridge, heavy strokes end there; a letter"
    " beside it is what the card shows. Z: larger tiles."
)


def how_to_play() -> list[str]:
    return [*_HOW_TO_PLAY]


def board_help(view: View | None, *, in_words: bool = False) -> list[str]:
    if in_words:
        return [*HOW_TOLD]
    return [line for words in (parts_of(view.state.book.rules) if view else ()) for line in words.board]


def signs_help(charset: Charset) -> list[str]:
    return [
        _(
            "{sign} marks whose turn it is; {back} does when turns go the other way round.",
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
