"""A table's rules as one value, and its text form: ``base``, ``base+gold-draw=players``, ``saboteur2``.

The text is the name of a preset and what is changed in it, joined by "+": modules and variants by their names, then
layouts and flags as ``name=value``.  There are flags today; the others have their place.
"""

from collections.abc import Iterable

from engine.errors import UnfitRules
from engine.mine.flags import FLAGS, PRESETS, Flag, flags_of
from engine.records import record

_FLAGS = {flag.name: flag for flag in FLAGS}


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
        names = (name for name, preset in PRESETS.items() if preset.card_set == self.card_set)
        return min((_text(name, self) for name in names), key=lambda text: (text.count("+"), text))

    def in_full(self) -> str:
        """The text with every flag written out, so that it means the same whatever the defaults become."""
        return "+".join([self.card_set, *_added(self), *_pairs(self.flags)])


def preset(name: str) -> Rules:
    """The rules of a preset, as they come in the box."""
    chosen = PRESETS[name]
    changes = dict(chosen.changes)
    flags = ((flag.name, changes.get(flag.name, flag.default)) for flag in flags_of(chosen.card_set))
    return Rules("mine", chosen.card_set, tuple(flags))


def parse(text: str) -> Rules:
    """Read the text form; what cannot be read is named together with what exists."""
    name, *changes = text.split("+")
    if name not in PRESETS:
        raise UnfitRules("there are no rules called {name!r}; there are {there}", name=name, there=_listed(PRESETS))
    rules = preset(name)
    flags = dict(rules.flags)
    seen: set[str] = set()
    for change in changes:
        flag, value = _change(change, rules.card_set)
        if flag.name in seen:
            raise UnfitRules("the flag {name!r} is given twice in {text!r}", name=flag.name, text=text)
        seen.add(flag.name)
        flags[flag.name] = value
    return Rules(rules.game, rules.card_set, tuple(flags.items()))


def _change(change: str, card_set: str) -> tuple[Flag, str]:
    name, equals, value = change.partition("=")
    if name not in _FLAGS:
        there = _listed(flag.name for flag in flags_of(card_set))
        raise UnfitRules("there is no flag {name!r}; there are {there}", name=name, there=there)
    flag = _FLAGS[name]
    if card_set not in flag.card_sets:
        owners = " and ".join(map(repr, flag.card_sets))
        raise UnfitRules(
            "the flag {name!r} ({rule}) belongs to {owners}: {instead}",
            name=name,
            rule=flag.rule,
            owners=owners,
            instead=flag.instead,
        )
    if not equals or value not in flag.values:
        raise UnfitRules(
            "the flag {name!r} takes {values}, not {value!r}", name=name, values=_listed(flag.values), value=value
        )
    return flag, value


def _text(name: str, rules: Rules) -> str:
    there = dict(preset(name).flags)
    changes = [(flag, value) for flag, value in rules.flags if there[flag] != value]
    return "+".join([name, *_added(rules), *_pairs(changes)])


def _added(rules: Rules) -> list[str]:
    return [*rules.modules, *rules.variants, *_pairs(rules.layouts)]


def _pairs(pairs: Iterable[tuple[str, str]]) -> list[str]:
    return [f"{name}={value}" for name, value in pairs]


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(repr, names))
