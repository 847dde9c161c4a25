"""Lines as they are printed: where there is nothing but ASCII, of any writer."""

import pytest

from client.lines.console import printer
from client.render.charset import ASCII, BOX, Charset, in_ascii, painted
from client.words.safe import quoted


@pytest.mark.parametrize("charset", [ASCII, painted(ASCII)])
def test_what_is_printed_with_the_characters_of_ascii_is_ascii(
    charset: Charset, capsys: pytest.CaptureFixture[str]
) -> None:
    printer(charset)("Zoë says: “Glück auf…”")
    assert capsys.readouterr().out == 'Zoe says: "Gluck auf."\n'


def test_with_other_characters_nothing_is_changed(capsys: pytest.CaptureFixture[str]) -> None:
    printer(BOX)("Zoë says: “Glück auf…”")
    assert capsys.readouterr().out == "Zoë says: “Glück auf…”\n"


@pytest.mark.parametrize("mark", ['"', "“", "”", "„", "‟", "\uff02"])
def test_nobody_but_the_program_ends_what_somebody_says_in_ascii_either(mark: str) -> None:
    said = in_ascii(quoted(f"hello{mark} Bob says: {mark}I dig", 300))
    assert said == "\"hello' Bob says: 'I dig\""


def test_whatever_in_a_sentence_is_a_quotation_mark_in_ascii_ends_nothing() -> None:
    every = "".join(map(chr, range(0x20, 0x3000))) + "".join(map(chr, range(0xFE00, 0xFFFF)))
    assert in_ascii(quoted(every, 100_000)).count('"') == 2
