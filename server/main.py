"""The command `undermine-server`."""

import argparse
import sys
from collections.abc import Sequence

NOT_YET = 69  # EX_UNAVAILABLE: the service does not exist in this version


def main(arguments: Sequence[str] | None = None) -> int:
    """Say that this version has no server."""
    argparse.ArgumentParser(
        prog="undermine-server",
        description="The headless server.  This version has none yet: it plays on one computer only.",
    ).parse_args(arguments)
    print(
        "undermine-server: this version has no server yet; use `undermine --help` for what there is",
        file=sys.stderr,
    )
    return NOT_YET


if __name__ == "__main__":
    sys.exit(main())
