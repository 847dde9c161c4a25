"""A setup as the rows of a form, and back: which rows there are, and what a value in one of them changes."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import Enum, auto, unique

from client.i18n import _, plural
from client.screen.widgets.form import Choice, Heading, Row
from client.visit.setup import LONGEST_PASSWORD, LONGEST_TIME, Setup
from client.words.rules import (
    bot_kinds,
    bot_meaning,
    duration,
    flags_of,
    preset_of,
    presets,
    seats_of,
    unfit,
    with_flag,
)
from engine.errors import UnfitRules
from engine.rules import Flag, parse, preset

_YES, _NO = "yes", "no"
_MIXED = "+"
"""Between kinds of bots, which take their seats in turn."""
_TURNS = (30, 45, 60, 90, 120, 180, 300, 3600, LONGEST_TIME)
_BANKS = (0, 60, 120, 300, 600, 3600)
_USUAL = Setup()
_FLAG = "flag "


@unique
class Kind(Enum):
    """Whom the table is for."""

    BOTS = auto()
    """One person and bots: nobody has to hurry, nobody else can come."""
    SERVER = auto()
    """People, on a server."""
    FRIENDS = auto()
    """People on the same network, on a server of this computer."""


class Unusable(ValueError):
    """This cannot be the value; the message is a sentence."""


def rows(setup: Setup, kind: Kind) -> list[Row | Heading]:
    """Everything that can be chosen."""
    lines: list[Row | Heading] = [Heading(_("The rules")), _preset_row(setup), *_flag_rows(setup), _rules_row(setup)]
    lines += [Heading(_("Who plays")), _players_row(setup)]
    if kind is not Kind.BOTS:
        lines.append(_bot_seats_row(setup))
    lines.append(_bots_row(setup))
    if kind is not Kind.BOTS:
        lines += [*_door_rows(setup), Heading(_("Time")), *_time_rows(setup)]
    return lines


def changed(setup: Setup, key: str, value: str) -> Setup:
    """The setup with another value in a row; `Unusable` if it cannot be."""
    if key.startswith(_FLAG):
        return replace(setup, rules=with_flag(setup.rules, key.removeprefix(_FLAG), value))
    match key:
        case "preset" | "rules":
            return replace(setup, rules=_rules(value))
        case "players":
            return replace(setup, players=int(value))
        case "bots":
            return replace(setup, bots=tuple(value.split(_MIXED)))
        case "bot-seats":
            return replace(setup, bot_seats=int(value))
        case "listed":
            return replace(setup, listed=value == _YES)
        case "password":
            return replace(setup, password=_password(value))
        case "turn":
            return replace(setup, turn_seconds=_seconds(value, 1))
        case "bank":
            return replace(setup, bank_seconds=_seconds(value, 0))
        case "absent":
            return replace(setup, absent=value)
        case _:
            return replace(setup, spectators=value == _YES)


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


def _seconds(text: str, least: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 6 and least <= int(text) <= LONGEST_TIME):
        raise Unusable(_("It must be a number from {least} to {most}.", least=least, most=LONGEST_TIME))
    return int(text)


# the rules


def _preset_row(setup: Setup) -> Row:
    name = preset_of(setup.rules)
    return Row(
        key="preset",
        label=_("game"),
        value=name,
        text=name,
        meaning=_("What is played: cards and flags that have a name together."),
        usual=preset_of(_USUAL.rules),
        choices=tuple(Choice(each.name, each.name, _(each.meaning)) for each in presets()),
    )


def _flag_rows(setup: Setup) -> Iterator[Row]:
    rules = parse(setup.rules)
    usual = dict(preset(preset_of(setup.rules)).flags)
    for flag in flags_of(rules):
        yield Row(
            key=f"{_FLAG}{flag.name}",
            label=flag.name,
            value=rules[flag.name],
            text=rules[flag.name],
            meaning=_("{meaning} (Rule {rule}.)", meaning=_(flag.meaning), rule=flag.rule),
            usual=usual[flag.name],
            choices=_readings(flag),
        )


def _readings(flag: Flag) -> tuple[Choice, ...]:
    return tuple(Choice(value, value, _(meaning)) for value, meaning in flag.readings)


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
    return Row(
        key="players",
        label=_("players"),
        value=str(setup.players),
        text=str(setup.players),
        meaning=_("All who sit at the table, people and bots: {least} to {most}.", least=allowed[0], most=allowed[-1]),
        usual=str(_USUAL.players),
        choices=_numbers(allowed),
    )


def _bot_seats_row(setup: Setup) -> Row:
    return Row(
        key="bot-seats",
        label=_("bots"),
        value=str(len(setup.seated)),
        text=str(len(setup.seated)),
        meaning=_("How many bots sit down at once. You can add more later, and send them away again."),
        usual=str(_USUAL.bot_seats),
        choices=_numbers(range(setup.players)),
    )


def _kinds() -> tuple[Choice, ...]:
    return tuple(Choice(kind, kind, bot_meaning(kind)) for kind in bot_kinds())


def _bots_row(setup: Setup) -> Row:
    kinds = bot_kinds()
    choices = [*_kinds()]
    if len(kinds) > 1:
        choices.append(Choice(_MIXED.join(kinds), _("all in turn"), _("One of each kind, and so on.")))
    value = _MIXED.join(setup.bots)
    return Row(
        key="bots",
        label=_("kind of bot"),
        value=value,
        text=next((choice.text for choice in choices if choice.value == value), value),
        meaning=_("How the bots play."),
        usual=_MIXED.join(_USUAL.bots),
        choices=tuple(choices),
    )


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
    yield Row(
        key="turn",
        label=_("a turn"),
        value=str(setup.turn_seconds),
        text=duration(setup.turn_seconds),
        meaning=_("How long somebody may think. Other questions get two thirds of it."),
        usual=str(_USUAL.turn_seconds),
        choices=_times(_TURNS),
        question=_("Seconds for a turn:"),
        typed=str(setup.turn_seconds),
        most=6,
    )
    yield Row(
        key="bank",
        label=_("spare time"),
        value=str(setup.bank_seconds),
        text=duration(setup.bank_seconds) if setup.bank_seconds else _("nothing"),
        meaning=_("Time beyond that for each player, once in the game, to use up where a turn is too short."),
        usual=str(_USUAL.bank_seconds),
        choices=_times(_BANKS),
        question=_("Seconds for each player, once in the game:"),
        typed=str(setup.bank_seconds),
        most=6,
    )
    passes = Choice("", _("nobody"), _("Their seats pass."))
    bots = (Choice(kind, _("bot “{kind}”", kind=kind), bot_meaning(kind)) for kind in bot_kinds())
    choices = (*bots, passes)
    yield Row(
        key="absent",
        label=_("for the absent"),
        value=setup.absent,
        text=next(choice.text for choice in choices if choice.value == setup.absent),
        meaning=_("Who plays for those who have left or do not answer, until they are back."),
        usual=_USUAL.absent,
        choices=choices,
    )


def _switch(key: str, label: str, value: bool, meaning: str, *, yes: str, no: str) -> Row:
    now = _YES if value else _NO
    words = {_YES: _("yes"), _NO: _("no")}
    choices = (Choice(_YES, words[_YES], yes), Choice(_NO, words[_NO], no))
    usual = _YES if getattr(_USUAL, key) else _NO
    return Row(key=key, label=label, value=now, text=words[now], meaning=meaning, usual=usual, choices=choices)


def _numbers(numbers: Iterable[int]) -> tuple[Choice, ...]:
    return tuple(Choice(str(number), str(number)) for number in numbers)


def _times(seconds: Iterable[int]) -> tuple[Choice, ...]:
    return tuple(Choice(str(each), duration(each) if each else _("nothing")) for each in seconds)


def summary(setup: Setup, kind: Kind) -> str:
    """The table in one sentence."""
    others = setup.players - 1
    if kind is Kind.BOTS:
        return plural("You play with {count} bot.", "You play with {count} bots.", others)
    seated = len(setup.seated)
    free = plural("{count} seat is free for people", "{count} seats are free for people", others - seated)
    if not seated:
        return _("{free}.", free=free)
    return plural("{count} bot sits down, {free}.", "{count} bots sit down, {free}.", seated, free=free)
