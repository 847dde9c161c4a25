"""The cards of a pile that a scenario names, and those that it leaves out."""

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.scenario.keys import Impossible
from engine.slots import Face


def left(named: Mapping[str, Sequence[Face]], whole: Sequence[Face], names: Mapping[Face, str]) -> list[Face]:
    """The cards of a pile that no key names, in its order; the key that names one too many is at fault."""
    counts, there = Counter[Face](), Counter(whole)
    for key, faces in named.items():
        counts.update(faces)
        for face in faces:
            if counts[face] > there[face]:
                count = sum(list(cards).count(face) for cards in named.values())
                what = f"{names[face]!r} is named {count} times"
                raise Impossible(key, f"{what}, there are {there[face]} of it here")
    return sorted((there - counts).elements(), key=whole.index)


def complete(named: Mapping[str, Sequence[Face]], whole: Sequence[Face], names: Mapping[Face, str]) -> list[Face]:
    """The named cards, and after them those of the pile that are not named."""
    return [*(face for faces in named.values() for face in faces), *left(named, whole, names)]
