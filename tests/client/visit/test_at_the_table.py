"""What happens at a table beside the game: talk, pauses, people who go, broken connections, logs that do not hold."""

from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from client.games.game import Seats
from client.games.mine.pictures.players_picture import players_picture
from client.games.registry import game_of
from client.render.charset import BOX
from client.render.spans import text_of
from client.screen.table.words import end_page, head_line, objection_page, prompt, trouble_page, trust_page
from client.visit.countdown import Countdown
from client.visit.news import What
from client.visit.table import VisitedTable
from client.visit.told import LONGEST_TALK, Told, ToldKind
from client.words.safe import shown
from engine.wants import Act
from protocol.log.join import make_table
from protocol.wire import lobby
from protocol.wire.messages import Entries, Remedy
from protocol.wire.messages import Fault as FaultMessage
from tests.support.visitors import Visitor, begun, gathered, play_on, seated, turns
from tests.support.world import World

pytestmark = pytest.mark.usefixtures("small")
HOSTILE = "\u3164\u0336Secret:\u3164 you win\ufdfd z" + "\u0336" * 50 + "!" * 400
"""As bad as the protocol lets it be."""


def asked_one(visitors: list[Visitor]) -> Visitor:
    (one,) = (one for one in visitors if one.table.asked)
    return one


def says(table: VisitedTable) -> str:
    if table.asked is None or table.view is None:
        return prompt(table, "")[0]
    game = game_of(table.view.state.book.rules)
    return prompt(table, game.question(table.asked) or game.desk(table, BOX).prompt())[0]


def talk_of(table: VisitedTable) -> list[Told]:
    return [told for told in table.told_lines if told.kind is ToldKind.TALK]


def logged(table: VisitedTable) -> list[Told]:
    return [told for told in table.told_lines if told.kind is not ToldKind.HINT]


def notices(table: VisitedTable) -> list[str]:
    return [told.text for told in table.told_lines if told.kind is ToldKind.NOTICE]


# before the first card


def test_before_the_table_is_read_there_is_nothing_to_see_and_nothing_breaks() -> None:
    table = VisitedTable(bytes(32), lambda table: None, lambda: 0.0)
    assert (table.view, table.asked, table.legal(), table.waiting_for) == (None, None, [], ())
    assert (table.entries, table.phrase, table.log, table.ended) == (0, "", None, None)
    assert not table.playing
    assert not table.away
    assert head_line(table, 80).text == "The table is being set up…"
    assert not table.talk("is anybody there?") or table.following is None
    table.leave()
    table.come_back()
    table.ask_pause(on=True)
    assert trust_page(table).lines
    assert end_page(table, None).lines


def test_before_the_first_card_is_told_who_is_missing(world: World) -> None:
    visitors = gathered(world, "Eva", "Ann", "Bob")
    host, _ann, bob = visitors
    for one in visitors:
        assert one.visit.get_ready()
        world.settle()
    bob.visit.follow = lambda tid: None  # type: ignore[assignment, method-assign, return-value]
    assert host.visit.gathering is not None
    host.visit.guest.say(lobby.Start(gathering=host.visit.gathering.code))
    world.settle()
    table = visitors[0].table
    assert not table.playing
    assert [table.people.name(seat) for seat in table.missing] == ["seat-3"]
    assert says(table) == "Before the first card: waiting for seat-3… (0:30)"
    world.clock.advance(12)
    assert says(table) == "Before the first card: waiting for seat-3… (0:18)"
    world.until(lambda: table.ended is not None)
    assert table.missing
    assert table.seconds_left() is None


# talk


def test_talk_reaches_everybody_safe_to_draw(world: World) -> None:
    visitors = seated(world, "Eva", "Ann", "Bob")
    eva = visitors[0]
    assert eva.table.following is not None
    eva.table.following.talk(HOSTILE[:450])
    world.until(lambda: all(talk_of(one.table) for one in visitors))
    for one in visitors:
        [told] = talk_of(one.table)
        assert told.seat == 0
        assert told.text.startswith(
            f"{'You say' if one is eva else 'Eva says'}: “Secret: you win z\u0336\u0336\u0336!!!"
        )
        assert shown(told.text, 1000) == told.text
        assert len(told.text) <= LONGEST_TALK + 20


