"""The phrase of a table: five words out of 2048, frozen."""

import json
from hashlib import sha256
from typing import Any

import pytest

from protocol.keys.hashing import digest
from protocol.keys.phrase import phrase
from protocol.keys.phrase_words import WORDS
from tests.support.paths import VECTORS as VECTOR_FILES
from tests.support.threats import threat

VECTORS: dict[str, Any] = json.loads((VECTOR_FILES / "phrase.json").read_text("utf-8"))
PHRASES = VECTORS["phrases"]
BIP39 = "2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda"
"""SHA-256 of english.txt as the authors of BIP-39 publish it."""


def test_the_vectors_are_found() -> None:
    assert len(PHRASES) >= 9


@pytest.mark.parametrize("vector", PHRASES, ids=lambda vector: vector["why"])
def test_a_phrase_never_changes(vector: dict[str, Any]) -> None:
    seeds = [bytes.fromhex(seed) for seed in vector["seeds"]]
    assert phrase(bytes.fromhex(vector["tid"]), seeds) == tuple(vector["words"])


@threat("phrase-searched")
def test_whatever_differs_gives_another_phrase() -> None:
    """Another table, another seed, other seats, a bot more or less."""
    assert len({tuple(vector["words"]) for vector in PHRASES}) == len(PHRASES)


def test_the_words_are_the_first_55_bits_of_the_hash() -> None:
    for number in range(200):
        tid, seeds = bytes([number]) * 32, [bytes([seat]) * 32 for seat in range(number % 11)]
        bits = "".join(f"{byte:08b}" for byte in digest("undermine/1/phrase", tid, *seeds))
        spelled = "".join(f"{WORDS.index(word):011b}" for word in phrase(tid, seeds))
        assert len(spelled) == 55
        assert bits.startswith(spelled)


def test_the_list_is_the_published_one() -> None:
    assert sha256("".join(f"{word}\n" for word in WORDS).encode("ascii")).hexdigest() == BIP39
    assert VECTORS["word_list_sha256"] == BIP39


def test_four_letters_tell_every_word() -> None:
    assert len(WORDS) == len({word[:4] for word in WORDS}) == 2048
    assert list(WORDS) == sorted(WORDS)
    assert all(word.isascii() and word.isalpha() and word.islower() and 3 <= len(word) <= 8 for word in WORDS)
