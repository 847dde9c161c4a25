"""A setup as the rows of a form, and back: which rows there are, and what a value in one of them changes."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Enum, auto, unique
from typing import Any

from client.i18n import _, plural
from client.pacing import LONGEST_BREAK, PACES
from client.screen.widgets.form import Choice, Heading, Row
from client.visit.errand import LONGEST_PASSWORD, LONGEST_TIME, Setup
from client.words.rules import (
    bot_kinds,
    bot_meaning,
    company,
    duration,
    evenings,
    preset_of,
    presets,
    seats_of,
    unfit,
    with_flag,
    with_part,
)
from engine.errors import UnfitRules
from engine.front import Game
from engine.registry import game_of
from engine.rules import Flag, Part, Rules, flags_there, parse, preset

_YES, _NO = "yes", "no"
_MIXED = "+"
"""Between kinds of bots, which take their seats in turn."""
_TURNS = (30, 45, 60, 90, 120, 180, 300, 3600, LONGEST_TIME)
_BREAKS = (0, 10, 20, 60, 300)
_BANKS = (0, 60, 120, 300, 600, 3600)
_USUAL = Setup()
_FLAG, _PART = "flag ", "part "


@unique
class Kind(Enum):
    """Whom the table is for."""

    BOTS = auto()
    """One player and bots: there is no hurry, and no other player comes."""
    SERVER = auto()
    FRIENDS = auto()
    """People on the same network, on a server of this computer."""


class Unusable(ValueError):
    """This cannot be the value; the message is a sentence."""


def rows(setup: Setup, kind: Kind) -> list[Row | Heading]:
    """What a table cannot be without comes first: a ready-made evening, and who plays; every rule comes last."""
    lines: list[Row | Heading] = [Heading(_("The table")), _evening_row(setup), *_player_rows(setup, kind)]
    if kind is not Kind.BOTS:
        lines += _door_rows(setup)
    lines.append(Heading(_("Time")))
    if kind is not Kind.BOTS:
        lines += _time_rows(setup)
    return [*lines, *_pace_rows(setup), Heading(_("The rules in detail")), *_rules_rows(setup)]


def changed(setup: Setup, key: str, value: str) -> Setup:
    """The setup with another value in a row; `Unusable` if it cannot be."""
    if key.startswith((_FLAG, _PART)):
        return replace(setup, rules=_with_rule(setup.rules, key, value))
    field, read, _write = _FIELDS[key]
    new: dict[str, Any] = {field: read(value)}
    return replace(setup, **new)


def _with_rule(text: str, key: str, value: str) -> str:
    """The rules with another value of a flag or a part; `Unusable` names both sides of what does not go together."""
    try:
        if key.startswith(_FLAG):
            return with_flag(text, key.removeprefix(_FLAG), value)
        layout = None if value == _NO else "" if value == _YES else value
        return with_part(text, key.removeprefix(_PART), layout)
    except UnfitRules as error:
        raise Unusable(_("These rules do not work: {why}.", why=unfit(error))) from error


# what is typed or picked, as a value


def _rules(text: str) -> str:
    try:
        parse(text)
    except UnfitRules as error:
        raise Unusable(_("These rules do not work: {why}.", why=unfit(error))) from error
    return text


def _evening(text: str) -> str:
    """The rules of the ready-made evening that these are; empty if they are none."""
    return next((each.rules for each in evenings() if parse(each.rules) == parse(text)), "")


def _password(text: str) -> str:
    if not text.isprintable():
        raise Unusable(_("A password is made of letters, digits and signs."))
    return text


def _seconds(text: str, least: int = 0, most: int = LONGEST_TIME) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 6 and least <= int(text) <= most):
        raise Unusable(_("It must be a number from {least} to {most}.", least=least, most=most))
    return int(text)


def _yes_or_no(value: bool) -> str:
    return _YES if value else _NO


_FIELDS: dict[str, tuple[str, Callable[[str], object], Callable[[Any], str]]] = {
    "evening": ("rules", _rules, _evening),
    "preset": ("rules", _rules, preset_of),
    "rules": ("rules", _rules, str),
    "players": ("players", int, str),
    "bots": ("bots", lambda text: tuple(text.split(_MIXED)), _MIXED.join),
    "bot-seats": ("bot_seats", int, str),
    "listed": ("listed", _YES.__eq__, _yes_or_no),
    "password": ("password", _password, str),
    "turn": ("turn_seconds", lambda text: _seconds(text, 1), str),
    "bank": ("bank_seconds", _seconds, str),
    "absent": ("absent", str, str),
    "pace": ("bot_ms", int, str),
    "break": ("break_seconds", lambda text: _seconds(text, most=LONGEST_BREAK), str),
    "spectators": ("spectators", _YES.__eq__, _yes_or_no),
}
"""By the key of a row: the field of a setup, how its text is read, and how it is written."""


# the rows


def _row(setup: Setup, key: str, label: str, meaning: str, choices: Iterable[Choice] = (), **more: Any) -> Row:
    """With the values of the setup; ``more``: see `Row`."""
    field, _read, write = _FIELDS[key]
    values = {"value": write(getattr(setup, field)), "usual": write(getattr(_USUAL, field))}
    return Row(key=key, label=label, meaning=meaning, choices=tuple(choices), **values | more)


def _evening_row(setup: Setup) -> Row:
    ready = (Choice(each.rules, _(each.name), _(each.meaning)) for each in evenings())
    meaning = _("A ready-made choice of cards and modules. You can change it below.")
    more = {} if _evening(setup.rules) else {"shown": _("as below")}
    return _row(setup, "evening", _("evening"), meaning, ready, **more)


def _rules_rows(setup: Setup) -> Iterator[Row | Heading]:
    """Cards, modules and variants, and flags; then all of it as a text."""
    known = (Choice(each.name, each.name, _(each.meaning)) for each in presets())
    yield _row(setup, "preset", _("game"), _("Choose a rule set."), known)
    rules, usual = parse(setup.rules), dict(preset(preset_of(setup.rules)).flags)
    game = game_of(rules)
    parts = [part for part in game.PARTS.values() if rules.card_set in part.card_sets]
    yield from _headed(_("Modules and variants"), [_part_row(part, game, rules) for part in parts])
    flags = [_flag_row(flag, rules[flag.name], usual.get(flag.name, flag.default)) for flag in flags_there(rules)]
    yield from _headed(_("House rules"), flags)
    meaning = _(
        "The name of a game, and after each “+” what is changed in it, such as base+gold-draw=players."
        " You can copy it, and type or paste another one here."
    )
    question = _("The rules, as one text:")
    yield _row(
        setup, "rules", _("all as one text"), meaning, usual=preset_of(setup.rules), question=question, most=1000
    )


def _headed(heading: str, rows: Sequence[Row]) -> Iterator[Row | Heading]:
    if rows:
        yield Heading(heading)
        yield from rows


def _part_row(part: Part, game: Game, rules: Rules) -> Row:
    on = dict.fromkeys((*rules.modules, *rules.variants), _YES) | dict(rules.layouts)
    layouts = tuple(Choice(name, name, _(meaning)) for name, meaning in part.layouts)
    choices = (Choice(_NO, _("no")), *(layouts or (Choice(_YES, _("yes")),)))
    meaning = _("{meaning} (Rule {rule}.)", meaning=_(part.meaning), rule=part.rule)
    if others := company(part, game):
        meaning = f"{meaning} {others}"
    value = on.get(part.name, _NO)
    return Row(key=_PART + part.name, label=part.name, value=value, meaning=meaning, usual=_NO, choices=choices)


def _flag_row(flag: Flag, value: str, usual: str) -> Row:
    choices = tuple(Choice(value, value, _(meaning)) for value, meaning in flag.readings)
    meaning = _("{meaning} (Rule {rule}.)", meaning=_(flag.meaning), rule=flag.rule)
    return Row(key=_FLAG + flag.name, label=flag.name, value=value, meaning=meaning, usual=usual, choices=choices)


def _player_rows(setup: Setup, kind: Kind) -> Iterator[Row]:
    allowed = seats_of(setup.rules)
    meaning = _("People and bots together: {least} to {most}.", least=allowed[0], most=allowed[-1])
    yield _row(setup, "players", _("players"), meaning, _numbers(allowed))
    if kind is not Kind.BOTS:
        meaning = _("How many bots play. You can add or remove some later.")
        seated = str(len(setup.seated))
        yield _row(setup, "bot-seats", _("bots"), meaning, _numbers(range(setup.players)), value=seated)
    kinds = bot_kinds()
    choices = [Choice(kind, kind, bot_meaning(kind)) for kind in kinds]
    if len(kinds) > 1:
        choices.append(Choice(_MIXED.join(kinds), _("mixed"), _("One of each kind, in turn.")))
    yield _row(setup, "bots", _("kind of bot"), _("How the bots play."), choices)


def _door_rows(setup: Setup) -> Iterator[Row]:
    listed = _switch(_("All on the server see it in their list."), _("Only players with its code."))
    yield _row(setup, "listed", _("listed"), _("Who can find the table."), listed)
    meaning = _(
        "Players need it to sit down. The server knows it too, so use a new one. Leave it empty for no password."
    )
    shown = _("yes") if setup.password else _("none")
    asked: dict[str, Any] = {"question": _("The password:"), "most": LONGEST_PASSWORD, "secret": True}
    yield _row(setup, "password", _("password"), meaning, shown=shown, **asked)
    meaning = _("Whether others may watch. They see what all at the table see, and no hand.")
    watched = _switch(_("All on the server may watch."), _("Only the players."))
    yield _row(setup, "spectators", _("spectators"), meaning, watched)


def _time_rows(setup: Setup) -> Iterator[Row]:
    meaning = _("How long a player may think. Other questions get two thirds of it.")
    asked: dict[str, Any] = {"question": _("Seconds for a turn:"), "shown": _duration(setup.turn_seconds), "most": 6}
    yield _row(setup, "turn", _("a turn"), meaning, map(_time, _TURNS), **asked)
    meaning = _("Extra time for each player, once in the game, for turns that take longer.")
    question = _("Seconds for each player, once in the game:")
    asked = {"question": question, "shown": _duration(setup.bank_seconds), "most": 6}
    yield _row(setup, "bank", _("extra time"), meaning, map(_time, _BANKS), **asked)
    meaning = _("Who plays for players who have left or do not answer, until they are back.")
    bots = (Choice(kind, _("bot “{kind}”", kind=kind), bot_meaning(kind)) for kind in bot_kinds())
    choices = (*bots, Choice("", _("no one"), _("No one: they discard a random card each turn.")))
    yield _row(setup, "absent", _("for the absent"), meaning, choices)


def _pace_rows(setup: Setup) -> Iterator[Row]:
    meaning = _("How long a bot takes for a turn. Alone with bots, any key ends the wait.")
    paces = (Choice(str(ms), _("{seconds} s", seconds=f"{ms / 1000:g}") if ms else _("nothing")) for ms in PACES)
    yield _row(setup, "pace", _("pace of bots"), meaning, paces)
    meaning = _(
        "How long the next round waits at most while players look at how the last one ended."
        " It is dealt as soon as all have gone on; alone with bots, when you do."
    )
    question = _("Seconds between rounds at most:")
    asked: dict[str, Any] = {"question": question, "shown": _duration(setup.break_seconds), "most": 3}
    yield _row(setup, "break", _("round break"), meaning, map(_time, _BREAKS), **asked)


def _switch(yes: str, no: str) -> tuple[Choice, ...]:
    return Choice(_YES, _("yes"), yes), Choice(_NO, _("no"), no)


def _time(seconds: int) -> Choice:
    return Choice(str(seconds), _duration(seconds))


def _duration(seconds: int) -> str:
    return duration(seconds) if seconds else _("nothing")


def _numbers(numbers: Iterable[int]) -> Iterator[Choice]:
    return (Choice(str(number), str(number)) for number in numbers)


def summary(setup: Setup, kind: Kind) -> str:
    others = setup.players - 1
    if kind is Kind.BOTS:
        return plural("You play with {count} bot.", "You play with {count} bots.", others)
    seated = len(setup.seated)
    free = plural("{count} seat is free for people", "{count} seats are free for people", others - seated)
    if not seated:
        return _("{free}.", free=free)
    return plural("{count} bot sits down, {free}.", "{count} bots sit down, {free}.", seated, free=free)