def test_what_a_person_says_is_made_safe_before_it_is_signed(world: World) -> None:
    visitors = seated(world, "Eva", "Ann", "Bob")
    assert visitors[1].table.talk("  Glück \x1b[31m auf! ")
    assert not visitors[1].table.talk("\u200b \n")
    world.until(lambda: bool(talk_of(visitors[0].table)))
    assert [told.text for told in talk_of(visitors[0].table)] == ["Ann says: “Glück [31m auf!”"]


def test_who_is_muted_is_not_read(world: World) -> None:
    visitors = seated(world, "Eva", "Ann", "Bob")
    eva, ann, bob = (one.table for one in visitors)
    eva.muted.add(1)
    assert ann.talk("read me")
    assert bob.talk("and me")
    world.until(lambda: len(talk_of(bob)) == 2)
    assert [told.text for told in talk_of(eva)] == ["Bob says: “and me”"]


# names


def test_hostile_names_are_drawn_safely_everywhere(world: World) -> None:
    names = ["Secret:", "\u0336e\u0301\u0301\u0301\u0301\u0301va", "李" * 20]
    visitors = seated(world, *names)
    for _turn, _none in zip(turns(world, visitors), range(12), strict=False):
        for one in visitors:
            table = one.table
            lines = [told.text for told in table.told_lines] + [says(table), head_line(table, 80).text]
            assert [line for line in lines if shown(line, 1000) != " ".join(line.split())] == []
            assert table.view is not None
            seats = Seats([table.people.name(seat) for seat in range(3)], table.seat, table.waiting_for)
            drawn = players_picture(table.view, seats, BOX, 23, 3)
            assert all(shown(text_of(line), 99) == " ".join(text_of(line).split()) for line in drawn.lines)
    secrets = [told.text for told in visitors[1].table.told_lines if told.kind is ToldKind.SECRET]
    others = [text for text in secrets if not text.startswith(("You are", "You draw", "Secret: the", "Secret: it"))]
    assert others == [], "nobody can speak as one's own secrets"


def test_names_are_known_when_they_are_said(world: World) -> None:
    visitors = seated(world, "Eva", "Ann", "Bob")
    assert [visitors[2].table.people.name(seat) for seat in range(3)] == ["Eva", "Ann", "Bob"]
    assert visitors[2].table.seat == 2
    assert visitors[2].table.keys == {seat: one.me.identity.public for seat, one in enumerate(visitors)}


# time, and people who go


def test_the_clock_of_whoever_is_asked_is_known(world: World) -> None:
    visitors = seated(world, "Eva", "Ann", "Bob")
    before = visitors[0].table.seconds_left()
    assert before is not None
    world.clock.advance(5)
    after = visitors[0].table.seconds_left()
    assert after is not None
    assert before - after == pytest.approx(5)
    assert says(asked_one(visitors).table).startswith("YOUR TURN   1-9: pick a card")
    waiting = next(one for one in visitors if not one.table.asked)
    assert says(waiting.table) == f"Waiting for {asked_one(visitors).me.name} (0:55)"


def test_of_several_who_are_asked_the_one_with_least_time_counts(world: World) -> None:
    table = seated(world, "Eva", "Ann", "Bob")[0].table
    assert table.following is not None
    assert table.following.follower is not None
    follower = table.following.follower
    follower.absence.bank_ms = [60_000, 0, 30_000]
    countdown = Countdown(world.clock.seconds)
    countdown.look(follower, Act((0, 1, 2), must=True, what="turn"), (0, 1, 2), None)
    assert countdown.left() == pytest.approx(60)


