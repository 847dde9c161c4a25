"""Rules, times and options in words."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from client.words.rules import (
    brief_rules,
    duration,
    excluded_by,
    full_rules,
    misfit,
    option_lines,
    short_rules,
    with_flag,
    with_part,
)
from engine.bots import BOTS
from engine.errors import UnfitRules
from engine.mine.modules import PARTS
from engine.registry import games
from engine.rules import flags_there, parse
from protocol.log.bodies import BotSeat
from tests.client.screen.around_fakes import gathering
from tests.support.rule_sets import EVENINGS, PRESETS

OPTIONS = gathering().options


@pytest.mark.parametrize("preset", PRESETS)
def test_the_full_text_names_every_flag_with_its_value_and_both_meanings(preset: str) -> None:
    text = "\n".join(full_rules(preset))
    assert PRESETS[preset].meaning in text
    for flag in flags_there(parse(preset)):
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
        ("base+chests=wide", "base+chests=wide"),
        ("saboteur2+everything", "saboteur2+everything"),
        ("base+everything+chests=wide", "base+everything+chests=wide"),
        ("base+veto+toll+gold-draw=players", "base, 2 modules, 1 change"),
        ("saboteur3", "rules unknown here"),
    ],
)
def test_rules_fit_into_a_column(rules: str, words: str) -> None:
    assert short_rules(rules) == words


def test_a_flag_is_changed_and_changed_back() -> None:
    changed = with_flag("base-2006", "must-connect", "yes")
    assert changed == "base-2006+must-connect=yes"
    assert with_flag(changed, "must-connect", "no") == "base-2006"


@pytest.mark.parametrize("rules", ["base+chests=wide+veto", "base+everything", "saboteur2+party"])
def test_a_flag_is_changed_beside_modules(rules: str) -> None:
    changed = with_flag(rules, "next-starter", "last-card")
    assert parse(changed)["next-starter"] == "last-card"
    assert (parse(changed).modules, parse(changed).layouts) == (parse(rules).modules, parse(rules).layouts)
    assert changed.partition("+")[0] == rules.partition("+")[0]


def test_modules_are_switched_on_and_off_and_the_text_stays_the_shortest() -> None:
    assert with_part("base-2006+must-connect=yes", "toll", "") == "base-2006+toll+must-connect=yes"
    assert with_part("base+everything", "chests", "wide") == "base+everything+chests=wide"
    assert with_part("base+everything", "chests", None) == "base+championship+toll+party+new-goals"
    assert with_part("base+championship+toll+party+new-goals", "chests", "standard") == "base+everything"
    assert with_part("base+veto", "toll", None) == "base+veto"
    assert with_part("base+veto+chests+map-ban=all", "chests", "wide") == "base+veto+chests=wide+map-ban=all"
    assert with_part("base+veto+chests+map-ban=all", "chests", None) == "base+veto"
    with pytest.raises(UnfitRules, match=r"'party' .* does not go with 'costume' \(HD7\)"):
        with_part("base+party", "costume", "")


@pytest.mark.parametrize("words", [brief_rules, full_rules])
@pytest.mark.parametrize("rules", [evening.rules for evening in EVENINGS])
def test_every_module_is_told_in_its_sentences(words: Callable[[str], Iterator[str]], rules: str) -> None:
    text = "\n".join(words(rules))
    for name in parse(rules).modules:
        assert name in text
        assert PARTS[name].meaning in text
    for name, layout in parse(rules).layouts:
        assert dict(PARTS[name].layouts)[layout] in text


def test_both_sides_of_an_exclusion_are_told_of_it() -> None:
    for game in games():
        for part in game.PARTS.values():
            for other, rule in excluded_by(part, game).items():
                assert excluded_by(game.PARTS[other], game)[part.name] == rule


def test_what_does_not_fit_is_told_in_the_words_of_the_engine() -> None:
    assert misfit("base", 5) == ""
    assert misfit("base", 11) == "These rules do not work: the base game is for 3 to 10 players, not 11."


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


@pytest.mark.parametrize("words", [brief_rules, full_rules])
@pytest.mark.parametrize(
    ("rules", "lacking"),
    [
        ("base+dragons+must-connect=no", "“dragons”"),
        ("base+veto+dragons+owls+toll", "“dragons” and “owls”"),
        ("saboteur3+veto", "“saboteur3”"),
        ("base+must-connect=perhaps", "“base+must-connect=perhaps”"),
    ],
)
def test_what_this_program_lacks_is_named(words: Callable[[str], Iterator[str]], rules: str, lacking: str) -> None:
    assert list(words(rules)) == [f"This program does not know {lacking} in the rules “{rules}”: update it."]
