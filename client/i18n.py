"""Every sentence that a person reads goes through here, so that it can be translated.

What it tells to type can be typed: there the program is called what it was called when it was started.
"""

import gettext
import re
import sys
from pathlib import Path
from shlex import quote


def program(started: str) -> str:
    """`play` is what the program of a checkout is named."""
    return quote(started) if Path(started).name == "play" else "undermine"


PROGRAM = program(sys.argv[0] if sys.argv else "")
"""`undermine` where it is installed; in a checkout `./play`, or however else that file was named."""
SERVER = "undermine-server" if PROGRAM == "undermine" else f"{PROGRAM} server"
_TRANSLATION = gettext.translation("undermine", Path(__file__).parent / "locale", fallback=True)


_FORMS = re.compile(r"\[([^]|]*)\|([^]|]*)]")


class You(str):
    """The reader, as a value for ``{who}``: of `[discard|discards]` a sentence then says the first form."""

    __slots__ = ()


def _(sentence: str, **values: object) -> str:
    """The sentence in the reader's language, with its named places filled in; ``{undermine}`` is this program.

    Of `[discard|discards]` it has the first form if ``{who}`` is `You`.
    """
    return _filled(_TRANSLATION.gettext(sentence), sentence, values)


def as_written(text: str) -> str:
    """A text that stands in a file, in the reader's language: nothing is filled in, braces are braces."""
    return _TRANSLATION.gettext(text) if text else ""


def plural(one: str, many: str, count: int, **values: object) -> str:
    """The form of the sentence that fits the number; ``{count}`` stands for it."""
    return _filled(_TRANSLATION.ngettext(one, many, count), one if count == 1 else many, {"count": count, **values})


def _filled(translated: str, sentence: str, values: dict[str, object]) -> str:
    """A slip of a translator, such as a place with another name, costs the translation and not the game."""
    if "who" in values:
        translated, sentence = (_spoken(text, you=isinstance(values["who"], You)) for text in (translated, sentence))
    try:
        return translated.format(undermine=PROGRAM, **values)
    except (LookupError, ValueError, AttributeError):
        return sentence.format(undermine=PROGRAM, **values)


def _spoken(text: str, *, you: bool) -> str:
    return _FORMS.sub(r"\1" if you else r"\2", text)
