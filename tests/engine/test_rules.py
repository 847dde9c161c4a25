"""The text form of a table's rules (G, presets)."""

from itertools import product
from typing import Any

import pytest

from engine.errors import UnfitRules
from engine.mine import game as mine
from engine.mine.flags import CARD_SET_NAMES, EVENINGS, FLAGS, PRESETS
from engine.mine.game import book
from engine.mine.modules import GROUPS, PARTS
from engine.rules import Evening, Flag, Part, Rules, flags_there, parse, preset

EVERY = {
    name: [
        tuple(zip([flag.name for flag in flags], values, strict=True))
        for values in product(*(flag.values for flag in flags))
    ]
    for name in CARD_SET_NAMES
    for flags in [flags_there(preset(name))]
}


@pytest.mark.parametrize("name", PRESETS)
def test_every_combination_of_flags_round_trips(name: str) -> None:
    """Whatever the text was built on, it reads as the same rules and prints as the same text."""
    card_set = PRESETS[name].card_set
    for flags in EVERY[card_set]:
        rules = Rules("mine", card_set, flags)
        written_out = "+".join([name, *(f"{flag}={value}" for flag, value in flags)])
        assert parse(str(rules)) == rules
        assert parse(written_out) == rules
        assert str(parse(written_out)) == str(rules)
        assert parse(rules.in_full()) == rules


@pytest.mark.parametrize("card_set", CARD_SET_NAMES)
def test_the_text_is_the_shortest(card_set: str) -> None:
    names = [name for name, preset in PRESETS.items() if preset.card_set == card_set]
    for flags in EVERY[card_set]:
        changes = [sum(preset(name)[flag] != value for flag, value in flags) for name in names]
        assert str(Rules("mine", card_set, flags)).count("+") == min(changes)


def test_the_full_text_names_every_flag_of_the_card_set() -> None:
    assert parse("base-2006").in_full() == (
        "base+saboteur-pay=4332+saboteur-pay-from=bank+gold-draw=players+next-starter=last-card+must-connect=no+self-sabotage=yes"
        "+left-over=first-round+first-player=random"
    )
    assert parse("saboteur2").in_full() == (
        "saboteur2+next-starter=last-path+must-connect=yes+self-sabotage=no"
        "+solo-must-finish=no+swap-hats-old=bottom+first-player=random"
    )


def part(name: str, rule: str, **more: Any) -> Part:
    """Something to switch on."""
    return Part(name=name, rev=1, rule=rule, meaning="It changes things.", **{"card_sets": CARD_SET_NAMES, **more})


TOLL = part("toll", "D1")
CHESTS = part("chests", "D5", layouts=(("plain", "A row."), ("wide", "Far apart.")))
GREEDY = part("greedy", "C1", card_sets=("base",), instead="'saboteur2' has no single digger")
DUEL = part("duel", "E9", excludes=(("toll", "HE9"),), variant=True)
RELIEF = part("relief", "E8", layouts=(("flat", "All on one level."), ("steep", "Two levels.")), variant=True)


