"""Who sits at a table is known by introductions, also after a new start; and only what they prove is believed."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from client.profile.known_players import KnownPlayers, Standing
from client.visit.acquaintances import acquaintance
from client.visit.table import keys_of
from protocol.wire import lobby
from tests.stories.attacks.hostile import sent
from tests.support.visitors import Visitor, gathered, seated
from tests.support.world import World

pytestmark = pytest.mark.usefixtures("small")


def restarted(one: Visitor) -> Visitor:
    tid = one.table.tid
    one.go()
    one.come()
    one.visit.follow(tid)
    return one


def test_who_sits_there_is_known_after_a_new_start(world: World) -> None:
    eva, ann, bob = seated(world, "Eva", "Ann", "Bob")
    before = dict(eva.table.keys)
    assert set(before.values()) >= {ann.me.identity.public, bob.me.identity.public}
    restarted(eva)
    world.settle()
    assert eva.table.keys == before


def test_who_is_muted_is_muted_after_a_new_start_before_anything_is_told(world: World) -> None:
    eva, ann, _bob = seated(world, "Eva", "Ann", "Bob")
    ann.table.talk("Can you hear me?")
    world.settle()
    assert any("hear me" in told.text for told in eva.table.told_lines)
    eva.muted = {ann.me.identity.public}
    restarted(eva)
    world.settle()
    assert not any("hear me" in told.text for told in eva.table.told_lines)


def test_introductions_that_the_log_does_not_bear_out_are_not_believed(world: World) -> None:
    eva, *_others = seated(world, "Eva", "Ann", "Bob")
    following = eva.table.following
    assert following is not None
    assert following.follower is not None
    setting, people = following.follower.setting, following.people
    assert set(keys_of(setting, people)) == {0, 1, 2}
    assert keys_of(setting, {0: people[1], 1: people[0], 7: people[2]}) == {}
    assert keys_of(setting, {1: replace(people[1], identity=people[2].identity)}) == {}


def test_who_only_has_the_key_finds_the_seat_and_knows_nobody(world: World) -> None:
    """A second device: it has neither the introductions nor a word to say about the table before it has begun."""
    eva, *_others = seated(world, "Eva", "Ann", "Bob")
    tid = eva.table.tid
    eva.go()
    eva.use(world.folder / "second")
    eva.folder.mkdir()
    eva.come()
    eva.visit.follow(tid)
    world.settle()
    assert eva.table.following is not None
    assert eva.table.following.seat is not None
    assert eva.table.keys == {}
    assert eva.table.objection == ""
    assert not list(eva.drawer.folder.glob("*.seal"))


# puppets


def known(world: World, *people: Visitor) -> KnownPlayers:
    players = KnownPlayers(Path(world.folder) / "known-players")
    for one in people:
        players.meet(one.me.name, one.me.identity.public)
    return players


def test_a_friend_is_known_by_the_introduction_alone(world: World) -> None:
    eva, ann, _bob = gathered(world, "Eva", "Ann", "Bob")
    friends = known(world, ann)
    assert eva.visit.gathering is not None
    proved = eva.visit.gathering.sitters[1]
    assert acquaintance(friends, eva.visit, proved)[0] is Standing.KNOWN
    assert acquaintance(friends, eva.visit, proved)[1] == "You have played with Ann before."
    for puppet in (
        replace(proved, introduction=None),
        replace(proved, join=None, introduction=None),
        replace(proved, introduction=eva.visit.gathering.sitters[2].introduction),
        replace(proved, join=eva.visit.gathering.sitters[2].join),
    ):
        assert acquaintance(friends, eva.visit, puppet)[0] is Standing.NEW
        assert acquaintance(friends, eva.visit, puppet)[1] == ""


def test_a_namesake_is_told_of_before_anything_is_proved(world: World) -> None:
    eva, ann, bob = gathered(world, "Eva", "Ann", "Bob")
    friends = known(world, ann)
    assert eva.visit.gathering is not None
    false = replace(eva.visit.gathering.sitters[2], name="Ann", introduction=None)
    assert false.key == bob.me.identity.public
    assert acquaintance(friends, eva.visit, false)[0] is Standing.NAMESAKE
    assert acquaintance(friends, eva.visit, false)[1].startswith("This is not the Ann that you have played with")


def test_a_puppet_cannot_be_agreed_to(world: World) -> None:
    """The server shows a friend who is not there, with the friend's key and a copy of the friend's link."""
    eva, *_others = gathered(world, "Eva", "Ann", "Bob")
    now = eva.visit.gathering
    assert now is not None
    puppet = replace(now.sitters[1], introduction=now.sitters[2].introduction)
    sent(eva, lobby.Gathered(gathering=replace(now, sitters=(now.sitters[0], puppet, now.sitters[2])), seat=0))
    assert eva.visit.why_not_ready().startswith("Not ready: the server shows Ann here, but cannot prove it.")
    assert not eva.visit.get_ready()
