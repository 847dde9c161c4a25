"""The text form of a table's rules (G, presets)."""

from itertools import product

import pytest

from engine.errors import UnfitRules
from engine.mine.flags import FLAGS, PRESETS
from engine.rules import Rules, parse, preset

NAMES = [flag.name for flag in FLAGS]
EVERY = [tuple(zip(NAMES, values, strict=True)) for values in product(*(flag.values for flag in FLAGS))]


@pytest.mark.parametrize("name", PRESETS)
def test_every_combination_of_flags_round_trips(name: str) -> None:
    """Whatever the text was built on, it reads as the same rules and prints as the same text."""
    for flags in EVERY:
        rules = Rules("mine", flags)
        written_out = "+".join([name, *(f"{flag}={value}" for flag, value in flags)])
        assert parse(str(rules)) == rules
        assert parse(written_out) == rules
        assert str(parse(written_out)) == str(rules)


def test_the_text_is_the_shortest() -> None:
    for flags in EVERY:
        changes = [sum(preset(name)[flag] != value for flag, value in flags) for name in PRESETS]
        assert str(Rules("mine", flags)).count("+") == min(changes)


def test_the_defaults_are_the_anniversary_reading() -> None:
    """G1, G2, G5, G6, G8, G10, HA22."""
    assert parse("base").flags == (
        ("saboteur-pay", "4332"),
        ("gold-draw", "diggers"),
        ("next-starter", "last-path"),
        ("must-connect", "yes"),
        ("self-sabotage", "no"),
        ("left-over", "every-round"),
        ("first-player", "random"),
    )


def test_the_preset_of_2006_is_the_first_edition() -> None:
    """G2, G5, G6, G8, G10; the pay of 001 is the default as far as it goes (G1)."""
    assert parse("base-2006") == parse(
        "base+gold-draw=players+next-starter=last-card+must-connect=no+self-sabotage=yes+left-over=first-round"
    )
    assert str(parse("base-2006+first-player=youngest")) == "base-2006+first-player=youngest"


def test_the_order_of_the_changes_does_not_matter() -> None:
    assert parse("base+must-connect=no+gold-draw=players") == parse("base+gold-draw=players+must-connect=no")
    assert str(parse("base+must-connect=no+gold-draw=players")) == "base+gold-draw=players+must-connect=no"


def test_a_flag_is_read_by_its_name() -> None:
    assert parse("base+saboteur-pay=432")["saboteur-pay"] == "432"
    assert parse("base")["saboteur-pay"] == "4332"
    with pytest.raises(KeyError):
        parse("base")["no-such-flag"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", ["''", "'base'", "'base-2006'"]),
        ("chess", ["'chess'", "'base'"]),
        ("Base", ["'Base'"]),
        ("base+", ["''", "'gold-draw'"]),
        ("base+gold", ["'gold'", "'gold-draw'"]),
        ("base+gold-draw", ["'gold-draw'", "'diggers'", "'players'"]),
        ("base+gold-draw=", ["'gold-draw'", "'players'"]),
        ("base+gold-draw=all", ["'all'", "'diggers'", "'players'"]),
        ("base+gold-draw=players=players", ["'players=players'"]),
        ("base+gold-draw=players+gold-draw=diggers", ["'gold-draw'", "twice"]),
        ("base +gold-draw=players", ["'base '"]),
    ],
)
def test_a_text_that_cannot_be_read_is_told_what_exists(text: str, names: list[str]) -> None:
    with pytest.raises(UnfitRules) as refused:
        parse(text)
    assert all(name in str(refused.value) for name in names)
