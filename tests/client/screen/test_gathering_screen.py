"""A table before it begins."""

import re
from base64 import b64decode
from typing import Any

import pytest
from msgspec.structs import replace
from textual.screen import Screen
from textual.widgets import Input

from client.net.hang_up import HungUp
from client.net.unfinished import Unfinished, unfinished_lines
from client.screen.screens.gathering import STARTED, GatheringScreen
from client.screen.widgets.dialogues import ChoiceDialogue, LineDialogue
from client.screen.widgets.pick_list import PickList
from client.words.codes import sentence
from protocol.log.bodies import Predecessor
from protocol.wire import lobby
from tests.client.screen.around_fakes import CODE, JOIN, NOTHING, PIN, READY, BareApp, bot, gathering, said, sitter
from tests.client.screen.piloted import LARGE, SIZES, SMALL, click_on, compare, piloted, screen_text, typed, words_of

LINK = f"undermine://192.168.178.120:44770#{PIN}"
TID = b"\7" * 32


def gathered(now: lobby.Gathering, seat: int = 0, **how: Any) -> BareApp:
    app = BareApp(lambda visit: GatheringScreen(visit, **how))
    app.visit.gathering, app.visit.seat = now, seat
    return app


def change(app: BareApp, now: lobby.Gathering, seat: int = 0) -> None:
    app.visit.told(lobby.Gathered(gathering=now, seat=seat))


FOUR = gathering(sitter("Mira", ready=True), sitter("Bob", ready=True), bot(), bot("steady 2"))


# what it looks like


@pytest.mark.parametrize("size", SIZES)
@piloted
async def test_a_host_sees_this(size: tuple[int, int]) -> None:
    now = gathering(sitter("Mira"), sitter("Bob"), bot(), seats=5)
    addresses = ["192.168.178.120:44770", "10.0.0.7:44770"]
    app = gathered(now, link=LINK, addresses=addresses, hosting=True, mark=lambda one: "" if one.bot else "✓")
    app.visit.said.extend([said("Bob", "hello!", CODE), said("Eve", "in the lobby")])
    async with app.run_test(size=size):
        compare(app, "gathering-host")


@pytest.mark.parametrize("size", SIZES)
@piloted
async def test_a_guest_sees_this(size: tuple[int, int]) -> None:
    rules = "saboteur2+swap-hats-old=aside"
    now = gathering(sitter("Ann", ready=True), sitter("Mira"), rules=rules, seats=2, dissolved=1, locked=True)
    app = gathered(now, seat=1)
    left = [Unfinished(True, "base", ("Ann", "Bob"), 31, ""), Unfinished(True, "saboteur2", ("Ann",), 4, "dissolved")]
    app.visit.unfinished = unfinished_lines(left)
    async with app.run_test(size=size):
        compare(app, "gathering-guest")


@piloted
async def test_everything_that_is_agreed_to_can_be_read_by_keys() -> None:
    app = gathered(FOUR)
    async with app.run_test(size=SMALL) as pilot:
        assert "No one else may watch." not in screen_text(app)
        await pilot.press("tab", "end")
        await pilot.pause()
        assert "No one else may watch." in screen_text(app)


@piloted
async def test_who_hosts_on_this_computer_reads_that_it_knows_all_cards_and_how_others_come() -> None:
    app = gathered(FOUR, link=LINK, addresses=["10.0.0.7"], hosting=True)
    async with app.run_test(size=SMALL):
        assert "Your computer deals." in words_of(app)
        assert LINK in screen_text(app).replace("\n ", "")
        assert "or by typing: 10.0.0.7" in screen_text(app)


@piloted
async def test_who_hosts_reads_under_the_link_if_nobody_can_find_the_table() -> None:
    app = gathered(FOUR, link=LINK, addresses=["10.0.0.7"], hosting=True)
    async with app.run_test(size=SMALL) as pilot:
        assert "cannot be found" not in screen_text(app)
        assert isinstance(app.screen, GatheringScreen)
        app.screen.unfound("Tables on this network cannot be found: [b]no[/b] network.")
        await pilot.pause()
        assert "or by typing: 10.0.0.7 Tables on this network cannot be found: [b]no[/b] network." in words_of(app)


