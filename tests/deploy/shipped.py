"""For the tests of `deploy/`: what is shipped, and the settings that its files may name."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml

from server.settings.reading import PREFIX, read_settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PLACE = "/opt/undermine"
"""Where the program stands, in the image as well as on a machine with systemd."""


def text(name: str) -> str:
    return (DEPLOY / name).read_text("utf-8")


def compose() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load(text("compose.yaml"))
    return read


def check_settings(environment: Iterable[tuple[str, str]]) -> None:
    """Every variable of the server is a setting, with a value that is possible; raises `BadSettings`."""
    read_settings(None, {name: value for name, value in environment if name.startswith(PREFIX)})
