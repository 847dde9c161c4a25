"""What goes wrong, in lines: lost connections, refusals, new starts of the program, and logs that do not hold."""

from pathlib import Path
from random import Random

import pytest

from client.net.hang_up import FOR_GOOD, HungUp
from client.net.table.stopwatch import Mistimed
from client.net.trouble import Trouble
from client.visit.errand import Alone, Setup
from client.visit.told import ToldKind
from client.words.trouble import PARTING_ADVICE, met_before, parting_lines, trouble_title
from protocol.audit.audit import Verdict, audit
from protocol.follow.absence import Took
from protocol.keys.identity import Identity, Purpose, fingerprint, pin, sign
from protocol.log.bodies import End
from protocol.log.records import NO_SIGNATURE, NOBODY, Chain, Entry, HeadRecord, Kind, RecordType, head_parts, record
from protocol.wire.codec import encode
from protocol.wire.invite import Invite
from protocol.wire.messages import Entries
from tests.client.lines.persons import Person, play, wait
from tests.client.lines.rooms import QUESTIONS
from tests.client.lines.test_games_in_lines import gathered, logs_of
from tests.client.lines.test_lobby_in_lines import opened
from tests.client.lines.test_table_in_lines import MINUTES, turn_of
from tests.support.world import LINK, World

BACK = "The connection is back."
BEFORE = Identity(bytes(32)).public
"""The key of a server that was met at the same address."""


def lost(person: Person) -> list[str]:
    return [line for line in person.said if "Next try in " in line]


def begun(world: World, names: str = "Eva Ann Bob") -> list[Person]:
    """A player's turn."""
    people = gathered(world, names, more=MINUTES)
    world.until(lambda: any(person.asked for person in people))
    return people


# the connection


def test_a_lost_connection_is_told_once_and_so_is_its_return(world: World) -> None:
    people = begun(world)
    asked, others = turn_of(people)
    world.kill_server()
    wait(world, 40)
    assert len(lost(asked)) == 1
    assert lost(asked)[0].startswith("Connection lost. Next try in 1 s.")
    assert asked.type("pass 1") == ["There is no connection to the table now; nothing was played."]
    assert asked.type("say hello") == ["There is no connection to the table now; try it again when it is back."]
    assert asked.type("pause") == ["There is no connection to the table now; try it again when it is back."]
    assert asked.type("trust")[0] == "There is no connection to a server."
    world.start_server()
    world.until(lambda: asked.asked, seconds=60)
    assert asked.said.count(BACK) == 1
    assert asked.said[-1].startswith(f"{QUESTIONS[0]} You have ")
    world.until(lambda: all(other.visit.connected_now for other in others), seconds=60)
    shown = asked.said.count("Round 1 of 3.")
    asked.type("pass 1")
    assert all(f"{asked.me.name} discards a card." in other.said for other in others)
    assert asked.said.count("Round 1 of 3.") == shown, "nothing that was told is told again"


def test_the_next_try_need_not_be_waited_for(world: World) -> None:
    asked, _others = turn_of(begun(world))
    world.kill_server()
    wait(world, 100)
    world.start_server()
    asked.type("connect")
    assert BACK in asked.said


def test_others_hear_who_is_cut_off(world: World) -> None:
    eva, ann, bob = begun(world)
    bob.cable.cut()
    world.settle()
    assert "Bob has lost the connection." in eva.said
    assert "Without a connection: Bob." in ann.type("who")
    world.until(lambda: "Bob is connected again." in eva.said)
    assert "Bob has lost the connection." not in bob.said
    told = [told.text for told in bob.table.told_lines if told.kind is ToldKind.HINT]
    assert told == ["Connection lost: your seat is kept; your clock keeps running.", "You are connected again."]
    assert told[0] not in bob.said, "in lines, that was said with the reason"
    assert told[1] in bob.type("news all")


def test_a_bad_line_does_not_drive_the_game_out_of_the_story(world: World) -> None:
    eva, _ann, bob = begun(world)
    for again in range(4):
        bob.cable.cut()
        world.settle()
        world.until(lambda: bob.visit.connected_now)
        assert eva.said.count("Bob has lost the connection.") == min(again + 1, 2)
        assert eva.said.count("Bob is connected again.") == min(again + 1, 2)


