"""A later program with a made-up module: ``python -m tests.stories.frozen.knowing server``, or ``client`` and more."""

import sys

import client.main
import server.main
from engine.mine.modules import PARTS
from tests.stories.frozen import made_up

PROGRAMS = {"server": server.main.main, "client": client.main.main}


def main(program: str, *arguments: str) -> int:
    """The program with the module, as it is started by hand; the value is the exit code."""
    PARTS[made_up.NAME] = made_up.MODULE
    return PROGRAMS[program](list(arguments))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
