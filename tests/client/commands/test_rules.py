"""The command `undermine rules`: what there is, what it means, and what does not fit together."""

import json
from typing import Any

import pytest

from client.main import main
from engine.mine import game
from engine.mine.modules import GROUPS, PARTS
from engine.registry import game_of
from engine.rules import Flag, Part, flags_there, parse
from tests.support.rule_sets import EVENINGS, FLAGS, PRESETS


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the command prints, if it complains of nothing."""
    assert main(["rules", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def data(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    return json.loads(told(capsys, "--json", *arguments))


def flowing(text: str) -> str:
    """Without line breaks."""
    return " ".join(text.split())


def owners(flag: Flag) -> str:
    return flag.part or ", ".join(flag.card_sets)


def test_the_list_names_every_preset_and_every_flag_with_its_rule_and_meanings(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = told(capsys)
    for preset in PRESETS.values():
        assert f"\n  {preset.name}\n" in text
        assert preset.meaning in flowing(text)
    for flag in FLAGS:
        assert f"\n  {flag.name} ({flag.rule}; {owners(flag)})\n" in text
        assert flag.meaning in flowing(text)
        for value, meaning in flag.readings:
            assert f"{value} {meaning}" in flowing(text)


def test_the_examples_of_the_list_can_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    [at] = [at for at, line in enumerate(told(capsys).splitlines()) if line.startswith("Rules are the name of")]
    examples = told(capsys).splitlines()[at + 1].split()
    assert len(examples) == 3
    assert [str(parse(example)) for example in examples] == examples


def test_ready_made_evenings_stand_first(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys).splitlines()
    headings = [line.split()[0] for line in lines[1 : 2 * len(EVENINGS) : 2]]
    assert headings == [evening.rules for evening in EVENINGS]
    for evening, heading in zip(EVENINGS, lines[1::2], strict=False):
        fewest, *_between, most = game_of(parse(evening.rules)).seats(parse(evening.rules))
        assert f"{evening.name}, for {fewest} to {most}" in heading
        assert evening.meaning in flowing("\n".join(lines))
    assert [each["rules"] for each in data(capsys)["evenings"]] == [each.rules for each in EVENINGS]


def test_a_group_is_told_by_what_it_stands_for(capsys: pytest.CaptureFixture[str]) -> None:
    text = flowing(told(capsys))
    assert all(f" {name} {', '.join(parts)}" in text for name, parts in GROUPS.items())
    assert data(capsys)["groups"] == {name: list(parts) for name, parts in GROUPS.items()}


@pytest.mark.parametrize("rules", [each.rules for each in EVENINGS])
def test_an_explanation_names_every_module_that_is_on(capsys: pytest.CaptureFixture[str], rules: str) -> None:
    text = flowing(told(capsys, rules))
    assert text.startswith(f"{rules} ")
    for name in parse(rules).modules:
        part = PARTS[name]
        layout = f"={part.layouts[0][0]}" if part.layouts else ""
        assert f" {name}{layout} ({part.rule}) {part.meaning}" in text


@pytest.mark.parametrize("name", PRESETS)
def test_the_rules_of_a_preset_are_explained_flag_by_flag(capsys: pytest.CaptureFixture[str], name: str) -> None:
    text, rules = told(capsys, name), parse(name)
    assert text.startswith(f"{name}\n      {PRESETS[name].meaning}\n")
    for flag in flags_there(rules):
        value = rules[flag.name]
        change = "changed from" if value != flag.default else "or"
        assert f"\n  {flag.name}={value} ({flag.rule}; {change} " in text
        assert f"{flag.meaning} {flag.meaning_of(value)}" in flowing(text)
    for flag in game_of(rules).FLAGS:
        if flag not in flags_there(rules):
            assert f"{flag.name} ({flag.rule}; {owners(flag)}) {flag.instead}." in flowing(text)


def test_a_change_is_marked(capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, "saboteur2+solo-must-finish=yes")
    assert text.startswith("saboteur2+solo-must-finish=yes\n")
    assert "\n  solo-must-finish=yes (G25; changed from no)\n" in text
    assert text.count("changed from") == 1
    assert "\n      Players: 2 to 12.\n" in text


def test_rules_that_have_a_name_are_called_by_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, parse("base-2006").in_full()).startswith("base-2006\n")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (
            ["saboteur2+gold-draw=players"],
            "the flag 'gold-draw' (G2) belongs to 'base': 'saboteur2' divides gold by its own table (B9)",
        ),
        (
            ["base+swap-hats-old=aside"],
            "the flag 'swap-hats-old' (G29) belongs to 'saboteur2': 'base' has no card that swaps hats (B6.6)",
        ),
        (["saboteur3"], "there are no rules called 'saboteur3'; there are 'base', 'base-2006', 'saboteur2', 'cave'"),
        (["saboteur2+must-connect=maybe"], "the flag 'must-connect' (G6) takes 'yes', 'no', not 'maybe'"),
        (["base", "--players", "12"], "the base game is for 3 to 10 players, not 12"),
        (["saboteur2", "--players", "13"], "Saboteur 2 is for 2 to 12 players, not 13"),
    ],
)
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_what_does_not_fit_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str, form: list[str]
) -> None:
    assert main(["rules", *arguments, *form]) == 2
    assert capsys.readouterr() == ("", f"undermine: {complaint}\n")


def test_so_many_may_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "saboteur2", "--players", "12") == told(capsys, "saboteur2")


def test_programs_get_the_same_list(capsys: pytest.CaptureFixture[str]) -> None:
    everything = data(capsys)
    assert [preset["name"] for preset in everything["presets"]] == list(PRESETS)
    assert [flag["name"] for flag in everything["flags"]] == [flag.name for flag in FLAGS]
    for preset in everything["presets"]:
        assert preset["flags"] == dict(parse(preset["name"]).flags)
        rules = parse(preset["name"])
        seats = game_of(rules).seats(rules)
        assert preset["players"] == [min(seats), max(seats)]
    for flag, row in zip(FLAGS, everything["flags"], strict=True):
        assert (row["rule"], row["values"], row["default"]) == (flag.rule, dict(flag.readings), flag.default)


def test_programs_get_the_same_explanation(capsys: pytest.CaptureFixture[str]) -> None:
    rules = data(capsys, "saboteur2+swap-hats-old=aside")
    assert parse(rules["in_full"]) == parse(rules["rules"]) == parse("saboteur2+swap-hats-old=aside")
    assert {flag["name"]: flag["value"] for flag in rules["flags"]} == dict(parse(rules["rules"]).flags)
    assert {flag["name"] for flag in (*rules["flags"], *rules["elsewhere"])} == {flag.name for flag in game.FLAGS}
    assert rules["players"] == [2, 12]


@pytest.mark.parametrize("arguments", [[], ["base+everything"], *([name] for name in PRESETS)], ids=str)
def test_no_line_is_wider_than_eighty_columns(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    assert [line for line in told(capsys, *arguments).splitlines() if len(line) > 80] == []


def test_every_card_set_has_a_preset_of_its_name() -> None:
    assert all(PRESETS[preset.card_set].card_set == preset.card_set for preset in PRESETS.values())


# Modules and variants


def test_a_table_that_switches_nothing_on_is_told_of_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert [part["name"] for part in data(capsys)["parts"]] == list(PARTS)
    assert data(capsys, "base")["parts"] == []


@pytest.fixture
def _parts(monkeypatch: pytest.MonkeyPatch) -> None:
    for there in (PARTS, GROUPS):
        for name in list(there):
            monkeypatch.delitem(there, name)
    monkeypatch.setattr(game, "EVENINGS", ())
    made: dict[str, Any] = {"rev": 1, "meaning": "It changes things.", "card_sets": ("base",)}
    layouts = (("plain", "A row."), ("wide", "Far apart."))
    chests = Part(name="chests", rule="D5", layouts=layouts, excludes=(("duel", "HE9"),), **made)
    for part in (chests, Part(name="duel", rule="E9", variant=True, **made)):
        monkeypatch.setitem(PARTS, part.name, part)


@pytest.mark.usefixtures("_parts")
def test_modules_and_variants_are_listed_with_their_layouts(capsys: pytest.CaptureFixture[str]) -> None:
    text = flowing(told(capsys))
    assert (
        "chests (D5; base) It changes things. plain A row. wide Far apart. It does not combine with duel (HE9)." in text
    )
    assert "duel (E9; base) It changes things. It does not combine with chests (HE9)." in text
    assert [(part["name"], part["kind"]) for part in data(capsys)["parts"]] == [
        ("chests", "module"),
        ("duel", "variant"),
    ]
    assert [part["excludes"] for part in data(capsys)["parts"]] == [{"duel": "HE9"}, {"chests": "HE9"}]


@pytest.mark.usefixtures("_parts")
def test_what_is_switched_on_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert "chests=wide (D5) It changes things. Far apart." in flowing(told(capsys, "base+chests=wide"))
    assert "duel (E9) It changes things." in flowing(told(capsys, "base+duel"))
    [part] = data(capsys, "base+chests")["parts"]
    assert (part["name"], part["layout"]) == ("chests", "plain")
