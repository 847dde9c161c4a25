"""The lobby and gatherings by typed lines: what is sent, what is told, and what is typed wrongly."""

from dataclasses import replace
from unittest.mock import patch

import pytest
from msgspec import structs

from client.games.game import NotUnderstood
from client.lines.opening import read_opening
from client.visit.errand import Setup
from protocol.keys.identity import pin
from protocol.wire import lobby
from tests.client.lines.persons import Person
from tests.client.lines.test_games_in_lines import gathered
from tests.support.world import World

NO_CODE = "“sit” takes the code of a lobby: 8 letters and digits from 2 to 7."
EXAMPLE = "For example: open base 5, or: open saboteur2 7 private password pickaxe turn 90 absent pass"


def opened(world: World, line: str = "open base 3", name: str = "Eva") -> tuple[Person, str]:
    """A host, and the code of the gathering."""
    host = Person(world, name).come()
    host.type(line)
    return host, str(host.visit.gathering.code)


def test_whoever_comes_is_told_where_they_are(world: World) -> None:
    eva = Person(world, "Eva").come()
    assert eva.said[0].startswith("Connected to the server ")
    assert eva.said[1:] == ["“tables” lists what is open, “open base 5” opens a table, “help” lists all commands."]


def test_gatherings_are_listed_with_all_that_one_wants_to_know(world: World) -> None:
    ann = Person(world, "Ann").come()
    assert ann.type("tables") == ["No table is listed. “open base 5” opens one with five seats."]
    eva, code = opened(world)
    eva.type("bot steady")
    other, locked = opened(world, "open saboteur2 4 password Pick+axe", "Bob")
    opened(world, "open base 5 private", "Cleo")
    assert ann.type("tables") == [
        "Tables; “sit” and a code takes a seat:",
        f"  {code}  base, 2 of 3 seats taken, host Eva",
        f"  {locked}  saboteur2, 1 of 4 seats taken, host Bob, with a password",
    ]
    assert other.visit.gathering.locked


def test_a_gathering_is_told_in_sentences(world: World) -> None:
    eva, code = opened(world, "open base-2006+saboteur-pay=432 3 private password x turn 90 step 20 bank 0 absent pass")
    assert eva.said[2:] == [
        "",
        f"You are in lobby {code}. Others join with: sit {code}",
        "1 of 3 seats taken · only by its code · with password",
        "Rules: base-2006+saboteur-pay=432.",
        "The base game for 3 to 10 players, as the first edition reads.",
        (
            "saboteur-pay=432: What each winning saboteur is paid."
            " One saboteur gets 4 nuggets, two get 3 each, three or four get 2 each."
        ),
        "A turn: 90 seconds.",
        "Any other question: 20 seconds.",
        "To react to others: 3 seconds.",
        "No extra time.",
        "After 2 missed turns in a row a player counts as away: they discard a random card each turn.",
        "No one else may watch.",
        "A pause lasts at most 3600 s.",
        "  1  Eva (you, host, not ready)",
    ]
    assert eva.type("who") == eva.said[2:16]


def test_who_comes_goes_and_gets_ready_is_told_to_all(world: World) -> None:
    eva, code = opened(world, "open base 3 watched window 9")
    assert "Others may watch, 1 minute late." in eva.said
    ann = Person(world, "Ann").come()
    seen = len(eva.said)
    ann.type(f"sit {code.lower()}")
    assert "  2  Ann (you, not ready)" in ann.said
    assert eva.said[seen:] == ["Ann sits down.", "2 of 3 seats taken"]
    told = ["Bob sits down.", "3 of 3 seats taken", "Type “ready” to accept these rules."]
    assert eva.type("bot random") == told
    assert ann.type("ready") == ["You are ready."]
    assert eva.said[-2:] == ["Ann is ready.", "Type “ready” to accept these rules."]
    assert eva.type("ready") == ["You are ready.", "All players are ready: “start” begins the game."]
    assert ann.said[-2:] == ["Eva is ready.", "All players are ready. Eva can begin."]
    everybody = ["You are not ready any more.", "Type “ready” to accept these rules."]
    assert ann.type("unready") == ["Eva is not ready any more.", *everybody]
    assert eva.said[-3:] == ["You are not ready any more.", "Ann is not ready any more.", everybody[1]]
    assert ann.type("unready") == ["You are not ready."]
    assert ann.type("rise") == ["You have left the lobby."]
    assert eva.said[-2:] == ["Ann has left.", "2 of 3 seats taken"]
    assert ann.type("who") == ["You are at no table. “tables” lists what is open, “open base 5” opens one."]


