"""What people say, shown among the sentences of this program: in quotation marks that nobody but the program ends."""

from client.i18n import _
from client.words.safe import shown

_MARKS = str.maketrans(dict.fromkeys('“”„‟"\uff02', "'"))
"""Also those that become the program's own where there is nothing but ASCII."""


def quoted(text: str, most: int) -> str:
    """In at most so many columns, without the marks."""
    return _("“{text}”", text=shown(text, most).translate(_MARKS))
