"""Whole games between real clients and a real server, over wires of memory: cut, restarted, killed, byte by byte."""

from functools import partial
from itertools import product

import pytest

from client.bot.guest import Plan
from engine.bots import BOTS
from protocol.audit.audit import Verdict, audit
from protocol.log.records import Kind
from protocol.wire import lobby
from tests.support.nights import thinned
from tests.support.tables_at_play import read_entries, small_mine
from tests.support.world import Player, World, wishes

ONCE = 3
"""So many people, where a game is played for its log."""


def everybody_is_done(players: list[Player]) -> bool:
    return all(player.codes for player in players)


def play(world: World, players: list[Player]) -> None:
    """To the end, at which all are content."""
    world.until(lambda: everybody_is_done(players), seconds=3600)
    assert [player.codes for player in players] == [[0]] * len(players)


def verified(world: World, players: list[Player], *, all_confirmed: bool = True) -> bytes:
    """Every file and the server's export are one log, complete and fair; it is returned.

    After a cut a player may have gone before the others had confirmed the end.
    """
    ((tid, _),) = world.journal.tables.items()
    exported = world.journal.export(tid)
    report = audit(exported, bots=True)
    assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])
    for log in (player.log for player in players):
        assert exported.startswith(log)
        assert log == exported if all_confirmed else audit(log).verdict is Verdict.VERIFIED
    phrase = [" ".join(report.phrase)] if report.phrase else []  # none, if a cut lasted longer than the agreement
    assert [[news["phrase"] for news in player.told("phrase")][-1:] for player in players] == [phrase] * len(players)
    return exported


@pytest.mark.usefixtures("small")
def test_three_bots_play_a_game(world: World) -> None:
    players = world.gather(ONCE)
    play(world, players)
    log = verified(world, players)
    assert audit(log).closed_by == (0, 1, 2)


@pytest.mark.usefixtures("small")
def test_a_game_comes_through_byte_by_byte(world: World) -> None:
    world.step = 1
    players = world.gather(ONCE)
    play(world, players)
    verified(world, players)


@pytest.mark.usefixtures("small")
def test_who_says_ready_once_more_while_the_game_begins_plays_it(world: World) -> None:
    """A gathering is shown again whenever one of them is ready, and a bot answers each time."""
    players = world.gather(ONCE)
    code = players[0].told("gathering")[0]["code"]
    world.until(lambda: all(player.guest.tables for player in players))
    for player in players:
        player.guest.say(lobby.Ready(gathering=code, signature=bytes(64)))
    play(world, players)
    assert all(len(player.told("gathering")) <= 1 for player in players)
    verified(world, players)


@pytest.mark.usefixtures("small")
def test_bots_of_the_server_sit_at_the_table_too(world: World) -> None:
    players = world.gather(2, bots_of_server=2)
    play(world, players)
    verified(world, players)


def test_a_whole_game_of_five(world: World) -> None:
    players = world.gather(5, bot="steady")
    play(world, players)
    verified(world, players)


@pytest.mark.usefixtures("small")
def test_several_games_with_the_same_people(world: World) -> None:
    players = world.gather(ONCE, games=3)
    play(world, players)
    logs = sorted(players[0].drawer.folder.glob("*.umlog"))
    reports = [audit(path.read_bytes()) for path in logs]
    assert [report.verdict for report in reports] == [Verdict.VERIFIED] * 3
    settings = [report.setting for report in reports if report.setting is not None]
    followed = {setting.table.predecessor.tid for setting in settings if setting.table.predecessor is not None}
    assert len(followed) == 2
    assert followed < {setting.tid for setting in settings}


@pytest.mark.usefixtures("small")
def test_nothing_is_left_behind_but_logs_and_their_dates(world: World) -> None:
    players = world.gather(ONCE)
    play(world, players)
    endings = {path.suffix for player in players for path in player.drawer.folder.iterdir()}
    assert endings == {".umlog", ".lock", ".seal", ".ended"}