def test_the_link_of_a_table_is_told_on_request(world: World) -> None:
    eva, code = opened(world)
    assert eva.type("copy") == [
        f"Nothing was copied, as this is no terminal that allows it. The link: {eva.visit.guest.link} --table {code}"
    ]
    with patch("client.lines.lobby.copy", return_value=True) as copied:
        assert eva.type("copy") == ["Link copied, if your terminal allows it."]
    copied.assert_called_once_with(f"{eva.visit.guest.link} --table {code}")
    join = f"Others join this table by: undermine join {eva.visit.guest.link} --table {code}"
    assert eva.type("link") == [join]
    eva.type("rise")
    eva.type("open base 3 watched")
    assert eva.visit.gathering is not None
    way = f"{eva.visit.guest.link} --table {eva.visit.gathering.code}"
    assert eva.type("link")[1:] == [f"Others can watch this table: undermine watch {way}"]
    assert eva.visit.guest.link.startswith("undermine://")
    assert eva.visit.guest.link.endswith(f"#{pin(eva.visit.guest.server_key)}")


def test_the_host_sends_people_and_bots_away(world: World) -> None:
    eva, code = opened(world, "open base 5")
    ann, bob = (Person(world, name).come() for name in ("Ann Marie", "Bob"))
    for person in (ann, bob):
        person.type(f"sit {code}")
    eva.type("bot steady")
    assert eva.type("dismiss ann m") == ["Ann Marie has left.", "3 of 5 seats taken"]
    assert ann.said[-1] == "The host has sent you away."
    assert "  3  Ann (steady bot, ready)" in eva.type("who")
    eva.type("dismiss ann")
    eva.type("dismiss #2")
    assert bob.said[-1] == "The host has sent you away."
    assert [sitter.name for sitter in eva.visit.gathering.sitters] == ["Eva"]
    assert eva.type("dismiss 1") == ["You cannot send yourself away: leave the lobby instead."]
    assert eva.type("dismiss zed") == ["No player here is called “zed”: Eva."]
    assert eva.type("dismiss") == ["Who should go? For example: dismiss bob, or: dismiss 2"]


def test_a_new_host_is_told(world: World) -> None:
    eva, code = opened(world)
    ann = Person(world, "Ann").come()
    ann.type(f"sit {code}")
    eva.type("rise")
    assert ann.said[-3:] == ["Eva has left.", "You are the host now.", "1 of 3 seats taken"]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("start", "There are still free seats."),
        ("bot", None),
        ("bot marvin", "There is no bot “marvin”: random, easy, steady, sharp."),
        ("place 1 at 1,0", "You are at no table."),
        ("look", "You are at no table."),
        ("guess bob", "You are at no table."),
        ("mute bob", "No other player is here, or has said anything."),
        ("again", "You have not finished a game here yet."),
        ("table", "You are at no table."),
        ("tabels", "There is no command “tabels”. Did you mean “tables”?"),
        ("", None),
        ("sit", NO_CODE),
        ("sit ABC", NO_CODE),
        ("sit ABCDEFG1", NO_CODE),
        ("sit ABCDEFGH", "No lobby has this code: the game may have begun, or all players have left."),
        (f"sit ABCDEFGH {'x' * 65}", "A password has at most 64 characters."),
        ("open", f"“open” takes rules and a number of seats. {EXAMPLE}"),
        ("open base", f"“open” takes rules and a number of seats. {EXAMPLE}"),
        ("open base five", f"“open” takes rules and a number of seats. {EXAMPLE}"),
        ("open base ⁵", f"“open” takes rules and a number of seats. {EXAMPLE}"),
        ("open base 5 loudly", f"“open” does not know “loudly”. {EXAMPLE}"),
        ("open base 5 password", f"Something is missing after “password”. {EXAMPLE}"),
        ("open base 5 turn 0", "“turn” takes seconds from 1 to 86400."),
        ("open base 5 bank -1", "“bank” takes seconds from 0 to 86400."),
        ("open base 5 turn 99999", "“turn” takes seconds from 1 to 86400."),
        ("open base 5 absent marvin", "There is no bot “marvin”: random, easy, steady, sharp."),
        ("say", "What do you want to say? For example: say hello"),
        ("say \x1b[31m\x07", None),
        ("ready set go", "Not ready yet: 2 seats are free."),
        ("unready", "You are not ready."),
        ("connect", "You are connected."),
    ],
)
def test_wrong_lines_get_a_sentence_and_the_gathering_stays(world: World, line: str, answer: str | None) -> None:
    eva, code = opened(world)
    told = eva.type(line)
    assert answer is None or told == [answer]
    assert eva.visit.connected_now
    assert eva.visit.gathering.code == code


