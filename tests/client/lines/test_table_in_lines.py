"""A table by typed lines: whose turn it is, talk, marks, pauses, leaving, secret choices, windows, and what holds."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from unittest.mock import Mock

import pytest

from client.games.registry import all_verbs
from client.lines.at_table import TABLE
from client.lines.commands import TALK
from client.lines.lines import EVERYWHERE
from client.lines.lobby import GATHERING, LOBBY
from engine.mine.book import Book
from engine.mine.state import State
from engine.wants import Window
from tests.client.lines.persons import Person, play, wait
from tests.client.lines.rooms import QUESTIONS
from tests.client.lines.test_games_in_lines import gathered
from tests.support.mine_words import ROLES
from tests.support.tables_at_play import asking, small_mine
from tests.support.world import World

MINUTES = "turn 600 bank 0"


def turn_of(people: list[Person]) -> tuple[Person, list[Person]]:
    """Who is asked, and the others."""
    (asked,) = [person for person in people if person.asked]
    return asked, [person for person in people if person is not asked]


@pytest.fixture
def three(world: World) -> list[Person]:
    """Eva, Ann and Bob, and the turn of one of them."""
    people = gathered(world, "Eva Ann Bob", more=MINUTES)
    world.until(lambda: any(person.asked for person in people))
    return people


def test_who_is_asked_sees_everything_and_then_the_question(three: list[Person]) -> None:
    asked, others = turn_of(three)
    assert asked.said[-1] == f"{QUESTIONS[0]} You have 600 s."
    assert f"The phrase of this table: {asked.table.phrase}" in asked.type("trust")
    shown = asked.said[next(at for at, line in enumerate(asked.said) if line.startswith("Fair so far ✓")) :]
    assert [line for line in shown if line.startswith(("You are a GOLD-DIGGER: ", "You are a SABOTEUR: "))]
    assert [line for line in shown if line.startswith("1 ")]
    assert shown.count("Round 1 of 3.") == 1
    for other in others:
        assert not [line for line in other.said if line.startswith("Your turn")]
        assert other.said.count("Round 1 of 3.") == 1


def test_what_others_do_is_told_as_it_happens(three: list[Person]) -> None:
    asked, others = turn_of(three)
    name = asked.me.name
    asked.type("pass 1")
    for other in others:
        assert [line for line in other.said if line == f"{name} discards a card."]
    assert "You discard a card." in asked.said
    assert [line for line in asked.said if line.startswith("You draw: ")]


def test_it_is_said_whose_turn_it_is_if_it_is_not_ones_own(three: list[Person]) -> None:
    asked, others = turn_of(three)
    for line in ("pass 1", "place 1 at 1,0", "moves"):
        assert others[0].type(line) == [f"Not your turn: waiting for {asked.me.name}."]
    assert others[0].type("choose 1") == [f"Not your turn: waiting for {asked.me.name}."]
    assert asked.asked


def test_the_last_thing_must_come_through_before_the_next(three: list[Person]) -> None:
    asked, _others = turn_of(three)
    asked.answer("pass 1")
    assert asked.answer("pass 1") == ["Your last move is still on its way."]
    asked.world.settle()
    assert asked.said.count("You discard a card.") == 1


def test_the_question_stands_behind_every_answer(three: list[Person]) -> None:
    asked, others = turn_of(three)
    for line in ("who", "hand", "board", "look", "news", "trust", "report", "guess", "why", "help", "", "xyzzy"):
        assert asked.type(line)[-1].startswith(QUESTIONS[0])
        assert not [told for told in others[0].type(line) if told.startswith(QUESTIONS[0])]


def test_the_rules_are_asked_and_explained(three: list[Person]) -> None:
    asked, _others = turn_of(three)
    refused = asked.type("place 1 at 0,0")
    assert refused[-1].startswith(QUESTIONS[0])
    assert [line for line in asked.type("why") if line.startswith("That is rule ")]
    assert asked.type("plce 1 at 1,0")[0] == "There is no command “plce”. Did you mean “place”?"
    assert asked.type("pass 9")[0] == "You have no card “9”: they are numbered 1 to 6."
    assert asked.type("pass 9")[1].startswith("For example: discard ")
    assert asked.type("ready")[0] == "You are in a game now: “leave” leaves it."


def test_talk_is_told_to_the_others_once_and_interrupts_nothing(three: list[Person]) -> None:
    asked, others = turn_of(three)
    before = len(asked.said)
    assert asked.type("say Who digs?") == []
    assert others[0].said[-1] == others[1].said[-1] == f"{asked.me.name} says: “Who digs?”"
    others[0].type("say \x1b[31mI\u202e do")
    bad = "\N{REPLACEMENT CHARACTER}"
    assert asked.said[before:] == [f"{others[0].me.name} says: “{bad}[31mI{bad} do”"]
    assert asked.type("say")[0] == "What do you want to say? For example: say hello"
    assert asked.asked


def test_a_saying_travels_in_english_and_is_read_in_the_language_of_the_reader(
    three: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    eva, ann, _bob = three
    assert "  say #3   Well played!" in eva.type("say")
    czech = Mock(gettext=lambda text: {"Well played!": "Dobře hráno!", "hello": "ahoj"}.get(text, text))
    with monkeypatch.context() as patched:
        patched.setattr("client.i18n._TRANSLATION", czech)
        eva.type("say #3", "say #99", "say hello")
    said = [line for line in ann.said if line.startswith("Eva says")]
    assert said[-3:] == ["Eva says: “Dobře hráno!”", "Eva says: “#99”", "Eva says: “hello”"]
    [table] = ann.visit.tables.values()
    assert table.log is not None
    assert b"Well played!" in table.log.read_bytes()


def test_the_score_is_told_during_the_game(three: list[Person]) -> None:
    eva, ann, _bob = three
    assert eva.type("score")[1].split() == ["Eva", "-"]
    assert ann.type("score")[:4] == eva.type("score")[:4]


def test_what_a_player_has_done_is_told(three: list[Person]) -> None:
    asked, others = turn_of(three)
    name = asked.me.name
    assert others[0].type(f"who {name}")[:2] == [f"What {name} has done so far", "Nothing yet."]
    asked.type("discard 1")
    told = others[0].type(f"who {name[:2]}")
    assert told[1:3] == ["Round 1:", f"  {name} discards a card."]
    assert others[0].type("who zed")[0].startswith("No player here is called “zed”")
    assert len(others[0].type("who")) > len(told)


def test_a_muted_person_is_not_heard(three: list[Person]) -> None:
    eva, ann, bob = three
    assert "What Bob says is not shown any more." in eva.type("mute bo")
    bob.type("say boo")
    assert "Bob says: “boo”" not in eva.said
    assert "Bob says: “boo”" in ann.said
    assert "What Bob says is shown again." in eva.type("unmute #3")
    bob.type("say hello")
    assert "Bob says: “hello”" in eva.said
    assert "You cannot mute yourself." in eva.type("mute me")
    assert eva.type("mute zed")[0] == "No player here is called “zed”: Eva (you), Ann, Bob."


def test_guesses_stay_beside_the_players_until_the_roles_are_dealt_anew(three: list[Person]) -> None:
    eva, _ann, _bob = three
    assert eva.type("guess")[0] == "You have made no guess. For example: guess bob saboteur"
    assert eva.type("guess bob sab")[0] == f"Your guess: Bob is {ROLES['saboteur']}."
    eva.type("guess ann gold-digger")
    assert [line for line in eva.type("who") if line.startswith("Your guess: ")] == [
        f"Your guess: Ann is {ROLES['digger']}.",
        f"Your guess: Bob is {ROLES['saboteur']}.",
    ]
    assert eva.type("guess bob")[0] == "No guess about Bob."
    assert eva.type("guess me boss")[0] == "You know your own role."
    assert eva.type("guess ann boss")[0] == "“boss” is no role of this game: gold-digger, saboteur."
    assert "Your guess: Ann is a gold-digger." in eva.type("guess")


def test_a_pause_needs_everybody_and_stops_the_clock(three: list[Person]) -> None:
    eva, ann, bob = three
    assert eva.type("pause")[0] == "You ask for a pause: it begins when all who are here ask too."
    assert ann.said.count("Eva asks for a pause.") == 1
    assert ann.said.count("“pause” agrees to it.") == 1
    assert "Would like a pause: Eva." in bob.type("who")
    ann.type("pause")
    bob.type("pause")
    assert all("Paused." in person.said for person in three)
    assert "Paused; “resume” plays on." in eva.type("look")
    asked, _others = turn_of(three)
    assert asked.type("")[-1] == QUESTIONS[0]
    bob.type("resume")
    told = "The pause is over: 60 s more for this question."
    assert all(told in person.said for person in three)


def test_time_goes_down(three: list[Person]) -> None:
    asked, others = turn_of(three)
    wait(asked.world, 100)
    assert asked.type("")[-1] == f"{QUESTIONS[0]} You have 500 s."
    assert f"Waiting for: {asked.me.name}; 500 s are left." in others[0].type("who")


def test_whose_time_is_up_is_told(three: list[Person]) -> None:
    asked, others = turn_of(three)
    wait(asked.world, 600)
    assert "Your time is up." in asked.said
    assert all(f"The time of {asked.me.name} is up." in other.said for other in others)
    now, _others = turn_of(three)
    assert now in others
    assert now.type("")[-1] == f"{QUESTIONS[0]} You have 600 s."


def test_who_leaves_can_come_back(three: list[Person]) -> None:
    asked, others = turn_of(three)
    name = asked.me.name
    asked.type("leave")
    assert "You have left the table: a bot plays for you." in asked.said
    assert all(f"{name} has left the table: a bot plays on for them." in other.said for other in others)
    assert asked.type("pass 1") == ["You have left the table; “back” brings you back."]
    assert asked.type("say hi") == [], "who has left talks in the lobby"
    assert others[0].said[-1] == f"{name} says to all: “hi”"
    assert f"Have left: {name}." in others[0].type("who")
    assert asked.type("leave")[0] == "You have left already; “back” brings you back."
    asked.type("back")
    assert "You are back." in asked.said
    assert all(f"{name} is back." in other.said for other in others)
    assert asked.type("back")[0] == "You are here."


@pytest.mark.parametrize("line", ["back", "say I am here", "pass 1", "pause"])
def test_who_was_away_plays_on_after_anything_that_is_typed(world: World, line: str) -> None:
    people = gathered(world, "Eva Ann Bob", more="turn 20 bank 0")
    world.until(lambda: any(person.asked for person in people))
    gone, others = turn_of(people)
    while not gone.table.counted_out:
        for other in others:
            if other.asked:
                other.type("pass 1")
        wait(world, 1)
    told = ["You were away: a bot plays for you.", "Type “back”, or your next move, to play on."]
    assert [text for text in gone.said if text in told] == told
    assert f"Do not answer: {gone.me.name}." in others[0].type("who")
    gone.type(line)
    world.until(lambda: not gone.table.counted_out)
    assert f"{gone.me.name} is back." in others[0].said
    if line in {"back", "pass 1"}:
        assert "You are playing again." in gone.said


def test_a_game_with_bots_is_given_up_only_for_good(world: World) -> None:
    [eva] = gathered(world, "Eva", bots="random random")
    world.until(lambda: eva.asked)
    assert eva.type("leave")[0].startswith("Bots do not play on alone: “leave for good” gives the game up")
    assert eva.asked
    eva.type("leave for good")
    world.until(lambda: eva.table.ended is not None)


def test_who_has_left_may_gather_elsewhere(world: World, three: list[Person]) -> None:
    eva, _ann, _bob = three
    eva.type("leave", "open base 3")
    assert eva.visit.gathering is not None
    assert [line for line in eva.type("help") if line.startswith("  ready")]
    assert eva.type("table")[0].endswith(" (here)")
    eva.type("bot random", "bot random", "ready", "start")
    world.until(lambda: eva.asked)
    assert eva.type("table")[:2] == ["Your table 1: Eva (you), Ann, Bob", "Your table 2: Eva (you), Ann, Bob (here)"]
    eva.type("table 1")
    assert "You are back." in eva.type("back")
    assert eva.type("table 3")[-1] == "“table 2” turns to the second."


def test_what_is_proved_so_far(three: list[Person]) -> None:
    eva, _ann, _bob = three
    told = eva.type("trust")
    assert told[0].startswith("The server has the key ")
    assert f"The phrase of this table: {eva.table.phrase}" in told
    assert f"This computer has checked {eva.table.entries} entries, each of them:" in told
    assert "Fair so far ✓" in told
    assert [line for line in told if line.startswith("  Bob: entry ")]
    assert [line for line in told if line.startswith("Ann has the key ")]
    assert f"The log is in {eva.table.log}" in told
    assert not [line for line in told if "VERIFIED" in line], "nothing is proved before the end"


def test_the_rounds_are_reported_again(world: World) -> None:
    with small_mine():
        people = gathered(world, "Eva Ann Bob")
        assert people[0].type("report")[0] == "No round is over yet."
        play(world, people, Random(2))
    told = people[1].type("report")
    assert told[0] == "Round 1 is over:"
    assert "Round 2 is over:" in told
    assert told[-6].startswith("The game is over. ")
    assert told[-5] == "Nuggets:"
    assert told[-4].split() == ["R1", "R2", "sum"]
    assert len([line for line in people[1].type("news all") if line == "Round 2 of 2."]) == 1
    assert people[1].type("pass 1") == ["The game is over."]
    assert [line for line in people[1].type("trust") if line.startswith("VERIFIED: ")]
    assert [line for line in people[1].type("look") if line.startswith("  Eva ")]


def test_before_everybody_has_agreed_nothing_is_played(world: World) -> None:
    eva, ann = (Person(world, name).come() for name in ("Eva", "Ann"))
    eva.type("open base 3", "bot random")
    ann.type(f"sit {eva.visit.gathering.code}", "ready")
    ann.visit.guest.follow = lambda tid: None  # it never agrees
    eva.type("ready", "start")
    assert eva.type("pass 1") == ["The game has not begun yet: not all players are ready."]
    assert "Not ready yet: Ann; 60 s are left." in eva.type("who")
    assert "The table has no phrase yet: it comes when all are ready." in eva.type("trust")
    assert eva.type("hand") == []
    assert eva.type("guess seat-3 saboteur") == ["Your guess: seat-3 is a saboteur."]
    for line in ("board", "look", "moves", "why", "news", "report", "help", "help board", "mute seat-3"):
        assert eva.type(line), line


def test_who_had_left_is_reminded_after_a_new_start(world: World, three: list[Person]) -> None:
    eva, _ann, _bob = three
    eva.type("leave", "quit")
    eva.go()
    world.settle()
    told = len(eva.said)
    eva.come()
    assert "You have left the table; “back” brings you back." in eva.said[told:]
    assert "You are back." in eva.type("back")


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 4))])
def test_no_line_breaks_anything(world: World, three: list[Person], seed: int) -> None:
    """Words of commands, names, numbers and rubbish in any order: sentences come back, and the game goes on."""
    rng = Random(seed)
    words = [*all_verbs(), *TALK, *TABLE, *LOBBY, *GATHERING, *EVERYWHERE]
    words = [word for word in words if word not in {"quit", "leave"}]
    more = [
        "1",
        "2,0",
        "eva",
        "#2",
        "me",
        "pick",
        "top",
        "turned",
        "base",
        "5",
        "all",
        "ABCDEFGH",
        "\x1b[2J",
        "é🎲",
        "''",
    ]
    for _ in range(150):
        person = rng.choice(three)
        line = " ".join(rng.choices(more, k=rng.randrange(5)))
        person.type(f"{rng.choice([*words, *more])} {line}")
    assert all(person.visit.connected_now and not person.codes for person in three)
    for person in three:
        person.type("resume")
    play(world, three, rng)
    assert [line for line in three[0].said if line.startswith("fair game ✓")]


def test_a_secret_choice_is_typed(world: World) -> None:
    with small_mine(change=asking(lambda state: list(state.goals.values()), below=6)):
        people = gathered(world, "Eva Ann Bob", more=MINUTES)
        world.until(lambda: any(person.asked for person in people))
        asked, others = turn_of(people)
        assert (
            asked.said[-1]
            == "Choose in secret: the order of the cards. Type “choose” and a number up to 6. You have 400 s."
        )
        assert asked.moves() == [f"choose {number}" for number in range(1, 7)]
        assert asked.type("pass 1")[0] == "Make your secret choice first, such as: choose 1"
        assert asked.type("choose 7")[0] == "“choose” takes a number from 1 to 6."
        assert asked.type("choose")[0] == "“choose” takes a number from 1 to 6."
        asked.type("choose 2")
        world.until(lambda: any(person.asked for person in people))
        assert "There is nothing to choose in secret now." in turn_of(people)[0].type("choose 2")
        assert not [line for other in others for line in other.said if "choose 2" in line]
        play(world, people, Random(4))
    assert [line for line in asked.said if line.startswith("fair game ✓")]


@contextmanager
def reactions() -> Iterator[None]:
    """Rules by which a turn is a reaction that no player has to make."""

    def wants(state: State) -> tuple[Window, ...]:
        return (Window((state.active,), "turn"),)

    def change(book: Book) -> Book:
        whole = book.stages["turn"]
        assert whole.time_up is not None
        pass_one = whole.time_up
        turn = replace(whole, wants=wants, time_up=lambda state, table: pass_one(state, state.active))
        return replace(book, stages={**book.stages, "turn": turn})

    with small_mine(change=change):
        yield


def test_a_reaction_is_typed_or_left_to_the_clock(world: World) -> None:
    with reactions():
        people = gathered(world, "Eva Ann Bob", more=MINUTES)
        world.until(lambda: any(person.asked for person in people))
        asked, others = turn_of(people)
        assert asked.said[-1] == (
            "You may react now: “moves” lists how. If you do nothing, it goes on by itself. It goes on in 3 s."
        )
        wait(world, 1)
        others[0].type("say Well?")
        assert [line for line in asked.type("who") if line.endswith("; 2 s are left.")], "talk stops no clock"
        asked.type("pass 1")
        now, _others = turn_of(people)
        assert now in others
        wait(world, 9)
        assert f"{now.me.name} discards a random card." in asked.said
        assert not [line for line in asked.said if line.startswith("The time of ")], "no seat was late"
        play(world, people, Random(4))
    assert [line for line in asked.said if line.startswith("fair game ✓")]


def test_names_that_are_words_of_commands_can_be_meant_by_number(world: World) -> None:
    with small_mine():
        people = gathered(world, "Eva card \u05d0\u05d1")
        world.until(lambda: any(person.asked for person in people))
        eva = people[0]
        assert "What card says is not shown any more." in eva.type("mute #2")
        assert "Your guess: \u05d0\u05d1 is a saboteur." in eva.type("guess #3 saboteur")
