"""Names and words that look like the program's own: a player's text is never taken for something that was checked."""

from io import StringIO
from pathlib import Path
from random import Random

import pytest
from rich.console import Console, Group
from rich.text import Text
from twisted.internet.defer import succeed

from client.lines.gathering import gathering_lines
from client.profile.known_players import Standing
from client.screen.screens.gathering import GatheringScreen
from client.screen.screens.lobby import LobbyScreen
from client.screen.widgets.talk import Hanging
from client.visit.told import Told, ToldKind
from client.words.people import LONGEST_NAME
from client.words.safe import called, columns, shown
from protocol.wire import lobby
from protocol.wire.codec import BadFrame, check_text
from tests.client.lines.persons import UNSAFE, Person
from tests.client.lines.test_games_in_lines import gathered
from tests.client.screen.around_fakes import CODE, BareApp, bot, gathering, offer, said, sitter
from tests.client.screen.local_table import asked
from tests.client.screen.piloted import piloted, screen_text
from tests.client.screen.table_pilot import Keys, at_table
from tests.stories.attacks.hostile import NASTY, sent
from tests.stories.attacks.memory_door import on_screen
from tests.support.visitors import seated
from tests.support.world import World

PADDING = "." * 200
NOTICE = "Paused."


# signs and brackets


@pytest.mark.parametrize("standing", [Standing.KNOWN])
@pytest.mark.parametrize("name", ["Bob{}", "Bob {}", "{}Bob", "Bob {} "])
def test_nobody_gives_the_sign_of_a_known_key_to_themselves(name: str, standing: Standing) -> None:
    for sign in (standing.mark, "\u2714", "\u2611", "\u221a"):
        assert sign not in called(name.format(sign))
    assert not called("Bob" + standing.ascii_mark).endswith(standing.ascii_mark)


@piloted
async def test_a_stranger_with_a_tick_in_the_name_does_not_look_like_a_friend_at_a_gathering() -> None:
    now = gathering(sitter("Eva"), sitter("Bob", key=b"\2" * 32), sitter("Bob ✓", key=b"\3" * 32))
    app = BareApp(lambda visit: GatheringScreen(visit, mark=lambda one: "✓" if one.key == b"\2" * 32 else ""))
    app.visit.gathering = now
    async with app.run_test(size=(80, 24)):
        assert screen_text(app).count("Bob ✓") == 1


def test_a_stranger_with_a_tick_in_the_name_does_not_look_like_a_friend_at_a_table(world: World) -> None:
    visitors = seated(world, "Eva", "Bob✓", "Ann+")
    assert [visitors[0].table.people.name(seat) for seat in range(3)] == ["Eva", "Bob_", "Ann_"]


def test_nobody_says_of_themselves_who_is_you_host_or_ready(world: World) -> None:
    people = gathered(world, "Eva Eva(you) Bob(host)")
    world.until(lambda: any(person.asked for person in people))
    assert people[0].table.people.listed() == "Eva (you), Eva_you_, Bob_host_"
    now = gathering(sitter("Mira"), sitter("Bob (you, host, ready)"), bot(), seats=4)
    lines = gathering_lines(now, 0)
    assert "  1  Mira (you, host, not ready)" in lines
    assert "  2  Bob _you, host, ready_ (not ready)" in lines


# whatever is written


@pytest.mark.parametrize("text", NASTY)
def test_a_name_is_one_short_word_of_visible_characters(text: str) -> None:
    name = called(text, LONGEST_NAME)
    assert columns(name) <= LONGEST_NAME
    assert shown(name) == name
    assert not UNSAFE.search(name)


@piloted
async def test_markup_of_others_is_read_and_not_obeyed() -> None:
    evil = "[@click=app.quit]here[/] [red]x[/red] [bold"
    now = gathering(sitter("Mira"), sitter("[@click=app.quit]x"), sitter("[/]"), seats=4)
    app = BareApp(GatheringScreen)
    app.visit.gathering = now
    app.visit.said.extend([said("[b]Bob", evil, CODE), said("[/b]", "[/]", CODE)])
    async with app.run_test(size=(80, 24)):
        text = screen_text(app)
        assert f"[b]Bob: {evil}" in text
        assert "[@click=app.quit]x" in text
        assert "[/b]: [/]" in text


@piloted
async def test_offers_with_any_text_are_lines_of_the_list() -> None:
    app = BareApp(LobbyScreen)
    async with app.run_test(size=(80, 24)) as pilot:
        app.visit.told(lobby.Offers(offers=tuple(offer(text[:40]) for text in NASTY)))
        await pilot.pause()
        assert f"Tables: {len(NASTY)} are open" in screen_text(app)
        assert "[red]Ann[/red]" in screen_text(app)


