"""How a server is reached, by what was typed."""

import argparse
from collections.abc import Callable

import pytest

from client.commands import bot, join
from client.commands.options import way_of
from client.net.way import Way

COMMANDS = {"join": (join.add, ["join", "localhost"]), "bot": (bot.add, ["bot", "--join", "localhost"])}
Typed = Callable[..., argparse.Namespace]


@pytest.fixture(params=COMMANDS)
def typed(request: pytest.FixtureRequest) -> Typed:
    add, words = COMMANDS[request.param]
    parser = argparse.ArgumentParser()
    add(parser.add_subparsers())
    return lambda *more: parser.parse_args([*words, *more])


@pytest.mark.parametrize(
    ("option", "way"), [([], Way.DIRECT), (["--behind-proxy"], Way.PROXY), (["--plain-tcp"], Way.PLAIN)]
)
def test_a_way_without_a_proof_over_tls_has_to_be_asked_for(typed: Typed, option: list[str], way: Way) -> None:
    assert way_of(typed(*option)) is way


def test_there_is_one_way_at_a_time(typed: Typed, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        typed("--behind-proxy", "--plain-tcp")
    assert "not allowed with" in capsys.readouterr().err
