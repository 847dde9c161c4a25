"""Choosing what is played."""

import pytest
from textual.pilot import Pilot

from client.screen.screens.setup import SetupScreen
from client.screen.screens.setup_rows import Kind, Unusable, changed, rows
from client.screen.widgets.form import Form, Heading, Row
from client.screen.widgets.page import Page
from client.screen.widgets.pick_list import PickList
from client.visit.errand import Setup
from engine.bots import BOTS
from engine.mine.game import CARD_SETS
from engine.mine.modules import PARTS
from engine.registry import game_of
from engine.rules import Part, flags_there, parse
from protocol.log.bodies import BotSeat
from tests.client.screen.around_fakes import NOTHING, BareApp
from tests.client.screen.piloted import LARGE, SIZES, SMALL, click_on, compare, piloted, screen_text, typed, words_of
from tests.support.rule_sets import EVENINGS, PRESETS


def set_up(kind: Kind = Kind.SERVER, setup: Setup | None = None) -> BareApp:
    return BareApp(lambda _visit: SetupScreen(kind, setup))


def now(app: BareApp) -> Setup:
    [screen] = [screen for screen in app.screen_stack if isinstance(screen, SetupScreen)]
    return screen.setup


def by_key(setup: Setup, kind: Kind = Kind.SERVER) -> dict[str, Row]:
    return {row.key: row for row in rows(setup, kind) if isinstance(row, Row)}


async def go_to(pilot: Pilot[None], key: str) -> None:
    """As the arrows would, but faster."""
    listed = pilot.app.screen.query_one("#form-rows", PickList)
    listed.focus()
    for at in range(listed.option_count):
        listed.highlighted = at
        if listed.picked == key:
            await pilot.pause()
            return
    raise AssertionError(key)


# what there is to choose


def test_modules_and_variants_are_offered_if_the_game_has_any(monkeypatch: pytest.MonkeyPatch) -> None:
    layouts = (("plain", "A row."), ("wide", "Far apart."))
    for name, more in (("toll", ()), ("chests", layouts)):
        made = Part(name=name, rev=1, rule="D1", meaning="It changes things.", card_sets=("base",), layouts=more)
        monkeypatch.setitem(PARTS, name, made)
    setup = Setup(rules="base+gold-draw=players")
    assert [choice.value for choice in by_key(setup)["part toll"].choices] == ["no", "yes"]
    setup = changed(changed(setup, "part toll", "yes"), "part chests", "wide")
    assert parse(setup.rules) == parse("base+toll+chests=wide+gold-draw=players")
    there = by_key(setup)
    assert (there["part toll"].value, there["part chests"].value, there["part toll"].usual) == ("yes", "wide", "no")
    setup = changed(changed(setup, "flag gold-draw", "diggers"), "part chests", "no")
    assert "chests" not in setup.rules
    assert "+toll" in setup.rules
    assert "part toll" not in by_key(Setup(rules="saboteur2"))


@pytest.mark.parametrize("kind", Kind)
def test_ready_made_evenings_stand_first(kind: Kind) -> None:
    first, *_others = (row for row in rows(Setup(), kind) if isinstance(row, Row))
    assert first.key == "evening"
    assert {choice.value: choice.meaning for choice in first.choices} == {each.rules: each.meaning for each in EVENINGS}
    for each in EVENINGS:
        chosen = changed(Setup(rules="base-2006+toll"), "evening", each.rules)
        assert chosen.rules == each.rules
        assert by_key(chosen)["evening"].text == each.name
    assert by_key(Setup(rules="base+toll"))["evening"].text == "as below"


@pytest.mark.parametrize("kind", Kind)
def test_evening_players_and_bots_lead_and_house_rules_end_the_form(kind: Kind) -> None:
    form = rows(Setup(), kind)
    first = [row.key for row in form if isinstance(row, Row)][:4]
    assert first[:2] == ["evening", "players"]
    assert first[2 if kind is Kind.BOTS else 3] == "bots"
    assert [row.text for row in form if isinstance(row, Heading)][-1] == "House rules"


