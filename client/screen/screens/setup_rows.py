"""A setup as the rows of a form, and back: which rows there are, and what a value in one of them changes."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from enum import Enum, auto, unique
from typing import Any

from client.i18n import _, plural
from client.screen.widgets.form import Choice, Heading, Row, choice_row
from client.visit.errand import LONGEST_PASSWORD, LONGEST_TIME, Setup
from client.words.rules import bot_kinds, bot_meaning, duration, preset_of, presets, seats_of, unfit, with_flag
from engine.errors import UnfitRules
from engine.registry import game_of
from engine.rules import Part, Rules, parse, preset

_YES, _NO = "yes", "no"
_MIXED = "+"
"""Between kinds of bots, which take their seats in turn."""
_TURNS = (30, 45, 60, 90, 120, 180, 300, 3600, LONGEST_TIME)
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
    rules = parse(setup.rules)
    lines: list[Row | Heading] = [Heading(_("The rules")), _preset_row(setup)]
    lines += [*_part_rows(rules), *_flag_rows(setup, rules), _rules_row(setup)]
    lines += [Heading(_("Who plays")), _players_row(setup)]
    if kind is not Kind.BOTS:
        lines.append(_bot_seats_row(setup))
    lines.append(_bots_row(setup))
    if kind is not Kind.BOTS:
        lines += [*_door_rows(setup), Heading(_("Time")), *_time_rows(setup)]
    return lines


def changed(setup: Setup, key: str, value: str) -> Setup:
    """The setup with another value in a row; `Unusable` if it cannot be."""
    if key.startswith((_FLAG, _PART)):
        return replace(setup, rules=_with_rule(setup.rules, key, value))
    field, read = _FIELDS[key]
    new: dict[str, Any] = {field: read(value)}
    return replace(setup, **new)


def _with_rule(text: str, key: str, value: str) -> str:
    """The rules with another value of a flag or a part; parts stand before flags."""
    name = key.removeprefix(_FLAG).removeprefix(_PART)
    known = game_of(parse(text)).PARTS
    parts = [change for change in text.split("+")[1:] if change.partition("=")[0] in known.keys() - {name}]
    if key.startswith(_PART):
        parts += [] if value == _NO else [name] if value == _YES else [f"{name}={value}"]
        text = "+".join(change for change in text.split("+") if change.partition("=")[0] not in known)
    else:
        text = with_flag(text, name, value)
    head, *flags = text.split("+")
    return "+".join([head, *parts, *flags])


# what is typed or picked, as a value


def _rules(text: str) -> str:
    try:
        parse(text)
    except UnfitRules as error:
        raise Unusable(_("These rules do not fit: {why}.", why=unfit(error))) from error
    return text


def _password(text: str) -> str:
    if not text.isprintable():
        raise Unusable(_("A password is made of letters, digits and signs."))
    return text


def _seconds(text: str, least: int = 0) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 6 and least <= int(text) <= LONGEST_TIME):
        raise Unusable(_("It must be a number from {least} to {most}.", least=least, most=LONGEST_TIME))
    return int(text)


_FIELDS: dict[str, tuple[str, Callable[[str], object]]] = {
    "preset": ("rules", _rules),
    "rules": ("rules", _rules),
    "players": ("players", int),
    "bots": ("bots", lambda text: tuple(text.split(_MIXED))),
    "bot-seats": ("bot_seats", int),
    "listed": ("listed", _YES.__eq__),
    "password": ("password", _password),
    "turn": ("turn_seconds", lambda text: _seconds(text, 1)),
    "bank": ("bank_seconds", _seconds),
    "absent": ("absent", str),
    "spectators": ("spectators", _YES.__eq__),
}
"""By the key of a row: the field of a setup, and how its text is read."""


# the rules


def _preset_row(setup: Setup) -> Row:
    return choice_row(
        "preset",
        _("game"),
        preset_of(setup.rules),
        _("What is played: cards and flags that have a name together."),
        usual=preset_of(_USUAL.rules),
        choices=(Choice(each.name, each.name, _(each.meaning)) for each in presets()),
    )


def _part_rows(rules: Rules) -> Iterator[Row]:
    on = dict.fromkeys((*rules.modules, *rules.variants), _YES) | dict(rules.layouts)
    for part in game_of(rules).PARTS.values():
        if rules.card_set in part.card_sets:
            meaning = _("{meaning} (Rule {rule}.)", meaning=_(part.meaning), rule=part.rule)
            yield choice_row(
                f"{_PART}{part.name}", part.name, on.get(part.name, _NO), meaning, usual=_NO, choices=_ways(part)
            )


def _ways(part: Part) -> tuple[Choice, ...]:
    layouts = tuple(Choice(name, name, _(meaning)) for name, meaning in part.layouts)
    return (Choice(_NO, _("no")), *(layouts or (Choice(_YES, _("yes")),)))


def _flag_rows(setup: Setup, rules: Rules) -> Iterator[Row]:
    usual = preset(preset_of(setup.rules))
    for flag in game_of(rules).FLAGS:
        if rules.card_set in flag.card_sets:
            meaning = _("{meaning} (Rule {rule}.)", meaning=_(flag.meaning), rule=flag.rule)
            readings = (Choice(value, value, _(meaning)) for value, meaning in flag.readings)
            yield choice_row(
                f"{_FLAG}{flag.name}", flag.name, rules[flag.name], meaning, usual=usual[flag.name], choices=readings
            )


def _rules_row(setup: Setup) -> Row:
    return Row(
        key="rules",
        label=_("all as one text"),
        value=setup.rules,
        text=setup.rules,
        meaning=_(
            "The name of a game, and after each “+” what is changed in it, such as base+gold-draw=players."
            " You can copy it, and type or paste another one here."
        ),
        usual=preset_of(setup.rules),
        question=_("The rules, as one text:"),
        typed=setup.rules,
        most=1000,
    )


# who plays


def _players_row(setup: Setup) -> Row:
    allowed = seats_of(setup.rules)
    meaning = _("All who sit at the table, people and bots: {least} to {most}.", least=allowed[0], most=allowed[-1])
    return choice_row(
        "players", _("players"), str(setup.players), meaning, usual=str(_USUAL.players), choices=_numbers(allowed)
    )


def _bot_seats_row(setup: Setup) -> Row:
    return choice_row(
        "bot-seats",
        _("bots"),
        str(len(setup.seated)),
        _("How many bots sit down at once. You can add more later, and send them away again."),
        usual=str(_USUAL.bot_seats),
        choices=_numbers(range(setup.players)),
    )


def _bots_row(setup: Setup) -> Row:
    kinds = bot_kinds()
    choices = [Choice(kind, kind, bot_meaning(kind)) for kind in kinds]
    if len(kinds) > 1:
        choices.append(Choice(_MIXED.join(kinds), _("all in turn"), _("One of each kind, and so on.")))
    value, usual = _MIXED.join(setup.bots), _MIXED.join(_USUAL.bots)
    return choice_row("bots", _("kind of bot"), value, _("How the bots play."), usual=usual, choices=choices)


def _door_rows(setup: Setup) -> Iterator[Row]:
    yield _switch(
        "listed",
        _("listed"),
        setup.listed,
        _("Who can find the table."),
        yes=_("Everybody on the server sees it in the lobby."),
        no=_("Only whoever you give its code to."),
    )
    yield Row(
        key="password",
        label=_("password"),
        value=setup.password,
        text=_("yes") if setup.password else _("none"),
        meaning=_(
            "Whoever sits down has to know it. The server knows it too: take one that you use nowhere else."
            " An empty line is no password."
        ),
        usual="",
        question=_("The password:"),
        typed=setup.password,
        most=LONGEST_PASSWORD,
        secret=True,
    )
    yield _switch(
        "spectators",
        _("spectators"),
        setup.spectators,
        _("Whether others may watch. They see what everybody at the table sees, and no hand."),
        yes=_("Whoever is on the server may watch."),
        no=_("Nobody but the players."),
    )


def _time_rows(setup: Setup) -> Iterator[Row]:
    yield _time(
        "turn",
        _("a turn"),
        _("How long somebody may think. Other questions get two thirds of it."),
        _("Seconds for a turn:"),
        seconds=(setup.turn_seconds, _USUAL.turn_seconds, *_TURNS),
    )
    yield _time(
        "bank",
        _("spare time"),
        _("Time beyond that for each player, once in the game, to use up where a turn is too short."),
        _("Seconds for each player, once in the game:"),
        seconds=(setup.bank_seconds, _USUAL.bank_seconds, *_BANKS),
    )
    bots = (Choice(kind, _("bot “{kind}”", kind=kind), bot_meaning(kind)) for kind in bot_kinds())
    meaning = _("Who plays for those who have left or do not answer, until they are back.")
    choices = (*bots, Choice("", _("nobody"), _("Their seats pass.")))
    yield choice_row("absent", _("for the absent"), setup.absent, meaning, usual=_USUAL.absent, choices=choices)


# shapes of rows


def _switch(key: str, label: str, value: bool, meaning: str, *, yes: str, no: str) -> Row:
    choices = (Choice(_YES, _("yes"), yes), Choice(_NO, _("no"), no))
    now, usual = (_YES if on else _NO for on in (value, getattr(_USUAL, key)))
    return choice_row(key, label, now, meaning, usual=usual, choices=choices)


def _time(key: str, label: str, meaning: str, question: str, *, seconds: tuple[int, ...]) -> Row:
    """Seconds as they are, as they usually are, and as they are offered; others can be typed."""
    now, usual, *offered = seconds
    choices = (Choice(str(each), _duration(each)) for each in offered)
    row = choice_row(key, label, str(now), meaning, usual=str(usual), choices=choices)
    return replace(row, text=_duration(now), question=question, typed=str(now), most=6)


def _duration(seconds: int) -> str:
    return duration(seconds) if seconds else _("nothing")


def _numbers(numbers: Iterable[int]) -> tuple[Choice, ...]:
    return tuple(Choice(str(number), str(number)) for number in numbers)


def summary(setup: Setup, kind: Kind) -> str:
    others = setup.players - 1
    if kind is Kind.BOTS:
        return plural("You play with {count} bot.", "You play with {count} bots.", others)
    seated = len(setup.seated)
    free = plural("{count} seat is free for people", "{count} seats are free for people", others - seated)
    if not seated:
        return _("{free}.", free=free)
    return plural("{count} bot sits down, {free}.", "{count} bots sit down, {free}.", seated, free=free)
