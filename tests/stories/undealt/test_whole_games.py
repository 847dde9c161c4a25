"""Whole games without a dealer, through the same follower, host and audit as with one."""

from collections import Counter
from functools import cache

import pytest

from engine.events import SlotsShown
from engine.wants import Open
from protocol.audit.audit import Verdict, audit
from protocol.audit.eyes import Again, Closed, Eyes, Key, lies_open
from protocol.audit.reading import Reading
from protocol.follow.follower import Follower
from protocol.follow.seat import SeatFollower
from protocol.host.host import Host
from protocol.log import bodies
from protocol.log.records import Kind
from protocol.wire.codec import decode
from tests.stories.cheats.games import follow
from tests.support.nights import thinned
from tests.support.undealt import entries
from tests.support.undealt.entries import Toy
from tests.support.undealt.games import ToyGame
from tests.support.undealt.ledger import ledger_of

GAMES = {
    "people": ("base", 3, "random", b"toy", 0),
    "one bot": ("base", 3, "random", b"one bot", 1),
    "gold": ("base", 4, "steady", b"gold 1", 2),
    "bots alone": ("base", 3, "random", b"bots alone", 3),
    "cave": ("cave", 3, "steady", b"c2", 1),
    "cave of six": ("cave", 6, "steady", b"c3", 1),
}


@cache
def played(name: str) -> tuple[ToyGame, bytes]:
    """A game and its log, which no test changes."""
    game = ToyGame(*GAMES[name])
    return game, game.play()


@pytest.mark.parametrize("name", thinned(GAMES, 3))
def test_an_honest_game_is_verified_and_its_bots_are_checked(name: str) -> None:
    game, log = played(name)
    report = audit(log)
    assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])
    assert report.bots_checked == (GAMES[name][4] > 0)
    assert game.host.follower.absence.timeouts == [0] * GAMES[name][1]


def test_no_break_holds_back_what_the_seats_deal() -> None:
    game, _ = played("people")
    setting, server = game.host.setting, game.server
    host = Host(setting, game.table, setting.mode.author(setting, server.secrets), server.sign_head)
    host.breaks, held = True, set()
    for entry in game.host.entries:
        host.restore(entry)
        if host.follower.between_rounds:
            held.add(host.in_break)
        if host.follower.state.round == 2:
            break
    assert held == {0}


def test_where_not_all_opens_a_replay_shows_a_seat_with_its_key_alone() -> None:
    game, log = played("people")
    reading = Reading()
    judged = audit(log, reading=reading).follower
    assert judged is not None
    assert not lies_open(judged)
    for eyes in (Eyes(0), Eyes(everything=True)):
        with pytest.raises(Closed):
            Again(judged, eyes, Key(1, game.keys[1]))
    again = Again(judged, Eyes(1), Key(1, game.keys[1]))
    for entry in reading.entries:
        again.take(entry)
    assert again.view == game.people[1].view


def test_together_they_hold_every_kind_but_blame() -> None:
    kinds = Counter(entry.kind for name in GAMES for entry in played(name)[0].host.entries)
    assert {kind for kind in Toy if not kinds[kind]} == {Toy.BLAME}


def test_no_seed_of_the_server_stands_in_table_and_nothing_opens_with_a_round() -> None:
    game, _ = played("people")
    part = entries.read(entries.TablePart, game.host.setting.table.mode.part)
    assert part.__struct_fields__ == ("escrow",)
    rounds = [entry for entry in game.host.entries if entry.kind == Kind.ROUND_OPEN]
    assert [decode(bodies.RoundOpen, entry.body, 99).part for entry in rounds] == [b""] * 3


def test_a_body_has_40_kib() -> None:
    game, _ = played("people")
    assert max(len(entry.body) for entry in game.host.entries) > 40 << 10


def test_cards_of_the_next_round_are_shuffled_while_this_one_is_played() -> None:
    game, _ = played("people")
    for round_ in (1, 2):
        there = [entry for entry in game.host.entries if entry.round == round_]
        ahead = [entry.seq for entry in there if entry.kind == Toy.SHUFFLE]
        acts = [entry.seq for entry in there if entry.kind == Kind.ACT]
        assert len(ahead) == 3
        assert max(ahead) < acts[-1]


