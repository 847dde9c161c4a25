"""`./play`: start the game in its environment."""

from bootstrap.environment import PLAY
from bootstrap.failure import in_one_sentence
from bootstrap.interpreter import hand_over
from bootstrap.prepare import prepared

START = "import sys; from client.main import main; sys.argv[0] = 'undermine'; sys.exit(main())"


def main(arguments: list[str]) -> int:
    return in_one_sentence(lambda: start(arguments or ["play"]))


def start(arguments: list[str]) -> int:
    """`-P` keeps the folder that the player happens to be in from being searched for modules."""
    return hand_over([prepared(PLAY).python, "-P", "-c", START, *arguments])
