"""Whose keys sit at a table is known after a new start, and only what the log agrees with is believed."""

from pathlib import Path

import pytest
from net.world import World
from visit.visitors import Visitor, seated

from client.visit.company import ENDING, forget_company, keep_company, kept_company

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


def test_keys_that_the_log_does_not_know_are_not_believed(world: World) -> None:
    eva, *_others = seated(world, "Eva", "Ann", "Bob")
    assert eva.table.log is not None
    keep_company(eva.table.log, [bytes([1]) * 32])
    restarted(eva)
    world.settle()
    assert eva.table.keys == {}


def test_a_damaged_file_is_nobody(tmp_path: Path) -> None:
    log = tmp_path / "game.umlog"
    assert kept_company(log) == ()
    keep_company(log, [bytes(32)])
    assert kept_company(log) == (bytes(32),)
    log.with_suffix(ENDING).write_bytes(b"rubbish")
    assert kept_company(log) == ()
    forget_company(log)
    forget_company(log)
    assert not log.with_suffix(ENDING).exists()