@piloted
async def test_the_link_to_a_table_that_is_not_listed_has_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    app = gathered(replace(FOUR, wishes=replace(FOUR.wishes, listed=False)), link=LINK, hosting=True)
    monkeypatch.setattr(app, "copy_to_clipboard", copied.append)
    async with app.run_test(size=SMALL) as pilot:
        assert f"{LINK}--table{CODE}" in "".join(screen_text(app).split())
        await pilot.press("l")
        assert copied == [f"{LINK} --table {CODE}"]


@piloted
async def test_others_read_nothing_of_that() -> None:
    app = gathered(FOUR)
    async with app.run_test(size=SMALL):
        assert "DEALS" not in screen_text(app)
        assert "copy link" not in screen_text(app)


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"dissolved": 1}, "The last start was cancelled: a player did not accept in time."),
        ({"dissolved": 3}, "The last 3 starts were cancelled."),
        ({"predecessor": Predecessor(tid=TID, reason="over")}, "Another game with the people of the last one."),
    ],
)
@piloted
async def test_what_was_before_is_told(how: dict[str, Any], words: str) -> None:
    app = gathered(gathering(sitter("Mira"), **how))
    async with app.run_test(size=SMALL):
        assert words in words_of(app)


@piloted
async def test_what_a_sign_means_is_told_of_whoever_is_picked_and_of_namesakes_at_once() -> None:
    now = gathering(sitter("Mira"), sitter("Ann", key=b"a" * 32), sitter("Bob", key=b"b" * 32))
    signs = {"Mira": "", "Ann": "✓", "Bob": "!"}
    app = gathered(now, mark=lambda one: signs[one.name], about=lambda one: f"{one.name}!" if signs[one.name] else "")
    async with app.run_test(size=SMALL) as pilot:
        assert "Bob! Waiting: 1 seat is free." in words_of(app)
        await pilot.press("down")
        await pilot.pause()
        assert "Ann! Waiting: 1 seat is free." in words_of(app)
        await pilot.press("down")
        await pilot.pause()
        assert "Bob! Waiting: 1 seat is free." in words_of(app)


@piloted
async def test_what_others_are_called_and_say_cannot_draw_on_the_screen() -> None:
    app = gathered(gathering(sitter("Mira"), sitter("[red]Eve[/] of the long and winding name")))
    async with app.run_test(size=SMALL) as pilot:
        app.visit.told(said("[b]Eve", "[@click=app.bell]here[/]", CODE))
        await pilot.pause()
        assert "2  [red]Eve[/] of th…  " in screen_text(app)
        assert "[b]Eve: [@click=app.bell]here[/]" in screen_text(app)


# getting ready


@piloted
async def test_a_key_gets_ready_and_takes_it_back() -> None:
    app = gathered(gathering(sitter("Ann"), sitter("Mira"), seats=2), seat=1)
    async with app.run_test(size=SMALL) as pilot:
        assert "R: ready (you accept these rules)" in words_of(app)
        await pilot.press("r")
        change(app, gathering(sitter("Ann"), sitter("Mira", ready=True), seats=2), 1)
        await pilot.pause()
        assert "You are ready. It cannot begin yet: waiting for Ann." in words_of(app)
        await pilot.press("r")
        assert app.guest.said == [lobby.Ready(gathering=CODE, signature=READY), lobby.Rejoin(gathering=CODE, join=JOIN)]


@piloted
async def test_who_is_ready_has_read_what_did_not_finish() -> None:
    app = gathered(gathering(sitter("Ann"), sitter("Mira"), seats=2), seat=1)
    app.visit.unfinished = ["Unfinished here: 1 game (base with Ann: no end after entry 31)"]
    async with app.run_test(size=SMALL) as pilot:
        assert "Unfinished here: 1 game (base with Ann: no end after entry 31)" in words_of(app)
        change(app, gathering(sitter("Ann"), sitter("Mira", ready=True), seats=2), 1)
        await pilot.pause()
        assert "Unfinished" not in words_of(app)


