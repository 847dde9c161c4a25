"""A table's rules as one value, and its text form: ``base``, ``base+gold-draw=players``, ``base+chests=diamond``.

The text is the name of a preset and what is changed in it, joined by "+": modules by their names, with their layout
where they have several (``chests=diamond``), variants by their names, flags as ``name=value``; a group stands for the
parts that it names.  What exists is the
game's to say; how it is read, written and refused is the same for all.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from engine.errors import UnfitRules, UnknownRules
from engine.records import record
from engine.registry import game_of, games

if TYPE_CHECKING:
    from engine.front import Game


@record
class Flag:
    """A choice between readings of a rule.

    ``readings`` are its values, each with its meaning; the first is the default, and stays the default for ever.  A
    flag exists for its card sets only, and one that is about a ``part`` only where that is switched on; ``instead``
    says what there is elsewhere.  One that came after the format of logs was frozen is ``later``: a log names it only
    where it differs from its default.
    """

    name: str
    rule: str
    card_sets: tuple[str, ...]
    meaning: str
    readings: tuple[tuple[str, str], ...]
    instead: str = ""
    later: bool = False
    part: str = ""

    @property
    def values(self) -> tuple[str, ...]:
        """The values alone, the default first."""
        return tuple(value for value, _ in self.readings)

    @property
    def default(self) -> str:
        """The value that holds where nothing is said."""
        return self.readings[0][0]

    def meaning_of(self, value: str) -> str:
        """What a value of the flag means."""
        return dict(self.readings)[value]


@record
class Preset:
    """Rules that have a name: a card set and the flags that differ from their defaults, nothing else."""

    name: str
    card_set: str
    meaning: str
    changes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What a table can switch on by its name: a module, or a variant.  A game's own parts say what they bring.

    ``rev`` rises whenever a legality or an outcome of the part changes.  ``layouts`` are the ways to lay it out, each
    with its meaning; the first is the default.  ``excludes`` names parts that it does not go with, and the rule.
    """

    name: str
    rev: int
    rule: str
    meaning: str
    card_sets: tuple[str, ...]
    instead: str = ""
    """Why it does not go with another card set."""
    layouts: tuple[tuple[str, str], ...] = ()
    excludes: tuple[tuple[str, str], ...] = ()
    variant: bool = False
    seats: range | None = None
    """How many can play with it; as many as the card set says, if it is for all."""


@record
class Evening:
    """A ready-made choice of rules: what it is called, its rules as a text, and what it is like."""

    name: str
    rules: str
    meaning: str


@record
class Rules:
    """Which game is played with which cards, and every flag that exists for them with its value."""

    game: str
    card_set: str
    flags: tuple[tuple[str, str], ...]
    modules: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    layouts: tuple[tuple[str, str], ...] = ()

    def __getitem__(self, flag: str) -> str:
        return dict(self.flags)[flag]

    def __str__(self) -> str:
        """The shortest text that `parse` reads as these rules."""
        presets = game_of(self).PRESETS
        names = (name for name, preset in presets.items() if preset.card_set == self.card_set)
        return min((self.built_on(name) for name in names), key=lambda text: (text.count("+"), text))

    def built_on(self, name: str) -> str:
        """The shortest text that `parse` reads as these rules and that begins with this preset of their cards."""
        usual = {flag.name: flag.default for flag in flags_there(self)} | dict(preset(name).flags)
        changes = [(flag, value) for flag, value in self.flags if usual[flag] != value]
        return "+".join([name, *_folded(self, _parts(self, _first_layouts(self))), *_pairs(changes)])

    def in_full(self) -> str:
        """The text with its flags and layouts written out, so that it reads the same in every later version."""
        later = {flag.name: flag.default for flag in game_of(self).FLAGS if flag.later}
        flags = [(flag, value) for flag, value in self.flags if later.get(flag) != value]
        return "+".join([self.card_set, *_parts(self, {}), *_pairs(flags)])


def preset(name: str) -> Rules:
    """The rules of a preset, as they come in the box."""
    owner = _owner(name)
    chosen = owner.PRESETS[name]
    changes = dict(chosen.changes)
    there = (flag for flag in _flags_of(owner, chosen.card_set) if not flag.part)
    flags = ((flag.name, changes.get(flag.name, flag.default)) for flag in there)
    return Rules(owner.NAME, chosen.card_set, tuple(flags))


def flags_there(rules: Rules) -> list[Flag]:
    """The flags that a table with these rules has."""
    names = dict(rules.flags)
    return [flag for flag in game_of(rules).FLAGS if flag.name in names]


def parse(text: str) -> Rules:
    """Read the text form; what cannot be read is named together with what exists."""
    name, *changes = text.split("+")
    return _Reading(preset(name), text).changed(changes)


