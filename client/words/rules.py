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
from engine.front import Game, setup
from engine.registry import game, game_of
from engine.rules import Evening, Part, Preset, Rules, flags_there, parse, preset
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


def offered_games() -> list[Game]:
    """The games that a person can play here."""
    return [game(name) for name in GAMES]


def unknown_rules(text: str) -> str:
    """Names the parts that are missing here; the whole text, if they do not fit together."""
    name, *changes = text.split("+")
    missing = [name] if _lacks(name) else [each for each in changes if _lacks(f"{name}+{each}")]
    parts = _(" and ").join(f"“{each}”" for each in dict.fromkeys(missing) or [text])
    return _("This program does not know {parts} in the rules “{rules}”: update it.", parts=parts, rules=text)


def _lacks(text: str) -> bool:
    """Whether something is named that this program does not have."""
    try:
        parse(text)
    except UnfitRules as error:
        return isinstance(error, UnknownRules)
    return False


def preset_of(text: str) -> str:
    return text.partition("+")[0]


def presets() -> list[Preset]:
    return [each for game in offered_games() for each in game.PRESETS.values()]


def evenings() -> list[Evening]:
    """Ready-made choices of rules."""
    return [each for game in offered_games() for each in game.EVENINGS]


def with_flag(text: str, flag: str, value: str) -> str:
    """The rules with another value of a flag; the preset stays the one that was named."""
    rules = parse(text)
    return _rewritten(text, _parts_on(rules), dict(rules.flags) | {flag: value})


def with_part(text: str, part: str, layout: str | None) -> str:
    """The rules with a module or variant in this layout, which may have no name; None switches it off."""
    rules = parse(text)
    parts = _parts_on(rules) | ({} if layout is None else {part: layout})
    if layout is None:
        parts.pop(part, None)
    left = (flag for flag in flags_there(rules) if not flag.part or flag.part in parts)
    return _rewritten(text, parts, {flag.name: rules[flag.name] for flag in left})


def _parts_on(rules: Rules) -> dict[str, str]:
    """By name of what is switched on: its layout, or nothing."""
    return dict.fromkeys((*rules.modules, *rules.variants), "") | dict(rules.layouts)


def _rewritten(text: str, parts: dict[str, str], flags: dict[str, str]) -> str:
    """The shortest text of these changes to the preset that was named."""
    name = preset_of(text)
    changes = [f"{part}={layout}" if layout else part for part, layout in parts.items()]
    return parse("+".join([name, *changes, *(f"{flag}={value}" for flag, value in flags.items())])).built_on(name)


def excluded_by(part: Part, game: Game) -> dict[str, str]:
    """By name of what a module or variant does not go with: the rule that says so, whichever of both names it."""
    others = ((other.name, dict(other.excludes).get(part.name)) for other in game.PARTS.values())
    return {name: rule for name, rule in others if rule is not None} | dict(part.excludes)


def company(part: Part, game: Game) -> str:
    """What a module or variant does not go with, by which rule, as a sentence; empty if it goes with all."""
    others = [_("{name} ({rule})", name=name, rule=rule) for name, rule in excluded_by(part, game).items()]
    return _("It does not combine with {others}.", others=", ".join(others)) if others else ""


def seats_of(text: str) -> tuple[int, ...]:
    rules = parse(text)
    return tuple(sorted(game_of(rules).seats(rules)))


def misfit(text: str, players: int) -> str:
    """Why so many cannot play by these rules, as a sentence; empty if they can."""
    try:
        setup(parse(text), players)
    except UnfitRules as error:
        return _("These rules do not work: {why}.", why=unfit(error))
    return ""


def short_rules(text: str) -> str:
    """In a column: the text itself, or how much it switches on and changes."""
    rules = known_rules(text)
    if rules is None:
        return _("rules unknown here")
    name, *changes = str(rules).split("+")
    groups = [each for each in changes if each in game_of(rules).GROUPS]
    on = [each for each in changes if each.partition("=")[0] in game_of(rules).PARTS]
    if len(on) == 1:
        groups, on = [*groups, *on], []
    rest = len(changes) - len(groups) - len(on)
    parts = ["+".join([name, *groups])]
    parts += [plural("{count} module", "{count} modules", len(on))] if on else []
    return ", ".join([*parts, plural("{count} change", "{count} changes", rest)] if rest else parts)


def full_rules(text: str, *, brief: bool = False) -> Iterator[str]:
    """What is played: every module, and every flag with what its value means; in brief, only flags that are changed."""
    rules = known_rules(text)
    if rules is None:
        yield unknown_rules(text)
        return
    name = preset_of(str(rules))
    meaning = _(game_of(rules).PRESETS[name].meaning)
    yield meaning if brief else _("{name}: {meaning}", name=name, meaning=meaning)
    yield from part_lines(rules)
    yield from _flag_lines(rules, dict(preset(name).flags), brief=brief)


def part_lines(rules: Rules) -> Iterator[str]:
    """Every module and variant that is switched on, in its two sentences, and how it is laid out."""
    for part, layout in _parts_on(rules).items():
        words = game_of(rules).PARTS[part]
        told = [_(words.meaning), *([_(dict(words.layouts)[layout])] if layout else [])]
        yield _("{part}: {meaning}", part=f"{part}={layout}" if layout else part, meaning=" ".join(told))


def _flag_lines(rules: Rules, usual: dict[str, str], *, brief: bool) -> Iterator[str]:
    for flag in flags_there(rules):
        value, before = rules[flag.name], usual.get(flag.name, flag.default)
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
    bank = _("Extra time: {bank} for each player, once in the game.", bank=duration(options.bank_seconds))
    yield bank if options.bank_seconds else _("No extra time.")
    away, bot = options.absent_after, options.absent
    who = plural(
        "After {count} missed turn a player counts as away:",
        "After {count} missed turns in a row a player counts as away:",
        away,
    )
    stands_in = _("{who} the bot “{bot}” plays for them.", who=who, bot=bot.bot if bot is not None else "")
    yield _("{who} they discard a random card each turn.", who=who) if bot is None else stands_in
    late = options.spectator_delay
    watching = _("Others may watch, {late} late.", late=duration(late)) if late else _("Others may watch.")
    yield watching if options.spectators else _("No one else may watch.")
    if options.host_plays:
        yield _("The host of the server plays too, and could peek at all cards.")


BOT_MEANINGS = {
    "random": _("Plays random legal moves: good for trying things out."),
    "easy": _("Has the right ideas and often does something else: an opponent to learn against."),
    "steady": _("Thinks about who digs and who does not: a fair opponent."),
    "sharp": _("Looks some turns ahead: a strong opponent."),
}


def bot_meaning(kind: str) -> str:
    """What a kind of bot is like; nothing of one that this program has no words for."""
    return BOT_MEANINGS.get(kind, "")


def bot_kinds() -> tuple[str, ...]:
    """All that there are, the one that is used unasked first."""
    return tuple(sorted(BOTS, key=lambda kind: kind != USUAL_BOT))