@pytest.fixture
def _parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game with things to switch on."""
    for part in (TOLL, CHESTS, GREEDY, DUEL, RELIEF):
        monkeypatch.setitem(PARTS, part.name, part)


@pytest.mark.usefixtures("_parts")
@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("base+greedy", "base+greedy"),
        ("base+duel+chests=wide+greedy", "base+chests=wide+greedy+duel"),
        ("saboteur2+chests", "saboteur2+chests"),
        ("base+relief=steep+chests=wide", "base+chests=wide+relief=steep"),
        ("base+next-starter=last-card+duel+chests=plain", "base+chests+duel+next-starter=last-card"),
    ],
)
def test_modules_variants_and_layouts_have_their_place_before_the_flags(text: str, short: str) -> None:
    rules = parse(text)
    assert str(rules) == short
    assert parse(short) == parse(rules.in_full()) == rules


@pytest.mark.usefixtures("_parts")
def test_the_full_text_writes_a_default_layout_too() -> None:
    assert parse("base+chests").in_full().startswith("base+chests=plain+")
    assert str(parse("base+chests=plain")) == "base+chests"


@pytest.mark.usefixtures("_parts")
@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("saboteur2+greedy", "the module 'greedy' (C1) belongs to 'base': 'saboteur2' has no single digger"),
        ("base+duel+toll", "'duel' (E9) does not go with 'toll' (HE9)"),
        ("base+toll+duel", "'duel' (E9) does not go with 'toll' (HE9)"),
        ("base+chests=round", "the module 'chests' (D5) has the layouts 'plain', 'wide', not 'round'"),
        ("base+chests=", "the module 'chests' (D5) has the layouts 'plain', 'wide', not ''"),
        ("base+toll=yes", "the module 'toll' (D1) takes no value; write 'toll' alone"),
        ("base+toll+toll", "'toll' is given twice in 'base+toll+toll'"),
    ],
)
def test_what_does_not_fit_is_refused_with_both_sides_and_the_rule(text: str, problem: str) -> None:
    with pytest.raises(UnfitRules) as refused:
        parse(text)
    assert str(refused.value) == problem


def test_a_flag_that_came_later_stands_in_the_full_text_only_where_it_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a log that was written before it existed still reads as it was written."""
    before = parse("base").in_full()
    late = Flag("late", "G99", ("base",), "A flag.", (("no", "As ever."), ("yes", "New.")), later=True)
    monkeypatch.setattr(mine, "FLAGS", (*FLAGS, late))
    assert parse(before)["late"] == "no"
    assert parse(before).in_full() == before
    assert parse("base+late=yes").in_full() == f"{before}+late=yes"


@pytest.mark.parametrize("card_set", CARD_SET_NAMES)
def test_a_flag_that_is_about_a_module_exists_only_beside_it(card_set: str) -> None:
    """G62: without chests nothing bans maps, and the rules say nothing of it."""
    without, beside = parse(card_set), parse(f"{card_set}+chests=wide")
    assert [flag.name for flag in flags_there(beside) if flag not in flags_there(without)] == ["map-ban"]
    assert beside["map-ban"] == "goals"
    changed = parse(f"{card_set}+map-ban=all+chests=wide")
    assert (str(changed), parse(changed.in_full())) == (f"{card_set}+chests=wide+map-ban=all", changed)
    with pytest.raises(UnfitRules) as refused:
        parse(f"{card_set}+veto+map-ban=all")
    assert str(refused.value) == "the flag 'map-ban' (G62) belongs to 'chests': no other module bans maps (D5)"


def test_the_defaults_are_the_anniversary_reading() -> None:
    """G1, G2, G5, G6, G8, G10, HA20, HA22."""
    assert parse("base").flags == (
        ("saboteur-pay", "4332"),
        ("saboteur-pay-from", "bank"),
        ("gold-draw", "diggers"),
        ("next-starter", "last-path"),
        ("must-connect", "yes"),
        ("self-sabotage", "no"),
        ("left-over", "every-round"),
        ("first-player", "random"),
    )