@piloted
async def test_a_click_gets_ready_and_takes_it_back() -> None:
    app = gathered(gathering(sitter("Ann"), sitter("Mira"), seats=2), seat=1)
    async with app.run_test(size=SMALL) as pilot:
        await click_on(pilot, "r ready or not")
        change(app, gathering(sitter("Ann"), sitter("Mira", ready=True), seats=2), 1)
        await pilot.pause()
        await click_on(pilot, "2  Mira")
        assert [type(message) for message in app.guest.said] == [lobby.Ready, lobby.Rejoin]


@pytest.mark.parametrize(
    ("others", "sentence"),
    [
        ((), "Not ready yet: 2 seats are free."),
        ((sitter("Ann"),), "Not ready yet: 1 seat is free."),
        (
            (sitter("Ann"), replace(sitter("Bob"), introduction=None)),
            "Not ready yet: Bob is still being introduced. That takes a moment.",
        ),
        (
            (sitter("Ann"), replace(sitter("Bob"), introduction=sitter("Ann").introduction)),
            "Not ready: the server shows Bob here, but cannot prove it. Ask the person who runs the server.",
        ),
    ],
)
@piloted
async def test_who_cannot_be_ready_yet_reads_why(others: tuple[lobby.Sitter, ...], sentence: str) -> None:
    app = gathered(gathering(sitter("Mira"), *others, seats=3))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("r")
        await pilot.pause()
        assert sentence in words_of(app)
        assert app.guest.said == []


@piloted
async def test_nobody_agrees_to_rules_that_this_program_does_not_know() -> None:
    app = gathered(gathering(sitter("Mira"), rules="saboteur3"))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("r")
        await pilot.pause()
        assert "This program does not know “saboteur3” in the rules “saboteur3”: update it." in words_of(app)
        assert app.guest.said == []


@pytest.mark.parametrize(
    ("now", "seat"),
    [(gathering(sitter("Mira")), 3), (gathering(sitter("Mira"), host=2), 0), (gathering(*[bot()] * 5), 0)],
)
@piloted
async def test_a_table_that_cannot_be_is_no_trouble(now: lobby.Gathering, seat: int) -> None:
    app = gathered(now, seat)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("r", "s", "b", "x", "enter")
        await pilot.pause()
        assert "The server shows an impossible table. Esc leaves." in screen_text(app)
        assert app.guest.said == []
        await pilot.press("escape")
        await pilot.pause()
        assert app.guest.said == [lobby.Rise(gathering=CODE)]


@piloted
async def test_a_guest_is_told_who_can_begin() -> None:
    app = gathered(FOUR, seat=1)
    async with app.run_test(size=SMALL):
        assert "All players are ready. Mira can begin." in screen_text(app)


# what hosts do


@piloted
async def test_a_host_is_told_what_is_missing_before_anything_is_sent() -> None:
    app = gathered(gathering(sitter("Mira", ready=True), sitter("Bob"), bot()))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("s")
        await pilot.pause()
        assert "It cannot begin yet: 1 seat is free; waiting for Bob." in screen_text(app)
        assert app.guest.said == []


@pytest.mark.parametrize("way", ["key", "click"])
@piloted
async def test_a_host_begins(way: str) -> None:
    app = gathered(FOUR)
    async with app.run_test(size=SMALL) as pilot:
        assert "All players are ready. S begins the game." in screen_text(app)
        if way == "key":
            await pilot.press("s")
        else:
            await click_on(pilot, "s start")
        assert app.guest.said == [lobby.Start(gathering=CODE)]


@piloted
async def test_a_host_adds_a_bot_by_keys() -> None:
    app = gathered(gathering(sitter("Mira")))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("b")
        await pilot.pause()
        await pilot.press("2")
        await pilot.pause()
        assert app.guest.said == [lobby.SeatBot(gathering=CODE, bot="random")]