def test_a_card_is_drawn_with_the_entries_of_all_other_seats_and_read_by_its_owner_alone() -> None:
    game, _ = played("people")
    follower = Follower(game.host.setting)
    paid: dict[tuple[int, int], set[int]] = {}
    shown = 0
    for entry in game.host.entries:
        if entry.kind == Toy.SHARES:
            for one in decode(entries.Shares, entry.body, len(entry.body)).shares:
                paid.setdefault((one.slot, one.reader), set()).add(entry.actor)
        follower.signed_up_to = follower.chain.last
        for event in follower.take(entry):
            if isinstance(event, SlotsShown):
                shown += 1
                for slot in event.slots:
                    assert paid[slot, event.seat] == {0, 1, 2} - {event.seat}
    assert shown > 60
    for person in game.people:
        for other in game.people:
            if other is not person:
                own = {slot for slot, reader in ledger_of(follower).seen if reader == other.seat}
                assert own - set(person.notebook.shown), "some cards are known to the other seat alone"


def test_chance_and_a_card_for_all_need_every_seat() -> None:
    game, _ = played("people")
    paid: dict[tuple[int, int], set[int]] = {}
    for entry in game.host.entries:
        if entry.kind == Toy.SHARES:
            for one in decode(entries.Shares, entry.body, len(entry.body)).shares:
                paid.setdefault((one.slot, one.reader), set()).add(entry.actor)
    coins = [seats for (_, reader), seats in paid.items() if reader == entries.COIN]
    opened = [seats for (_, reader), seats in paid.items() if reader == entries.ALL]
    assert coins
    assert opened
    assert set(map(frozenset, (*coins, *opened))) == {frozenset({0, 1, 2})}


def test_a_zone_is_renewed_by_one_seat_and_no_face_changes_its_pile() -> None:
    game, log = played("gold")
    renewals = [entry for entry in game.host.entries if entry.kind == Toy.RENEW]
    assert renewals
    assert {entry.actor for entry in renewals} <= set(range(4))
    follower = Follower(game.host.setting)
    for entry in game.host.entries:
        follower.signed_up_to = follower.chain.last
        before = len(follower.state.pile_of), set(ledger_of(follower).cards)
        follower.take(entry)
        if entry.kind == Toy.RENEW:
            cards = decode(entries.Renew, entry.body, len(entry.body)).cards
            new, gone = set(ledger_of(follower).cards) - before[1], before[1] - set(ledger_of(follower).cards)
            assert min(new) == before[0], "a number is never used twice"
            assert len(new) == len(gone) == len(cards) // 16
            assert Counter(map(follower.state.pile_of.__getitem__, new)) == Counter(
                map(follower.state.pile_of.__getitem__, gone)
            )
    assert audit(log).verdict is Verdict.VERIFIED


def test_a_question_of_the_cave_is_answered_by_the_seat_that_the_cards_were_opened_to() -> None:
    game, _ = played("cave of six")
    answers = game.ledger.answers
    assert {one.yes for one in answers}
    by_entry = {entry.seq: entry for entry in game.host.entries}
    for one in answers:
        assert by_entry[one.seq].kind == Toy.ANSWER
        assert by_entry[one.seq].actor == one.judge
        assert {(slot, one.judge) for slot in one.slots} <= game.ledger.seen.keys()


def test_a_bot_of_the_server_pays_with_a_signature_of_zeros() -> None:
    game, _ = played("one bot")
    of_bot = [entry for entry in game.host.entries if entry.actor == 2]
    assert {entry.kind for entry in of_bot} >= {Toy.KEY, Toy.SHUFFLE, Toy.AGREE, Toy.SHARES, Toy.INTENT, Kind.ACT}
    assert not any(any(entry.signature) for entry in of_bot)


@pytest.mark.parametrize("name", ["one bot", "cave"])
def test_a_seat_that_starts_anew_from_key_and_log_knows_what_it_knew(name: str) -> None:
    game, _ = played(name)
    for live in game.people:
        fresh = SeatFollower(game.host.setting, live.seat, game.keys[live.seat])
        follow(fresh, game.host.entries)
        assert fresh.notebook == live.notebook
        assert fresh.state == live.state
        assert fresh.debts == live.debts


def test_a_late_share_for_another_seat_does_not_make_an_act_stale() -> None:
    """The anchor is what changed the game for all; what one seat was shown is no news for the others."""
    game = ToyGame()
    game.begin()
    game.until("act")
    game.until("share")
    follower = game.host.follower
    waiting = follower.play.waiting()
    assert waiting is not None
    [seat] = waiting.seats
    [draw] = follower.play.owing
    assert draw.want == Open(follower.state.owed[0][1], (seat - 1) % 3)
    person = game.people[seat]
    while (due := person.party.due()) is not None:
        game.host.take(person.write(due))
    act = game._choose(seat)
    assert act is not None
    announced = person.act(act)
    game.silent.add(seat)
    while game.owes("share"):
        assert game.pay()
    assert follower.chain.last > announced.seen
    game.host.submit(announced)
    assert game.owes("act", seat)
