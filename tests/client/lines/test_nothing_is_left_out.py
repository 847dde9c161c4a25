"""The line mode can say and show all that there is: a change that adds something is told here what is missing.

Every message that a client can send has a command, or a reason why the client sends it by itself; everything that can
be known of a table and of the lobby has a command, or is told by itself.  What a seat sees is walked through elsewhere.
"""

from random import Random
from typing import Any, get_args
from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from client.games.registry import all_verbs
from client.lines.at_table import HELP, TABLE
from client.lines.commands import TALK
from client.lines.gathering import gathering_lines, offer_lines
from client.lines.lines import EVERYWHERE, LineVisit
from client.lines.lines import HELP as HELP_EVERYWHERE
from client.lines.lobby import GATHERING, GATHERING_HELP, LOBBY, LOBBY_HELP
from client.net.conversation import Conversation
from client.net.hang_up import HungUp
from client.visit.news import News, What
from client.visit.table import VisitedTable
from client.visit.visit import Visit
from protocol.log import bodies
from protocol.log.records import Entry, Kind
from protocol.modes.dealer.kinds import DealerKind
from protocol.wire import archive, lobby, messages
from protocol.wire.messages import FromClient, Presence, Submit
from tests.client.lines.persons import Person, play
from tests.client.lines.test_games_in_lines import gathered
from tests.client.net.test_consent import GATHERING as STOOD
from tests.support.dealing import SIGNED
from tests.support.tables_at_play import asking, small_mine
from tests.support.world import World

VERBS = {*all_verbs(), *TALK, *TABLE, *LOBBY, *GATHERING, *EVERYWHERE}
BY_COMMAND: dict[type, str] = {
    lobby.Browse: "tables",
    lobby.Gather: "open",
    lobby.Sit: "sit",
    lobby.Rise: "rise",
    lobby.Dismiss: "dismiss",
    lobby.SeatBot: "bot",
    lobby.Ready: "ready",
    lobby.Rejoin: "unready",
    lobby.Start: "start",
    lobby.Again: "again",
    lobby.Say: "say",
    messages.Submit: "pass",
}
BY_ITSELF: dict[type, str] = {
    messages.Hello: "to begin a connection",
    messages.Login: "to begin a connection",
    lobby.Introduce: "to the people of a gathering, when all seats are taken",
    messages.Resume: "whenever a table is followed",
    messages.Fetch: "if a text has come without its words",
    messages.Teach: "if the server has lost what it signed",
    messages.Evidence: "if the server has another log",
    lobby.Pace: "“open” says how fast with its words “pace” and “break”",
    lobby.Look: "“undermine watch” asks; tests/client/lines/test_watching.py types it",
    archive.ListGames: "“undermine archive” asks; tests/client/net/test_archive.py does it",
    archive.GetLog: "“undermine archive LINK fetch” asks; the same tests do it",
    archive.RemoveTexts: "“undermine archive LINK remove-texts” asks; the same tests do it",
    archive.GetLists: "with each connection, and by “undermine archive LINK check”",
    archive.GetRows: "likewise",
    messages.Hurry: "“go” while a bot waits; tests/client/lines/test_pace_in_lines.py types it",
    messages.GoOn: "“go” between rounds; the same tests type it",
    messages.Ping: "into a silence",
    messages.Pong: "if the server asks",
    messages.Bye: "when the program ends",
}
SAID_BY_COMMAND = {
    Kind.ACT: "pass",
    DealerKind.CHOICE: "choose",
    Kind.TALK: "say",
    Kind.LEAVE: "leave",
    Kind.BACK: "back",
    Kind.ASK_PAUSE: "pause",
}
SAID_BY_ITSELF = {
    Kind.NAME: "everybody gives a name before anything else",
    Kind.SEAL: "“ready” has agreed already",
    Kind.REVEAL: "“ready” has agreed already",
    Kind.CLOSE: "every end that was seen is confirmed",
    Kind.LET_PASS: "the only person at a table lets a window pass when nothing can be played in it",
    Kind.ACK: "others see how far this seat has read",
    DealerKind.COMPLAINT: "if a card cannot be read",
    Kind.PROTEST: "if the server has passed over an answer, or a question took another time than the log says",
    Kind.NOTE: "for programs of a later version",
}
NOT_SAID = {
    Kind.NOTE: "for programs of a later version",
    Kind.ASK_PAUSE: "“pause” sends a message of its own",
}


