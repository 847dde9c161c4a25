"""A second auditor, written from the protocol page alone, says of every log what `undermine audit` says.

The logs are the frozen ones, honest games, damaged files, and what tests/stories/cheats audits.  Where the page says
that an auditor needs the rules, or a bot, the two must differ: `LEFT_OUT` lists these.
"""

import ast
import random
import struct
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

import pytest

from engine.bots import BOTS
from engine.rules import parse
from protocol.audit.audit import Report, audit
from protocol.follow.follower import Follower
from protocol.host.selfplay import SelfPlay, from_seed
from protocol.log import bodies
from protocol.log.faults import Code, Fault
from protocol.log.records import Entry, Kind
from tests.protocol.audit import edges
from tests.protocol.audit.left_out import LEFT_OUT
from tests.stories import second_auditor
from tests.stories.cheats.games import Forge, Game, every_kind, game_with_gold, said, tiny_game, whole_game
from tests.stories.cheats.scenes import scene
from tests.stories.cheats.test_modules import alone, busy_game
from tests.stories.cheats.test_saboteur2 import LIVELY, LostTurns, lively_game, telling_seed
from tests.stories.cheats.tiny import tiny_mine

STORIES = Path(second_auditor.__file__).parent
FROZEN = sorted((STORIES / "frozen" / "logs").glob("*.umlog"))
THEMES = sorted(path.stem.removeprefix("test_") for path in (STORIES / "cheats").glob("test_*.py"))
CHEATS = {theme: import_module(f"tests.stories.cheats.test_{theme}") for theme in THEMES}
FIRST_LINE = b"undermine log 1\n"
Said = tuple[str, str | None, int | None, str]


def said_by_the_program(log: bytes) -> Said:
    """The verdict of `undermine audit`, its first finding and where, and the phrase."""
    return told(audit(log))


def told(report: Report) -> Said:
    """What a report comes to."""
    code, at = next(((str(first.code.value), first.at) for first in report.findings), (None, None))
    return report.verdict.name, code, at, " ".join(report.phrase)


def said_by_the_second(log: bytes) -> Said:
    """The same of the second auditor."""
    report = second_auditor.audit(log)
    return report.verdict, report.code, report.entry, report.phrase or ""


def check_same(name: str, logs: list[tuple[bytes, Said]]) -> None:
    """Both say the same of every log, or differ in one at least where the page says why."""
    same = [said_by_the_second(log) == expected for log, expected in logs]
    if any(name in names for names in LEFT_OUT.values()):
        assert not all(same), "it need not be left out"
    else:
        assert all(same), [(said_by_the_second(log), expected) for log, expected in logs]


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
LARGE = [("base", 5, 2), ("base", 10, 0), ("base-2006", 7, 0), ("saboteur2", 6, 3), ("saboteur2", 12, 0)]
LARGE += [("base+everything", 6, 2), ("saboteur2+everything", 8, 0), ("base+chests=wide+new-goals+tournament", 7, 1)]


@pytest.mark.parametrize("log", HONEST.values(), ids=HONEST)
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


REGISTERED = {
    f"{theme}: {name}": (module.cheat, name)
    for theme, module in {**CHEATS, "edges": edges}.items()
    for name in getattr(module, "cheat", ())
}


@pytest.mark.parametrize("cheat", REGISTERED)
def test_both_find_a_cheat(cheat: str) -> None:
    cheats, name = REGISTERED[cheat]
    code, _, table, function, *_ = cheats._cheats[name]
    there = table()
    with there.mine():
        log = function(there)
        expected = said_by_the_program(log)
    assert expected[1] == code.value
    check_same(cheat, [(log, expected)])


def test_a_seat_may_act_while_another_waits_for_its_box() -> None:
    table = scene()
    at = table.own_turn()
    seat = (table.entries[at].actor + 1) % 3
    shows = (at for at, entry in enumerate(table.entries) if entry.kind == Kind.SHOW)
    shown = next(at for at in shows if table.body(at, bodies.Show).seat == seat)
    complaint = replace(said(Kind.COMPLAINT, bodies.Complaint(seq=shown + 1), 1), actor=seat, counter=10**6)
    log = table.until(at, complaint, table.entries[at])
    assert said_by_the_second(log) == said_by_the_program(log)
    assert said_by_the_second(log)[0] == "UNPROVEN"


# everything else that the tests of cheats audit: dealers that stack, boxes, tables, files that anybody can write


LONG = {"bots", "damage", "saboteur2"}
"""What takes long: many files, or long games."""
ALREADY = {"it ends in its own finding", "a cheat ends in its finding", "there are enough"}
"""The tests of the registered cheats."""


def cases_in(theme: str) -> Iterator[Any]:
    """Each test of a module with each of its parameters, and what it is called."""
    for called, function in vars(CHEATS[theme]).items():
        name = called.removeprefix("test_").replace("_", " ")
        marks = getattr(function, "pytestmark", [])
        if not called.startswith("test_") or name in ALREADY or any(mark.name == "long" for mark in marks):
            continue
        for given in product(*(parameters(*mark.args) for mark in marks if mark.name == "parametrize")):
            words = [getattr(value, "__name__", str(value)) for row in given for value in row.values()]
            whole = f"{theme}: {name}" + (f" [{', '.join(words)}]" if words else "")
            run = partial(function, **{key: value for row in given for key, value in row.items()})
            yield pytest.param(whole, run, id=whole, marks=[pytest.mark.long] if theme in LONG else [])


def parameters(names: str | tuple[str, ...], values: list[Any]) -> list[dict[str, Any]]:
    """What a test is called with, as its mark lists it."""
    if isinstance(names, str):
        return [{names: value} for value in values]
    return [dict(zip(names, row, strict=True)) for row in values]


@dataclass
class Witness:
    """Every log that is audited while a test runs, and what the audit says."""

    heard: list[tuple[bytes, Said]]

    def audit(self, log: bytes, **options: Any) -> Report:
        """The audit, overheard."""
        report = audit(log, **options)
        self.heard.append((log, told(report)))
        return report

    def stopped_at_once(self, make: Callable[[], Game], code: Code) -> None:
        """A game that its own server cannot go on with: its log holds the entry at which it stops."""
        game, taken, take = make(), [], Follower.take

        def taking(follower: Follower, entry: Entry) -> list[object]:
            """Keep what the server writes."""
            if follower is game.host.follower:
                taken.append(entry)
            return take(follower, entry)

        with patch.object(Follower, "take", taking), pytest.raises(Fault):
            game.play()
        report = self.audit(Forge(game).write(taken, signing=lambda entry: False))
        assert report.findings[0].code is code


@contextmanager
def witness(module: ModuleType) -> Iterator[Witness]:
    """Overhear the audits of a module of tests."""
    there = Witness([])
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("tests.stories.cheats.games.audit", there.audit)
        patched.setattr(module, "audit", there.audit, raising=False)
        patched.setattr(module, "stopped_at_once", there.stopped_at_once, raising=False)
        yield there


@pytest.mark.parametrize(("name", "run"), [case for theme in CHEATS for case in cases_in(theme)])
def test_both_say_the_same_of_what_is_audited(name: str, run: Callable[[], None]) -> None:
    with witness(CHEATS[name.partition(":")[0]]) as there:
        run()
    check_same(name, there.heard)


def test_nothing_is_left_out_that_does_not_exist() -> None:
    names = {*REGISTERED, *(case.values[0] for theme in CHEATS for case in cases_in(theme))}
    assert set().union(*LEFT_OUT.values()) <= names


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