@piloted
async def test_a_host_adds_a_bot_by_clicks_on_a_free_seat_or_changes_their_mind() -> None:
    app = gathered(gathering(sitter("Mira")))
    async with app.run_test(size=SMALL) as pilot:
        await click_on(pilot, "2  (free)")
        await click_on(pilot, "none")
        assert app.guest.said == []
        await click_on(pilot, "3  (free)")
        await click_on(pilot, "steady: Thinks")
        assert app.guest.said == [lobby.SeatBot(gathering=CODE, bot="steady")]


@piloted
async def test_no_bot_is_asked_for_where_all_seats_are_taken() -> None:
    app = gathered(FOUR)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("b")
        await pilot.pause()
        assert "All seats are taken." in screen_text(app)
        assert app.guest.said == []


@piloted
async def test_a_host_sends_somebody_away_by_keys() -> None:
    app = gathered(FOUR)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("x")
        await pilot.pause()
        assert "Pick another player's seat first (arrows)." in screen_text(app)
        await pilot.press("down", "x")
        await pilot.pause()
        assert "Send Bob away?" in screen_text(app)
        await pilot.press("1")
        await pilot.pause()
        assert app.guest.said == [lobby.Dismiss(gathering=CODE, seat=1)]


@piloted
async def test_a_host_sends_somebody_away_by_clicks_or_does_not() -> None:
    app = gathered(FOUR)
    async with app.run_test(size=SMALL) as pilot:
        await click_on(pilot, "3  Ann")
        await click_on(pilot, "2  No")
        assert app.guest.said == []
        await click_on(pilot, "3  Ann")
        await click_on(pilot, "Yes, send them away")
        assert app.guest.said == [lobby.Dismiss(gathering=CODE, seat=2)]


@piloted
async def test_nobody_else_is_sent_away_if_the_seats_have_changed_meanwhile() -> None:
    three = (sitter("Mira", key=b"\1" * 32), sitter("Bob", key=b"\2" * 32), sitter("Cleo", key=b"\3" * 32))
    app = gathered(gathering(*three))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("down", "down", "x")
        await pilot.pause()
        change(app, gathering(three[0], three[2]))
        await pilot.press("1")
        await pilot.pause()
        assert app.guest.said == [lobby.Dismiss(gathering=CODE, seat=1)]
        await pilot.press("x")
        await pilot.pause()
        change(app, gathering(three[0]))
        await pilot.press("1")
        await pilot.pause()
        assert len(app.guest.said) == 1


@piloted
async def test_what_is_the_hosts_to_do_is_offered_to_nobody_else() -> None:
    app = gathered(gathering(sitter("Ann"), sitter("Mira")), seat=1)
    async with app.run_test(size=SMALL) as pilot:
        for words in ("add bot", "send away", "start\n"):
            assert words not in screen_text(app)
        await pilot.press("s", "b", "x")
        await click_on(pilot, "1  Ann")
        assert "You can only change your own seat." in screen_text(app)
        assert app.guest.said == []


# beside that


@piloted
async def test_something_is_said_at_the_gathering_and_to_nobody_else() -> None:
    app = gathered(FOUR)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("t")
        await typed(pilot, "ready?")
        await pilot.press("enter")
        await pilot.pause()
        assert app.guest.said == [lobby.Say(gathering=CODE, text="ready?")]
        assert isinstance(app.focused, PickList), "the next key is for the lobby again"
        app.visit.told(said("Bob", "yes", CODE))
        app.visit.told(said("Zed", "elsewhere"))
        await pilot.pause()
        assert "Bob: yes" in screen_text(app)
        assert "elsewhere" not in screen_text(app)


@piloted
async def test_what_is_typed_outlives_every_change_of_the_gathering() -> None:
    app = gathered(FOUR)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("t")
        await typed(pilot, "wait for")
        change(app, gathering(sitter("Mira"), dissolved=1))
        await pilot.pause()
        assert isinstance(app.focused, Input)
        assert app.focused.value == "wait for"


@piloted
async def test_the_seat_that_is_picked_stays_picked() -> None:
    app = gathered(FOUR)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("down", "down")
        change(app, FOUR)
        await pilot.pause()
        assert app.screen.query_one(PickList).picked == "2"


