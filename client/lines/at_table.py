"""What a person types at one table: acts, questions, talk, and what no other player sees."""

from collections.abc import Callable
from functools import partial, wraps

from client.games.game import Guess, NotUnderstood
from client.games.line import Line
from client.games.registry import game_of
from client.i18n import _
from client.lines.commands import MUTE_HELP, SAY_WHAT, TALK, Command, Typed, help_lines, read_choice, rows
from client.lines.presence import presence_lines
from client.lines.table import AWAY, LineTable
from client.visit.table import VisitedTable
from client.words.notices import muting_line
from client.words.trouble import flat
from client.words.trust import key_lines, trust_paragraphs
from engine.wants import Choose

QUIT = _("  quit                    end the program; your seat stays yours, and you can come back to it")
NOT_THERE = _("The table is not there yet.")
FOR_GOOD = "for good"
"""Typed after “leave”: gives up a game with bots, which they would not go on with."""


def understand(at: LineTable, verb: str, typed: Typed) -> None:
    if verb in TALK and at.commands is None:
        at.say(NOT_THERE)
    elif verb in TABLE:
        TABLE[verb].do(at, typed)
    elif verb in TALK:
        _ask_commands(at, verb, typed)
    else:
        _act(at, verb, typed)


# acts


def _act(at: LineTable, verb: str, typed: Typed) -> None:
    commands = at.commands
    if at.table.counted_out and not at.asks:
        _come_back(at)
    elif (why := _why_not(at)) or commands is None:
        at.say(why)
    elif isinstance(at.table.asked, Choose):
        at.say(_("You are asked for a secret choice now, such as: choose 1"))
    elif (act := commands.act(verb, typed.words)) is not None:
        at.answer()
        at.table.act(act)


def _choose(at: LineTable, typed: Typed) -> None:
    asked = at.table.asked
    if why := _why_not(at):
        at.say(why)
    elif not isinstance(asked, Choose):
        at.say(_("Nothing is to be chosen in secret now."))
    else:
        way = read_choice(typed.words, asked)
        at.answer()
        at.table.choose(way)


def _why_not(at: LineTable) -> str:
    """Why the person can do nothing now; empty if it can."""
    table = at.table
    turn_of = () if table.seat in table.waiting_for else table.waiting_for
    names = ", ".join(map(table.people.name, turn_of))
    reasons = [
        (at.asks, ""),
        (table.trouble is not None or table.objection, _("This table does not go on here; “trust” tells why.")),
        (at.over or table.ended is not None, _("The game is over.")),
        (not table.live, _("There is no connection to the table now; nothing was played.")),
        (table.away, AWAY),
        (not table.playing, _("The game has not begun yet: not everybody has agreed.")),
        (at.answered or table.sending, _("What you did before is still on its way.")),
        (turn_of, _("It is the turn of {names}.", names=names)),
        (True, _("The table is not ready for you yet: cards are still on their way.")),
    ]
    return next(why for holds, why in reasons if holds)


# questions


def _ask_commands(at: LineTable, verb: str, typed: Typed) -> None:
    if at.commands is not None:
        at.commands.answer(verb, typed.words, at.table.asked)


def _help(at: LineTable, typed: Typed) -> None:
    if at.commands is None or typed.words == ["board"]:
        _ask_commands(at, "help", typed)
    else:
        at.lines([_("At the table:"), *help_lines(TABLE), *at.commands.game.help(at.commands.view, QUIT)])


def _look(at: LineTable, typed: Typed, verb: str = "look") -> None:
    if at.table.playing or at.table.ended is not None:
        _ask_commands(at, verb, typed)
    else:
        at.say(_("At the table: {names}.", names=at.table.people.listed()))
    at.lines([*_marks(at.table), *presence_lines(at.table)])


def _who(at: LineTable, typed: Typed) -> None:
    _look(at, typed, "who")
    at.lines(list(at.people.sentences.values()))


def _news(at: LineTable, typed: Typed) -> None:
    if typed.words == ["all"]:
        at.lines([one.text for one in at.table.told_lines] or [_("Nothing has happened yet.")])
    else:
        _ask_commands(at, "news", typed)


def _moves(at: LineTable, typed: Typed) -> None:
    if why := _why_not(at):
        at.say(why)
    else:
        _ask_commands(at, "moves", typed)


def _report(at: LineTable, _typed: Typed) -> None:
    for report in at.table.reports:
        at.lines([_("Round {round}:", round=report.round), *filter(None, report.lines)])
    if not at.table.reports:
        at.say(_("No round is over yet."))
    if at.table.scores is not None:
        at.say(_("The game is over. Nuggets:"))
        at.lines([f"  {at.table.people.name(seat):16} {sum_}" for seat, sum_ in enumerate(at.table.scores.scores)])


def trust(at: LineTable, _typed: Typed) -> None:
    """What was checked; the screen tells neither keys nor that there is no phrase."""
    if not at.table.phrase:
        at.say(_("The table has no phrase yet: it comes when everybody has agreed."))
    at.lines(flat(trust_paragraphs(at.table, at.verdict.report if at.verdict else None)))
    at.lines(key_lines(at.table))


# what no other player sees


