"""Honest games, from the first NAME to the last CLOSE, at tables of every size: all of them are VERIFIED."""

from functools import cache
from itertools import product

import pytest

from engine.bots import BOTS
from engine.rules import parse
from protocol.audit.audit import Verdict, audit
from protocol.follow.follower import Follower
from protocol.follow.seat import SeatFollower
from protocol.host.selfplay import SelfPlay, from_seed
from protocol.keys.phrase import phrase
from protocol.log.records import NO_SIGNATURE, NOBODY, Entry, Kind, RecordType, records
from tests.stories.cheats.games import Game, entries_of, follow, game_with_gold, whole_game
from tests.support.dealing import SIGNED, ledger_of, party_of

SIZES, RULES, SERVER_BOTS = range(3, 11), ("base", "base-2006"), (0, 1, 2)
QUICK = [(seats, RULES[seats % 2], SERVER_BOTS[seats % 3]) for seats in SIZES]
ALL = list(product(SIZES, RULES, SERVER_BOTS))


@cache
def steady_game() -> tuple[Game, bytes]:
    """Seven who know what they do, two of them bots of the server."""
    return whole_game("base-2006", 7, "steady", b"steady", 2)


def check_honest(seats: int, rules: str, server_bots: int, bot: str = "random") -> None:
    """The game is verified, all have the state of the host, and all people signed the end."""
    game = Game(rules, seats, bot, b"%d" % seats, server_bots=server_bots)
    report = audit(game.play())
    assert (report.verdict, report.findings, report.reason) == (Verdict.VERIFIED, [], "")
    people = seats - server_bots
    assert report.closed_by == tuple(range(people))
    assert report.entries == game.host.follower.chain.last
    assert len(game.people) == people
    for person in game.people:
        assert person.state == game.host.follower.state
        assert person.chain.heads == game.host.follower.chain.heads
        assert ledger_of(person).claims == ledger_of(game.host.follower).claims
        assert person.ended == game.host.follower.ended is not None
        assert not person.ledger.must_open()
        assert not party_of(person).unread
    assert report.setting is not None
    assert report.setting.rules == parse(rules)
    assert report.phrase == phrase(report.setting.tid, game.host.follower.seeds)


@pytest.mark.parametrize(("seats", "rules", "server_bots"), QUICK)
def test_an_honest_game_is_verified(seats: int, rules: str, server_bots: int) -> None:
    check_honest(seats, rules, server_bots)


@pytest.mark.long
@pytest.mark.parametrize(("seats", "rules", "server_bots"), ALL)
@pytest.mark.parametrize("bot", BOTS)
def test_every_table_is_verified(seats: int, rules: str, server_bots: int, bot: str) -> None:
    check_honest(seats, rules, server_bots, bot)


def test_the_quick_games_are_of_every_size_and_kind() -> None:
    assert {seats for seats, _, _ in QUICK} == set(SIZES)
    assert {(rules, bots) for _, rules, bots in QUICK} == set(product(RULES, SERVER_BOTS))


@pytest.mark.parametrize("name", RULES)
def test_steady_players_are_verified(name: str) -> None:
    check_honest(5, name, 1, "steady")


def test_a_table_of_bots_alone_ends_without_a_fault() -> None:
    game = Game(seats=3, server_bots=3)
    report = audit(game.play())
    assert (report.findings, report.closed_by) == ([], ())
    assert game.host.follower.ended is not None


def test_the_same_secrets_make_the_same_game() -> None:
    """Nothing in a log comes from anywhere else, not even a signature or a box."""
    games = [SelfPlay(parse("base"), 4, [BOTS["random"]], from_seed(seed)).play() for seed in (b"1", b"1", b"2")]
    assert games[0] == games[1] != games[2]


LOGS = {"gold": game_with_gold, "server bots": steady_game, "random": whole_game}


@pytest.mark.parametrize("name", LOGS)
def test_key_and_log_restore_everything_that_a_person_knew(name: str) -> None:
    """A fresh start of a client: the notebook is built from nothing but the key and the log."""
    game, log = LOGS[name]()
    for live in game.people:
        fresh = SeatFollower(game.host.setting, live.seat, game.keys[live.seat])
        follow(fresh, entries_of(log))
        assert fresh.notebook == live.notebook
        assert fresh.notebook.shown
        assert fresh.state == live.state
        assert party_of(fresh)._salts == party_of(live)._salts
        assert fresh.chain.heads == live.chain.heads


def test_a_follower_started_anew_after_any_entry_is_where_the_other_one_is() -> None:
    """Ten seats make the shortest rounds; the state is compared after every entry, a restart is made at many."""
    game, log = whole_game("base", 10, "random", b"restart")
    entries, setting = entries_of(log), game.host.setting
    live = Follower(setting)
    again = Follower(setting)
    for number, entry in enumerate(entries, 1):
        assert follow(live, [entry]) == follow(again, [Entry.from_bytes(entry.to_bytes())])
        assert live.state == again.state
        if number % 40 == 0:  # a restart: everything from the file
            again = Follower(setting)
            follow(again, entries[:number])
            assert again.state == live.state
            assert again.chain.heads == live.chain.heads
            assert (ledger_of(again).claims, ledger_of(again).committed.slots) == (
                ledger_of(live).claims,
                ledger_of(live).committed.slots,
            )
            assert (again.seeds, ledger_of(again).opened.seeds) == (live.seeds, ledger_of(live).opened.seeds)


@pytest.mark.parametrize("name", LOGS)
def test_a_log_says_nothing_that_it_should_not(name: str) -> None:
    """No seed stands in the log before its time, and no face or salt of a card that was not shown."""
    game, log = LOGS[name]()
    entries = entries_of(log)
    secrets = game.server.secrets.seeds
    opened: set[bytes] = set()
    for entry in entries:
        for (_, class_), seed in secrets.items():
            if seed in entry.body:
                assert entry.kind == (Kind.ROUND_OPEN if class_ == 0 else Kind.GAME_OPEN)
                opened.add(seed)
    assert opened == set(secrets.values())
    assert (0, 0) not in secrets


@pytest.mark.parametrize("name", LOGS)
def test_whoever_is_a_person_signs_and_nobody_else(name: str) -> None:
    game, log = LOGS[name]()
    for entry in entries_of(log):
        person = entry.kind in SIGNED and entry.actor < len(game.people)
        assert (entry.signature != NO_SIGNATURE) == person
        assert (entry.actor == NOBODY) == (entry.kind not in SIGNED)


@pytest.mark.parametrize("name", LOGS)
def test_a_file_begins_with_the_table_and_ends_with_a_head(name: str) -> None:
    _, log = LOGS[name]()
    kinds = [kind for kind, _ in records(log)]
    assert kinds[:2] == [RecordType.TABLE, RecordType.CARDS]
    assert set(kinds[2:]) == {RecordType.ENTRY, RecordType.HEAD}
    assert kinds[-1] == RecordType.HEAD


def test_all_seals_stand_under_a_head_before_the_first_seed_is_shown() -> None:
    _, log = whole_game()
    order = [payload if kind == RecordType.ENTRY else b"" for kind, payload in records(log)][2:]
    kinds = [Entry.from_bytes(payload).kind if payload else "HEAD" for payload in order]
    assert kinds[:11] == [Kind.NAME] * 3 + [Kind.SEAL] * 3 + ["HEAD"] + [Kind.REVEAL] * 3 + ["HEAD"]