def test_a_pause_is_asked_for_agreed_to_and_ended(world: World) -> None:
    visitors = seated(world, "Eva", "Ann", "Bob")
    eva, ann, bob = (one.table for one in visitors)
    eva.ask_pause(on=True)
    world.settle()
    for table in (ann, bob):
        asks = "Pause? P agrees" if table.asked else "Eva would like a pause. P agrees."
        assert says(table).endswith(f" (1:00)  {asks}")
        assert notices(table) == ["Eva asks for a pause."]
    assert says(eva).endswith(" (1:00)  Pause asked for" if eva.asked else "P takes that back.")
    ann.ask_pause(on=True)
    bob.ask_pause(on=True)
    world.settle()
    for table in (eva, ann, bob):
        assert table.paused
        assert table.seconds_left() is None
        assert says(table).endswith("Paused." if table.asked else "P: play on")
        assert notices(table)[-1] == "Paused."
    assert notices(eva) == ["Ann asks for a pause.", "Bob asks for a pause.", "Paused."]
    bob.ask_pause(on=False)
    world.settle()
    assert notices(eva)[3:] == ["The pause is over: 60 s more for this question."]
    assert eva.seconds_left() == pytest.approx(120)


def test_who_leaves_is_seen_to_leave_and_to_come_back(world: World) -> None:
    visitors = seated(world, "Eva", "Ann", "Bob", absent="random")
    eva, ann, _bob = (one.table for one in visitors)
    ann.leave()
    world.until(lambda: ann.away)
    assert ann.asked is None
    assert says(ann) == "You have left this table. B brings you back."
    assert "Ann has left the table: a bot plays on for them." in notices(eva)
    ann.come_back()
    world.until(lambda: not ann.away)
    assert notices(eva)[-1] == "Ann is back."
    play_on(world, visitors)
    assert ann.scores == eva.scores is not None


def test_who_left_a_game_that_is_over_is_not_asked_back(world: World) -> None:
    visitors = seated(world, "Eva", "Ann", "Bob", absent="random")
    for one in visitors:
        one.table.leave()
    world.until(lambda: all(one.table.ended is not None for one in visitors))
    assert not any(one.table.away for one in visitors)
    assert "B brings you back" not in says(visitors[0].table)


@pytest.mark.parametrize(
    ("absent", "what"), [("random", "a bot plays for you"), (None, "you discard a random card each turn")]
)
def test_who_was_away_is_told_and_plays_on_when_the_person_says_so(world: World, absent: str | None, what: str) -> None:
    """Nothing but the person brings the seat back."""
    visitors = seated(world, "Eva", "Ann", "Bob", **({"absent": absent} if absent else {}), turn_seconds=10)
    gone = asked_one(visitors)
    others = [one for one in visitors if one is not gone]
    table = gone.table
    while not table.counted_out:
        if not any(one.play() for one in others):
            world.clock.advance(1)
        world.settle()
        world.clock.advance(0.01)
    assert notices(table)[-1] == f"You were away: {what}."
    meanwhile = "a bot plays on for them" if absent else "they discard a random card each turn"
    assert f"{gone.me.name} does not answer: {meanwhile}." in notices(others[0].table)
    assert says(table) == f"You were away: {what}. Press B to play on."
    world.clock.advance(5)
    world.settle()
    assert table.counted_out
    table.come_back()
    world.until(lambda: not table.counted_out)
    assert f"{gone.me.name} is back." in notices(others[0].table)
    play_on(world, visitors)


def test_a_table_without_pauses_has_none(world: World) -> None:
    table = VisitedTable(bytes(32), lambda table: None, lambda: 0.0)
    assert not table.has_pauses
    assert table.pause_wanted == ()
    eva, *_others = seated(world, "Eva", "Ann", "Bob")
    assert eva.table.has_pauses


def test_who_does_not_answer_any_more_is_played_for(world: World) -> None:
    visitors = seated(world, "Eva", "Ann", "Bob", absent="random")
    gone = asked_one(visitors)
    gone.go()
    others = [one for one in visitors if one is not gone]
    sentence = f"{gone.me.name} does not answer: a bot plays on for them."
    for _turn in turns(world, others):
        if sentence in notices(others[0].table):
            break
        world.clock.advance(30)
    assert sentence in notices(others[0].table)


