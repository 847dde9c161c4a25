"""Which command is meant by what somebody types."""

import pytest

from client.main import with_command


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
