"""The pages for hosts name what is there."""

import json
import re

from tests.deploy.dockerfile import health, instructions
from tests.deploy.shipped import DEPLOY, PLACE, ROOT, check_settings, text

README = text("README.md")


def test_every_file_that_is_shipped_has_a_row() -> None:
    rows = re.findall(r"^\| `([\w.-]+)` \|", README, re.MULTILINE)
    assert sorted(rows) == sorted(path.name for path in DEPLOY.iterdir() if path.name != "README.md")


def test_a_game_is_five_commands_away() -> None:
    [first, *_] = re.findall(r"^```text\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert len(first.splitlines()) == 5


def test_what_the_commands_name_is_in_the_checkout() -> None:
    for path in re.findall(rf"{PLACE}/(?!env/)([\w./-]+)", README):
        assert (ROOT / path).exists(), path
    assert " ".join(json.loads(health(instructions(text("Dockerfile"))))) in README
    for path in re.findall(r"--file (\S+)", README):
        assert (ROOT / path).is_file(), path


def test_the_settings_that_it_names_exist() -> None:
    found = re.findall(r"(UNDERMINE_SERVER_[A-Z_]+[A-Z])=(\w+)", README)
    assert found
    check_settings(found)
