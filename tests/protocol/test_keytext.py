"""A secret as a line of text, and what is not taken for one."""

import json
from typing import Any

import pytest

from protocol.keys.keytext import BadKeyText, KeyTextFault, key_text, master_of
from tests.support.paths import VECTORS as VECTOR_FILES

VECTORS: dict[str, Any] = json.loads((VECTOR_FILES / "identity.json").read_text("utf-8"))
TEXTS = VECTORS["key_texts"]
BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"


def test_the_vectors_are_found() -> None:
    assert len(TEXTS["good"]) >= 6
    assert {vector["fault"] for vector in TEXTS["bad"]} == {fault.value for fault in KeyTextFault}


@pytest.mark.parametrize("vector", VECTORS["identities"], ids=lambda vector: vector["fingerprint"])
def test_the_line_of_a_secret_never_changes(vector: dict[str, str]) -> None:
    assert key_text(bytes.fromhex(vector["master"])) == vector["key_text"]


@pytest.mark.parametrize("vector", TEXTS["good"], ids=lambda vector: vector["why"])
def test_a_line_that_was_copied_is_read(vector: dict[str, str]) -> None:
    assert master_of(vector["text"]).hex() == vector["master"]


@pytest.mark.parametrize("vector", TEXTS["bad"], ids=lambda vector: vector["why"])
def test_what_is_no_key_is_refused_with_its_reason(vector: dict[str, str]) -> None:
    with pytest.raises(BadKeyText) as refused:
        master_of(vector["text"])
    assert refused.value.fault is KeyTextFault(vector["fault"])


def test_every_secret_comes_back() -> None:
    for number in range(500):
        master = number.to_bytes(2, "big") * 16
        line = key_text(master)
        assert line.count("\n") == 1
        assert master_of(line) == master


def test_any_one_wrong_character_is_noticed() -> None:
    line = key_text(bytes(range(32)))
    start = line.index(" ") + 1
    for at in range(start, len(line) - 1):
        for char in set(BASE32) - {line[at]}:
            with pytest.raises(BadKeyText):
                master_of(line[:at] + char + line[at + 1 :])


def test_a_line_cut_short_is_never_a_key() -> None:
    line = key_text(bytes(range(32))).rstrip()
    for length in range(len(line)):
        with pytest.raises(BadKeyText):
            master_of(line[:length])


def test_the_refusal_does_not_repeat_the_text() -> None:
    line = key_text(bytes(range(32)))
    with pytest.raises(BadKeyText) as refused:
        master_of(line + "A")
    assert line.split()[1] not in str(refused.value)


@pytest.mark.parametrize("text", ["\0", "\ufffd" * 80, *(f"undermine-key-1 {char * 64}" for char in "é\u017f")])
def test_other_characters_do_no_harm(text: str) -> None:
    with pytest.raises(BadKeyText):
        master_of(text)
