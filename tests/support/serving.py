"""The server as it is, in a program that also has the gremlins."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

if __name__ == "__main__":
    from support.gremlins import gremlins

    from server.main import main

    with gremlins():
        sys.exit(main())
