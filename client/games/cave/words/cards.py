"""What the cards of the cave are called, and what action cards are good for."""

from collections.abc import Mapping

from client.games.words import Said
from client.i18n import _

_SHAPES: Mapping[str, tuple[Said, Said | None]] = {
    "cross": (Said("crossing {level}"), None),
    "tee-long": (Said("junction {level}, up, right and down"), Said("junction {level}, up, down and left")),
    "tee-short": (Said("junction {level}, right, down and left"), Said("junction {level}, up, right and left")),
    "straight-long": (Said("straight {level}, up and down"), None),
    "straight-short": (Said("straight {level}, left to right"), None),
    "curve-right": (Said("curve {level}, up and right"), Said("curve {level}, down and left")),
    "curve-left": (Said("curve {level}, up and left"), Said("curve {level}, down and right")),
    "ladder-curve-right": (Said("ladder {level}, up and right"), Said("ladder {level}, down and left")),
    "ladder-curve-left": (Said("ladder {level}, up and left"), Said("ladder {level}, down and right")),
    "ladder-tee-long": (Said("ladder {level}, up, right and down"), Said("ladder {level}, up, down and left")),
    "ladder-tee-short": (Said("ladder {level}, right, down and left"), Said("ladder {level}, up, right and left")),
    "lair-long": (Said("lair {level}, down"), Said("lair {level}, up")),
    "lair-short": (Said("lair {level}, right"), Said("lair {level}, left")),
    "lair-tee-long": (Said("lair {level}, up, right and down"), Said("lair {level}, up, down and left")),
    "lair-tee-short": (Said("lair {level}, right, down and left"), Said("lair {level}, up, right and left")),
    "lair-cross": (Said("lair {level}, four ways"), None),
    "vein-tee-short": (Said("gold vein {level}, right, down and left"), Said("gold vein {level}, up, right and left")),
    "vein-tee-long": (Said("gold vein {level}, up, right and down"), Said("gold vein {level}, up, down and left")),
    "bridge-long": (Said("bridge {level}, wood up and down"), None),
    "bridge-short": (Said("bridge {level}, wood left to right"), None),
    "double-curve-left": (Said("double curve {level} with tunnel, up and left, down and right"), None),
    "double-curve-right": (Said("double curve {level} with tunnel, up and right, down and left"), None),
}
"""By shape of a path card: its name upright, and turned if it is another card then."""
LEVELS = ("", "I", "II", "III")
OTHERS: Mapping[str, str] = {
    "start": _("start"),
    "exit": _("exit"),
    "goal-lair": _("lair"),
    "goal-ladder": _("ladder"),
    "goal-vein": _("gold vein"),
    "secret-information": _("Secret Information"),
    "cave-in": _("Cave-in"),
    "card-swap": _("Card Swap"),
    "cobweb-circle": _("Cobweb with a circle"),
    "cobweb-triangle": _("Cobweb with a triangle"),
    "cobweb-diamond": _("Cobweb with a diamond"),
    "boots": _("Boots"),
    "battle-axe": _("Battle Axe"),
    "rat": _("Rat"),
    "crawler": _("Crawler"),
    "goblin": _("Goblin"),
    "blue-loyal": _("loyal to blue"),
    "blue-saboteur": _("blue saboteur"),
    "yellow-loyal": _("loyal to yellow"),
    "yellow-saboteur": _("yellow saboteur"),
}
LOYALTIES: Mapping[str, str] = {
    "blue-loyal": _("a loyal blue dwarf, who works for blue"),
    "blue-saboteur": _("a blue saboteur, who works for yellow"),
    "yellow-loyal": _("a loyal yellow dwarf, who works for yellow"),
    "yellow-saboteur": _("a yellow saboteur, who works for blue"),
}
"""As in “Ann is a blue saboteur, who works for yellow”."""
MEANINGS: Mapping[str, str] = {
    "secret-information": _("Look at a goal that lies face down, or at another player's clan card. Only you see it."),
    "cave-in": _("Takes a path card without a figure out of the cave; not the start, and no goal."),
    "card-swap": _("Swap all your other cards for the hand of another player, who then draws in your place."),
    "cobweb": _("Bars one place between two cards, or an open end, for two rounds."),
    "boots": _("Play it on a player, or yourself: that dwarf may move 4 spaces instead of 3."),
    "battle-axe": _("Play it on a player, or yourself: it drives off one monster, or cuts a cobweb, later."),
    "rat": _("Put the Rat on a lair and move it up to 3 spaces: a dwarf that it meets loses a card."),
    "crawler": _("Put the Crawler on a lair and move it up to 4 spaces: a dwarf that it meets rests next turn."),
    "goblin": _("Put the Goblin on a lair and move it up to 5 spaces: a dwarf that it meets loses a nugget."),
}
"""By kind, or by the key of a monster."""
VEIN_NOTE = _("take the nugget, and show your clan card")


def path_name(key: str, turned: int) -> str:
    """A path card by the key of its row, which ends with its level."""
    shape, _dash, level = key.rpartition("-")
    upright, other = _SHAPES[shape]
    name = other if turned and other is not None else upright
    return _(name.text, level=LEVELS[int(level)])
