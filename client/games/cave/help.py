"""Help: the game on one page, and how to read what is drawn."""

from client.games.around import HOW_TOLD
from client.games.cave.words.lexicon import PARTS
from client.games.signs import key_signs, lately_signs, lit_signs
from client.i18n import _
from client.render.charset import Charset
from engine.cave.view import View

_HOW_TO_PLAY = (
    _(
        "The Dark Cave: two clans of dwarfs look for the way out of a cave, with all the gold they can carry."
        " Each dwarf works for blue or for yellow; a saboteur works for the other clan. Only you know your own loyalty."
    ),
    "",
    _("In your turn you use a card, then your dwarf may move up to 3 spaces, then you draw:"),
    _("- a path card extends any tunnel; a card of level I is one space, II two moves, III three;"),
    _("- an action card looks, collapses, swaps, bars a way, or sends a monster from a lair;"),
    _("- Boots and a Battle Axe lie in front of a player and help that dwarf;"),
    _("- or you discard one or two cards."),
    "",
    _(
        "One of the four goals in the corners is the exit. A dwarf that reaches it is out, and its nuggets are saved."
        " The game ends when all who work for one side are out, or all cards are used."
        " Each side's nuggets count once for every player of the other side; the higher side wins."
    ),
    "",
    _(
        "Bridges cost a card, tunnels a nugget; the Rat takes a card, the Crawler fells a dwarf, the Goblin robs a"
        " nugget. You are told what the next step costs before you take it."
    ),
    "",
    _("On the way an arrow or the mouse points at a space, Enter goes there, and D stops."),
)


_OVERVIEW = _("Z: the whole cave in lines, ─┼─ of level I, ═╬═ of II, ━╋━ of III; again, larger tiles.")


def how_to_play() -> list[str]:
    return [*_HOW_TO_PLAY]


def board_help(view: View | None, *, in_words: bool = False) -> list[str]:
    shown = HOW_TOLD if in_words else [line for words in PARTS.values() for line in words.board]
    return [*shown, *(line for words in PARTS.values() for line in words.told)]


def signs_help(charset: Charset) -> list[str]:
    return [
        _("{sign} marks whose turn it is.", sign=charset.pointer),
        _("* is a way, or a place for a cobweb: an arrow, Tab or a click points at it, Enter does it."),
        _(
            "Behind a name: B or Y the clan, 3$ three nuggets, 221 how many cards of level I, II and III; then b boots,"
            " x an axe, w a cobweb, R C G a monster; ~ the dwarf lies down, ^ it is out; ? cut off, - left."
        ),
        _("(loy) and (sab), loyal and saboteur, are what you alone know, sab? only your guess."),
        *lately_signs(charset),
        *key_signs(charset),
        *lit_signs(charset),
        *([_OVERVIEW] if charset.overview else []),
    ]