@pytest.mark.parametrize("card_set", CARD_SETS)
def test_every_module_is_switched_on_by_itself_where_its_sentences_stand(card_set: str) -> None:
    there = by_key(Setup(rules=card_set))
    for part in PARTS.values():
        assert (f"part {part.name}" in there) == (card_set in part.card_sets)
    for name, row in ((key.removeprefix("part "), row) for key, row in there.items() if key.startswith("part ")):
        assert row.meaning.startswith(f"{PARTS[name].meaning} (Rule {PARTS[name].rule}.)")
        assert [choice.meaning for choice in row.choices[1:]] == [meaning for _, meaning in PARTS[name].layouts] or [""]
        for choice in row.choices[1:]:
            on = changed(Setup(rules=card_set), row.key, choice.value)
            assert by_key(on)[row.key].value == choice.value
            assert changed(on, row.key, "no").rules == card_set


def test_the_text_of_rules_stays_the_shortest() -> None:
    setup = Setup(rules="base+everything")
    setup = changed(setup, "part chests", "wide")
    assert setup.rules == "base+everything+chests=wide"
    setup = changed(changed(setup, "part chests", "standard"), "flag must-connect", "no")
    assert setup.rules == "base+everything+must-connect=no"


def test_what_excludes_what_is_refused_with_both_sides_and_the_rule() -> None:
    assert by_key(Setup())["part costume"].meaning.endswith("It does not combine with party (HD7), tournament (HE2).")
    with pytest.raises(Unusable, match=r"'party' \(D3\) does not go with 'costume' \(HD7\)"):
        changed(Setup(rules="base+party"), "part costume", "yes")


@piloted
async def test_a_module_that_does_not_fit_is_refused_in_the_note() -> None:
    app = set_up(setup=Setup(rules="base+party"))
    async with app.run_test(size=SMALL) as pilot:
        await go_to(pilot, "part costume")
        await pilot.press("right")
        await pilot.pause()
        assert "! These rules do not work: 'party' (D3) does not go with 'costume' (HD7)." in words_of(app)
        assert now(app).rules == "base+party"


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_and_every_flag_is_offered_with_what_it_means(preset: str, kind: Kind) -> None:
    there = by_key(Setup(rules=preset), kind)
    assert {choice.value: choice.meaning for choice in there["preset"].choices} == {
        name: each.meaning for name, each in PRESETS.items()
    }
    flags = {key.removeprefix("flag "): row for key, row in there.items() if key.startswith("flag ")}
    assert list(flags) == [flag.name for flag in flags_there(parse(preset))]
    for flag in flags_there(parse(preset)):
        row = flags[flag.name]
        assert flag.meaning in row.meaning
        assert flag.rule in row.meaning
        assert {choice.value: choice.meaning for choice in row.choices} == dict(flag.readings)
        assert row.value == parse(preset)[flag.name]


@pytest.mark.parametrize("preset", PRESETS)
def test_only_as_many_players_are_offered_as_the_rules_allow(preset: str) -> None:
    offered = [int(choice.value) for choice in by_key(Setup(rules=preset))["players"].choices]
    assert offered == sorted(game_of(parse(preset)).seats(parse(preset)))


def test_every_bot_is_offered_with_words_about_it() -> None:
    choices = by_key(Setup())["bots"].choices
    assert {choice.value for choice in choices} >= set(BOTS)
    assert all(choice.meaning for choice in choices)


def test_the_short_form_asks_for_no_times_and_no_password() -> None:
    asked = set(by_key(Setup(), Kind.BOTS))
    assert not {"turn", "bank", "absent", "password", "listed", "spectators", "bot-seats"} & asked


@pytest.mark.parametrize("key", sorted(by_key(Setup())))
def test_every_choice_of_every_row_can_be_taken_and_changes_that_row(key: str) -> None:
    setup = Setup()
    for choice in by_key(setup)[key].choices:
        assert by_key(changed(setup, key, choice.value))[key].value == choice.value


@pytest.mark.parametrize("preset", PRESETS)
@piloted
async def test_every_explanation_fits_on_a_small_screen(preset: str) -> None:
    app = set_up(setup=Setup(rules=preset))
    async with app.run_test(size=SMALL) as pilot:
        listed, values = (app.screen.query_one(f"#form-{name}", PickList) for name in ("rows", "values"))
        for at in range(listed.option_count):
            listed.highlighted = at
            await pilot.pause()
            assert values.virtual_size.height <= values.size.height, screen_text(app)


def test_a_smaller_table_has_fewer_bots_and_they_come_back_with_a_larger_one() -> None:
    small = Setup(players=3, bot_seats=4)
    assert by_key(small)["bot-seats"].value == "2"
    assert by_key(changed(small, "players", "6"))["bot-seats"].value == "4"


