"""What “join” is for, by what is typed behind it."""

import argparse

import pytest

from client.commands import play
from client.commands.ends import WrongUsage
from client.commands.parser import build
from client.visit.errand import At, Errand, Looking
from protocol.wire.invite import Invite


@pytest.mark.parametrize(
    ("typed", "errand"),
    [
        ([], Looking()),
        (["UOP6GUPA"], Looking("UOP6GUPA")),
        (["bigtower"], Looking("BIGTOWER", Invite("bigtower"))),
        (["bigtower", "--table", "uop6gupa"], At(Invite("bigtower"), "UOP6GUPA")),
        (["bigtower8"], At(Invite("bigtower8"))),
        (["bigtower:4477"], At(Invite("bigtower"))),
        (["192.0.2.7"], At(Invite("192.0.2.7"))),
    ],
)
def test_a_code_a_name_and_a_link_are_told_apart(
    monkeypatch: pytest.MonkeyPatch, typed: list[str], errand: Errand
) -> None:
    asked: list[Errand] = []

    def start(_arguments: argparse.Namespace, wanted: Errand) -> int:
        asked.append(wanted)
        return 0

    monkeypatch.setattr(play, "start", start)
    assert play.join(build().parse_args(["join", *typed])) == 0
    assert asked == [errand]


def test_a_word_that_is_neither_is_refused() -> None:
    with pytest.raises(WrongUsage):
        play.join(build().parse_args(["join", "a b"]))
