"""A second auditor, written from the protocol page alone, says of every log what `undermine audit` says.

The logs are the frozen ones, honest games, damaged files, and what tests/stories/cheats audits.  Where the page says
that an auditor needs the rules, or a bot, the two must differ: `LEFT_OUT` lists these.
"""

import ast
import random
import struct
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from engine.bots import BOTS
from engine.rules import parse
from protocol.host.selfplay import SelfPlay, from_seed
from protocol.log.records import Kind
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer.kinds import DealerKind
from tests.protocol.audit import edges
from tests.protocol.audit.left_out import LEFT_OUT
from tests.stories import second_auditor
from tests.stories.cheats.games import every_kind, game_with_gold, said, tiny_game, whole_game
from tests.stories.cheats.scenes import scene
from tests.stories.cheats.second_opinion import (
    LONG,
    cases_in,
    check_same,
    is_listed,
    name_of,
    said_by_the_program,
    said_by_the_second,
    witness,
)
from tests.stories.cheats.test_modules import alone, busy_game
from tests.stories.cheats.test_saboteur2 import LIVELY, LostTurns, lively_game, telling_seed
from tests.stories.cheats.tiny import tiny_mine

STORIES = Path(second_auditor.__file__).parent
FROZEN = sorted((STORIES / "frozen" / "logs").glob("*.umlog"))
THEMES = sorted(path.stem.removeprefix("test_") for path in (STORIES / "cheats").glob("test_*.py"))
CHEATS = {theme: import_module(f"tests.stories.cheats.test_{theme}") for theme in THEMES}
FIRST_LINE = b"undermine log 1\n"


def test_it_shares_no_code_with_the_program() -> None:
    tree = ast.parse(Path(second_auditor.__file__).read_text(encoding="utf-8"))
    names = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names | {"cryptography", "msgpack"}


# honest games


def played(rules: str, seats: int, server_bots: int = 0) -> bytes:
    """The log of a whole game, always the same one."""
    seed = f"second auditor {rules} {seats} {server_bots}".encode()
    return SelfPlay(parse(rules), seats, [BOTS["random"]], from_seed(seed), server_bots=server_bots).play()


HONEST: dict[str, Callable[[], bytes]] = {
    "three": lambda: whole_game()[1],
    "three, one a bot": lambda: whole_game(server_bots=1)[1],
    "gold": lambda: game_with_gold()[1],
    "the cards of 2006": lambda: played("base-2006", 4, 1),
    "Saboteur 2": lambda: lively_game(6, seed=telling_seed())[1],
    "modules": lambda: busy_game()[1],
    "modules, a person among bots": lambda: alone()[1],
    "Saboteur 2, with lost turns": lambda: LostTurns("saboteur2", 5, LIVELY, b"late").play(),
}
AT_NIGHT = {"three", "the cards of 2006", "Saboteur 2", "modules, a person among bots"}
"""What these hold, another one holds too."""
LARGE = [("base", 5, 2), ("base", 10, 0), ("base-2006", 7, 0), ("saboteur2", 6, 3), ("saboteur2", 12, 0)]
LARGE += [("base+everything", 6, 2), ("saboteur2+everything", 8, 0), ("base+chests=wide+new-goals+tournament", 7, 1)]


@pytest.mark.parametrize(
    "log",
    [pytest.param(log, id=name, marks=[pytest.mark.long] if name in AT_NIGHT else []) for name, log in HONEST.items()],
)
def test_both_verify_an_honest_game(log: Callable[[], bytes]) -> None:
    check_honest(log())


@pytest.mark.long
@pytest.mark.parametrize(("rules", "seats", "server_bots"), LARGE)
def test_both_verify_a_large_honest_game(rules: str, seats: int, server_bots: int) -> None:
    check_honest(played(rules, seats, server_bots))


def test_both_verify_an_honest_game_with_secret_choices() -> None:
    with tiny_mine():
        check_honest(every_kind()[1])
        check_honest(tiny_game(b"tiny").play())


def check_honest(log: bytes) -> None:
    """Both verify it."""
    assert said_by_the_second(log) == said_by_the_program(log)
    assert said_by_the_second(log)[0] == "VERIFIED"


@pytest.mark.parametrize("path", FROZEN, ids=lambda path: path.stem)
def test_both_say_the_same_of_a_frozen_log(path: Path) -> None:
    log = path.read_bytes()
    assert said_by_the_second(log) == said_by_the_program(log)


# cheats


@pytest.mark.parametrize("name", edges.cheat)
def test_both_find_a_cheat_at_an_edge(name: str) -> None:
    code, _, table, function, *_ = edges.cheat._cheats[name]
    there = table()
    with there.mine():
        log = function(there)
        expected = said_by_the_program(log)
    assert expected[1] == code.value
    check_same(f"edges: {name}", [(log, expected)])


def test_a_seat_may_act_while_another_waits_for_its_box() -> None:
    table = scene()
    at = table.own_turn()
    seat = (table.entries[at].actor + 1) % 3
    shows = (at for at, entry in enumerate(table.entries) if entry.kind == DealerKind.SHOW)
    shown = next(at for at in shows if table.body(at, dealer_bodies.Show).seat == seat)
    complaint = replace(
        said(DealerKind.COMPLAINT, dealer_bodies.Complaint(seq=shown + 1), 1), actor=seat, counter=10**6
    )
    log = table.until(at, complaint, table.entries[at])
    assert said_by_the_second(log) == said_by_the_program(log)
    assert said_by_the_second(log)[0] == "UNPROVEN"


