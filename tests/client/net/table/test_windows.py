"""Windows at a server: players that may react, reactions that are lost, and what is not said about them."""

from collections.abc import Callable, Iterator
from unittest.mock import patch

import pytest

from client.bot.table import BotAtTable
from client.net.conversation import Conversation
from engine.wants import Window
from protocol.audit.audit import Verdict, audit
from protocol.log.records import Entry, Kind
from protocol.wire.messages import Refused
from tests.client.net.table.test_duties import deafen, entries_of
from tests.client.net.test_games_in_memory import ONCE, play, verified
from tests.support.reacting import STOP, reacting
from tests.support.tables_at_play import MAP, small_mine
from tests.support.threats import threat
from tests.support.world import Player, World


@pytest.fixture(autouse=True)
def _rules() -> Iterator[None]:
    with small_mine((STOP,) * 10 + (MAP,) * 2, rounds=1, hand_size=2, change=reacting()):
        yield


def is_reaction(entry: Entry) -> bool:
    return b"stop-draw" in entry.body


@pytest.mark.parametrize("bots_of_server", [0, 1, 2])
def test_games_with_windows_come_to_their_end(world: World, bots_of_server: int) -> None:
    players = world.gather(ONCE, bots_of_server=bots_of_server)
    play(world, players)
    log = verified(world, players)
    assert any(map(is_reaction, entries_of(log)))
    assert audit(log, bots=True).verdict is Verdict.VERIFIED
    assert not [entry for entry in entries_of(log) if entry.kind == Kind.PROTEST]


def of(players: list[Player], talk: Conversation) -> Player:
    (player,) = (player for player in players if player.guest._talk is talk)
    return player


def lost_and_told(world: World, monkeypatch: pytest.MonkeyPatch, more: Callable[[Player, Entry], None]) -> Player:
    """The server does not hear the first reaction; whose it was, after the game."""
    lost: list[tuple[Player, Entry]] = []

    def deaf(talk: Conversation, entry: Entry) -> bool:
        if is_reaction(entry):
            lost.append((of(players, talk), entry))
            more(*lost[0])
        return is_reaction(entry)

    deafen(monkeypatch, deaf)
    players = world.gather(ONCE, turn_seconds=30)
    play(world, players)
    log = verified(world, players)
    [(player, entry)] = lost
    assert not [entry for entry in entries_of(log) if entry.kind == Kind.PROTEST], "it would name who could react"
    end = next(entry.seq for entry in entries_of(log) if entry.kind == Kind.END)
    found = audit(log).follower
    assert found is not None
    withheld = {(told.seat, told.entry.counter): told.seq for told in found.grievances.withheld}
    assert withheld[entry.actor, entry.counter] > end
    return player


@threat("veto-named")
def test_a_reaction_that_the_server_passes_over_is_given_up_and_not_protested_about(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = lost_and_told(world, monkeypatch, lambda player, entry: None)
    assert {news["code"] for news in player.told("refused")} == {"entry/stale"}, "others may have crossed theirs too"


def test_a_reaction_that_was_refused_is_not_protested_about_when_a_turn_is_lost_later(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_act, late = BotAtTable.may_act, [False]

    def refuse(player: Player, entry: Entry) -> None:
        late[0] = True
        told = Refused(table=player.table.tid, counter=entry.counter, code="opening/owed")
        world.clock.callLater(0, player.table.hear, told)

    def silent_once(bot: BotAtTable) -> None:
        waiting = bot.table and bot.table.seat and bot.table.seat.play.waiting()
        if not late[0] or isinstance(waiting, Window):
            may_act(bot)

    with patch.object(BotAtTable, "may_act", silent_once):
        player = lost_and_told(world, monkeypatch, refuse)
    assert [news["code"] for news in player.told("refused")][:1] == ["opening/owed"]


def test_a_bot_considers_each_window_once_whatever_is_said_in_it(world: World) -> None:
    asked: list[tuple[int, int]] = []
    may_act = BotAtTable.may_act

    def counted(bot: BotAtTable) -> None:
        seat, before = bot.table and bot.table.seat, bot._considered
        may_act(bot)
        if seat and bot._considered != before:
            asked.append((seat.seat, bot._considered))
        if seat and bot.table and isinstance(seat.play.waiting(), Window) and seat.caps._said[Kind.TALK, 0, 1] < 3:
            world.clock.callLater(0, bot.table.talk, "Well?")

    with patch.object(BotAtTable, "may_act", counted):
        players = world.gather(ONCE)
        play(world, players)
    verified(world, players)
    assert asked
    assert len(asked) == len(set(asked))