def test_no_act_is_typed_like_another_command() -> None:
    others = {*TALK, *TABLE, *LOBBY, *GATHERING, *EVERYWHERE}
    assert not {*all_verbs()} & others


def test_every_message_has_a_command_or_a_reason() -> None:
    assert not BY_COMMAND.keys() & BY_ITSELF.keys()
    assert set(get_args(FromClient)) == BY_COMMAND.keys() | BY_ITSELF.keys()
    assert set(BY_COMMAND.values()) <= VERBS


def test_everything_that_a_seat_signs_has_a_command_or_a_reason() -> None:
    assert not SAID_BY_COMMAND.keys() & SAID_BY_ITSELF.keys()
    assert set(SIGNED) == SAID_BY_COMMAND.keys() | SAID_BY_ITSELF.keys() | NOT_SAID.keys()
    assert set(SAID_BY_COMMAND.values()) <= VERBS


def test_the_commands_send_what_they_are_there_for(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Any] = []
    say = Conversation.say

    def note(talk: Conversation, message: Any) -> None:
        sent.append(message)
        say(talk, message)

    monkeypatch.setattr(Conversation, "say", note)
    eva, ann = (Person(world, name).come() for name in ("Eva", "Ann"))
    with small_mine(change=asking(lambda state: list(state.goals.values()), below=6)):
        eva.type("tables", "open base 3", "bot random", "dismiss 2", "bot random", "say hello")
        code = eva.visit.gathering.code
        ann.type(f"sit {code}", "rise", f"sit {code}", "ready")
        eva.type("ready", "start")
        world.until(lambda: eva.asked)
        eva.type("pause", "say hello", "choose 1")
        ann.type("leave", "back")
        world.until(lambda: ann.asked or eva.asked)
        (ann if ann.asked else eva).type("pass 1")
        play(world, [eva, ann], Random(1))
    eva.type("again")
    assert {type(message) for message in sent} >= BY_COMMAND.keys()
    kinds = {Entry.from_bytes(message.entry).kind for message in sent if isinstance(message, Submit)}
    assert kinds >= SAID_BY_COMMAND.keys()


def test_help_names_every_verb() -> None:
    pages = f"{HELP}\n{GATHERING_HELP}\n{LOBBY_HELP}\n{HELP_EVERYWHERE}"
    words = set(pages.replace(",", " ").replace("“", " ").replace("”", " ").split())
    of_the_rules = {*all_verbs(), *TALK}
    assert {*TABLE, *LOBBY, *GATHERING, *EVERYWHERE} - of_the_rules <= words


OF_TABLE = {
    "act": "pass",
    "choose": "choose",
    "talk": "say",
    "leave": "leave",
    "come_back": "back",
    "ask_pause": "pause",
    "marks": "guess",
    "muted": "mute",
    "view": "look",
    "seat": "who",
    "people": "who",
    "called": "who",
    "sitters": "who",
    "missing": "who",
    "waiting": "who",
    "waiting_for": "who",
    "presence": "who",
    "seconds_left": "who",
    "away": "who",
    "paused": "who",
    "counted_out": "who",
    "pause_wanted": "who",
    "has_pauses": "pause",
    "with_bots_alone": "who",
    "is_done_with": "trust",
    "told_lines": "news",
    "reports": "report",
    "scores": "report",
    "score_sheet": "score",
    "done_by": "who",
    "asked": "moves",
    **dict.fromkeys(("between_rounds", "go_on", "hurry"), "go"),
    "legal": "moves",
    "refusal": "why",
    "phrase": "trust",
    "entries": "trust",
    "confirmed": "trust",
    "keys": "trust",
    "log": "trust",
    "warnings": "trust",
    "trouble": "trust",
    "objection": "trust",
    "ended": "trust",
    "playing": "look",
    "live": "look",
    "sending": "moves",
    "end_confirmed": "trust",
    "lately": "news",
    "revealed": "report",
    "told_before": "news",
    "closed_round": "report",
    "tid": "trust",
}
OF_VISIT = {
    "gather": "open",
    "get_ready": "ready",
    "why_not_ready": "ready",
    "not_ready": "unready",
    "identity_of": "who",
    "unfinished": "who",
    "follow": "table",
    "mine": "table",
    "tables": "table",
    "offers": "tables",
    "gathering": "who",
    "sound": "who",
    "seat": "who",
    "said": "news",
    "connected_now": "connect",
}
VISIT_NOT_FOR_PEOPLE = {
    "guest": "what the others are made of",
    **dict.fromkeys(("announced", "missed"), "said as soon as it is there"),
    "forget": "when nothing is left to do at a table",
    "put_aside": "when another table is played now",
    **dict.fromkeys(("only", "choose"), "said by the errand that somebody came for"),
    **dict.fromkeys(("watchables", "seated"), "listed, and taken into account, by “undermine watch”"),
    **dict.fromkeys(("why", "seconds_to_retry"), "said when the connection is lost"),
    **dict.fromkeys(("connected", "disconnected", "gave_up", "told", "denied", "watch"), "called by the network"),
}
NOT_FOR_PEOPLE = {
    **dict.fromkeys(("following", "follower", "own", "chronicle"), "what the others are made of"),
    "notice": "said as soon as it is there",
    "game": "whether a question is still the same",
    "wishes": "whether there is something new among what is told",
    **dict.fromkeys(
        (
            "opened",
            "went_on",
            "may_act",
            "told",
            "rests",
            "refused",
            "fetched",
            "denied",
            "mistimed",
            "objected",
            "stopped",
        ),
        "called by the network",
    ),
    "connection": "said when the connection is lost",
    "seen_out": "called when the end is on the screen",
}