def test_what_happened_meanwhile_is_told_afterwards(world: World) -> None:
    people = begun(world)
    asked, others = turn_of(people)
    late = others[1]
    late.cable.cut()
    asked.type("pass 1")
    assert f"{asked.me.name} discards a card." not in late.said
    world.until(lambda: f"{asked.me.name} discards a card." in late.said)
    assert late.said.index(BACK) < late.said.index(f"{asked.me.name} discards a card.")


def test_a_seat_at_a_gathering_is_lost_with_the_connection(world: World) -> None:
    eva, code = opened(world)
    ann = Person(world, "Ann").come()
    ann.type(f"sit {code}")
    ann.cable.cut()
    world.until(lambda: BACK in ann.said)
    told = f"Your seat in the lobby is lost. With a connection, “sit {code}” takes one again."
    assert ann.said[-2:] == [told, BACK]
    assert "Ann has left." in eva.said
    ann.type(f"sit {code}")
    assert "  2  Ann (you, not ready)" in ann.said


def test_nothing_is_sent_into_the_dark(world: World) -> None:
    eva, _code = opened(world)
    world.kill_server()
    world.settle()
    for line in ("tables", "open base 3", "say hello"):
        assert eva.type(line)[-1] == "There is no connection to the server now; nothing was sent."


def test_a_server_that_was_never_reached(world: World) -> None:
    world.kill_server()
    eva = Person(world, "Eva").come()
    wait(world, 60)
    (told,) = eva.said
    assert told.startswith("The server cannot be reached. Next try in ")
    eva.lines.patience.wanted = True
    eva.lines.ended()
    assert eva.said[-1] == "No more input, and no connection."
    assert eva.codes == [1], "a script does not wait for what may never come"


def test_the_lines_of_a_script_do_not_wait_for_a_server_that_is_not_there(world: World) -> None:
    world.kill_server()
    eva = Person(world, "Eva")
    eva.come()
    eva.lines.patience.wanted = True
    eva.lines.typed("tables")
    eva.lines.ended()
    wait(world, 60)
    assert eva.codes == [1]


def test_a_name_that_is_taken_ends_the_program_with_advice(world: World) -> None:
    Person(world, "Eva").come()
    other = Person(world, "Eva").come()
    assert other.codes == [1]
    assert other.said == [
        "",
        "That name, or one like it, is taken. Pick another.",
        "Connect again with --name and another name.",
    ]


@pytest.mark.parametrize("code", sorted(FOR_GOOD))
def test_there_is_advice_whenever_it_is_of_no_use_to_try_again(code: str) -> None:
    assert PARTING_ADVICE.keys() == FOR_GOOD
    assert parting_lines(HungUp(code, "evil\x1b[2J")) == ["evil[2J", *PARTING_ADVICE[code]]


def test_a_server_with_another_key_than_before_is_refused_loudly(world: World) -> None:
    eva = Person(world, "Eva")
    eva.known.meet(LINK, BEFORE)
    eva.come()
    assert eva.said == [
        "",
        "The server at mine.example:4477 has another key than before.",
        f"The key before: {fingerprint(BEFORE)}",
        f"The key now: {fingerprint(world.identity.public)}",
        f"The key before is kept in {eva.known.path}.",
        "Either the server has a new key, or something is intercepting the connection.",
        "Before you continue, ask the host of the server, by phone or in person.",
        "If the new key is right, remove the line of the server from that file, or ask for a new invite link.",
    ]
    assert eva.codes == [1]


def test_a_link_leads_to_another_key_and_says_so_once(world: World) -> None:
    eva = Person(world, "Eva")
    eva.known.meet(LINK, BEFORE)
    eva.invite = Invite(LINK.host, LINK.port, pin(world.identity.public))
    eva.come()
    told = met_before(fingerprint(BEFORE))
    assert eva.said[1] == told
    eva.cable.cut()
    world.until(lambda: BACK in eva.said)
    assert eva.said.count(told) == 1


# refusals


