"""Sentences in another language, by people who make mistakes."""

from collections.abc import Iterator
from unittest.mock import patch

import pytest

from client.i18n import You, _, plural

SAID = {
    "{who} plays.": "Hraje {who}.",
    "{who} [discard|discards] {count} card.": "[Zahazuješ|{who} zahazuje] {count} kartu.",
    "{who} [rest|rests].": "{kdo} odpočívá[š|].",
    "{who} waits.": "{kdo} waits.",
    "{who} leaves.": "{who!x} leaves.",
    "{who} comes.": "{who.name} comes.",
    "{who} talks.": "{} talks.",
    "{who} sleeps.": "{who sleeps.",
}


class _Czech:
    """Three forms, as the language has them; the last one is spoilt."""

    def gettext(self, sentence: str) -> str:
        return SAID.get(sentence, sentence)

    def ngettext(self, one: str, many: str, count: int) -> str:
        return "{count} karta" if count == 1 else "{count} karty" if count < 5 else "{pocet} karet"


@pytest.fixture(autouse=True)
def czech() -> Iterator[None]:
    with patch("client.i18n._TRANSLATION", _Czech()):
        yield


def test_a_sentence_is_said_as_it_was_translated() -> None:
    assert _("{who} plays.", who="Eva") == "Hraje Eva."
    assert plural("{count} card", "{count} cards", 3) == "3 karty"


@pytest.mark.parametrize("verb", ["waits", "leaves", "comes", "talks", "sleeps"])
def test_a_slip_of_a_translator_costs_the_translation_alone(verb: str) -> None:
    assert _(f"{{who}} {verb}.", who="Eva") == f"Eva {verb}."


def test_what_the_reader_does_has_a_form_of_its_own_in_every_language() -> None:
    told = "{who} [discard|discards] {count} card."
    assert [_(told, who=who, count=1) for who in (You("Ty"), "Eva")] == ["Zahazuješ 1 kartu.", "Eva zahazuje 1 kartu."]
    assert _("{who} [open|opens] {what}.", who="[a|b]", what="[c|d]") == "[a|b] opens [c|d].", "no name is a form"
    assert _("{who} [rest|rests].", who=You("You")) == "You rest."


def test_a_slip_in_one_form_leaves_the_others_alone() -> None:
    assert plural("{count} card", "{count} cards", 7) == "7 cards"
    assert plural("{count} card", "{count} cards", 1) == "1 karta"
