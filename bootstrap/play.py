"""`./play`: start the game, or its server, in their environment."""

from bootstrap.environment import PLAY
from bootstrap.failure import in_one_sentence
from bootstrap.interpreter import hand_over
from bootstrap.prepare import prepared

START = "import sys; from {folder}.main import main; sys.argv[0] = '{name}'; sys.exit(main())"


def main(arguments: list[str]) -> int:
    return in_one_sentence(lambda: start(arguments or ["play"]))


def start(arguments: list[str]) -> int:
    """`-P` keeps the folder that the player happens to be in from being searched for modules."""
    folder, name = "client", "undermine"
    if arguments[0] == "server":
        folder, name, arguments = "server", "undermine-server", arguments[1:]
    return hand_over([prepared(PLAY).python, "-P", "-c", START.format(folder=folder, name=name), *arguments])
