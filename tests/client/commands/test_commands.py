"""Which command is meant by what a person types."""

import subprocess
import sys

import pytest
import shtab

from client.commands.parser import SHELLS
from client.main import main, with_command


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("", "play"),
        ("--plain", "play --plain"),
        ("--rules=saboteur2", "play --rules=saboteur2"),
        ("host", "host"),
        ("--profile kid", "--profile kid play"),
        ("--profile=kid --ascii", "--profile=kid play --ascii"),
        ("--profile kid join LINK", "--profile kid join LINK"),
        ("--help", "--help"),
        ("--profile", "--profile"),
    ],
)
def test_without_a_command_one_wants_to_play(typed: str, meant: str) -> None:
    assert with_command(typed.split()) == meant.split()


@pytest.mark.parametrize("typed", ["--version", "--help", "play --help", "bench engine --help", "nonsense"])
def test_telling_what_can_be_typed_imports_nothing_that_is_played_with(typed: str) -> None:
    code = f"import sys; sys.argv[1:] = {typed.split()!r}; import atexit, client.main"
    code += "; atexit.register(lambda: print(*sys.modules, file=sys.stderr)); client.main.main()"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=False)
    loaded = {name.partition(".")[0] for name in run.stderr.splitlines()[-1].split()}
    assert not loaded & {"twisted", "cryptography", "textual", "msgspec", "engine", "protocol", "bench", "shtab"}
    assert "client" in loaded


def test_every_shell_is_named_that_can_be_completed() -> None:
    assert list(SHELLS) == shtab.SUPPORTED_SHELLS


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("--verison", "--version"),
        ("--jion", "join"),
        ("jion", "join"),
        ("rules --jsno", "--json"),
        ("hots", "host"),
        ("play --ruls base", "--rules"),
        ("simulate --sead=1", "--seed"),
        ("bench enginee", "engine"),
        ("--profile eva play --playrs 3", "--players"),
    ],
)
def test_a_word_that_comes_near_one_that_exists_gets_a_suggestion(
    capsys: pytest.CaptureFixture[str], typed: str, meant: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(typed.split())
    assert ended.value.code == 2
    assert capsys.readouterr().err.splitlines()[-1].endswith(f"; did you mean {meant}?")


def test_a_word_that_comes_near_nothing_gets_none(capsys: pytest.CaptureFixture[str]) -> None:
    for typed in (["xyzzy"], ["join", "--jion"]):
        with pytest.raises(SystemExit):
            main(typed)
    assert "did you mean" not in capsys.readouterr().err