# what the tests of cheats audit: each asks the second auditor itself (tests/stories/cheats/conftest.py), but where that
# takes long


def long_cases() -> Iterator[Any]:
    """Each test that does not ask, with each of its parameters."""
    for theme in sorted(LONG):
        for function, given in cases_in(CHEATS[theme]):
            if not is_listed(function):
                name = name_of(theme, function, given)
                yield pytest.param(CHEATS[theme], name, partial(function, **given), id=name)


@pytest.mark.long
@pytest.mark.parametrize(("module", "name", "run"), list(long_cases()))
def test_both_say_the_same_of_what_is_audited(module: ModuleType, name: str, run: Callable[[], None]) -> None:
    with witness(module) as there:
        run()
    check_same(name, there.heard)


def test_every_list_of_cheats_is_gone_through() -> None:
    lists = {theme: set(module.cheat) for theme, module in CHEATS.items() if hasattr(module, "cheat")}
    gone_through = {
        theme: {given["name"] for function, given in cases_in(CHEATS[theme]) if is_listed(function)} for theme in lists
    }
    assert gone_through == lists


def test_nothing_is_left_out_that_does_not_exist() -> None:
    names = {name_of(theme, *case) for theme, module in CHEATS.items() for case in cases_in(module)}
    assert set().union(*LEFT_OUT.values()) <= names | {f"edges: {name}" for name in edges.cheat}


# damaged files


def records(log: bytes) -> list[bytes]:
    """The records of a log file, each with its type and length."""
    place, found = len(FIRST_LINE), []
    while place < len(log):
        end = place + 5 + struct.unpack_from("<I", log, place + 1)[0]
        found.append(log[place:end])
        place = end
    return found


def joined(parts: list[bytes]) -> bytes:
    """A log file of these records."""
    return FIRST_LINE + b"".join(parts)


def same(*logs: bytes) -> None:
    """Both say the same of these logs of the tiny mine."""
    with tiny_mine():
        for log in logs:
            assert said_by_the_second(log) == said_by_the_program(log)


@pytest.mark.parametrize("share", [0, 1, 2, 3, 5, 20, 50, 80, 95, 99])
def test_both_say_the_same_of_a_file_that_was_cut(share: int) -> None:
    parts = records(every_kind()[1])
    log = joined(parts[: len(parts) * share // 100])
    same(log, log[:-1])


@pytest.mark.parametrize("seed", range(12))
def test_both_say_the_same_of_a_byte_that_was_changed(seed: int) -> None:
    chance = random.Random(seed)
    log = every_kind()[1]
    front = sum(map(len, records(log)[:2]))
    for end in (front, len(log)):
        changed = bytearray(log)
        changed[chance.randrange(len(FIRST_LINE), end)] ^= 1 << chance.randrange(8)
        same(bytes(changed))


@pytest.mark.parametrize("seed", range(8))
def test_both_say_the_same_of_a_record_that_is_lost_doubled_or_new(seed: int) -> None:
    chance = random.Random(seed)
    parts = records(every_kind()[1])
    place = chance.randrange(len(parts))
    new = struct.pack("<BI", chance.choice([0, 6, 127, 128, 255]), 3) + b"new"
    for kept in ([], [parts[place]] * 2, [new, parts[place]]):
        same(joined([*parts[:place], *kept, *parts[place + 1 :]]))


@pytest.mark.parametrize("kept", ["none", "last", "all but the first"])
def test_both_say_the_same_of_a_file_that_has_lost_signatures(kept: str) -> None:
    parts = records(every_kind()[1])
    heads = [part for part in parts if part[0] == 4]
    left = {"none": [], "last": heads[-1:], "all but the first": heads[1:]}[kept]
    same(joined([part for part in parts if part[0] != 4 or part in left]))


def test_both_say_the_same_of_a_file_whose_names_were_removed() -> None:
    parts = records(every_kind()[1])
    names = [part for part in parts if part[0] == 3 and part[13] == Kind.NAME]
    log = joined([b"\x05" + struct.pack("<I", 116) + part[5:121] if part in names else part for part in parts])
    same(log)
    assert said_by_the_second(log)[0] == "VERIFIED"


def test_the_command_prints_a_line_for_each_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, cut, other = (tmp_path / name for name in ("whole", "cut", "other"))
    log = every_kind()[1]
    whole.write_bytes(log)
    cut.write_bytes(log[:-1])
    other.write_bytes(b"")
    assert second_auditor.main([str(whole)]) == 0
    assert second_auditor.main([str(whole), str(cut)]) == 3
    assert second_auditor.main([str(whole), str(cut), str(other)]) == 2
    words = said_by_the_second(log)[3]
    assert capsys.readouterr().out.splitlines()[-3:] == [
        f"{whole}: VERIFIED phrase: {words}",
        f"{cut}: UNPROVEN phrase: {words}",
        f"{other}: UNREADABLE",
    ]
