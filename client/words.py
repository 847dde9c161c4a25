"""Every sentence that a person reads goes through here, so that it can be translated."""

import gettext
from pathlib import Path

_TRANSLATION = gettext.translation("undermine", Path(__file__).parent / "locale", fallback=True)


def _(sentence: str, **values: object) -> str:
    """The sentence in the reader's language, with its named places filled in."""
    return _TRANSLATION.gettext(sentence).format(**values)


def plural(one: str, many: str, count: int, **values: object) -> str:
    """The form of the sentence that fits the number; ``{count}`` stands for it."""
    return _TRANSLATION.ngettext(one, many, count).format(count=count, **values)
