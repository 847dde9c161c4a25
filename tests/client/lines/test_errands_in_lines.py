"""What a person came for, in lines: begun once, and never beside a game that is not finished."""

import pytest

from client.visit.errand import Alone, At, Setup, WithFriends
from client.visit.ways_back import ways_back
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


def test_who_hosts_goes_on_with_an_unfinished_game_and_opens_no_other(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.visit.hosting.Announcer.announce", lambda *_: None)  # no network is asked here
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


def test_who_picks_a_table_sits_there_and_plays_no_unfinished_one(world: World) -> None:
    ann = back_with(world, "Ann", "Bob")
    eva = Person(world, "Eva").come(FOR_FRIENDS)
    ann.come(At(Invite("mine.example"), eva.visit.gathering.code))
    assert ann.visit.gathering is not None
    assert ann.visit.gathering.code == eva.visit.gathering.code
    assert ann.lines.table is None


def test_who_goes_back_to_a_table_is_at_that_one(world: World) -> None:
    eva = back_with(world, "Eva", "Ann")
    [way] = ways_back(eva.drawer, eva.me.identity)
    eva.come(way.errand)
    assert eva.lines.table.is_open
    assert eva.table.tid == way.tid


def test_a_game_that_its_server_has_lost_is_told_and_no_other_begins(world: World) -> None:
    eva = Person(world, "Eva", one_game=True).come(Alone(table=bytes(32)))
    assert "Its server does not know it: it has ended, or was lost. What you have seen of it is kept." in eva.said
    assert eva.codes == [0]
    assert eva.visit.gathering is None