def test_an_act_that_comes_too_late_is_told_and_nothing_is_lost(world: World) -> None:
    """The clock has answered already, and the news of it are on their way."""
    people = begun(world)
    asked, _others = turn_of(people)
    for _ in range(599):
        world.clock.advance(1)
        world.settle()
    world.clock.advance(1.5)
    asked.lines.typed("pass 2")
    world.settle()
    assert "The game had moved on before this arrived." in asked.said
    assert "Your time is up." in asked.said
    assert asked.said.count("You discard a random card.") == 1
    play(world, people, Random(2))
    assert [line for line in asked.said if line.startswith("fair game ✓")]


def test_too_much_talk_is_refused_in_words(world: World) -> None:
    eva = Person(world, "Eva").come()
    for number in range(40):
        eva.type(f"say {number}")
    assert eva.said[-1] == "Too many messages at once; wait a little."
    assert eva.visit.connected_now


# a new start of the program


def test_a_new_start_goes_on_where_the_person_was(world: World) -> None:
    eva, ann, bob = people = begun(world)
    for _ in range(18):
        world.until(lambda: any(person.asked for person in people))
        asked, _others = turn_of(people)
        asked.type("pass 1")
    eva.type("guess bob saboteur")
    eva.type("quit")
    assert eva.codes == [0]
    eva.go()
    world.settle()
    told = len(eva.said)
    eva.come()
    again = eva.said[told:]
    assert again[0].startswith("Connected to the server ")
    assert "At the table: Eva (you), Ann, Bob." in again
    assert "Earlier news is left out; “news all” tells it." in again
    assert not [line for line in again if line.startswith("“tables” lists")]
    assert "Eva is connected again." in ann.said
    assert "Your guess: Bob is a saboteur." in eva.type("who")
    assert "Round 1 of 3." in eva.type("news all")
    play(world, [eva, ann, bob], Random(3))
    assert [line for line in eva.said if line.startswith("fair game ✓")]


@pytest.mark.usefixtures("small")
def test_a_game_that_ended_while_the_person_was_away_is_told_once(world: World) -> None:
    eva, ann, bob = begun(world)
    eva.go()
    world.settle()
    play(world, [ann, bob], Random(1))
    eva.come()
    world.until(lambda: eva.over)
    assert [line for line in eva.said if line.startswith("fair game ✓")]
    eva.type("quit")
    eva.go()
    told = len(eva.said)
    eva.come()
    assert eva.said[told + 1 :] == [
        "“tables” lists what is open, “open base 5” opens a table, “help” lists all commands."
    ]


# what does not hold


def forged(person: Person, world: World) -> Entries:
    """An end in the middle of the game, under the server's own signature."""
    follower = person.table.following.follower  # type: ignore[union-attr]
    assert follower is not None
    last = follower.chain.last
    body = encode(End(reason="finished", seats=[]))
    entry = Entry(last + 1, 0, Kind.END, NOBODY, 0, 0, follower.state.round, NO_SIGNATURE, body)
    chain = Chain(person.table.tid)
    chain.heads = [*follower.chain.heads]
    chain.extend(entry)
    parts = head_parts(chain.tid, chain.last, chain.heads[-1])
    head = HeadRecord(chain.last, sign(world.identity.key, Purpose.HEAD, *parts))
    records = (record(RecordType.ENTRY, entry.to_bytes()), record(RecordType.HEAD, head.to_bytes()))
    return Entries(table=chain.tid, records=records)


def test_a_server_that_cheats_is_shown_with_the_proof(world: World) -> None:
    eva, _ann, _bob = begun(world)
    eva.visit.guest.told(forged(eva, world))
    world.settle()
    page = eva.said[eva.said.index("The game stops here") :]
    key = fingerprint(world.identity.public)
    assert "This does not belong at this point of the game." in page
    assert f"THIS IS A PROOF of cheating against the key {key}: the server." in page
    (evidence,) = eva.drawer.folder.glob("*evidence*")
    assert f"The evidence is in {evidence}." in page
    assert "Show the evidence to the others at the table, and stop playing with the owner of that key." in page
    assert audit(evidence.read_bytes()).verdict is Verdict.REFUTED
    assert eva.type("pass 1") == ["The game has stopped here; “trust” says why."]
    assert f"THIS IS A PROOF of cheating against the key {key}: the server." in eva.type("trust")
    assert eva.type("tables")[-1].startswith("No table is listed.")
    eva.type("quit")
    assert eva.codes == [1]
    assert not list(eva.drawer.folder.glob("*.open")), "it is of no use to come back"


