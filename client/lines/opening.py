"""What follows “open”: how the host of a gathering wants to play."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from msgspec import structs

from client.games.game import NotUnderstood
from client.i18n import _, plural
from client.pacing import LONGEST_BREAK, PACES
from client.visit.errand import LONGEST_PASSWORD, LONGEST_TIME, Setup
from client.words.rules import playable_rules, unfit, unknown_rules
from engine.bots import BOTS
from engine.errors import UnfitRules
from engine.front import setup
from engine.rules import parse
from protocol.wire import lobby

_TIMES = {"turn": 1, "step": 1, "window": 0, "bank": 0}  # with the fewest seconds that each may have
_PACES = {f"{ms / 1000:g}": ms for ms in PACES}
_FLAGS: dict[str, dict[str, Any]] = {"private": {"listed": False}, "watched": {"spectators": True}}
_EXAMPLE = _("For example: open base 5, or: open saboteur2 7 private password pickaxe turn 90 absent pass")


def read_opening(words: list[str]) -> tuple[lobby.Wishes, Setup]:
    """What is wanted, and the rest of it: the password, the pace.

    From the words as they were typed: a password has capitals.  What is not said is as in the form of the screen.
    """
    left = iter(words)
    wanted = _read_rules(next(left, ""), next(left, ""))
    times: dict[str, int] = {}
    for typed in left:
        word = typed.casefold()
        if word in _TIMES:
            times[f"{word}_seconds"] = _seconds(word, _after(word, left))
        elif word == "pace":
            wanted = replace(wanted, bot_ms=_pace(_after(word, left)))
        elif word == "break":
            wanted = replace(wanted, break_seconds=_seconds(word, _after(word, left), LONGEST_BREAK))
        elif word in _FLAGS:
            wanted = replace(wanted, **_FLAGS[word])
        elif word == "password":
            wanted = replace(wanted, password=read_password(_after(word, left)))
        elif word == "absent":
            name = _after(word, left).casefold()
            wanted = replace(wanted, absent="" if name == "pass" else read_bot(name))
        else:
            raise NotUnderstood(_("“open” does not know “{word}”.", word=word) + " " + _EXAMPLE)
    wanted = replace(wanted, turn_seconds=times.get("turn_seconds", wanted.turn_seconds))
    return structs.replace(wanted.wishes(), **times), wanted


def _read_rules(text: str, seats: str) -> Setup:
    if not _is_number(seats):
        raise NotUnderstood(_("“open” takes rules and a number of seats.") + " " + _EXAMPLE)
    try:
        rules = parse(text.casefold())
        setup(rules, int(seats))
    except UnfitRules as error:
        raise NotUnderstood(_("That table cannot be opened: {why}.", why=unfit(error))) from error
    if playable_rules(text.casefold()) is None:
        raise NotUnderstood(unknown_rules(text.casefold()))
    return Setup(str(rules), int(seats))


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) < 6


def _after(word: str, left: Iterator[str]) -> str:
    if (value := next(left, None)) is None:
        raise NotUnderstood(_("Something is missing after “{word}”.", word=word) + " " + _EXAMPLE)
    return value


def read_password(text: str) -> str:
    if len(text) > LONGEST_PASSWORD:
        raise NotUnderstood(
            plural(
                "A password has at most {count} character.",
                "A password has at most {count} characters.",
                LONGEST_PASSWORD,
            )
        )
    return text


def read_bot(name: str) -> str:
    if name not in BOTS:
        raise NotUnderstood(_("There is no bot “{name}”: {names}.", name=name, names=", ".join(BOTS)))
    return name


def _pace(word: str) -> int:
    if word not in _PACES:
        raise NotUnderstood(_("“pace” takes one of {paces} (seconds).", paces=", ".join(_PACES)))
    return _PACES[word]


def _seconds(what: str, word: str, most: int = LONGEST_TIME) -> int:
    fewest = _TIMES.get(what, 0)
    if not _is_number(word) or not fewest <= int(word) <= most:
        told = {"what": what, "fewest": fewest, "most": most}
        raise NotUnderstood(_("“{what}” takes seconds from {fewest} to {most}.", **told))
    return int(word)
