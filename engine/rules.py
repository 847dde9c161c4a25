"""A table's rules as one value, and its short text form: ``base``, ``base+gold-draw=players``."""

from collections.abc import Iterable

from engine.errors import UnfitRules
from engine.mine.flags import FLAGS, PRESETS
from engine.records import record


@record
class Rules:
    """Which game, and every flag with its value, defaults written out."""

    game: str
    flags: tuple[tuple[str, str], ...]

    def __getitem__(self, flag: str) -> str:
        return dict(self.flags)[flag]

    def __str__(self) -> str:
        """The shortest text that `parse` reads as these rules."""
        return min((_text(name, self) for name in PRESETS), key=lambda text: (text.count("+"), text))


def preset(name: str) -> Rules:
    """The rules of a preset, as they come in the box."""
    chosen = PRESETS[name]
    return Rules("mine", tuple((flag.name, chosen.get(flag.name, flag.values[0])) for flag in FLAGS))


def parse(text: str) -> Rules:
    """Read the text form; what cannot be read is named together with what exists."""
    name, *changes = text.split("+")
    if name not in PRESETS:
        raise UnfitRules(f"there are no rules called {name!r}; there are {_listed(PRESETS)}")
    flags = dict(preset(name).flags)
    seen: set[str] = set()
    for change in changes:
        flag, value = _change(change)
        if flag in seen:
            raise UnfitRules(f"the flag {flag!r} is given twice in {text!r}")
        seen.add(flag)
        flags[flag] = value
    return Rules("mine", tuple(flags.items()))


def _change(change: str) -> tuple[str, str]:
    values = {flag.name: flag.values for flag in FLAGS}
    name, equals, value = change.partition("=")
    if name not in values:
        raise UnfitRules(f"there is no flag {name!r}; there are {_listed(values)}")
    if not equals or value not in values[name]:
        raise UnfitRules(f"the flag {name!r} takes {_listed(values[name])}, not {value!r}")
    return name, value


def _text(name: str, rules: Rules) -> str:
    there = dict(preset(name).flags)
    return "+".join([name, *(f"{flag}={value}" for flag, value in rules.flags if there[flag] != value)])


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(repr, names))
