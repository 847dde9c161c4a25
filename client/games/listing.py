"""Commands in few lines: those that differ in one place alone are told together, as long lists take long to hear."""

from collections.abc import Iterable, Sequence

from client.games.naming import any_of
from client.i18n import _
from engine.acts import CELL, SEAT, SLOT, FieldType
from engine.records import record

Piece = tuple[FieldType | None, str]
"""A part of a command, and what kind of thing it names; None for words."""


@record
class _Command:
    """``texts``: by piece, all that may stand there; ``note`` is told behind it."""

    kinds: tuple[FieldType | None, ...]
    texts: tuple[tuple[str, ...], ...]
    note: str


def told_together(commands: Iterable[tuple[Sequence[Piece], str]]) -> list[str]:
    """Each command with what is told behind it; first by where, then by whom, then by which card."""
    found = [
        _Command(tuple(kind for kind, _text in pieces), tuple((text,) for _kind, text in pieces), note)
        for pieces, note in commands
    ]
    for kind in (CELL, SEAT, SLOT):
        found = _merged(found, kind)
    return [_line(command) for command in found]


def _merged(commands: Iterable[_Command], kind: FieldType) -> list[_Command]:
    """Those that differ in their only piece of this kind become one."""
    merged: dict[object, _Command] = {}
    for command in commands:
        at = command.kinds.index(kind) if command.kinds.count(kind) == 1 else len(command.kinds)
        key = (command.kinds, command.note, *(texts for place, texts in enumerate(command.texts) if place != at))
        before = merged.get(key)
        texts = list(command.texts)
        if before is not None and at < len(texts):
            texts[at] = tuple(dict.fromkeys((*before.texts[at], *texts[at])))
        merged[key] = _Command(command.kinds, tuple(texts), command.note)
    return list(merged.values())


def _line(command: _Command) -> str:
    text = " ".join(any_of(texts, "; " if "," in texts[0] else ", ") for texts in command.texts if any(texts))
    return _("{command}: {card}", command=text, card=command.note) if command.note else text