@pytest.mark.usefixtures("small")
def test_names_stand_in_the_log_before_everything_else_of_a_seat(world: World) -> None:
    players = world.gather(ONCE)
    play(world, players)
    entries = [entry for entry, _ in read_entries(players[0].log)]
    report = audit(players[0].log)
    assert report.follower is not None
    assert set(report.follower.agreement.names.values()) == {"host", "player 1", "player 2"}
    for seat in range(ONCE):
        kinds = [entry.kind for entry in entries if entry.actor == seat]
        assert kinds[:3] == [Kind.NAME, Kind.SEAL, Kind.REVEAL]


def test_a_host_that_loses_its_connection_opens_another_gathering(world: World) -> None:
    host = world.player("host", Plan(BOTS["random"], wishes=wishes(seats=3), bots_of_server=1)).come()
    world.settle()
    host.cable.cut()
    world.until(lambda: len(host.told("gathering")) == 2)
    first, second = (news["code"] for news in host.told("gathering"))
    assert first != second
    with small_mine():
        guest = world.player("guest", Plan(BOTS["random"], code=second)).come()
        play(world, [host, guest])
        verified(world, [host, guest])


@pytest.mark.usefixtures("small")
def test_a_guest_that_loses_its_connection_sits_down_again(world: World) -> None:
    host = world.player("host", Plan(BOTS["random"], wishes=wishes(seats=3))).come()
    world.settle()
    code = str(host.told("gathering")[0]["code"])
    guest = world.player("guest", Plan(BOTS["random"], code=code)).come()
    world.settle()
    guest.cable.cut()
    world.until(lambda: len(guest.told("connected")) == 2)
    other = world.player("other", Plan(BOTS["random"], code=code)).come()
    play(world, [host, guest, other])
    verified(world, [host, guest, other])


@pytest.mark.usefixtures("small")
def test_a_locked_gathering_needs_its_password(world: World) -> None:
    host = world.player("host", Plan(BOTS["random"], wishes=wishes(seats=3), bots_of_server=1, password="pick")).come()
    world.settle()
    code = str(host.told("gathering")[0]["code"])
    stranger = world.player("stranger", Plan(BOTS["random"], code=code, password="axe")).come()
    world.settle()
    assert stranger.codes == [1]
    assert [news["code"] for news in stranger.told("denied")] == ["gathering/password"]
    guest = world.player("guest", Plan(BOTS["random"], code=code, password="pick")).come()
    play(world, [host, guest])


@pytest.mark.usefixtures("small")
def test_a_bot_without_a_code_sits_down_at_the_first_table_that_is_open_to_everybody(world: World) -> None:
    host = world.player("host", Plan(BOTS["random"], wishes=wishes(seats=3), bots_of_server=1))
    unlisted, locked = (world.player(name, host.plan) for name in ("unlisted", "locked"))
    unlisted.plan = Plan(BOTS["random"], wishes=wishes(seats=3, listed=False))
    locked.plan = Plan(BOTS["random"], wishes=wishes(seats=3), password="pick")
    for player in (unlisted, locked):
        player.come()
    world.settle()
    in_vain = world.player("in vain", Plan(BOTS["random"])).come()
    world.settle()
    assert in_vain.codes == [1]
    assert "--open" in in_vain.told("nothing")[0]["text"]
    host.come()
    world.settle()
    guest = world.player("guest", Plan(BOTS["random"])).come()
    play(world, [host, guest])
    assert guest.told("gathering")[0]["code"] == host.told("gathering")[0]["code"]
    assert not unlisted.codes + locked.codes


@pytest.mark.usefixtures("small")
def test_of_bots_that_want_the_same_seat_one_looks_further(world: World) -> None:
    """All of them are shown the same offers before the first sits down."""
    hosts = [world.player(name, Plan(BOTS["random"], wishes=wishes(seats=3), bots_of_server=1)) for name in ("a", "b")]
    for host in hosts:
        host.come()
    world.settle()
    guests = [world.player(name, Plan(BOTS["random"])).come() for name in ("c", "d")]
    play(world, [*hosts, *guests])
    found = {str(guest.told("gathering")[0]["code"]) for guest in guests}
    assert found == {str(host.told("gathering")[0]["code"]) for host in hosts}


