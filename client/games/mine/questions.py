"""What a seat is asked: one entry for each wait that any rule set knows."""

from client.i18n import _

ON_THE_BOARD = ""
TITLES = {
    "turn": ON_THE_BOARD,
    "goal": _("You reach several goals at once. Which is turned up first?"),
    "rotation": _("The goal fits both ways. How should it lie?"),
    "gold": _("Gold! Which card do you keep?"),
    "theft": _("You have a Theft. From whom do you take a nugget?"),
}
"""By what an `Act` or a `Window` waits for; a test compares this with every rule set."""
LINE_QUESTIONS = {
    "turn": _("Your turn. What do you do?"),
    "goal": _("You reach several goals at once. Which is turned up first? (goal top)"),
    "rotation": _("The goal fits both ways. How should it lie? (upright, or rotate)"),
    "gold": _("Which gold card do you keep? (take 1)"),
    "theft": _("You have a Theft. From whom do you take a nugget? (steal bob, or no)"),
}
"""The same in lines, with what to type."""
