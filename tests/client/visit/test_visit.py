"""A visit: what is remembered of the connection, the lobby and the tables; and a game with bots in one go."""

import pytest

from client.visit.errand import Setup
from client.visit.hosting import NO_HURRY, QuickGame
from client.visit.news import What
from protocol.audit.audit import Verdict, audit
from protocol.wire import lobby
from tests.support.visitors import Visitor, begun, gathered, play_on, seated
from tests.support.world import World, wishes


def with_bots(world: World, order: Setup) -> Visitor:
    """A person who wants to play alone, until the first question."""
    eva = Visitor(world, "Eva")
    quick = QuickGame(eva.visit, order)
    eva.listeners.append(quick.heard)
    quick.begin()
    world.until(lambda: bool(eva.visit.tables) and eva.table.asked is not None)
    return eva


# the lobby


def test_a_visit_begins_with_being_let_in(world: World) -> None:
    eva = Visitor(world, "Eva")
    assert eva.visit.connected_now
    assert eva.visit.mine == ()
    assert [news.what for news in eva.news][:1] == [What.CONNECTED]


def test_offers_and_gatherings_are_remembered(world: World) -> None:
    host, ann = gathered(world, "Eva", "Ann", bots=["random"])
    looker = Visitor(world, "Bob")
    looker.visit.guest.say(lobby.Browse())
    world.settle()
    assert looker.visit.offers is not None
    assert [offer.host for offer in looker.visit.offers] == ["Eva"]
    assert host.visit.gathering is not None
    assert [sitter.name for sitter in host.visit.gathering.sitters][:2] == ["Eva", "Ann"]
    assert (host.visit.seat, ann.visit.seat) == (0, 1)


def test_who_is_ready_may_think_again(world: World) -> None:
    host, ann = gathered(world, "Eva", "Ann", bots=["random"])
    assert ann.visit.get_ready()
    world.settle()
    assert host.visit.gathering is not None
    assert host.visit.gathering.sitters[1].ready
    assert ann.visit.not_ready()
    world.settle()
    assert not host.visit.gathering.sitters[1].ready


def test_what_cannot_be_is_denied_with_a_code(world: World) -> None:
    eva = Visitor(world, "Eva")
    assert not eva.visit.get_ready()
    assert not eva.visit.not_ready()
    eva.visit.guest.sit("ABCDEFGH", "")
    world.settle()
    assert eva.heard_of(What.DENIED)[-1].code == "gathering/none"


def test_who_is_sent_away_knows_why(world: World) -> None:
    host, ann = gathered(world, "Eva", "Ann", bots=["random"])
    assert host.visit.gathering is not None
    host.visit.guest.say(lobby.Dismiss(gathering=host.visit.gathering.code, seat=1))
    world.settle()
    assert ann.visit.gathering is None
    assert ann.heard_of(What.PARTED)[-1].code


def test_talk_of_the_lobby_is_kept_but_not_for_ever(world: World) -> None:
    host, ann = gathered(world, "Eva", "Ann", bots=["random"])
    assert host.visit.gathering is not None
    code = host.visit.gathering.code
    for number in range(3):
        ann.visit.guest.say(lobby.Say(gathering=code, text=f"hello {number}"))
        world.settle()
    assert [said.text for said in host.visit.said] == ["hello 0", "hello 1", "hello 2"]
    assert host.visit.said.maxlen is not None


def test_a_cut_ends_the_gathering_and_is_told(world: World) -> None:
    host, _ann = gathered(world, "Eva", "Ann", bots=["random"])
    host.cable.cut()
    assert not host.visit.connected_now
    assert not host.visit.guest.say(lobby.Browse())
    assert host.heard_of(What.CUT_OFF)
    world.until(lambda: host.visit.connected_now)
    assert host.visit.gathering is None
    assert host.visit.why is None


