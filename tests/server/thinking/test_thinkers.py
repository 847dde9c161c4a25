"""Processes in which slow bots think: what they find is what is found here, and no death of one costs anything."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import pytest
from pytest_twisted import ensureDeferred
from twisted.internet.defer import gatherResults

from engine.bots import BOTS
from engine.bots.asking import answered
from engine.bots.player import BotPlayer
from engine.front import choices
from engine.rules import parse
from engine.tabletop import Tabletop
from engine.task import worked_out
from engine.wants import Act
from server.metrics.counts import Counts
from server.thinking.thinkers import Thinkers, ThinkersDied, _Thinker
from tests.engine.bots.tables import stream
from tests.server.at_server import until
from tests.support.slow_bots import FILE, command, slow_bots


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    with slow_bots():
        yield


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What some bots look at."""
    monkeypatch.setenv(FILE, str(tmp_path / "file"))
    return tmp_path / "file"


@pytest.fixture
def thinker() -> Iterator[_Thinker]:
    made = _Thinker(command())
    yield made
    made.end()


@pytest.fixture
def thinkers() -> Iterator[Thinkers]:
    yield from begun(2)


@pytest.fixture
def one() -> Iterator[Thinkers]:
    """That has one process."""
    yield from begun(1)


def begun(most: int, how: Sequence[str] = command()) -> Iterator[Thinkers]:
    from twisted.internet import reactor

    made = Thinkers(reactor, Counts(), most)
    made.command = how
    yield made
    made.stop()
    assert not [thread for thread in threading.enumerate() if "thinkers" in thread.name]
    assert not [thinker for thinker in made._all if thinker.lives]


def tasks(rules: str, seats: int, bot: str, seed: int = 1) -> Iterator[tuple[bytes, int]]:
    """Of a whole game: each task of its bots, and the place of the act that each chose without one."""
    table = Tabletop(parse(rules), seats, stream("deal", seed).draw)
    players = [BotPlayer(BOTS["steady"], seat, table.view(seat)) for seat in range(seats)]
    table.watchers += [player.see for player in players]
    table.advance()
    while want := table.waiting():
        if isinstance(want, Act):
            seat = want.seats[0]
            player, chance = players[seat], stream(seed, len(table.state.pile_of), seat, str(want))
            player._bot = BOTS[bot]
            task = player.task(chance.draw)
            act = BOTS["steady"].choose(player._memory, player.view, chance.draw)
            assert act is not None
            yield task, choices(player.view).index(act)
            table.play(act)
        else:
            table.play(answered(want, lambda seat: players[seat].choose(stream(seat, len(table.state.pile_of)).draw)))


def task(bot: str) -> bytes:
    return next(tasks("base", 3, bot))[0]


@pytest.mark.parametrize(
    ("rules", "seats"),
    [("base", 5), ("saboteur2", 6), ("base+everything", 4), ("saboteur2+everything", 7), ("cave", 5)],
)
def test_a_process_decides_every_choice_of_whole_games_as_it_is_decided_here(
    thinker: _Thinker, rules: str, seats: int
) -> None:
    assert thinker.answer() == -1
    count = 0
    for one, place in tasks(rules, seats, "slow"):
        assert thinker.place(one) == place == worked_out(one)
        count += 1
    assert count > 50


@ensureDeferred
async def test_a_mistake_of_a_bot_is_one_of_the_server_and_ends_no_process(one: Thinkers) -> None:
    with pytest.raises(ValueError, match="the card is 17"):
        await one.think(task("failing"))
    before = set(one._all)
    assert await one.think(task("slow")) == worked_out(task("slow"))
    assert set(one._all) == before
    assert one._counts.thinkers_died == 0


@ensureDeferred
async def test_a_task_that_kills_each_process_is_given_up_and_the_next_is_done(one: Thinkers) -> None:
    with pytest.raises(ThinkersDied):
        await one.think(task("dying"))
    assert one._counts.thinkers_died == 3
    assert await one.think(task("slow")) == worked_out(task("slow"))


@ensureDeferred
async def test_a_process_that_is_killed_in_mid_thought_costs_nothing(one: Thinkers, file: Path) -> None:
    given = task("dying-once")
    assert await one.think(given) == worked_out(task("slow"))
    assert one._counts.thinkers_died == 1


@ensureDeferred
async def test_any_number_of_processes_may_die_while_they_have_nothing_to_do(thinkers: Thinkers) -> None:
    for _ in range(5):
        await gatherResults([thinkers.think(task("slow")) for _ in range(2)])
        for idle in list(thinkers._all):
            os.kill(idle._process.pid, signal.SIGKILL)
    assert await thinkers.think(task("slow")) == worked_out(task("slow"))


@pytest.mark.parametrize("how", [("/no/such/program",), (sys.executable, "-c", "")], ids=["none", "ends at once"])
@ensureDeferred
async def test_where_no_process_can_be_had_the_server_thinks_itself(how: tuple[str, ...]) -> None:
    for thinkers in begun(1, how):
        assert await thinkers.think(task("slow")) == worked_out(task("slow"))
        assert not thinkers._all


@ensureDeferred
async def test_no_process_is_begun_before_a_bot_thinks_and_none_more_than_are_needed(thinkers: Thinkers) -> None:
    assert not thinkers._threads.started
    for _ in range(5):
        await thinkers.think(task("slow"))
    assert len(thinkers._all) == 1


@ensureDeferred
async def test_tasks_are_done_in_the_order_in_which_they_came(one: Thinkers) -> None:
    given = [task for task, _ in islice(tasks("base", 3, "slow"), 20)]
    found: list[int] = []
    await gatherResults([one.think(task).addCallback(found.append) for task in given])
    assert found == [worked_out(task) for task in given]
    assert len(set(found)) > 5


@ensureDeferred
async def test_while_one_waits_another_thinks(thinkers: Thinkers, file: Path) -> None:
    go_on = file.touch
    long = thinkers.think(task("waiting"))
    await until(file.with_suffix(".waits").exists)
    assert await thinkers.think(task("slow")) == worked_out(task("slow"))
    assert not long.called
    go_on()
    assert await long == worked_out(task("slow"))


@ensureDeferred
async def test_a_stop_in_mid_thought_leaves_nothing(thinkers: Thinkers, file: Path) -> None:
    thoughts = [thinkers.think(task("waiting")) for _ in range(6)]
    await until(file.with_suffix(".waits").exists)
    processes = list(thinkers._all)
    thinkers.stop()
    assert not any(one.lives for one in processes)
    for thought in thoughts:
        thought.addErrback(lambda failure: failure.trap(ThinkersDied))
    await gatherResults(thoughts)
    assert thinkers._counts.thinkers_died == 0


@ensureDeferred
async def test_ctrl_c_and_a_stop_of_all_processes_end_no_thinker(one: Thinkers) -> None:
    await one.think(task("slow"))
    [thinker] = one._all
    for name in (signal.SIGINT, signal.SIGTERM):
        os.kill(thinker._process.pid, name)
    assert await one.think(task("slow")) == worked_out(task("slow"))
    assert set(one._all) == {thinker}


def test_a_thinker_whose_server_has_gone_ends(thinker: _Thinker) -> None:
    assert thinker.answer() == -1
    assert thinker._process.stdin is not None
    thinker._process.stdin.close()
    assert thinker._process.wait(20) == 0


def test_a_thinker_loads_neither_network_nor_keys() -> None:
    program = "import sys, server.thinking.thinker; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "engine.task" in ran.stdout.split()
    assert not {"twisted", "cryptography", "msgspec", "sqlite3", "asyncio"} & set(ran.stdout.split())
