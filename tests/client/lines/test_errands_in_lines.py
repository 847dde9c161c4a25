"""What a person came for, in lines: begun once, and never beside a game that is not finished."""

import pytest

from client.visit.errand import Alone, At, Setup, WithFriends
from protocol.wire.invite import Invite
from tests.client.lines.persons import HERE, Person
from tests.client.lines.test_games_in_lines import gathered
from tests.support.world import World

GO_ON = "You resume your unfinished game (options ignored); “leave for good” gives it up."
FOR_FRIENDS = WithFriends(Setup(players=3, listed=False))


@pytest.fixture(autouse=True)
def one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client.visit.hosting.addresses", lambda: [HERE.host])


def back_with(world: World, *names: str) -> Person:
    """The host of a game that is not finished, who has ended the program."""
    eva, *_others = gathered(world, " ".join(names), bots=" ".join(["random"] * (3 - len(names))))
    world.until(lambda: eva.lines.table is not None and eva.table.playing)
    eva.go()
    world.settle()
    eva.said.clear()
    return eva


def test_who_hosts_opens_a_table_and_is_told_how_friends_come(world: World) -> None:
    eva = Person(world, "Eva").come(FOR_FRIENDS)
    code = eva.visit.gathering.code
    assert f"Friends on this network join by: undermine join {HERE} --table {code}" in eva.said, "it is not listed"
    assert "or by typing: 192.0.2.7" in eva.said


def test_who_hosts_goes_on_with_an_unfinished_game_and_opens_no_other(world: World) -> None:
    eva = back_with(world, "Eva", "Ann").come(FOR_FRIENDS)
    assert eva.visit.gathering is None
    assert GO_ON in eva.said
    assert f"Friends on this network join by: undermine join {HERE}" in eva.said
    assert eva.lines.table.is_open


def test_who_plays_alone_goes_on_with_an_unfinished_game(world: World) -> None:
    eva = back_with(world, "Eva").come(Alone())
    assert eva.visit.gathering is None
    assert GO_ON in eva.said


def test_a_game_with_bots_does_not_keep_anybody_from_hosting(world: World) -> None:
    eva = back_with(world, "Eva").come(FOR_FRIENDS)
    assert eva.visit.gathering is not None
    assert GO_ON not in eva.said


def test_who_comes_with_a_code_sits_down(world: World) -> None:
    eva = Person(world, "Eva").come(FOR_FRIENDS)
    ann = Person(world, "Ann").come(At(Invite("mine.example"), eva.visit.gathering.code))
    assert [sitter.name for sitter in ann.visit.gathering.sitters] == ["Eva", "Ann"]


def test_who_plays_is_told_of_the_game_and_not_of_a_gathering(world: World) -> None:
    eva, ann = gathered(world, "Eva Ann", bots="random")
    world.until(lambda: eva.table.playing)
    ann.type("leave", "open base 3")
    assert ann.type("who")[1].startswith("You are in lobby ")
    ann.type("back")
    world.until(lambda: ann.lines.table.is_open)
    assert not any("gathering" in line for line in ann.type("who", "news"))


def test_a_table_that_is_listed_is_found_without_its_code(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr("client.visit.hosting.Announcer.announce", lambda _announcer, offer: told.append(offer.code))
    eva = Person(world, "Eva").come(WithFriends(Setup(players=3)))
    assert f"Friends on this network join by: undermine join {HERE}" in eva.said
    eva.type("bot random")
    assert sum(line.startswith("Friends on this network") for line in eva.said) == 1
    assert told == [eva.visit.gathering.code] * 2