def _player(at: LineTable, typed: Typed) -> tuple[int, list[str]]:
    if at.commands is None:
        raise NotUnderstood(NOT_THERE)
    line = Line(typed.words, at.commands.people)
    return line.player(), line.words


def _mute(at: LineTable, typed: Typed, *, on: bool) -> None:
    seat, rest = _player(at, typed)
    if rest:
        raise NotUnderstood(_("“{word}” is one word too many.", word=rest[0]))
    if seat == at.table.seat:
        at.say(_("You hear yourself anyway."))
    else:
        at.people.mute(seat, on=on)
        at.say(muting_line(at.table.people.name(seat), on=on))


def _guess(at: LineTable, typed: Typed) -> None:
    if not typed.words:
        at.lines(_marks(at.table) or [_("You have made no guess. For example: guess bob saboteur")])
        return
    seat, rest = _player(at, typed)
    if seat == at.table.seat:
        raise NotUnderstood(_("You know your own role."))
    assert at.table.marks is not None
    at.table.marks.set(seat, _read_guess(" ".join(rest), _guesses(at.table)))
    if rest:
        at.lines(_marks(at.table))
    else:
        at.say(_("You take {who} for nothing in particular.", who=at.table.people.name(seat)))


def _guesses(table: VisitedTable) -> list[Guess]:
    return [] if table.view is None else game_of(table.view.state.book.rules).guesses(table.view.state.book)


def _read_guess(text: str, guesses: list[Guess]) -> str | None:
    """None if the mark is to go."""
    if not text:
        return None
    found = [one for one in guesses if text in (one.key, one.name.casefold())]
    found = found or [
        one for one in guesses if any(part.startswith(text) for part in (one.key, *one.name.casefold().split()))
    ]
    if len(found) != 1:
        names = ", ".join(one.name for one in guesses)
        raise NotUnderstood(_("“{word}” is no role of this game: {names}.", word=text, names=names))
    return found[0].key


def _marks(table: VisitedTable) -> list[str]:
    words = {one.key: one.is_one for one in _guesses(table)}
    marks = [(seat, table.marks.guess(seat)) for seat in range(len(table.people))] if table.marks is not None else []
    return [
        _("Your guess: {who} is {role}.", who=table.people.name(seat), role=words[key]) for seat, key in marks if key
    ]


# what all players hear


def _seated(do: Callable[[LineTable, Typed], None]) -> Callable[[LineTable, Typed], None]:
    @wraps(do)
    def checked(at: LineTable, typed: Typed) -> None:
        if at.over or at.table.own is None:
            at.say(_("You do not sit at this table any more."))
        elif not at.table.live:
            at.say(_("There is no connection to the table now; try it again when it is back."))
        else:
            do(at, typed)

    return checked


@_seated
def _say(at: LineTable, typed: Typed) -> None:
    if at.table.away:
        at.say(AWAY)
    elif not at.table.talk(typed.text):
        raise NotUnderstood(SAY_WHAT)


@_seated
def _leave(at: LineTable, typed: Typed) -> None:
    if at.table.away:
        at.say(_("You have left already; “back” brings you back."))
    elif at.table.with_bots_alone and typed.text.casefold() != FOR_GOOD:
        at.say(_("Bots do not play on alone: “leave for good” gives the game up, “quit” lets it wait for you."))
    else:
        at.table.leave()


@_seated
def _back(at: LineTable, _typed: Typed) -> None:
    if at.table.away or at.table.counted_out:
        _come_back(at)
    else:
        at.say(_("You are here."))


def _come_back(at: LineTable) -> None:
    if at.table.counted_out:
        at.say(_("You play on from here."))
    at.table.come_back()


@_seated
def _pause(at: LineTable, _typed: Typed) -> None:
    if at.table.has_pauses:
        at.table.ask_pause(on=True)
        at.say(_("You ask for a pause; the clocks stand still when everybody who is there does."))
    else:
        at.say(_("There are no pauses at this table."))


@_seated
def _resume(at: LineTable, _typed: Typed) -> None:
    at.table.ask_pause(on=False)
    at.say(_("You ask that the clocks run again."))


_TRUST = _("  trust                   what is proved so far: the phrase, the log, who has confirmed it")
_GUESS = _("  guess bob saboteur      what you take somebody for; only you see it; “guess bob” takes it back")
_PAUSE = _("  pause, resume           let the clocks stand still, if all who are there want it; let them run")
TABLE = rows(
    Command("say", _say, _("  say hello               to everybody at the table")),
    Command("choose", _choose, _("  choose 2                what you choose when you are asked in secret")),
    Command("mute", partial(_mute, on=True), MUTE_HELP),
    Command("unmute", partial(_mute, on=False)),
    Command("guess", _guess, _GUESS),
    Command("pause", _pause, _PAUSE),
    Command("resume", _resume),
    Command("leave", _leave, _("  leave, back             go away, and somebody else plays for you; come back")),
    Command("back", _back),
    Command("report", _report, _("  report                  how the rounds ended; “news all” tells everything again")),
    Command("trust", trust, _TRUST),
    Command("help", _help),
    Command("look", _look),
    Command("who", _who),
    Command("news", _news),
    Command("moves", _moves),
)
"""Beside the commands of the rules."""
