"""The moves of every bot are frozen by its revision: old games must stay checkable, on every machine.

A bot that would choose otherwise gets a new ``rev``; then its digest is added below, and the old one goes.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

import engine
from engine.bots import BOTS
from engine.mine.game import CARD_SETS
from tests.engine.bots import fixed_games
from tests.engine.bots.tables import QUICK

ROOT = Path(engine.__file__).parent.parent
DIGESTS = {
    ("random", 1, "base"): "93f1db2d8cc08d5e57d4b837fa3150a98cdc851c039f05851a0475419981ceb8",
    ("random", 1, "base+everything"): "275d33949d09fac031262c8853675c6df7157e9d0a0e72d36d6cb67533ceef69",
    ("random", 1, "saboteur2"): "d57c1b8ea901f72b8f25da5a4b7f75f42e755113df63660fd9bafb3adc6fb916",
    ("random", 1, "saboteur2+everything"): "c7a55ea3434102a6cd3747c332a61673869b4a32fea0b9cec15da437e0dee5ed",
    ("easy", 1, "base"): "c994eb3672f1b964bed4552d627c1714047a4af9635cf3f2b0aa41ccdc8390e0",
    ("easy", 1, "base+everything"): "0a3d543515f58fe44abc5c774b6a8c3ad9b07bbe05d7a299d49d699f670e612c",
    ("easy", 1, "saboteur2"): "e37ba313185149b4083bbd5e254ec994592e27a417a9271dc68889076ad2ccba",
    ("easy", 1, "saboteur2+everything"): "a98e12a6ce893fe086c249136081456a2e535f762ea1f727a6609864ddc4472c",
    ("steady", 2, "base"): "90e141c6224848b7c0d28ac2a3f120695af976787841de470149a1fc91bb19fe",
    ("steady", 2, "base+everything"): "adb93de9ee6bda4d5ed7a76a17493e86ed4aabbc77a164f753d83b9314e1dac4",
    ("steady", 2, "saboteur2"): "3db19b279ec99f145a6e50dc2c01f47c64851493a8f68330c19d166b497cc48a",
    ("steady", 2, "saboteur2+everything"): "193fd570715ca6384f139952714a440cca14c7af25544a2805476f72fde854aa",
    ("sharp", 1, "base"): "70c1ecbde48209957edfddd0efff80ee974e38cbf3b969f656605f11a63f9fbb",
    ("sharp", 1, "base+everything"): "25bf0f48b09920668ade6914f1b6fbb5b3a3050bc95d2a64dbb6999944b35a15",
    ("sharp", 1, "saboteur2"): "5e5552c46e136fcf2ea50bca1038d51681d0cd7e9ed2339d1a56db103e39c9b0",
    ("sharp", 1, "saboteur2+everything"): "00b685a933c40997e82473cf15a5310a612d045c8517634c6b775a0981c7812b",
}
GAMES = [
    pytest.param(bot.name, box, marks=[pytest.mark.long] if bot.slow and box != "base" else [])
    for bot in BOTS.values()
    for box in fixed_games.TABLES
]


@pytest.fixture
def short_thoughts() -> None:
    """Every bot thinks as long as it does in play."""


def expected(names: Iterable[str]) -> str:
    """What the program prints for these bots."""
    rows = ((name, BOTS[name].rev, box) for name in names for box in fixed_games.TABLES)
    return "".join(f"{name} {box} {DIGESTS.get((name, rev, box))}\n" for name, rev, box in rows)


@pytest.mark.parametrize(("name", "card_set"), GAMES)
def test_a_bot_that_chooses_otherwise_has_a_new_revision(name: str, card_set: str) -> None:
    key = name, BOTS[name].rev, card_set
    found = fixed_games.digest(name, card_set)
    line = f"{(name, 'rev', card_set)}: {found!r}"
    assert DIGESTS.get(key) == found, f"new moves need a new rev of {name}, and its line: {line}"


def test_there_is_a_digest_for_every_bot_and_every_box_and_no_other() -> None:
    there = {(bot.name, bot.rev, box) for bot in BOTS.values() for box in fixed_games.TABLES}
    assert there == DIGESTS.keys()
    assert set(CARD_SETS) < fixed_games.TABLES.keys()


def test_the_digest_would_notice_other_moves() -> None:
    """Otherwise it could not fail."""
    games = [fixed_games.acts("random", "base", 3, seed) for seed in (b"fixed", b"other")]
    assert games[0] != games[1]
    assert all(act.partition("(")[0].isalpha() and "seat=" in act for act in games[0])


def test_the_moves_do_not_depend_on_how_texts_are_hashed() -> None:
    """Here, above, by a number that was drawn when the tests were started."""
    assert told_by(sys.executable, QUICK, PYTHONHASHSEED="4242") == expected(QUICK)


@pytest.mark.long
@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_the_moves_are_the_same_under_every_python(version: str) -> None:
    python = found(version)
    if python is None:
        pytest.skip(f"no python{version} that runs was found on this machine")
    if version == "{}.{}".format(*sys.version_info):
        pytest.skip("these tests run under it")
    assert told_by(python, BOTS, PYTHONHASHSEED="5") == expected(BOTS)


def told_by(python: str, names: Iterable[str], **variables: str) -> str:
    """What the program prints under that Python."""
    ended = subprocess.run(
        [python, "-B", str(Path(fixed_games.__file__)), *names],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.stderr == ""
    return ended.stdout


@cache
def found(version: str) -> str | None:
    """A Python of that version which really runs: a shim on the path may be there and lead nowhere."""
    known = shutil.which(f"python{version}")
    pyenv = sorted(Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser().glob(f"versions/{version}.*/bin/python"))
    for python in (*([known] if known else []), *map(str, pyenv)):
        asked = subprocess.run(
            [python, "-c", "import sys; print('{}.{}'.format(*sys.version_info))"],
            capture_output=True,
            text=True,
            check=False,
        )
        if asked.stdout.strip() == version:
            return python
    return None
