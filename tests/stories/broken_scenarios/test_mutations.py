"""A scenario with any mistake in it ends in a sentence, never in a traceback."""

import re
from random import Random

import pytest

from client.commands.scenario import TEMPLATE
from engine.scenario.keys import BadScenario
from engine.scenario.reader import read
from engine.scenario.runner import Differs, run
from tests.stories.broken_scenarios.page import whole_scenarios

_TOKEN = re.compile(r'"[^"\n]*"|-?\d+|[\w-]+|[^\S\n]+|\n|.')
_VALUE = re.compile(r'"[^"\n]*"|-?\d+')
_STRANGE = (
    *("-1", "0", "1", "2", "3", "9", "10", "77", "99", "100", "999", "1000", "9999", "180", "90", "0x" + "f" * 5000),
    *("true", "false", "1.5", "nan", "[]", "{}", "[[]]", "[{}]", "2006-01-01", '""', '" "', '"\\u0000"', '"="'),
    *('"0,0"', '"8,2"', '"8,0"', '"99,99"', '"-99,-99"', '"1,0 cross 180"', '"8,0 180"', '"start"', '"unknown"'),
    *('"slot 0"', '"slot 9999"', '"hand 9.9"', '"draft 0"', '"discard 99"', '"left-over"', '"gold 0.1"', '"goal 1,1"'),
    *('"game-ended"', '"slots-shown slots="', '"path-placed cell"', '"wait/not-wanted"', '"answers"', '"by-hand"'),
)


def mutated(text: str, others: list[str], random: Random) -> str:
    """One to three small accidents."""
    for _ in range(random.randint(1, 3)):
        pattern = _TOKEN if random.random() < 0.4 else _VALUE
        text = _accident(text, pattern, others, random)
    return text


def _accident(text: str, pattern: re.Pattern[str], others: list[str], random: Random) -> str:
    places = [match.span() for match in pattern.finditer(text)]
    if not places:
        return text
    start, end = random.choice(places)
    token, before, after = text[start:end], text[:start], text[end:]
    match random.randrange(9):
        case 0:
            return before + after
        case 1:
            return f"{before}{token} {token}{after}"
        case 2:
            return before + random.choice(_STRANGE) + after
        case 3:
            other: str = random.choice(pattern.findall(random.choice(others)))
            return before + other + after
        case 4 | 5 | 6:
            return before + _alike(token, random.choice(others), random) + after
        case 7:
            return before + str(random.randint(-2, 110)) + after
        case _:
            return _without_line(text, random) if random.random() < 0.5 else _doubled_line(text, random)


def _alike(token: str, other: str, random: Random) -> str:
    """A word for a word, a number for a number: it can still be read, and goes wrong later."""
    found = [value for value in _VALUE.findall(other) if value.startswith('"') == token.startswith('"')]
    return str(random.choice(found))


def _without_line(text: str, random: Random) -> str:
    lines = text.splitlines(keepends=True)
    del lines[random.randrange(len(lines))]
    return "".join(lines)


def _doubled_line(text: str, random: Random) -> str:
    lines = text.splitlines(keepends=True)
    lines.insert(random.randrange(len(lines)), random.choice(lines))
    return "".join(lines)


def outcome(text: str) -> str:
    """How a text ends; every other exception goes through."""
    end, message = "holds", ""
    try:
        run(read(text))
    except BadScenario as error:
        end, message = "unusable", str(error)
    except Differs as error:
        end, message = "differs", str(error)
    assert "\n" not in message
    return end


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 4))])
def test_no_mutation_escapes_with_another_exception(seed: int) -> None:
    random = Random(seed)
    texts = [TEMPLATE, *whole_scenarios()]
    ends = {outcome(mutated(random.choice(texts), texts, random)) for _ in range(1000)}
    assert ends == {"unusable", "differs", "holds"}


@pytest.mark.long
def test_no_mutation_of_many_escapes_with_another_exception() -> None:
    random = Random(2006)
    texts = [TEMPLATE, *whole_scenarios()]
    for _ in range(10_000):
        outcome(mutated(random.choice(texts), texts, random))
