"""Every broken file beside this one ends with exactly the message and the exit code that are written next to it.

``NAME.expected`` has the exit code on its first line, then what is said after the name of the file.
"""

from pathlib import Path

import pytest

from client.main import main

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.toml"))
FEWEST = 30


def test_there_are_enough_of_them() -> None:
    assert len(FILES) >= FEWEST
    assert {file.stem for file in FILES} == {file.stem for file in HERE.glob("*.expected")}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_message_is_exact(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, message = file.with_suffix(".expected").read_text("utf-8").split("\n", 1)
    found = main(["scenario", "--quiet", str(file)])
    out, err = capsys.readouterr()
    assert (found, out + err) == (int(code), f"{file}: {message}")
    assert bool(out) == (found == 1), "what differs goes to the output, what cannot be used to the errors"
