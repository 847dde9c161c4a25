"""The server as it is, in a program that also has the gremlins."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT)]

if __name__ == "__main__":
    from server.main import main
    from tests.support.gremlins import gremlins

    with gremlins():
        sys.exit(main())