@piloted
async def test_the_link_is_copied() -> None:
    app = gathered(FOUR, link=LINK, hosting=True)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("l")
        await pilot.pause()
        assert app.clipboard == LINK
        assert "Link copied, if your terminal allows it." in screen_text(app)


@piloted
async def test_the_link_to_watch_is_copied_where_others_may_watch() -> None:
    app = gathered(replace(FOUR, options=replace(FOUR.options, spectators=True)), link=LINK, hosting=True)
    async with app.run_test(size=LARGE) as pilot:
        assert "link to watch" in screen_text(app)
        await pilot.press("w")
        await pilot.pause()
        assert app.clipboard == f"{LINK} --table {CODE}"
        assert f"Others can watch this table: undermine watch {app.clipboard}" in words_of(app)
        change(app, FOUR)
        await pilot.pause()
        assert "link to watch" not in screen_text(app)
        app._clipboard = ""
        await pilot.press("w")
        assert app.clipboard == ""


@piloted
async def test_at_a_server_the_link_leads_right_to_the_table_and_is_no_control_sequence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = BareApp(GatheringScreen)
    app.visit.gathering = gathering(sitter("Mira"), sitter("]52;c;AAAA"))
    app.guest.link = f"undermine://mine.example#{PIN}"
    written: list[str] = []
    async with app.run_test(size=SMALL) as pilot:
        assert app._driver is not None
        monkeypatch.setattr(app._driver, "write", written.append)
        await pilot.press("l")
        await pilot.pause()
        assert "Link copied, if your terminal allows it." in screen_text(app)
    [copied] = [text for text in written if "]52;" in text]
    _whole, coded = re.fullmatch("(\x1b\\]52;c;)([A-Za-z0-9+/=]+)\x07", copied).groups()  # type: ignore[union-attr]
    assert b64decode(coded).decode() == f"undermine://mine.example#{PIN} --table {CODE}"


@piloted
async def test_bots_have_the_names_that_they_have_at_the_table() -> None:
    app = gathered(gathering(sitter("ann"), bot(), sitter("Bob"), bot("steady 2", "random")))
    async with app.run_test(size=SMALL):
        assert "2  Cleo               steady bot ready" in screen_text(app)
        assert "4  Dirk               random bot ready" in screen_text(app)
        assert "steady 1" not in screen_text(app)


@pytest.mark.parametrize("code", ["gathering/not-ready", "server/not-stored", "talk/too-fast"])
@piloted
async def test_a_refusal_is_a_sentence(code: str) -> None:
    app = gathered(FOUR)
    async with app.run_test(size=SMALL) as pilot:
        app.visit.denied(code)
        await pilot.pause()
        assert sentence(code) in screen_text(app)


@piloted
async def test_a_refusal_is_forgotten_when_the_gathering_has_changed() -> None:
    app = gathered(FOUR)
    async with app.run_test(size=SMALL) as pilot:
        app.visit.denied("gathering/not-ready")
        change(app, FOUR)
        await pilot.pause()
        assert sentence("gathering/not-ready") not in screen_text(app)


@piloted
async def test_who_somebody_is_is_looked_up_once() -> None:
    asked: list[str] = []

    def mark(one: Any) -> str:
        asked.append(one.name)
        return "!"

    app = gathered(FOUR, mark=mark)
    async with app.run_test(size=SMALL) as pilot:
        change(app, FOUR)
        await pilot.pause()
        assert "Bob !" in screen_text(app)
        assert sorted(asked) == ["Bob", "Mira", "steady 1", "steady 2"]


# away


@pytest.mark.parametrize("way", ["key", "click"])
@piloted
async def test_who_rises_is_gone_when_the_server_says_so(way: str) -> None:
    app = gathered(FOUR)
    async with app.run_test(size=SMALL) as pilot:
        if way == "key":
            await pilot.press("escape")
        else:
            await click_on(pilot, "Esc leave")
        assert app.guest.said == [lobby.Rise(gathering=CODE)]
        assert app.came_to == NOTHING
        app.visit.told(lobby.Parted(gathering=CODE, why="risen"))
        await pilot.pause()
        assert app.came_to == "risen"