def test_who_is_cut_off_is_seen_to_be(world: World) -> None:
    visitors = seated(world, "Eva", "Ann", "Bob")
    one = asked_one(visitors)
    one.cable.cut()
    world.settle()
    other = next(other for other in visitors if other is not one)
    assert says(other.table).startswith(f"Waiting for {one.me.name}, who is cut off")
    assert one.visit.why is not None
    assert not one.visit.connected_now
    assert one.table.asked is None
    assert says(one.table) == "Connection lost; trying again…"
    assert 0 < one.visit.seconds_to_retry() < 60
    assert one.heard_of(What.CUT_OFF)
    world.until(lambda: one.visit.connected_now and one.table.asked is not None)
    assert says(one.table).startswith("YOUR TURN")


def test_a_game_goes_on_over_cuts_and_new_starts(world: World) -> None:
    visitors = seated(world, "Eva", "Ann", "Bob")
    for number, _turn in enumerate(turns(world, visitors)):
        one = visitors[number % 3]
        if number % 4 == 1:
            one.cable.cut()
        elif number % 4 == 3 and one.table.ended is None:
            told = logged(one.table)
            tid = one.table.tid
            one.go()
            one.come()
            world.until(partial(getattr, one.visit, "connected_now"))
            assert tid in one.visit.mine
            again = one.visit.follow(tid)
            assert logged(again)[: len(told)] == told
    assert len({str(one.table.scores) for one in visitors}) == 1
    assert visitors[0].table.scores is not None


def test_what_the_server_does_not_take_is_said(world: World) -> None:
    visitors = seated(world, "Eva", "Ann", "Bob")
    one = asked_one(visitors)
    world.journal.broken = True
    one.table.act(one.table.legal()[0])
    world.settle()
    world.journal.broken = False
    assert one.table.notice or one.table.asked is None
    play_on(world, visitors)
    assert one.table.notice == "" or one.table.scores is not None


# what does not hold


def test_a_forged_entry_stops_the_table_and_says_what_to_do(world: World) -> None:
    visitors = seated(world, "Eva", "Ann", "Bob")
    eva = visitors[0].table
    assert eva.following is not None
    stored = world.journal.tables[eva.tid].records
    entry, head = stored[-2:]
    before = list(eva.told_lines)
    eva.following.hear(Entries(table=eva.tid, records=(entry, head)))
    assert eva.trouble is not None
    assert eva.told_lines == before
    assert eva.asked is None
    assert eva.legal() == []
    assert head_line(eva, 80).text.endswith("SOMETHING IS WRONG")
    assert says(eva) == "The game stops here."
    page = trouble_page(eva.trouble, eva)
    assert page.title == "The game stops here"
    assert any("evidence is in" in line for line in page.lines) == (eva.trouble.evidence is not None)


def test_a_table_that_the_server_does_not_know_stops_too(world: World) -> None:
    visitors = seated(world, "Eva", "Ann", "Bob")
    eva = visitors[0].table
    assert eva.following is not None
    eva.following.hear(FaultMessage(table=eva.tid, code="table/none", remedy=Remedy.LEAVE))
    assert eva.trouble is not None
    assert "This is no sign of cheating." in trouble_page(eva.trouble, eva).lines


def test_a_table_that_was_not_agreed_to_is_objected_to(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server changes the clock between the gathering and the table."""

    def hasty(rules: Any, options: Any, *how: Any, **more: Any) -> bytes:
        return make_table(rules, replace(options, turn_seconds=61), *how, **more)

    monkeypatch.setattr("server.tables.lobby.make_table", hasty)
    visitors = gathered(world, "Eva", "Ann", "Bob")
    eva = visitors[0]
    begun(world, visitors)
    assert eva.table.objection == "consent/options"
    assert eva.table.asked is None
    assert objection_page(eva.table.objection).title == "This is not the table that you accepted"
    assert [one.table.objection for one in visitors[1:]] == ["consent/options"] * 2


def test_who_has_left_and_who_is_back_is_told_at_once(world: World) -> None:
    eva, ann, _bob = seated(world, "Eva", "Ann", "Bob")

    def there() -> str:
        assert eva.table.presence is not None
        return eva.table.presence.seats[ann.table.seat]

    assert there() == "here"
    ann.table.leave()
    world.settle()
    assert there() == "left"
    ann.table.come_back()
    world.settle()
    assert there() == "here"
