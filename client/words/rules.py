"""Rules, times and options in words: to choose them, and to agree to them.

What the rules mean is data of the engine; whatever exists there is offered and explained here.
"""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from client.games.registry import GAMES
from client.i18n import _, plural
from engine.bots import BOTS
from engine.errors import UnfitRules, UnknownRules
from engine.front import setup
from engine.registry import game, game_of
from engine.rules import Preset, Rules, parse, preset
from protocol.log.bodies import Options

if TYPE_CHECKING:
    from engine.front import Game

_MINUTE, _HOUR, _DAY = 60, 3600, 86_400
USUAL_BOT = "steady"  # the kind of bot that a game has unless another is named


def unfit(error: UnfitRules) -> str:
    """Why these rules cannot make a table, in the reader's language; as the rest of a sentence."""
    values = error.values | ({"instead": _(str(error.values["instead"]))} if "instead" in error.values else {})
    return _(error.sentence, **values)


def known_rules(text: str) -> Rules | None:
    try:
        return parse(text)
    except UnfitRules:
        return None


def playable_rules(text: str) -> Rules | None:
    """Rules by which a person can play here: the client has words for their game."""
    rules = known_rules(text)
    return rules if rules is not None and rules.game in GAMES else None


def offered_games() -> "list[Game]":
    """The games that a person can play here."""
    return [game(name) for name in GAMES]


def unknown_rules(text: str) -> str:
    """Names the part that is missing here; all of them, if they do not fit together."""
    try:
        part = str(parse(text))
    except UnfitRules as error:
        part = error.name if isinstance(error, UnknownRules) else text
    return _("This program does not know “{part}” in the rules “{rules}”: update it.", part=part, rules=text)


def preset_of(text: str) -> str:
    return text.partition("+")[0]


def presets() -> list[Preset]:
    return [each for game in offered_games() for each in game.PRESETS.values()]


def with_flag(text: str, flag: str, value: str) -> str:
    """The rules with another value of a flag; the preset stays the one that was named."""
    name = preset_of(text)
    usual = dict(preset(name).flags)
    flags = dict(parse(text).flags) | {flag: value}
    return "+".join([name, *(f"{each}={now}" for each, now in flags.items() if usual[each] != now)])


def seats_of(text: str) -> tuple[int, ...]:
    rules = parse(text)
    return tuple(sorted(game_of(rules).seats(rules)))


def misfit(text: str, players: int) -> str:
    """Why so many cannot play by these rules, as a sentence; empty if they can."""
    try:
        setup(parse(text), players)
    except UnfitRules as error:
        return _("These rules do not fit: {why}.", why=unfit(error))
    return ""


def short_rules(text: str) -> str:
    rules = known_rules(text)
    if rules is None:
        return _("rules unknown here")
    name, *changes = str(rules).split("+")
    if not changes:
        return name
    return plural("{name}, {count} change", "{name}, {count} changes", len(changes), name=name)


def full_rules(text: str, *, brief: bool = False) -> Iterator[str]:
    """What is played, with every flag and what its value means; in brief, only what is changed."""
    rules = known_rules(text)
    if rules is None:
        yield unknown_rules(text)
        return
    name = preset_of(str(rules))
    usual = preset(name)
    meaning = _(game_of(rules).PRESETS[name].meaning)
    yield meaning if brief else _("{name}: {meaning}", name=name, meaning=meaning)
    for flag in (each for each in game_of(rules).FLAGS if rules.card_set in each.card_sets):
        value, before = rules[flag.name], usual[flag.name]
        meaning = f"{_(flag.meaning)} {_(flag.meaning_of(value))}"
        line = _("{flag}={value}: {meaning}", flag=flag.name, value=value, meaning=meaning)
        changed = value != before
        if changed and not brief:
            yield _("{line} (Changed from {usual}.)", line=line, usual=before)
        elif changed or not brief:
            yield line


brief_rules = partial(full_rules, brief=True)


def duration(seconds: int) -> str:
    if seconds and seconds % _DAY == 0:
        return plural("{count} day", "{count} days", seconds // _DAY)
    if seconds and seconds % _HOUR == 0:
        return plural("{count} hour", "{count} hours", seconds // _HOUR)
    if seconds and seconds % _MINUTE == 0:
        return plural("{count} minute", "{count} minutes", seconds // _MINUTE)
    return plural("{count} second", "{count} seconds", seconds)


def option_lines(options: Options) -> Iterator[str]:
    yield _("A turn: {turn}.", turn=duration(options.turn_seconds))
    yield _("Any other question: {step}.", step=duration(options.step_seconds))
    yield _("To react to others: {window}.", window=duration(options.window_seconds))
    bank = _("Each player has {bank} more, once in the game.", bank=duration(options.bank_seconds))
    yield bank if options.bank_seconds else _("No time beyond that.")
    away, bot = options.absent_after, options.absent
    who = plural("Whoever misses {count} turn is away:", "Whoever misses {count} turns in a row is away:", away)
    stands_in = _("{who} the bot “{bot}” plays for the seat.", who=who, bot=bot.bot if bot is not None else "")
    yield _("{who} the seat passes.", who=who) if bot is None else stands_in
    yield _("Others may watch.") if options.spectators else _("Nobody else may watch.")
    if options.host_plays:
        yield _("Whoever runs the server plays too, and could see all cards.")


BOT_MEANINGS = {
    "random": _("Plays any legal move: good for trying things out."),
    "steady": _("Thinks about who digs and who does not: a fair opponent."),
}


def bot_meaning(kind: str) -> str:
    """What a kind of bot is like; nothing of one that this program has no words for."""
    return BOT_MEANINGS.get(kind, "")


def bot_kinds() -> tuple[str, ...]:
    """All that there are, the one that is used unasked first."""
    return tuple(sorted(BOTS, key=lambda kind: kind != USUAL_BOT))