def test_rules_that_do_not_fit_are_named_before_anything_is_sent(world: World) -> None:
    eva = Person(world, "Eva").come()
    (told,) = eva.type("open base 11")
    assert told.startswith("That table cannot be opened: ")
    (told,) = eva.type("open basis 5")
    assert "'base', 'base-2006', 'saboteur2'" in told
    assert eva.visit.gathering is None


def test_what_only_a_host_or_a_sitter_can_do_is_refused_in_words(world: World) -> None:
    eva, code = opened(world)
    ann = Person(world, "Ann").come()
    assert ann.type("ready") == ["You are in no lobby: “sit” takes a seat, “open” opens a table."]
    ann.type(f"sit {code}")
    assert ann.type("bot steady") == ["Only the host can do that."]
    assert ann.type("start") == ["Only the host can do that."]
    assert eva.visit.gathering.sitters[1].name == "Ann"


def test_a_password_keeps_its_capitals_and_spaces(world: World) -> None:
    _eva, code = opened(world, "open base 3 password PickAxe")
    ann = Person(world, "Ann").come()
    assert ann.type(f"sit {code}") == ["The password is wrong."]
    assert ann.type(f"sit {code} pickaxe") == ["The password is wrong."]
    assert f"You are in lobby {code}. Others join with: sit {code}" in ann.type(f"sit {code} PickAxe")


def test_talk_is_heard_by_the_others_and_not_repeated_to_oneself(world: World) -> None:
    eva, code = opened(world)
    ann, bob = (Person(world, name).come() for name in ("Ann", "Bob"))
    ann.type(f"sit {code}")
    assert eva.type("say Glück auf,  everybody!") == []
    assert ann.said[-1] == "Eva says: “Glück auf, everybody!”"
    before = len(bob.said)
    assert bob.type("say hello?") == []
    assert eva.said[-1] == ann.said[-1] == "Bob says to all: “hello?”"
    eva.type("say hello?")
    assert ann.said[-1] == "Eva says: “hello?”"
    assert bob.said[before:] == []
    ann.type("say hello?")
    assert eva.said[-1] == "Ann says: “hello?”"
    assert ann.type("news")[-4:] == [
        "Eva says: “Glück auf, everybody!”",
        "Bob says to all: “hello?”",
        "Eva says: “hello?”",
        "Ann says: “hello?”",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("\x1b[2J\x1b]0;owned\x07hi", "\N{REPLACEMENT CHARACTER}[2J"),
        ("a\u202eb\u200bc", "a\N{REPLACEMENT CHARACTER}b"),
        ("x\ud800y", "x\N{REPLACEMENT CHARACTER}y"),
        ("日本語 🎲 Ünï", "日本語 🎲 Ünï"),
        ("y" * 5000, "y" * 100),
    ],
)
def test_what_is_said_can_be_printed_whatever_it_is(world: World, text: str, told: str) -> None:
    """A terminal obeys nothing of it; the line of another person's program may be as bad as it likes."""
    eva, code = opened(world)
    ann = Person(world, "Ann").come()
    ann.type(f"sit {code}")
    eva.type(f"say {text}")
    assert told in ann.said[-1]
    assert ann.said[-1].startswith("Eva says: “")
    assert eva.visit.connected_now


def test_names_of_others_are_safe_to_print(world: World) -> None:
    eva, code = opened(world, "open base 4")
    ann = Person(world, "A\u0301\u0301\u0301\u0301\u0301\u0301nn o'\u00a0Line").come()
    ann.type(f"sit {code}")
    assert eva.said[-2] == "Á\u0301\u0301\u0301nn o' Line sits down."
    bob = Person(world, "x" * 64).come()
    bob.type(f"sit {code}", "say hi")
    assert eva.said[-1] == f"{'x' * 64} says: “hi”"


