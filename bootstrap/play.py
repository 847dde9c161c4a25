"""`./play`: start the game, or its server, in their environment."""

import os
import sys

from bootstrap.environment import PLAY
from bootstrap.failure import in_one_sentence
from bootstrap.interpreter import hand_over
from bootstrap.prepare import prepared

START = "import sys; sys.argv[0] = {typed!r}; from {folder}.main import main; sys.exit(main())"


def main(arguments: list[str]) -> int:
    return in_one_sentence(lambda: start(arguments or ["play"]))


def start(arguments: list[str]) -> int:
    """`-P` keeps the folder that the player happens to be in from being searched for modules."""
    folder = "client"
    if arguments[0] == "server":
        folder, arguments = "server", arguments[1:]
    return hand_over([prepared(PLAY).python, "-P", "-c", START.format(folder=folder, typed=typed()), *arguments])


def typed() -> str:
    """The command that started this file, and that starts it again."""
    return f".{os.sep}play" if sys.argv[0] == "play" else sys.argv[0]