def test_a_quarrel_of_programs_accuses_nobody(world: World) -> None:
    eva, _ann, _bob = begun(world)
    message = forged(eva, world)
    eva.visit.guest.told(Entries(table=message.table, records=message.records[1:]))
    world.settle()
    page = eva.said[eva.said.index("The game stops here") :]
    assert "This proves nothing against anyone: two programs disagree, or something was damaged on the way." in page
    assert not [line for line in page if "PROOF" in line]
    assert page[-1].startswith("Ask the others at the table for their logs")


def test_in_a_game_that_was_ordered_trouble_is_the_end(world: World) -> None:
    eva = Person(world, "Eva", one_game=True).come(Alone(Setup(players=3)))
    world.until(lambda: eva.asked)
    eva.visit.guest.told(forged(eva, world))
    world.settle()
    assert eva.codes == [1]


def test_a_table_that_is_not_what_was_agreed_to_is_not_played(world: World) -> None:
    eva, code = opened(world, "open base 3 step 5")
    ann = Person(world, "Ann").come()
    ann.type(f"sit {code}")
    eva.type("bot random", "ready")
    ann.type("ready")
    ann.visit.guest._joins._made.clear()
    eva.type("start")
    page = ann.said[ann.said.index("This is not the table that you were ready for.") :]
    assert page[1] == "You did not join this table on this computer, so it cannot know what you accepted."
    assert page[-1].startswith("The start is cancelled when the time is up.")
    wait(world, 6)
    assert "The start was cancelled: Ann did not accept in time." in eva.said
    assert ann.visit.gathering is not None
    ann.type("quit")
    assert ann.codes == [1]


@pytest.mark.parametrize(
    "trouble",
    [
        Trouble("table/elsewhere", "/somewhere/x.umlog"),
        Trouble("seat/elsewhere"),
        Trouble("table/not-kept", "No space left on device"),
        Trouble("table/unreadable", "evil\x1b[31m\nlines"),
        Trouble("table/none"),
        Trouble("log/differs", "", Path("/somewhere/evidence.umlog")),
    ],
    ids=lambda trouble: trouble.code,
)
def test_every_trouble_has_a_page(world: World, trouble: Trouble) -> None:
    eva, _ann, _bob = begun(world)
    eva.table.stopped(trouble)
    world.settle()
    page = eva.said[eva.said.index(trouble_title(trouble)) :]
    assert len(page) >= 4
    assert ("This is no sign of cheating." in page) == (trouble.evidence is None)
    assert page[-1].endswith(".")
    eva.type("quit")
    assert eva.codes == [1]
    kept = trouble.code in {"table/elsewhere", "seat/elsewhere", "table/not-kept", "table/unreadable"}
    assert bool(list(eva.drawer.folder.glob("*.open"))) == kept


def test_a_table_that_another_program_has_open(world: World) -> None:
    eva, _ann, _bob = begun(world)
    other = Person(world, "Eva")
    other.me, other.drawer = eva.me, eva.drawer
    other.come()
    assert "The table is open in another program on this computer." in other.said
    assert "Close the other program, or play there." in other.said
    other.type("quit")
    assert other.codes == [1]
    assert len(logs_of(eva)) == 1


@pytest.mark.parametrize(("seat", "whose"), [(1, "Ann"), (255, "a reaction")])
def test_time_that_is_cut_short_is_told_and_remembered(world: World, seat: int, whose: str) -> None:
    eva, _ann, _bob = begun(world)
    eva.table.mistimed(Mistimed(33, Took(seat, 60_000, 60_000), 48_000))
    world.settle()
    told = f"By this computer's clock {whose} had 48 s until entry 33; the log says 60 s."
    assert told in eva.said
    assert told in eva.type("trust")
