"""Every sentence that a person may read, for translators: `python -m docs.catalogue > undermine.pot`."""

import io
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from client.learn.course import LESSONS, PUZZLES, chapters, texts
from client.version import VERSION
from engine.registry import games
from engine.rules import Flag, Part

ROOT = Path(__file__).parents[1]
_METHODS = [("**.py", "python")]
_OF_CLIENT = {"_": None, "plural": (1, 2), "Said": None, "Counted": (1, 2)}
_OF_ENGINE = {"UnfitRules": (1,), "UnknownRules": (1,)}
"""The engine does not translate: the client does, when it shows what the engine says."""


def catalogue() -> Catalog:
    """Without translations."""
    found = Catalog(project="Undermine", version=VERSION, charset="utf-8")
    for folder, keywords in (("client", _OF_CLIENT), ("bench", _OF_CLIENT), ("engine", _OF_ENGINE)):
        for file, line, message, _comments, _context in extract_from_dir(ROOT / folder, _METHODS, keywords=keywords):
            found.add(message, locations=[(f"{folder}/{file}", line)])
    for sentence in _of_rules():
        found.add(sentence, locations=[("engine/mine/flags.py", 1)])
    for kind in (LESSONS, PUZZLES):
        for chapter in chapters(kind):
            for text in texts(chapter.scenario):
                found.add(text, locations=[(f"client/learn/{chapter.key}.toml", 1)])
    return found


def _of_rules() -> Iterator[str]:
    """What presets, flags, modules and variants mean, and what ready-made evenings are called."""
    for game in games():
        for evening in game.EVENINGS:
            yield from (evening.name, evening.meaning)
        yield from (preset.meaning for preset in game.PRESETS.values())
        things: list[Flag | Part] = [*game.FLAGS, *game.PARTS.values()]
        for thing in things:
            yield thing.meaning
            yield from (meaning for _value, meaning in (thing.readings if isinstance(thing, Flag) else thing.layouts))
            if thing.instead:
                yield thing.instead


def main() -> None:
    """Write it to standard output, in the form that every tool for translators reads."""
    text = io.BytesIO()
    write_po(text, catalogue(), width=120, sort_by_file=True)
    sys.stdout.buffer.write(text.getvalue())


if __name__ == "__main__":
    main()