def public(of: type, made: object) -> set[str]:
    return {name for name in {*dir(of), *getattr(made, "__dict__", {})} if not name.startswith("_")}


def test_everything_that_a_table_knows_has_a_command() -> None:
    made = VisitedTable(b"", lambda table: None, lambda: 0.0)
    assert public(VisitedTable, made) == OF_TABLE.keys() | NOT_FOR_PEOPLE.keys()
    assert set(OF_TABLE.values()) <= VERBS


def test_everything_that_a_visit_knows_has_a_command() -> None:
    assert public(Visit, Visit([], lambda: 0.0, Mock())) == OF_VISIT.keys() | VISIT_NOT_FOR_PEOPLE.keys()
    assert set(OF_VISIT.values()) <= VERBS


def test_every_kind_of_news_is_told(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that is heard leads to words, but for a table at which nothing is new."""
    seen: set[What] = set()
    tell = LineVisit.tell

    def note(lines: LineVisit, news: Any) -> None:
        before = len(people[0].said) + len(people[1].said)
        tell(lines, news)
        if len(people[0].said) + len(people[1].said) > before:
            seen.add(news.what)

    monkeypatch.setattr(LineVisit, "tell", note)
    people = [Person(world, name) for name in ("Eva", "Ann")]
    eva, ann = (person.come() for person in people)
    eva.type("tables", "open base 3", "start")
    ann.type(f"sit {eva.visit.gathering.code}", "rise", "say hello")
    assert eva.said[-1] == "Ann says to all: “hello”"
    eva.type("bot random", "bot random", "ready", "start")
    world.until(lambda: eva.asked)
    eva.cable.cut()
    world.settle()
    ann.visit.told(lobby.Announced(text="back at ten"))
    ann.visit.missed = ["A game is missed."]
    ann.lines.heard(News(What.MISSED))
    ann.visit.gave_up(HungUp("login/name-taken"))
    world.settle()
    assert seen == set(What) - {What.SAID, What.WATCHABLES}, "which “undermine watch” alone asks for"


# what the server tells of a gathering, field by field

BOT = bodies.BotSeat(bot="random", rev=1)
EVA = lobby.Sitter(name="Eva", key=b"e" * 32, bot=None, join=None, introduction=None, ready=None)
ANN = lobby.Sitter(name="Ann", key=b"a" * 32, bot=None, join=None, introduction=None, ready=bytes(64))
STANDS = replace(STOOD, sitters=(EVA, ANN))
OTHER_GATHERING = {
    "code": "QQQQQQQQ",
    "wishes": replace(STANDS.wishes, rules="saboteur2"),
    "options": replace(STANDS.options, turn_seconds=7),
    "locked": True,
    "host": 1,
    "sitters": (EVA,),
    "predecessor": bodies.Predecessor(tid=b"b" * 32, reason="dissolved"),
    "dissolved": 3,
}
OTHER_WISHES = {"rules": "base-2006", "seats": 5, "listed": False}
LIKE_OPTIONS = {"turn_seconds", "step_seconds", "window_seconds", "bank_seconds", "absent", "spectators"}
"""Wishes that the options repeat, which are what counts."""
OTHER_OPTIONS = {
    "turn_seconds": 7,
    "step_seconds": 7,
    "window_seconds": 7,
    "bank_seconds": 7,
    "pause_most": 7,
    "absent_after": 7,
    "absent": BOT,
    "spectators": False,
    "host_plays": True,
}
NOT_YET = {
    "resume_seconds": "no question opens anew with more time yet",
    "spectator_delay": "the server sends every entry to all at once",
    "relay": "it has a single value",
}
LIMITS = {"most_entries", "most_bytes", "kept_entries", "kept_bytes", "most_talks"}
"""How long a log may become: no game comes near it."""
OTHER_SITTER = {"name": "Zoe", "ready": bytes(64), "bot": BOT}
OFFER = lobby.Offer(code="ABCDEFGH", rules="base", seats=5, taken=2, locked=False, host="Eva")
OTHER_OFFER = {"code": "QQQQQQQQ", "rules": "saboteur2", "seats": 6, "taken": 3, "locked": True, "host": "Zoe"}


def test_every_field_of_a_gathering_is_told() -> None:
    assert set(lobby.Gathering.__struct_fields__) == OTHER_GATHERING.keys()
    before = gathering_lines(STANDS, 0)
    for name, value in OTHER_GATHERING.items():
        assert gathering_lines(replace(STANDS, **{name: value}), 0) != before, name


def test_every_wish_of_the_host_is_told() -> None:
    assert set(lobby.Wishes.__struct_fields__) == OTHER_WISHES.keys() | LIKE_OPTIONS
    assert set(bodies.Options.__struct_fields__) >= LIKE_OPTIONS
    before = gathering_lines(STANDS, 0)
    for name, value in OTHER_WISHES.items():
        assert gathering_lines(replace(STANDS, wishes=replace(STANDS.wishes, **{name: value})), 0) != before, name


def test_every_option_is_told_before_anybody_agrees() -> None:
    assert set(bodies.Options.__struct_fields__) == OTHER_OPTIONS.keys() | NOT_YET.keys() | LIMITS
    before = gathering_lines(STANDS, 0)
    for name, value in OTHER_OPTIONS.items():
        assert gathering_lines(replace(STANDS, options=replace(STANDS.options, **{name: value})), 0) != before, name


def test_who_sits_there_is_told() -> None:
    assert set(lobby.Sitter.__struct_fields__) == OTHER_SITTER.keys() | {"key", "join", "introduction"}
    before = gathering_lines(STANDS, 0)
    for name, value in OTHER_SITTER.items():
        assert gathering_lines(replace(STANDS, sitters=(replace(EVA, **{name: value}), ANN)), 0) != before, name


def test_every_field_of_an_offer_is_told() -> None:
    assert set(lobby.Offer.__struct_fields__) == OTHER_OFFER.keys()
    for name, value in OTHER_OFFER.items():
        assert offer_lines((replace(OFFER, **{name: value}),)) != offer_lines((OFFER,)), name


OTHER_PRESENCE = {"seats": ("here", "here", "lost"), "left_ms": 50_000}
FROM_THE_LOG = {
    "waiting": "for whom the table waits",
    "paused": "whether the clocks stand still",
    "pause_wanted": "who wants them to",
}


def test_every_hint_about_who_is_there_is_told(world: World) -> None:
    fields = set(Presence.__struct_fields__)
    assert fields == OTHER_PRESENCE.keys() | FROM_THE_LOG.keys() | {"table"}
    people = gathered(world, "Eva Ann Bob", more="turn 600 bank 0")
    world.until(lambda: any(person.asked for person in people))
    asked = next(person for person in people if person.asked)
    other = next(person for person in people if person is not asked)
    assert other.table.presence is not None
    stands = replace(other.table.presence, waiting=(asked.table.seat,), left_ms=600_000)
    other.table.told(stands)
    world.settle()
    before = other.type("who")
    for name, value in OTHER_PRESENCE.items():
        other.table.told(replace(stands, **{name: value}))
        world.settle()
        assert other.type("who") != before, name