def test_a_table_with_unknown_rules_is_passed_by(world: World) -> None:
    guest = world.player("guest", Plan(BOTS["random"])).come()
    assert guest.bot is not None
    offer = lobby.Offer(code="ABCDEFGH", rules="tomorrow", seats=3, taken=1, locked=False, host="Eva")
    guest.bot.told(lobby.Offers(offers=(offer,)))
    assert guest.codes == [1]


def test_who_is_sent_away_goes(world: World) -> None:
    host = world.player("host", Plan(BOTS["random"], wishes=wishes(seats=3))).come()
    world.settle()
    guest = world.player("guest", Plan(BOTS["random"], code=str(host.told("gathering")[0]["code"]))).come()
    world.settle()
    host.guest.say(lobby.Dismiss(gathering=guest.plan.code, seat=1))
    world.settle()
    assert guest.codes == [1]
    assert [news["why"] for news in guest.told("parted")] == ["dismissed"]


# cuts


class Mishap:
    """Something happens after every so many batches that the server has stored."""

    def __init__(self, world: World, every: int, what: "partial[None]") -> None:
        self._world = world
        self._every = every
        self._what = what
        self._count = self.happened = 0
        world.journal.appended.append(self._appended)

    def _appended(self) -> None:
        self._count += 1
        if self._count % self._every == 0:
            self.happened += 1
            self._world.clock.callLater(0, self._what)


def cut_one(world: World) -> None:
    """The connection that is oldest."""
    if world.cables:
        world.cables[0].cut()


def cut_all(world: World) -> None:
    for cable in list(world.cables):
        cable.cut()


def crash(world: World) -> None:
    world.crash()


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(("what", "every"), thinned(product((cut_one, cut_all, crash), (1, 3, 7)), 2))
def test_a_game_ends_whatever_is_cut(world: World, what: "partial[None]", every: int) -> None:
    players = world.gather(ONCE)
    mishap = Mishap(world, every, partial(what, world))
    play(world, players)
    verified(world, players, all_confirmed=False)
    assert mishap.happened >= 25 // every


@pytest.mark.parametrize("lost", thinned(range(6, 60, 6), 4))
def test_a_game_ends_wherever_the_bytes_are_cut(world: World, lost: int) -> None:
    """In the middle of frames, of entries and of batches."""
    world.step = 127
    with small_mine():
        players = world.gather(ONCE)
        world.until(lambda: all(player.guest.tables for player in players))
        carried = 0
        while not everybody_is_done(players):
            for cable in list(world.cables):
                carried += cable.carry()
                if carried % (lost * 10) == lost:
                    cable.cut()
                    carried += 1
            world.cables = [cable for cable in world.cables if not cable.down]
            world.clock.advance(0.01)
        verified(world, players)


# programs that are killed


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("every", [2, 5])
def test_a_bot_keeps_its_seat_when_its_program_is_killed(world: World, every: int) -> None:
    players = world.gather(ONCE)
    turn = 0

    def restart() -> None:
        nonlocal turn
        player = players[turn % ONCE]
        turn += 1
        if not player.codes:
            player.die()
            player.come()

    Mishap(world, every, partial(restart))
    play(world, players)
    verified(world, players)
    assert turn > 3


@pytest.mark.usefixtures("small")
def test_a_program_that_comes_back_after_the_end_confirms_it(world: World) -> None:
    players = world.gather(ONCE)
    late = players[2]

    def gone() -> None:
        table = next(iter(world.journal.tables.values()))
        if table.ended and late.bot is not None:
            late.die()

    world.journal.appended.append(gone)
    world.until(lambda: everybody_is_done(players[:2]))
    assert late.bot is None
    world.journal.appended.clear()
    world.crash()  # and the server knows the table only from its journal
    world.clock.advance(1)
    late.come()
    play(world, players)
    report = audit(late.log)
    assert (report.verdict, report.closed_by) == (Verdict.VERIFIED, (0, 1, 2))
