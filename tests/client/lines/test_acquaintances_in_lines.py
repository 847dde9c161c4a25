"""Whom a person knows, in lines: said when they sit down, asked with “who”; and a muted person stays so."""

from client.profile.known_players import Standing
from tests.client.lines.persons import Person
from tests.client.lines.test_games_in_lines import gathered
from tests.client.lines.test_lobby_in_lines import opened
from tests.support.world import World

BOB = b"b" * 32
HELLO = "Ann says: “hello”"


def at_table(world: World) -> tuple[Person, Person]:
    """Eva and Ann play, with a bot."""
    eva, ann = gathered(world, "Eva Ann", bots="random")
    world.until(lambda: eva.table.playing and ann.table.playing)
    return eva, ann


def test_who_was_met_before_is_told_when_they_are_introduced(world: World) -> None:
    eva, code = opened(world)
    ann, bob = Person(world, "Ann").come(), Person(world, "Bob").come()
    eva.acquaintances.meet("Ann", ann.me.identity.public)
    seen = len(eva.said)
    ann.type(f"sit {code}")
    assert eva.said[seen:] == ["Ann sits down.", "2 of 3 seats taken"], "anybody could say so"
    seen = len(eva.said)
    bob.type(f"sit {code}")
    assert [line for line in eva.said[seen:] if "played" in line] == ["You have played with Ann before."]
    assert eva.type("who")[-1] == "You have played with Ann before."


def test_a_namesake_is_warned_of_before_anything_is_agreed_to(world: World) -> None:
    _eva, code = opened(world)
    ann = Person(world, "Ann").come()
    ann.acquaintances.meet("Eva", BOB)
    assert ann.type(f"sit {code}")[-1].startswith(
        "This is not the Eva that you have played with: the key is another one."
    )


def test_people_are_met_when_play_has_begun(world: World) -> None:
    eva, ann = at_table(world)
    assert eva.acquaintances.standing("Ann", ann.me.identity.public) is Standing.KNOWN
    assert eva.acquaintances.standing("Ann", BOB) is Standing.NAMESAKE
    assert "You have played with Ann before." not in eva.type("who"), "that was not before this table"


def test_who_sits_at_a_table_is_told_with_how_well_they_are_known(world: World) -> None:
    ann, bob = Person(world, "Ann").come(), Person(world, "Bob").come()
    ann.acquaintances.meet("Robert", bob.me.identity.public)
    ann.type("open base 3", "bot random")
    bob.type(f"sit {ann.visit.gathering.code}", "ready")
    ann.type("ready", "start")
    world.until(lambda: ann.table.playing)
    assert "You have played with Bob before, under another name: Robert." in ann.type("who")


def test_who_is_muted_at_a_table_stays_so_until_they_are_heard_again(world: World) -> None:
    eva, ann = at_table(world)
    assert eva.answer("mute ann")[0] == "What Ann says is not shown any more."
    eva.go()
    world.settle()
    eva.come()
    world.until(lambda: eva.lines.table is not None and eva.table.playing)
    ann.type("say hello")
    assert HELLO not in eva.said
    assert eva.type("unmute ann")[0] == "What Ann says is shown again."
    assert not eva.acquaintances.muted(ann.me.identity.public)
    ann.type("say hello")
    assert HELLO in eva.said


def test_somebody_is_muted_at_a_gathering_and_at_its_table(world: World) -> None:
    eva, code = opened(world)
    ann = Person(world, "Ann").come()
    ann.type(f"sit {code}")
    eva.type("mute an")
    ann.type("say hello")
    assert HELLO not in eva.said
    eva.type("bot random", "ready")
    ann.type("ready")
    eva.type("start")
    world.until(lambda: eva.table.playing)
    assert eva.table.muted
    eva.type("unmute ann")
    ann.type("say hello")
    assert HELLO in eva.said


def test_somebody_is_muted_in_the_lobby(world: World) -> None:
    eva, ann = (Person(world, name).come() for name in ("Eva", "Ann"))
    assert eva.type("mute ann") == ["No other player is here, or has said anything."]
    ann.type("say hello")
    assert eva.type("mute", "mute bob", "mute ann", "mute eva") == [
        "Whom? For example: mute bob",
        "No player here is called “bob”: Ann.",
        "What Ann says is not shown any more.",
        "No player here is called “eva”: Ann.",
    ]
    seen = len(eva.said)
    ann.type("say hello")
    assert eva.said[seen:] == []
    eva.type("unmute ann")
    ann.type("say hello")
    assert eva.said[-1] == "Ann says to all: “hello”"


def test_a_file_of_names_that_cannot_be_read_stops_nobody(world: World) -> None:
    eva, code = opened(world)
    eva.acquaintances.path.write_text("rubbish")
    ann = Person(world, "Ann").come()
    ann.type(f"sit {code}")
    eva.type("bot random", "ready")
    ann.type("ready")
    eva.type("start")
    world.until(lambda: eva.table.playing)
    assert eva.answer("mute ann")[0] == "What Ann says is not shown any more."


def test_what_cannot_be_kept_in_the_lobby_is_told(world: World) -> None:
    eva, ann = (Person(world, name).come() for name in ("Eva", "Ann"))
    ann.type("say hello")
    eva.acquaintances.muted_path.mkdir()
    (told,) = eva.type("mute ann")
    assert str(eva.acquaintances.muted_path) in told