def test_a_name_that_is_taken_ends_the_visit(world: World) -> None:
    Visitor(world, "Eva")
    other = Visitor(world, "Eva", "another")
    world.settle()
    assert other.heard_of(What.GAVE_UP)[-1].code == "login/name-taken"
    assert not other.visit.connected_now
    assert str(other.visit.why)


# tables


@pytest.mark.usefixtures("small")
def test_a_table_that_is_over_is_forgotten(world: World) -> None:
    visitors = seated(world, "Eva", "Ann", "Bob")
    play_on(world, visitors)
    eva = visitors[0]
    tid = eva.table.tid
    eva.visit.forget(tid, over=True)
    assert eva.visit.tables == {}
    assert eva.visit.mine == ()
    eva.go()
    eva.come()
    assert eva.visit.mine == ()


@pytest.mark.usefixtures("small")
def test_a_table_that_is_not_over_waits_for_the_next_start(world: World) -> None:
    visitors = seated(world, "Eva", "Ann", "Bob")
    eva = visitors[0]
    tid = eva.table.tid
    eva.go()
    eva.come()
    assert eva.visit.mine == (tid,)
    table = eva.visit.follow(tid)
    world.settle()
    assert table.view is not None
    assert table.following is not None
    assert table.following.live


@pytest.mark.usefixtures("small")
def test_guesses_are_kept_for_the_round(world: World) -> None:
    visitors = seated(world, "Eva", "Ann", "Bob")
    eva = visitors[0]
    tid = eva.table.tid
    assert eva.table.marks is not None
    eva.table.marks.set(1, "saboteur")
    eva.go()
    eva.come()
    table = eva.visit.follow(tid)
    assert table.marks is not None
    assert table.marks.guess(1) == "saboteur"
    world.settle()
    play_on(world, visitors)
    assert table.marks.guess(1) is None, "there was another round"


# alone


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("players", [3, 5])
def test_a_game_with_bots_begins_in_one_go_and_holds(world: World, players: int) -> None:
    eva = with_bots(world, Setup("base", players, ("random", "steady")))
    assert len(eva.table.people) == players
    assert eva.table.seconds_left() is not None
    play_on(world, [eva])
    assert eva.table.log is not None
    report = audit(eva.table.log.read_bytes(), bots=True)
    assert report.verdict is Verdict.VERIFIED
    assert report.setting is not None
    assert report.setting.table.options.turn_seconds == NO_HURRY


@pytest.mark.usefixtures("small")
def test_nobody_else_sees_a_game_with_bots(world: World) -> None:
    eva = Visitor(world, "Eva")
    eva.visit.guest.gather(wishes(listed=False), "")
    QuickGame(eva.visit, Setup("base", 3, ("random",))).begin()
    bob = Visitor(world, "Bob")
    bob.visit.guest.say(lobby.Browse())
    world.settle()
    assert bob.visit.offers == ()


@pytest.mark.usefixtures("small")
def test_the_gathering_of_a_quick_game_goes_on_only_once(world: World) -> None:
    """Every change of the gathering is told; none is answered twice."""
    said: list[object] = []
    eva = Visitor(world, "Eva")
    say = eva.guest.say

    def noted(message: object) -> bool:
        said.append(message)
        return say(message)  # type: ignore[arg-type]

    eva.guest.say = noted  # type: ignore[method-assign]
    quick = QuickGame(eva.visit, Setup("base", 4, ("random",)))
    eva.listeners += [quick.heard, quick.heard]
    quick.begin()
    world.until(lambda: bool(eva.visit.tables))
    kinds = [type(message).__name__ for message in said]
    assert kinds == ["Gather", "SeatBot", "SeatBot", "SeatBot", "Introduce", "Ready", "Start"]


@pytest.mark.usefixtures("small")
def test_two_people_who_are_ready_begin(world: World) -> None:
    visitors = begun(world, gathered(world, "Eva", "Ann", bots=["random"]))
    assert [news.table for news in visitors[1].heard_of(What.STARTED)] == [visitors[0].table.tid]
    assert [sitter.name for sitter in visitors[0].table.sitters][:2] == ["Eva", "Ann"]
