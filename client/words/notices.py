"""What an entry tells that is no event of the game, in sentences: people who come and go, quarrels, pauses."""

from client.i18n import _
from client.net.table.stopwatch import Mistimed
from client.words.people import People
from engine.slots import TABLE
from protocol.follow.absence import SERVER
from protocol.follow.follower import LONGEST_BODY, Follower
from protocol.follow.seat import SeatFollower
from protocol.log import bodies
from protocol.log.records import Entry, Kind
from protocol.wire.codec import decode


def notices(entry: Entry, follower: Follower, people: People) -> list[str]:
    said = [_of_kind(entry, follower, people), _pause(entry, follower)]
    return [text for text in said if text]


def _of_kind(entry: Entry, follower: Follower, people: People) -> str:
    who = people.name(entry.actor) if entry.actor < len(people) else ""
    match entry.kind:
        case Kind.LEAVE:
            return _("{who} has left the table.", who=who)
        case Kind.BACK:
            return _("{who} is back.", who=who)
        case Kind.COMPLAINT:
            return _("{who} cannot read a card, and asks the dealer to show it again.", who=who)
        case Kind.PROTEST if decode(bodies.Protest, entry.body, LONGEST_BODY).unlogged:
            return _("{who} says that the server has not written down what was sent in time.", who=who)
        case Kind.PROTEST:
            return _("{who} says that a question took another time than the log says.", who=who)
        case Kind.SEAT_OUT:
            return _out(entry, follower, people)
    return ""


def _out(entry: Entry, follower: Follower, people: People) -> str:
    seat = decode(bodies.SeatOut, entry.body, LONGEST_BODY).seat
    own = isinstance(follower, SeatFollower) and follower.seat == seat
    if own and seat not in follower.absence.left:
        return _("You were away: {what}.", what=stand_in(follower))
    return _("{who} does not answer any more; the table plays on.", who=people.name(seat))


def stand_in(follower: Follower) -> str:
    bot = follower.setting.table.options.absent is not None
    return _("a bot plays for you") if bot else _("your turns are passed over")


def _pause(entry: Entry, follower: Follower) -> str:
    pause, more = follower.absence.pause, follower.setting.table.options.resume_seconds
    if pause.just_ended:
        longer = _("The clocks run again, with {seconds} s more for this question.", seconds=more)
        return longer if more else _("The clocks run again.")
    return _("Paused: the clocks stand still.") if entry.kind == Kind.PAUSE else ""


def mistimed(question: Mistimed, people: People) -> str:
    """By this computer's clock a question took another time than the log says."""
    others = {TABLE: _("a reaction"), SERVER: _("the server")}
    whose = others.get(question.took.seat) or people.name(question.took.seat)
    return _(
        "By this computer's clock {whose} had {own:.0f} s until entry {entry}; the log says {log:.0f} s.",
        whose=whose,
        own=question.own_ms / 1000,
        log=question.took.ms / 1000,
        entry=question.seq,
    )


def muting_line(who: str, *, on: bool) -> str:
    return _("What {who} says is not shown any more.", who=who) if on else _("What {who} says is shown again.", who=who)