# what comes of it


def test_a_setup_becomes_wishes() -> None:
    setup = Setup(
        rules="saboteur2", players=7, listed=False, turn_seconds=30, bank_seconds=0, absent="", spectators=True
    )
    wishes = setup.wishes()
    assert (wishes.rules, wishes.seats, wishes.listed, wishes.spectators) == ("saboteur2", 7, False, True)
    assert (wishes.turn_seconds, wishes.step_seconds, wishes.bank_seconds) == (30, 20, 0)
    assert wishes.absent is None
    assert Setup(absent="random").wishes().absent == BotSeat(bot="random", rev=BOTS["random"].rev)


def test_the_shortest_turn_leaves_time_for_other_questions() -> None:
    assert Setup(turn_seconds=1).wishes().step_seconds == 1


def test_bots_take_their_seats_in_turn_and_leave_one_for_the_host() -> None:
    assert Setup(bots=("steady", "random"), bot_seats=3).seated == ("steady", "random", "steady")
    assert Setup(players=3, bot_seats=9).seated == ("steady", "steady")
    assert Setup().seated == ()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("turn", "0"),
        ("turn", "86401"),
        ("turn", "soon"),
        ("turn", "٣"),
        ("bank", "-1"),
        ("rules", "chess"),
        ("password", "\x07"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(key: str, value: str) -> None:
    with pytest.raises(Unusable) as refused:
        changed(Setup(), key, value)
    assert str(refused.value).endswith(".")


# the screen


@pytest.mark.parametrize("size", SIZES)
@piloted
async def test_the_form_for_a_server_looks_like_this(size: tuple[int, int]) -> None:
    app = set_up(setup=Setup(rules="base+gold-draw=players"))
    async with app.run_test(size=size) as pilot:
        await go_to(pilot, "flag gold-draw")
        await pilot.press("enter")
        await pilot.pause()
        compare(app, "setup-server")


@pytest.mark.parametrize("size", SIZES)
@piloted
async def test_the_form_for_a_game_with_bots_looks_like_this(size: tuple[int, int]) -> None:
    app = set_up(Kind.BOTS, Setup(rules="saboteur2"))
    async with app.run_test(size=size):
        compare(app, "setup-bots")


@piloted
async def test_everything_is_chosen_by_keys_alone() -> None:
    app = set_up()
    async with app.run_test(size=SMALL) as pilot:
        await go_to(pilot, "preset")
        await pilot.press("right", "right")
        assert now(app).rules == "saboteur2"
        await go_to(pilot, "flag swap-hats-old")
        await pilot.press("enter", "down", "enter")
        await go_to(pilot, "players")
        await pilot.press("left", "down", "right", "right")
        await go_to(pilot, "spectators")
        await pilot.press("right", "s")
        await pilot.pause()
        assert app.came_to == Setup(rules="saboteur2+swap-hats-old=aside", players=4, bot_seats=2, spectators=True)


@piloted
async def test_everything_is_chosen_by_mouse_alone() -> None:
    app = set_up(Kind.BOTS)
    async with app.run_test(size=LARGE) as pilot:
        await click_on(pilot, "game              base")
        await click_on(pilot, "( ) base-2006")
        await click_on(pilot, "must-connect")
        await click_on(pilot, "( ) yes")
        await click_on(pilot, "players           5")
        await click_on(pilot, "( ) 3")
        await click_on(pilot, "kind of bot")
        await click_on(pilot, "( ) random")
        await click_on(pilot, "  Play  ")
        assert app.came_to == Setup(rules="base-2006+must-connect=yes", players=3, bots=("random",))


@piloted
async def test_delete_brings_back_what_is_usual() -> None:
    app = set_up(setup=Setup(rules="base+gold-draw=players", password="gold"))
    async with app.run_test(size=SMALL) as pilot:
        await go_to(pilot, "flag gold-draw")
        await pilot.press("delete")
        await go_to(pilot, "password")
        await pilot.press("delete")
        await pilot.pause()
        assert now(app) == Setup()


@piloted
async def test_a_password_is_typed_and_never_shown() -> None:
    app = set_up()
    async with app.run_test(size=SMALL) as pilot:
        await go_to(pilot, "password")
        await pilot.press("enter", "enter")
        await typed(pilot, "nugget 7")
        assert "nugget" not in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert now(app).password == "nugget 7"
        assert "nugget" not in screen_text(app)


@piloted
async def test_typed_rules_that_do_not_fit_are_refused_in_the_words_of_the_engine_and_kept() -> None:
    app = set_up()
    async with app.run_test(size=SMALL) as pilot:
        await go_to(pilot, "rules")
        await pilot.press("enter", "enter")
        await typed(pilot, "+swap-hats-old=aside")
        await pilot.press("enter")
        await pilot.pause()
        words = words_of(app)
        assert (
            "the flag 'swap-hats-old' (G29) belongs to 'saboteur2': 'base' has no card that swaps hats (B6.6)" in words
        )
        assert "base+swap-hats-old=aside" in screen_text(app)
        assert now(app) == Setup()
        await pilot.press("ctrl+u")
        await typed(pilot, "saboteur2+swap-hats-old=aside")
        await pilot.press("enter")
        await pilot.pause()
        assert now(app).rules == "saboteur2+swap-hats-old=aside"


@piloted
async def test_a_number_of_players_that_does_not_fit_is_refused_in_the_words_of_the_engine() -> None:
    app = set_up(setup=Setup(rules="saboteur2", players=12))
    async with app.run_test(size=SMALL) as pilot:
        await go_to(pilot, "preset")
        await pilot.press("right", "right")
        await pilot.pause()
        assert now(app) == Setup(players=12)
        assert "! These rules do not work: the base game is for 3 to 10 players, not 12." in screen_text(app)
        await pilot.press("s")
        await click_on(pilot, "Open the table")
        assert app.came_to == NOTHING
        await go_to(pilot, "players")
        await pilot.press("left", "s")
        await pilot.pause()
        assert app.came_to == Setup(players=3)


@piloted
async def test_flags_are_kept_for_who_looks_at_another_game_and_comes_back() -> None:
    app = set_up(setup=Setup(rules="base+gold-draw=players+self-sabotage=yes"))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("down", "right", "left")
        await pilot.pause()
        assert now(app).rules == "base+gold-draw=players+self-sabotage=yes"


@piloted
async def test_seconds_can_be_typed_and_wrong_ones_are_asked_for_again() -> None:
    app = set_up()
    async with app.run_test(size=SMALL) as pilot:
        await go_to(pilot, "turn")
        await pilot.press("enter", "end", "enter", "ctrl+u")
        await typed(pilot, "9x")
        await pilot.press("enter")
        await pilot.pause()
        assert "It must be a number from 1 to 86400." in screen_text(app)
        assert "9x" in screen_text(app)
        await pilot.press("backspace", "5", "enter")
        await pilot.pause()
        assert now(app).turn_seconds == 95
        assert "95 seconds" in screen_text(app)


@pytest.mark.parametrize("way", ["key", "button", "footer"])
@piloted
async def test_there_is_a_way_back(way: str) -> None:
    app = set_up()
    async with app.run_test(size=SMALL) as pilot:
        if way == "key":
            await pilot.press("escape")
            await pilot.pause()
        else:
            await click_on(pilot, "  Back" if way == "button" else "Esc back")
        assert app.came_to is None


@piloted
async def test_esc_in_the_values_goes_back_to_the_rows() -> None:
    app = set_up()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter", "down", "escape")
        await pilot.pause()
        assert app.came_to == NOTHING
        assert now(app) == Setup()
        assert app.focused is app.screen.query_one(Form).query_one("#form-rows")


@piloted
async def test_a_capital_letter_does_what_its_small_one_does_also_in_a_list() -> None:
    app = set_up()
    async with app.run_test(size=SMALL) as pilot:
        assert isinstance(app.focused, PickList)
        await pilot.press("S")
        await pilot.pause()
        assert isinstance(app.came_to, Setup)


@pytest.mark.parametrize("key", ["pagedown", "end"])
@piloted
async def test_a_long_page_scrolls_by_pages(key: str) -> None:
    app = BareApp(lambda _visit: Page("Long", [f"line {number}" for number in range(100)]))
    async with app.run_test(size=SMALL) as pilot:
        assert "line 0" in screen_text(app)
        await pilot.press(key)
        await pilot.pause()
        assert "line 0 " not in screen_text(app).replace("┃", " ")
        assert ("line 99" in screen_text(app)) == (key == "end")
        await pilot.press("home" if key == "end" else "pageup")
        await pilot.pause()
        assert "line 0" in screen_text(app)
