"""The fixture that every test of the bootstrap starts from."""

import os
from pathlib import Path

import pytest

from tests.bootstrap.small_clone import Clone, make_clone, make_wheel


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    """In a folder whose name has a space and letters beyond ASCII, since every start must bear that."""
    folder = tmp_path / "Zwerge und Stollen ⛏ ä"
    make_clone(folder)
    digest = make_wheel(tmp_path / "wheels")
    tools = tmp_path / "tools"
    tools.mkdir()
    variables = {
        "HOME": str(tmp_path / "home"),
        "PATH": str(tools),
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_FIND_LINKS": str(tmp_path / "wheels"),
        "PIP_NO_CACHE_DIR": "1",
        "PIP_NO_INDEX": "1",
    }
    clone = Clone(folder, tools, variables)
    clone.pin(digest)
    return clone
