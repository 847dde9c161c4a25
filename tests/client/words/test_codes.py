"""Every code that can reach a client has a sentence."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from client.games.registry import GAMES
from client.net.hang_up import FOR_GOOD, HungUp
from client.net.trouble import Trouble
from client.words.codes import SENTENCES, sentence
from engine.machine import reasons_of
from engine.registry import game
from engine.waits import RULE as WAITS
from engine.waits import SECRETS
from protocol.log.faults import Code
from protocol.wire.invite import InviteFault
from tests.client.games.cave.caves import REFUSALS as OF_THE_CAVE
from tests.support.mine_words import REFUSALS

ROOT = Path(__file__).parents[3]
CODE = re.compile(r"[a-z0-9-]{1,32}/[a-z0-9-]{1,32}")


def literals(folder: Path) -> Iterator[str]:
    """Every text in the source that looks like a code."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
                yield node.value


OF_SERVER = sorted({code for code in literals(ROOT / "server") if not code.startswith("undermine/")})
OF_CLIENT = sorted({*literals(ROOT / "client" / "net")})


def test_the_codes_are_found() -> None:
    assert {"login/name-taken", "gathering/full", "log/differs", "proto/too-old"} <= set(OF_SERVER)
    assert {"consent/row", "server/not-proved"} <= set(OF_CLIENT)


@pytest.mark.parametrize("code", OF_SERVER)
def test_what_a_server_says_has_a_sentence(code: str) -> None:
    assert code in SENTENCES


@pytest.mark.parametrize("code", OF_CLIENT)
def test_what_the_client_finds_out_has_a_sentence(code: str) -> None:
    assert code in SENTENCES


@pytest.mark.parametrize("fault", Code)
def test_what_is_wrong_with_a_log_has_a_sentence(fault: Code) -> None:
    assert fault.value in SENTENCES


@pytest.mark.parametrize("fault", InviteFault)
def test_what_is_wrong_with_a_link_has_a_sentence(fault: InviteFault) -> None:
    assert fault.value in SENTENCES


@pytest.mark.parametrize("code", reasons_of([WAITS, SECRETS, *(rule for name in GAMES for rule in game(name).RULES)]))
def test_what_the_rules_refuse_has_its_own_sentence(code: str) -> None:
    assert code not in SENTENCES
    assert sentence(code) == (REFUSALS | OF_THE_CAVE)[code]


@pytest.mark.parametrize(("code", "text"), SENTENCES.items())
def test_a_sentence_begins_and_ends_like_one(code: str, text: str) -> None:
    assert CODE.fullmatch(code)
    assert text[0].isupper()
    assert text.endswith(".")


def test_a_code_that_nobody_knows_is_shown() -> None:
    assert "future/code" in sentence("future/code")


def test_what_is_for_good_is_known() -> None:
    assert SENTENCES.keys() > FOR_GOOD
    assert HungUp("login/name-taken").for_good
    assert not HungUp("connection/lost").for_good
    assert str(HungUp("connection/lost")) == SENTENCES["connection/lost"]
    assert str(HungUp("server/other-key", "both keys")) == "both keys"


def test_trouble_is_told_in_a_sentence() -> None:
    assert str(Trouble("seat/elsewhere")) == SENTENCES["seat/elsewhere"]
    assert str(Trouble("table/not-kept", "no room")).endswith("(no room)")


def test_a_mistake_of_the_server_is_told_with_its_reference() -> None:
    assert "4f2a91c3" in str(sentence("error/4f2a91c3"))
    assert "“" not in str(sentence("error/4f2a91c3"))