class _Reading:
    """The rules of a preset while they are changed."""

    def __init__(self, rules: Rules, text: str) -> None:
        self._rules = rules
        self._text = text
        self._game = game_of(rules)
        self._all_flags = {flag.name: flag for flag in self._game.FLAGS}
        self._flags = dict(rules.flags)
        self._parts: dict[str, str] = {}
        """By name: the layout of a part that is switched on, or nothing."""
        self._seen: set[str] = set()

    def changed(self, changes: Iterable[str]) -> Rules:
        """The rules with all changes, if they fit together."""
        for change in self._without_groups(changes):
            self._change(*change.partition("="))
        for name in self._parts:
            self._check_company(self._game.PARTS[name])
        on = [part for part in self._game.PARTS.values() if part.name in self._parts]
        return Rules(
            self._rules.game,
            self._rules.card_set,
            tuple(self._flags_here()),
            tuple(part.name for part in on if not part.variant),
            tuple(part.name for part in on if part.variant),
            tuple((part.name, self._parts[part.name]) for part in on if part.layouts),
        )

    def _flags_here(self) -> Iterator[tuple[str, str]]:
        """Every flag that exists for these cards and parts, with its value."""
        for flag in _flags_of(self._game, self._rules.card_set):
            if not flag.part or flag.part in self._parts:
                yield flag.name, self._flags.get(flag.name, flag.default)
            elif flag.name in self._flags:
                raise _elsewhere("flag", flag, (flag.part,))

    def _without_groups(self, changes: Iterable[str]) -> Iterator[str]:
        """A group stands for its members that exist for these cards; what is named beside it counts once."""
        named = list(changes)
        alone = {change.partition("=")[0] for change in named}
        for change in named:
            if change not in self._game.GROUPS:
                yield change
                continue
            self._see(change)
            for part in self._game.GROUPS[change]:
                if part not in alone and self._rules.card_set in self._game.PARTS[part].card_sets:
                    alone.add(part)
                    yield part

    def _see(self, name: str) -> None:
        if name in self._seen:
            raise UnfitRules("{name!r} is given twice in {text!r}", name=name, text=self._text)
        self._seen.add(name)

    def _change(self, name: str, equals: str, value: str) -> None:
        self._see(name)
        if name in self._game.PARTS:
            self._switch_on(self._game.PARTS[name], equals, value)
        elif name in self._all_flags:
            self._set(self._all_flags[name], equals, value)
        else:
            raise self._unknown(name)

    def _unknown(self, name: str) -> UnknownRules:
        """Names what comes near, or all there is."""
        flags = [flag.name for flag in _flags_of(self._game, self._rules.card_set)]
        parts = [part.name for part in self._game.PARTS.values() if self._rules.card_set in part.card_sets]
        there = [*flags, *parts, *self._game.GROUPS]
        if near := get_close_matches(name, there):
            return UnknownRules(
                "there is no flag, module or variant {name!r}; near it: {there}", name=name, there=_listed(near)
            )
        return UnknownRules(
            "there is no flag, module or variant {name!r}; there are {there}", name=name, there=_listed(there)
        )

    def _switch_on(self, part: Part, equals: str, value: str) -> None:
        kind = "variant" if part.variant else "module"
        self._check_card_set(kind, part)
        layouts = [layout for layout, _ in part.layouts]
        if not equals:
            self._parts[part.name] = layouts[0] if layouts else ""
        elif value in layouts:
            self._parts[part.name] = value
        elif layouts:
            raise UnfitRules(
                "the {kind} {name!r} ({rule}) has the layouts {there}, not {value!r}",
                kind=kind,
                name=part.name,
                rule=part.rule,
                there=_listed(layouts),
                value=value,
            )
        else:
            raise UnfitRules(
                "the {kind} {name!r} ({rule}) takes no value; write {name!r} alone",
                kind=kind,
                name=part.name,
                rule=part.rule,
            )

    def _set(self, flag: Flag, equals: str, value: str) -> None:
        self._check_card_set("flag", flag)
        if not equals or value not in flag.values:
            raise UnfitRules(
                "the flag {name!r} ({rule}) takes {values}, not {value!r}",
                name=flag.name,
                rule=flag.rule,
                values=_listed(flag.values),
                value=value,
            )
        self._flags[flag.name] = value

    def _check_card_set(self, kind: str, thing: Flag | Part) -> None:
        if self._rules.card_set not in thing.card_sets:
            raise _elsewhere(kind, thing, thing.card_sets)

    def _check_company(self, part: Part) -> None:
        for other, rule in part.excludes:
            if other in self._parts:
                raise UnfitRules(
                    "{name!r} ({rule}) does not go with {other!r} ({there})",
                    name=part.name,
                    rule=part.rule,
                    other=other,
                    there=rule,
                )


def _elsewhere(kind: str, thing: Flag | Part, owners: Iterable[str]) -> UnfitRules:
    return UnfitRules(
        "the {kind} {name!r} ({rule}) belongs to {owners}: {instead}",
        kind=kind,
        name=thing.name,
        rule=thing.rule,
        owners=" and ".join(map(repr, owners)),
        instead=thing.instead,
    )


def _owner(name: str) -> "Game":
    """The game that has a preset of that name; no other game is looked at."""
    for each in games():
        if name in each.PRESETS:
            return each
    there = _listed(name for each in games() for name in each.PRESETS)
    raise UnknownRules("there are no rules called {name!r}; there are {there}", name=name, there=there)


def _flags_of(owner: "Game", card_set: str) -> Iterator[Flag]:
    return (flag for flag in owner.FLAGS if card_set in flag.card_sets)


def _folded(rules: Rules, parts: list[str]) -> list[str]:
    """The largest group whose members are all switched on, in place of those in their first layout."""
    game = game_of(rules)
    for group, members in sorted(game.GROUPS.items(), key=lambda each: -len(each[1])):
        here = {part for part in members if rules.card_set in game.PARTS[part].card_sets}
        if len(here) > 1 and here <= {*rules.modules, *rules.variants}:
            return [group, *(part for part in parts if part not in here)]
    return parts


def _first_layouts(rules: Rules) -> dict[str, str]:
    parts = game_of(rules).PARTS
    return {name: parts[name].layouts[0][0] for name, _ in rules.layouts}


def _parts(rules: Rules, unsaid: Mapping[str, str]) -> list[str]:
    """What is switched on, with its layout where that is not the unsaid one."""
    layouts = {name: layout for name, layout in rules.layouts if unsaid.get(name) != layout}
    names = (*rules.modules, *rules.variants)
    return [f"{name}={layouts[name]}" if name in layouts else name for name in names]


def _pairs(pairs: Iterable[tuple[str, str]]) -> list[str]:
    return [f"{name}={value}" for name, value in pairs]


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(repr, names))
