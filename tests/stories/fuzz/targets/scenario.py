"""Scenario files: what a person writes is played, or refused with a sentence; nothing else is raised."""

from collections.abc import Iterator
from pathlib import Path

from engine.scenario.keys import BadScenario
from engine.scenario.reader import read
from engine.scenario.runner import Differs, run

LONGEST = 4000
STORIES = Path(__file__).parents[2]


def one(data: bytes) -> None:
    """Read it and play it."""
    try:
        run(read(data.decode("utf-8-sig")))
    except (UnicodeDecodeError, BadScenario, Differs):
        return


def seeds() -> Iterator[bytes]:
    """One scenario in ten, those that hold and those that are broken."""
    files = sorted([*STORIES.glob("scenarios/**/*.toml"), *STORIES.glob("broken_scenarios/*.toml")])
    for file in files[::10]:
        if file.stat().st_size <= LONGEST:
            yield file.read_bytes()
