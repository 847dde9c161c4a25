"""`undermine scenario`: check stories against the rules, and write a first one."""

import argparse
import os
import sys
from pathlib import Path

from client.commands.ends import DONE, FAILED, UNUSABLE, Stopped, not_written, spell_out
from client.i18n import _, plural
from engine.scenario.keys import BadScenario
from engine.scenario.puzzles import NotOneSolution
from engine.scenario.puzzles import check as check_puzzle
from engine.scenario.reader import read
from engine.scenario.runner import Differs, run

TEMPLATE = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")


def main(arguments: argparse.Namespace) -> int:
    """Check every file, also after one that does not hold; the worst result is the exit code."""
    if arguments.new:
        return _write_new(arguments.files)
    if not arguments.files:
        raise Stopped(_("undermine scenario: name a file or a folder, or use --new to write a first one"))
    spell_out()
    results = [result for name in arguments.files for result in _check_all(Path(name), quiet=arguments.quiet)]
    if not arguments.quiet:
        parts = (
            plural("{count} scenario holds", "{count} scenarios hold", results.count(DONE)),
            plural("{count} differs", "{count} differ", results.count(FAILED)),
            plural("{count} cannot be used", "{count} cannot be used", results.count(UNUSABLE)),
        )
        print("; ".join(part for part in parts if not part.startswith("0 ") or part.startswith("0 scenarios")))
    return max(results)


def _write_new(files: list[str]) -> int:
    if not files:
        print(TEMPLATE, end="")
        return DONE
    for name in files:
        try:
            with Path(name).open("x", encoding="utf-8") as file:
                file.write(TEMPLATE)
        except OSError as error:
            raise Stopped(not_written(name, error)) from error
        print(_("{file}: written; run it with: {undermine} scenario {file}", file=name))
    return DONE


def _check_all(path: Path, *, quiet: bool) -> list[int]:
    """One result a file; a folder without files is a mistake too."""
    files = [path]
    if os.path.isdir(path):  # noqa: PTH112  Path.is_dir raises where a folder above cannot be read
        files = sorted(file for file in path.rglob("*.toml") if not file.is_dir())
    if not files:
        print(_("{folder}: there is no .toml file in this folder", folder=path), file=sys.stderr)
    return [check(file, quiet=quiet) for file in files] or [UNUSABLE]


def check(path: Path, *, quiet: bool) -> int:
    try:
        scenario = read(path.read_bytes().decode("utf-8-sig"))
        run(scenario)
        check_puzzle(scenario)
    except (Differs, NotOneSolution) as error:
        print(f"{path}: {error}")
        return FAILED
    except OSError as error:
        trouble = _("{file}: cannot be read: {why}", file=path, why=error.strerror)
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        trouble = _("{file}: this is not a text in UTF-8 (at line {line})", file=path, line=line)
    except BadScenario as error:
        trouble = f"{path}: {error}"
    else:
        if not quiet:
            print(_("{file}: holds: {title}", file=path, title=scenario.title))
        return DONE
    print(trouble, file=sys.stderr)
    return UNUSABLE