@piloted
async def test_who_rises_without_a_connection_is_gone_at_once() -> None:
    app = gathered(FOUR)
    async with app.run_test(size=SMALL) as pilot:
        app.guest.connected = False
        await pilot.press("escape")
        await pilot.pause()
        assert app.came_to == "risen"


@piloted
async def test_the_screen_goes_when_the_game_begins() -> None:
    app = gathered(FOUR)
    async with app.run_test(size=SMALL) as pilot:
        app.visit.tables[TID] = app.visit.watch(TID)
        app.visit.told(lobby.Started(gathering=CODE, table=TID))
        await pilot.pause()
        assert app.came_to == STARTED


@piloted
async def test_a_dialogue_goes_together_with_its_screen() -> None:
    app = gathered(gathering(sitter("Mira"), sitter("Bob")))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("b")
        await pilot.pause()
        assert isinstance(app.screen, ChoiceDialogue)
        app.visit.told(lobby.Parted(gathering=CODE, why="closed"))
        await pilot.pause()
        assert app.came_to == "closed"
        assert len(app.screen_stack) == 1


@piloted
async def test_a_screen_over_it_is_left_alone_and_nothing_is_there_when_that_one_goes() -> None:
    app = gathered(FOUR)
    async with app.run_test(size=SMALL) as pilot:
        over: Screen[None] = Screen()
        await app.push_screen(over)
        app.visit.tables[TID] = app.visit.watch(TID)
        app.visit.told(lobby.Started(gathering=CODE, table=TID))
        await pilot.pause()
        assert app.screen is over
        assert app.came_to == NOTHING
        app.pop_screen()
        await pilot.pause()
        assert app.came_to == STARTED
        assert len(app.screen_stack) == 1


@piloted
async def test_after_a_dissolved_start_the_same_screen_shows_who_gathers_again() -> None:
    app = gathered(FOUR)
    async with app.run_test(size=SMALL) as pilot:
        await app.push_screen(Screen())
        app.visit.tables[TID] = app.visit.watch(TID)
        app.visit.told(lobby.Started(gathering=CODE, table=TID))
        change(app, gathering(sitter("Mira"), dissolved=1))
        app.pop_screen()
        await pilot.pause()
        assert app.came_to == NOTHING
        assert "The last start was cancelled" in screen_text(app)


@piloted
async def test_who_was_cut_off_sits_down_again() -> None:
    app = gathered(FOUR)
    async with app.run_test(size=SMALL) as pilot:
        app.visit.disconnected(HungUp("connection/lost"), 1.0)
        await pilot.pause()
        assert sentence("connection/lost") in screen_text(app)
        app.visit.connected(())
        await pilot.pause()
        assert app.guest.said == [lobby.Sit(gathering=CODE, password="", join=JOIN)]
        change(app, gathering(sitter("Bob"), sitter("Mira")), 1)
        await pilot.pause()
        assert "2  Mira               you" in screen_text(app)


@piloted
async def test_who_was_cut_off_from_a_locked_table_is_asked_for_its_password() -> None:
    app = gathered(FOUR)
    async with app.run_test(size=SMALL) as pilot:
        app.visit.disconnected(HungUp("connection/lost"), 1.0)
        app.visit.connected(())
        app.visit.denied("gathering/password")
        await pilot.pause()
        assert isinstance(app.screen, LineDialogue)
        await typed(pilot, "gold")
        await pilot.press("enter")
        await pilot.pause()
        assert app.guest.said[-1] == lobby.Sit(gathering=CODE, password="gold", join=JOIN)


@piloted
async def test_who_finds_the_gathering_gone_reads_why_and_can_leave() -> None:
    app = gathered(FOUR)
    async with app.run_test(size=SMALL) as pilot:
        app.visit.disconnected(HungUp("connection/lost"), 1.0)
        app.visit.connected(())
        app.visit.denied("gathering/none")
        await pilot.pause()
        assert sentence("gathering/none") in words_of(app)
        assert "You have no seat here now. Esc leaves." in screen_text(app)
        await pilot.press("r", "s", "b", "x", "escape")
        await pilot.pause()
        assert app.came_to == "risen"