def test_the_defaults_of_saboteur_2_are_those_of_most_texts() -> None:
    """G5, G6, G8, G25, G29, HA22; the name is that of most texts (G77)."""
    assert parse("saboteur2").flags == (
        ("next-starter", "last-path"),
        ("must-connect", "yes"),
        ("self-sabotage", "no"),
        ("solo-must-finish", "no"),
        ("swap-hats-old", "bottom"),
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
    with pytest.raises(KeyError):
        parse("saboteur2")["saboteur-pay"]


def test_every_card_set_is_a_preset_without_changes() -> None:
    """So its name alone means its defaults."""
    for card_set in CARD_SET_NAMES:
        assert PRESETS[card_set].card_set == card_set
        assert PRESETS[card_set].changes == ()


def test_every_flag_value_and_preset_explains_itself() -> None:
    explained = [
        *(flag.meaning for flag in FLAGS),
        *(f"{flag.name}: {flag.meaning_of(value)}" for flag in FLAGS for value in flag.values),
        *(preset.meaning for preset in PRESETS.values()),
    ]
    assert all(sentence.endswith(".") and "\n" not in sentence for sentence in explained)
    assert len(set(explained)) == len(explained)


def test_a_flag_that_is_missing_from_a_card_set_says_what_is_there_instead() -> None:
    for flag in FLAGS:
        missing = set(CARD_SET_NAMES) - set(flag.card_sets)
        assert bool(flag.instead) == bool(missing or flag.part)
        assert all(repr(card_set) in flag.instead for card_set in missing)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "saboteur2+gold-draw=players",
            "the flag 'gold-draw' (G2) belongs to 'base': 'saboteur2' divides gold by its own table (B9)",
        ),
        (
            "saboteur2+saboteur-pay=432",
            "the flag 'saboteur-pay' (G1) belongs to 'base': 'saboteur2' pays saboteurs by its own table (B9)",
        ),
        (
            "saboteur2+left-over=no-such-value",
            (
                "the flag 'left-over' (G10) belongs to 'base': "
                "'saboteur2' reveals all unused roles when a round ends (HB23)"
            ),
        ),
        (
            "base+solo-must-finish=yes",
            "the flag 'solo-must-finish' (G25) belongs to 'saboteur2': 'base' has neither Boss nor Profiteer (B2)",
        ),
        (
            "base-2006+swap-hats-old=aside",
            "the flag 'swap-hats-old' (G29) belongs to 'saboteur2': 'base' has no card that swaps hats (B6.6)",
        ),
    ],
)
def test_what_does_not_fit_together_is_told_with_both_sides(text: str, message: str) -> None:
    with pytest.raises(UnfitRules) as refused:
        parse(text)
    assert str(refused.value) == message


@pytest.mark.parametrize(("name", "seats"), [("base", 2), ("base", 11), ("saboteur2", 1), ("saboteur2", 13)])
def test_a_card_set_says_how_many_may_play(name: str, seats: int) -> None:
    with pytest.raises(UnfitRules, match=f"is for .* players, not {seats}"):
        book(parse(name), seats)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", ["''", "'base'", "'base-2006'", "'saboteur2'"]),
        ("chess", ["'chess'", "'base'"]),
        ("Base", ["'Base'"]),
        ("base+", ["''", "'gold-draw'"]),
        ("saboteur2+", ["''", "'solo-must-finish'"]),
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


# groups and evenings


@pytest.mark.parametrize("card_set", CARD_SET_NAMES)
@pytest.mark.parametrize("group", GROUPS)
def test_a_group_stands_for_its_members_that_exist_for_the_cards(card_set: str, group: str) -> None:
    members = [name for name in GROUPS[group] if card_set in PARTS[name].card_sets]
    rules = parse(f"{card_set}+{group}")
    assert rules == parse("+".join([card_set, *members]))
    assert str(rules) == f"{card_set}+{group}"
    assert group not in rules.in_full()
    assert parse(rules.in_full()) == rules


def test_a_member_that_is_named_beside_its_group_keeps_its_layout() -> None:
    rules = parse("saboteur2+everything+chests=diamond")
    assert dict(rules.layouts) == {"chests": "diamond"}
    assert str(rules) == "saboteur2+everything+chests=diamond"
    assert parse("saboteur2+chests=diamond+everything") == rules


def test_a_group_is_named_once() -> None:
    with pytest.raises(UnfitRules, match="'minis' is given twice"):
        parse("base+minis+minis")


def test_groups_overlap_without_harm() -> None:
    assert parse("base+minis+championship") == parse("base+everything")


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.name)
def test_an_evening_is_written_in_its_shortest_form(evening: Evening) -> None:
    assert str(parse(evening.rules)) == evening.rules