def test_every_line_of_a_game_with_such_people_can_be_printed(world: World) -> None:
    rng = Random(5)
    people = gathered(world, f"[red]x[/red] Z{'́' * 12} #1")
    world.until(lambda: any(person.asked for person in people))
    for person in people:
        person.type("who", "look", "trust", "say [bold]hi[/]", "mute #2", "unmute #2", "guess #3 saboteur", "pause")
    (now,) = [person for person in people if person.asked]
    now.type(rng.choice(now.moves()))
    for person in people:
        assert len(person.said) > 20
        assert not [line for line in person.said if UNSAFE.search(line)]


def test_a_name_like_a_number_of_the_list_means_the_list(world: World) -> None:
    people = gathered(world, "Eva #1 Bob")
    world.until(lambda: any(person.asked for person in people))
    eva = people[0]
    assert eva.table.people.seat("#1") == 0
    assert eva.table.people.seat("#2") == 1
    assert eva.table.people.seat("me") == 0


def test_two_people_with_one_name_are_told_apart(world: World) -> None:
    world.names.claim = lambda claim: succeed(True)  # type: ignore[method-assign]
    visitors = seated(world, "Eva", "Eva", "eva")
    names = [visitors[1].table.people.name(seat) for seat in range(3)]
    assert names == ["Eva", "Eva-2", "eva-3"]
    assert visitors[1].table.people.own == 1


# talk


def drawn(*lines: str, width: int = 30) -> list[str]:
    console = Console(file=StringIO(), width=width, legacy_windows=False)
    with console.capture() as captured:
        console.print(Group(*(Hanging(Text(line)) for line in lines)))
    return captured.get().splitlines()


def test_no_line_of_somebodys_words_begins_where_others_begin() -> None:
    for width in (4, 10, 30):
        lines = [line.rstrip() for line in drawn(f"Bob: {PADDING} {NOTICE}", width=width)]
        assert all(line.startswith("  ") or not line for line in lines[1:])
        assert len(lines) > 1
        assert all(columns(line) <= width for line in lines)


def test_words_that_fit_are_left_as_they_are() -> None:
    assert [line.rstrip() for line in drawn("Bob: hello")] == ["Bob: hello"]


@piloted
async def test_talk_at_the_table_does_not_imitate_a_line_of_the_story(tmp_path: Path) -> None:
    table = asked("turn", tmp_path)
    table.told_lines.append(Told(ToldKind.TALK, f"Bob: {PADDING[:40]} {NOTICE}", 2))
    async with at_table(table, tmp_path, Keys) as person:
        left = person.screen.query_one("#story").region.x
        lines = [line[left:] for line in person.line]
        assert [line for line in lines if NOTICE[:10] in line]
        assert not [line for line in lines if line.startswith(NOTICE[:10])]


@piloted
async def test_talk_at_a_gathering_does_not_imitate_another_persons() -> None:
    app = BareApp(GatheringScreen)
    app.visit.gathering = gathering(sitter("Mira"), sitter("Bob"))
    app.visit.said.append(said("Bob", f"{PADDING[:74]} Mira: I give up", CODE))
    async with app.run_test(size=(80, 24)):
        lines = screen_text(app).splitlines()
        assert [line for line in lines if "Mira: I give up" in line]
        assert not [line for line in lines if line.strip(" ▏│").startswith("Mira: I give up") and line[:3] != "   "]


def test_whatever_may_be_said_stays_on_one_line() -> None:
    passed = 0
    for number in range(0x3100):
        text = f"hello{chr(number)}The treasure was found."
        try:
            check_text(text, 2000)
        except BadFrame:
            continue
        passed += 1
        assert len(shown(text).splitlines()) == 1
        assert shown(text).startswith("hell")
    assert passed > 10_000


def test_somebody_called_secret_does_not_tell_secrets(world: World) -> None:
    people = gathered(world, "Eva Secret Bob")
    world.until(lambda: any(person.asked for person in people))
    people[1].type("say Bob is a saboteur.")
    assert "Secret: Bob is a saboteur." not in people[0].said


@piloted
async def test_no_name_comes_into_the_title_of_the_window(world: World, tmp_path: Path) -> None:
    async with on_screen(world, tmp_path) as person:
        rang: list[str] = []
        person.app.alert._write, person.app.alert._terminal = rang.append, "xterm"
        await person.play_with_bots()
        people = [person.table.people.name(seat) for seat in range(3)]
        assert any("Your turn" in text for text in rang)
        assert not [text for text in rang if any(name in text for name in people)]
        assert person.app.title == "Undermine"


def test_the_lobby_of_a_stranger_says_who_speaks(world: World) -> None:
    eva = Person(world, "Eva").come()
    sent(eva, lobby.Said(gathering=None, name="Eva (you)", key=b"\1" * 32, text="Connection lost."))
    assert eva.said[-1] == "Eva _you_ says to all: “Connection lost.”"
