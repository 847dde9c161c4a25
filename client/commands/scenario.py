"""`undermine scenario`: check stories against the rules, and write a first one."""

import argparse
import io
import os
import sys
from pathlib import Path

from client.i18n import _, plural
from engine.scenario.keys import BadScenario
from engine.scenario.reader import read
from engine.scenario.runner import Differs, run

HOLDS, DIFFERS, UNUSABLE = 0, 1, 2

TEMPLATE = """\
# A scenario: a position, then a story.  Run it with:  undermine scenario THIS-FILE
# Every key is explained in docs/scenarios.md.

title = "A curve fits beside the start, and the neighbour must match"
cites = ["A4.3"]                  # the rules this is about
rules = "base"                    # or "base-2006", "base+gold-draw=players", ...
seats = 3

[position]
turn  = 0                         # whose turn it is
board = ["1,0 straight-short"]    # cell, card, and 180 if it lies turned
hands = [["curve-left", "curve-right"], ["map"], ["rockfall"]]
pile  = ["cross"]                 # the draw pile, top first

[[step]]                          # what is refused
seat    = 0
place   = "curve-right"
at      = "2,0"
refused = "path/edge-mismatch"    # its west side is rock, the straight is open there

[[step]]                          # what is allowed, and what follows
seat   = 0
place  = "curve-left"
at     = "2,0"
events = [
    "path-placed seat=0 face=curve-left cell=2,0 turned=0",
    "card-drawn seat=0",
    "turn-began seat=1",
    "slots-shown seat=0",         # only seat 0 sees the card it drew
]
after  = { hands = [2, 1, 1], board = { "2,0" = "curve-left" } }
sight  = [
    { seat = 0, card = "hand 0.2", is = "cross" },
    { seat = 1, card = "hand 0.2", is = "unknown" },
]

[[step]]                          # a map shows a goal to one player alone
seat  = 1
map   = "8,2"
sight = [
    { seat = 1, card = "goal 8,2", is = "treasure" },
    { seat = 2, card = "goal 8,2", is = "unknown" },
    { seat = "spectator", card = "goal 8,2", is = "unknown" },
]
"""


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its arguments."""
    command = commands.add_parser(
        "scenario",
        help=_("check stories written as text against the rules"),
        description=_("Play scenario files and say where one differs from the rules."),
        epilog=_("Exit code 0: all hold.  1: a scenario differs.  2: a file cannot be used."),
    )
    command.add_argument("files", metavar="FILE", nargs="*", help=_("a scenario, or a folder of them"))
    command.add_argument("--new", action="store_true", help=_("write a commented template that runs"))
    command.add_argument("-q", "--quiet", action="store_true", help=_("say only what is wrong"))
    command.set_defaults(run=main)


def main(arguments: argparse.Namespace) -> int:
    """Check every file, also after one that does not hold; the worst result is the exit code."""
    if arguments.new:
        return _write_new(arguments.files)
    if not arguments.files:
        print(
            _("undermine scenario: name a file or a folder, or use --new to write a first one"),
            file=sys.stderr,
        )
        return UNUSABLE
    if isinstance(sys.stdout, io.TextIOWrapper):  # a title or a file name may hold what the terminal cannot show
        sys.stdout.reconfigure(errors="backslashreplace")
    results = [result for name in arguments.files for result in _check_all(Path(name), quiet=arguments.quiet)]
    if not arguments.quiet:
        print(_summary(results))
    return max(results)


def _write_new(files: list[str]) -> int:
    if not files:
        print(TEMPLATE, end="")
        return HOLDS
    for name in files:
        try:
            with Path(name).open("x", encoding="utf-8") as file:
                file.write(TEMPLATE)
        except FileExistsError:
            print(_("{file}: is there already and was left as it is", file=name), file=sys.stderr)
            return UNUSABLE
        except OSError as error:
            print(_("{file}: cannot be written: {why}", file=name, why=error.strerror), file=sys.stderr)
            return UNUSABLE
        print(_("{file}: written; run it with: {undermine} scenario {file}", file=name))
    return HOLDS


def _check_all(path: Path, *, quiet: bool) -> list[int]:
    """One result a file; a folder without files is a mistake too."""
    if not os.path.isdir(path):  # noqa: PTH112  Path.is_dir raises where a folder above cannot be read
        return [check(path, quiet=quiet)]
    files = sorted(file for file in path.rglob("*.toml") if not file.is_dir())
    if not files:
        print(_("{folder}: there is no .toml file in this folder", folder=path), file=sys.stderr)
        return [UNUSABLE]
    return [check(file, quiet=quiet) for file in files]


def check(path: Path, *, quiet: bool) -> int:
    """Play one file and say how it went."""
    try:
        scenario = read(path.read_bytes().decode("utf-8-sig"))
        run(scenario)
    except OSError as error:
        print(_("{file}: cannot be read: {why}", file=path, why=error.strerror), file=sys.stderr)
        return UNUSABLE
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        print(_("{file}: this is not a text in UTF-8 (at line {line})", file=path, line=line), file=sys.stderr)
        return UNUSABLE
    except BadScenario as error:
        print(f"{path}: {error}", file=sys.stderr)
        return UNUSABLE
    except Differs as error:
        print(f"{path}: {error}")
        return DIFFERS
    if not quiet:
        print(_("{file}: holds: {title}", file=path, title=scenario.title))
    return HOLDS


def _summary(results: list[int]) -> str:
    return "; ".join(
        part
        for part in (
            plural("{count} scenario holds", "{count} scenarios hold", results.count(HOLDS)),
            plural("{count} differs", "{count} differ", results.count(DIFFERS)),
            plural("{count} cannot be used", "{count} cannot be used", results.count(UNUSABLE)),
        )
        if not part.startswith("0 ") or part.startswith("0 scenarios")
    )