def test_a_start_that_is_dissolved_brings_everybody_back(world: World) -> None:
    """Ann's program dies before it has agreed to the table."""
    eva, code = opened(world, "open base 3 step 5")
    ann = Person(world, "Ann").come()
    ann.type(f"sit {code}")
    eva.type("bot random", "ready")
    ann.type("ready")
    ann.visit.guest.follow = lambda tid: None  # it never agrees
    eva.lines.typed("start")
    world.until(lambda: eva.visit.gathering is not None, seconds=60)
    world.settle()
    assert "The last start was cancelled: a player did not accept in time." in eva.said
    assert "The start was cancelled: Ann did not accept in time." in eva.said
    assert not [line for line in eva.said if line.startswith("fair game ✓")]
    eva.type("ready")
    assert "You are ready." in eva.said[-2:]
    eva.type("quit")
    assert eva.codes == [0]


def test_help_is_that_of_the_place(world: World) -> None:
    eva = Person(world, "Eva").come()
    in_the_lobby = eva.type("help")
    assert in_the_lobby[0] == "Before you sit down:"
    assert not [line for line in in_the_lobby if line.startswith("  ready")]
    eva.type("open base 3")
    assert [line for line in eva.type("help") if line.startswith("  ready")]


def test_the_end_of_the_input_ends_the_program(world: World) -> None:
    eva, _code = opened(world)
    eva.lines.ended()
    assert eva.codes == [0]
    assert eva.said[-1] == "No more input."
    eva.lines.typed("who")
    eva.lines.ended()
    assert eva.said[-1] == "No more input."


def test_nothing_is_lost_by_talk_between_programs_that_cross(world: World) -> None:
    """What is denied is told, and the words that were not heard do not swallow those of another."""
    eva, code = opened(world)
    ann = Person(world, "Ann").come()
    ann.type(f"sit {code}")
    eva.lines.typed("dismiss ann")
    ann.lines.typed("say wait")
    world.settle()
    assert ann.said[-2:] == ["The host has sent you away.", "You are not in that lobby."]
    bob = Person(world, "Bob").come()
    bob.type("say wait")
    assert ann.said[-1] == "Bob says to all: “wait”"


def test_what_the_operator_announces_is_told(world: World) -> None:
    ann = Person(world, "Ann").come()
    ann.visit.told(lobby.Announced(text="back at ten"))
    world.settle()
    assert ann.said[-1] == "The server announces: back at ten"


def test_several_tables_are_listed_and_turned_to(world: World) -> None:
    (eva,) = gathered(world, "Eva", bots="random random")
    world.until(lambda: eva.asked)
    assert eva.type("open base 3")[0] == "You are in a game now: “leave” leaves it."
    assert eva.type("table")[:2] == ["Your table 1: Eva (you), Ann, Bob (here)", "“table 2” turns to the second."]


MUCH = "turn 30 bank 7 window 5 watched absent pass password Pick"


def test_what_is_not_said_about_a_gathering_is_as_in_the_form_of_the_screen() -> None:
    setup = Setup(rules="base", players=3)
    assert read_opening(["base", "3"]) == (setup.wishes(), setup)
    typed = read_opening(f"base 3 {MUCH}".split())
    other = replace(setup, turn_seconds=30, bank_seconds=7, spectators=True, absent="").wishes()
    assert (typed[0], typed[1].password) == (structs.replace(other, window_seconds=5), "Pick")
    assert (typed[1].bot_ms, typed[1].break_seconds) == (400, 20)
    paced = read_opening(["base", "3", "pace", "1", "break", "0"])[1]
    assert (paced.bot_ms, paced.break_seconds) == (1000, 0)
    for wrong in ("pace 2", "pace", "break 601", "break -1", "break x"):
        with pytest.raises(NotUnderstood):
            read_opening(["base", "3", *wrong.split()])
    assert typed[0].step_seconds == 20, "two thirds of a turn"
    assert read_opening(["base", "3", "step", "50", "turn", "30"])[0].step_seconds == 50
    assert read_opening(["base", "3", "window", "0"])[0].window_seconds == 0
