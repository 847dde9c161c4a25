"""Rules, times and options in words."""

from typing import Any

import pytest
from msgspec.structs import replace

from client.words.rules import brief_rules, duration, full_rules, misfit, option_lines, short_rules, with_flag
from engine.bots import BOTS
from engine.mine.flags import PRESETS, flags_of
from engine.rules import parse
from protocol.log.bodies import BotSeat
from tests.client.screen.around_fakes import gathering

OPTIONS = gathering().options


@pytest.mark.parametrize("preset", PRESETS)
def test_the_full_text_names_every_flag_with_its_value_and_both_meanings(preset: str) -> None:
    text = "\n".join(full_rules(preset))
    assert PRESETS[preset].meaning in text
    for flag in flags_of(PRESETS[preset].card_set):
        value = parse(preset)[flag.name]
        assert f"{flag.name}={value}: {flag.meaning} {flag.meaning_of(value)}" in text


def test_what_is_changed_is_said_to_be_changed() -> None:
    [changed] = [line for line in full_rules("base+gold-draw=players") if "Changed" in line]
    assert changed.startswith("gold-draw=players: ")
    assert changed.endswith(" (Changed from diggers.)")


def test_the_brief_text_names_only_what_is_changed() -> None:
    assert len(list(brief_rules("base"))) == 1
    assert [line.partition(":")[0] for line in brief_rules("base+self-sabotage=yes")][1:] == ["self-sabotage=yes"]


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("base", "base"),
        ("base+gold-draw=diggers", "base"),
        ("base+gold-draw=players", "base, 1 change"),
        ("saboteur2+must-connect=no+solo-must-finish=yes", "saboteur2, 2 changes"),
        ("saboteur3", "rules unknown here"),
    ],
)
def test_rules_fit_into_a_column(rules: str, words: str) -> None:
    assert short_rules(rules) == words


def test_a_flag_is_changed_and_changed_back() -> None:
    changed = with_flag("base-2006", "must-connect", "yes")
    assert changed == "base-2006+must-connect=yes"
    assert with_flag(changed, "must-connect", "no") == "base-2006"


def test_what_does_not_fit_is_told_in_the_words_of_the_engine() -> None:
    assert misfit("base", 5) == ""
    assert misfit("base", 11) == "These rules do not fit: the base game is for 3 to 10 players, not 11."


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (1, "1 second"),
        (60, "1 minute"),
        (90, "90 seconds"),
        (119, "119 seconds"),
        (120, "2 minutes"),
        (150, "150 seconds"),
        (3600, "1 hour"),
        (5400, "90 minutes"),
        (86400, "1 day"),
    ],
)
def test_times_are_told_as_people_say_them(seconds: int, words: str) -> None:
    assert duration(seconds) == words


@pytest.mark.parametrize(
    "change",
    [
        {"turn_seconds": 7},
        {"step_seconds": 7},
        {"window_seconds": 7},
        {"bank_seconds": 0},
        {"absent": None},
        {"absent": BotSeat(bot="random", rev=BOTS["random"].rev)},
        {"absent_after": 1},
        {"spectators": True},
        {"host_plays": True},
    ],
)
def test_everybody_reads_every_option_that_matters_to_them(change: dict[str, Any]) -> None:
    assert list(option_lines(replace(OPTIONS, **change))) != list(option_lines(OPTIONS))


def test_every_option_is_told_in_a_whole_sentence() -> None:
    for options in (OPTIONS, replace(OPTIONS, bank_seconds=0, absent=None, spectators=True, host_plays=True)):
        assert all(line.endswith(".") for line in option_lines(options))


def test_a_module_that_this_program_lacks_is_named() -> None:
    told = "This program does not know “dragons” in the rules “base+dragons+must-connect=no”: update it."
    for words in (brief_rules, full_rules):
        assert list(words("base+dragons+must-connect=no")) == [told]
