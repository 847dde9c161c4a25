"""Which Python runs this.

Written so that every Python since 2.7 can read it: the one that starts it may be too old for all the rest.
"""

import os
import sys

OLDEST = (3, 11)
NAMES = ("python3.14", "python3.13", "python3.12", "python3.11")
EXIT_TOO_OLD = 81

PROBE = "import sys; sys.exit(sys.version_info < %r)" % (OLDEST,)


def require_suitable():
    # type: () -> None
    """Return if this Python will do; else go on with one from PATH that will, or say what to do and exit."""
    if sys.version_info >= OLDEST:
        return
    for candidate in candidates():
        if works(candidate):
            sys.exit(hand_over([candidate] + sys.argv))  # noqa: RUF005 (2.7 cannot read the starred form)
    sys.stderr.write(
        "undermine: this is Python %d.%d and Undermine needs %d.%d or newer: install one, for example from"
        " python.org or your system's packages, and start again.\n" % (sys.version_info[:2] + OLDEST)
    )
    sys.exit(EXIT_TOO_OLD)


def candidates():
    # type: () -> list[str]
    folders = os.environ.get("PATH", "").split(os.pathsep)
    return [os.path.join(folder, name) for name in NAMES for folder in folders if folder]


def works(candidate):
    # type: (str) -> bool
    """Ask rather than trust the name: version managers leave stand-ins on PATH that run nothing."""
    import subprocess  # noqa: PLC0415 (most starts ask nothing)

    if not os.access(candidate, os.X_OK):
        return False
    with open(os.devnull, "w") as nowhere:
        try:
            return subprocess.call([candidate, "-c", PROBE], stdout=nowhere, stderr=nowhere) == 0
        except OSError:
            return False


def hand_over(command):
    # type: (list[str]) -> int
    """Become ``command``. Windows cannot: there it runs as a child, and its exit code is returned."""
    if os.name == "nt":
        import subprocess  # noqa: PLC0415

        return subprocess.call(command)
    sys.stdout.flush()
    return os.execv(command[0], command)  # noqa: S606 (no shell is what we want)
