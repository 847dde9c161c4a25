"""What a person types at one table: acts, questions, talk, and what no other player sees."""

from client.games.game import Guess, NotUnderstood
from client.games.line import Line
from client.games.registry import game_of
from client.i18n import _
from client.lines.commands import SAY_WHAT, TALK, Table, Typed, muting_line, read_choice
from client.lines.presence import presence_lines
from client.lines.table import AWAY, LineTable
from client.visit.table import VisitedTable
from client.words.acts import acts_of
from client.words.sayings import by_number, listed
from client.words.trouble import flat
from client.words.trust import key_lines, trust_paragraphs
from client.words.winning import score_table, winning
from engine.wants import Choose

QUIT = _("  quit                    end the program; your seat is kept, and you can come back")
FOR_GOOD = "for good"  # typed after “leave”: gives up a game with bots, which they would not go on with


def understand(at: LineTable, typed: Typed) -> None:
    if typed.verb in TALK and at.table.view is None:
        raise NotUnderstood(_("The table is not there yet."))
    if typed.verb in TABLE:
        TABLE[typed.verb](at, typed)
    elif typed.verb in TALK:
        _ask_commands(at, typed)
    else:
        _act(at, typed)


def _ask_commands(at: LineTable, typed: Typed) -> None:
    at.commands.answer(typed.verb, typed.words, at.table.asked)


def _act(at: LineTable, typed: Typed) -> None:
    if at.table.counted_out and not at.asks:
        _come_back(at)
        return
    _check_turn(at)
    if isinstance(at.table.asked, Choose):
        at.say(_("Make your secret choice first, such as: choose 1"))
    elif (act := at.commands.act(typed.verb, typed.words)) is not None:
        at.answer()
        at.table.act(act)


def _check_turn(at: LineTable) -> None:
    """The person can do something now, or hears why not."""
    table = at.table
    turn_of = () if table.seat in table.waiting_for else table.waiting_for
    names = ", ".join(map(table.people.name, turn_of))
    reasons = [
        (table.trouble is not None or table.objection, _("The game has stopped here; “trust” says why.")),
        (at.over or table.ended is not None, _("The game is over.")),
        (not table.live, _("There is no connection to the table now; nothing was played.")),
        (table.away, AWAY),
        (not table.playing, _("The game has not begun yet: not all players are ready.")),
        (at.answered or table.sending, _("Your last move is still on its way.")),
        (turn_of, _("Not your turn: waiting for {names}.", names=names)),
        (True, _("Not yet: cards are still being dealt.")),
    ]
    if not at.asks:
        raise NotUnderstood(next(why for holds, why in reasons if holds))


def _check_heard(at: LineTable) -> None:
    """What is said here reaches the others, or the person hears why not."""
    if at.over or at.table.own is None:
        raise NotUnderstood(_("You are no longer at this table."))
    if not at.table.live:
        raise NotUnderstood(_("There is no connection to the table now; try it again when it is back."))


def _say(at: LineTable, typed: Typed) -> None:
    _check_heard(at)
    if at.table.away:
        raise NotUnderstood(AWAY)
    if not at.table.talk(by_number(typed.text)):
        at.say(SAY_WHAT, _("Or one of these, which every player reads in their own language:"), *listed())


def _choose(at: LineTable, typed: Typed) -> None:
    _check_turn(at)
    asked = at.table.asked
    if isinstance(asked, Choose):
        way = read_choice(typed.words, asked)
        at.answer()
        at.table.choose(way)
    else:
        at.say(_("There is nothing to choose in secret now."))


def _player(at: LineTable, typed: Typed) -> tuple[int, list[str]]:
    if at.table.view is None:
        raise NotUnderstood(_("The table is not there yet."))
    line = Line(typed.words, at.table.people)
    return line.player(), line.words


def _mute(at: LineTable, typed: Typed) -> None:
    on = typed.verb == "mute"
    seat, rest = _player(at, typed)
    if rest:
        raise NotUnderstood(_("“{word}” is one word too many.", word=rest[0]))
    if seat == at.table.seat:
        at.say(_("You cannot mute yourself."))
    else:
        at.people.mute(seat, on=on)
        at.say(muting_line(at.table.people.name(seat), on=on))


def _guess(at: LineTable, typed: Typed) -> None:
    if not typed.words:
        at.say(*(_marks(at.table) or [_("You have made no guess. For example: guess bob saboteur")]))
        return
    seat, rest = _player(at, typed)
    if seat == at.table.seat:
        raise NotUnderstood(_("You know your own role."))
    assert at.table.marks is not None
    at.table.marks.set(seat, _read_guess(" ".join(rest), _guesses(at.table)) if rest else None)
    nothing = _("No guess about {who}.", who=at.table.people.name(seat))
    at.say(*(_marks(at.table) if rest else [nothing]))


def _guesses(table: VisitedTable) -> list[Guess]:
    return [] if table.view is None else game_of(table.view.state.book.rules).guesses(table.view.state.book)


def _read_guess(text: str, guesses: list[Guess]) -> str:
    found = [one for one in guesses if text in (one.key, one.name.casefold())] or [
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


def _pause(at: LineTable, _typed: Typed) -> None:
    _check_heard(at)
    if at.table.has_pauses:
        at.table.ask_pause(on=True)
        at.say(_("You ask for a pause: it begins when all who are here ask too."))
    else:
        at.say(_("There are no pauses at this table."))


def _resume(at: LineTable, _typed: Typed) -> None:
    _check_heard(at)
    at.table.ask_pause(on=False)
    at.say(_("You ask to play on."))


def _leave(at: LineTable, typed: Typed) -> None:
    _check_heard(at)
    if at.table.away:
        at.say(_("You have left already; “back” brings you back."))
    elif at.table.with_bots_alone and typed.text.casefold() != FOR_GOOD:
        at.say(_("Bots do not play on alone: “leave for good” gives the game up, “quit” saves it."))
    else:
        at.table.leave()


def _back(at: LineTable, _typed: Typed) -> None:
    _check_heard(at)
    if at.table.away or at.table.counted_out:
        _come_back(at)
    else:
        at.say(_("You are here."))


def _come_back(at: LineTable) -> None:
    if at.table.counted_out:
        at.say(_("You are playing again."))
    at.table.come_back()


def _report(at: LineTable, _typed: Typed) -> None:
    for report in at.table.reports:
        at.say(f"{report.title}:", *filter(None, report.lines))
    if not at.table.reports:
        at.say(_("No round is over yet."))
    if at.table.scores is not None:
        won = winning(at.table.scores, at.table.people.who)
        at.say(
            _("The game is over. {won}", won=won).rstrip(),
            _("Nuggets:"),
            *score_table(at.table.scores, at.table.people),
        )


def _score(at: LineTable, _typed: Typed) -> None:
    at.say(*(at.table.score_sheet or [_("The game has not begun yet: not all players are ready.")]))


def trust(at: LineTable, _typed: Typed) -> None:
    """What was checked; the screen tells neither keys nor that there is no phrase."""
    if not at.table.phrase:
        at.say(_("The table has no phrase yet: it comes when all are ready."))
    at.say(*flat(trust_paragraphs(at.table, at.verdict.report if at.verdict else None)), *key_lines(at.table))


def _help(at: LineTable, typed: Typed) -> None:
    if typed.words:
        _ask_commands(at, typed)
    else:
        at.say(_("At the table:"), *HELP.splitlines(), *at.commands.game.help(at.commands.view, QUIT))


def _who(at: LineTable, typed: Typed) -> None:
    """All players, or what one of them has done."""
    if not typed.words:
        _look(at, typed)
        return
    seat, _rest = _player(at, typed)
    title, lines = acts_of(at.table, seat)
    at.say(title, *lines)


def _look(at: LineTable, typed: Typed) -> None:
    if at.table.playing or at.table.ended is not None:
        _ask_commands(at, typed)
    else:
        at.say(_("At the table: {names}.", names=at.table.people.listed()))
    at.say(*_marks(at.table), *presence_lines(at.table))
    if typed.verb == "who":
        at.say(*at.people.sentences.values())


def _news(at: LineTable, typed: Typed) -> None:
    if typed.words == ["all"]:
        at.say(*([one.text for one in at.table.told_lines] or [_("Nothing has happened yet.")]))
    else:
        _ask_commands(at, typed)


def _moves(at: LineTable, typed: Typed) -> None:
    _check_turn(at)
    _ask_commands(at, typed)


def _go(at: LineTable, _typed: Typed) -> None:
    if not at.table.go_on() and not at.table.hurry():
        raise NotUnderstood(_("There is nothing to go on from."))


TABLE: Table[LineTable] = {
    "go": _go,
    "say": _say,
    "choose": _choose,
    "mute": _mute,
    "unmute": _mute,
    "guess": _guess,
    "pause": _pause,
    "resume": _resume,
    "leave": _leave,
    "back": _back,
    "report": _report,
    "score": _score,
    "trust": trust,
    "help": _help,
    "look": _look,
    "who": _who,
    "news": _news,
    "moves": _moves,
}
"""Beside the commands of the rules."""
HELP = _("""\
  say hello               to the table; “say” alone lists ready-made sentences
  choose 2                what you choose when you are asked in secret
  mute bob, unmute bob    hide what a player says, or show it again
  guess bob saboteur      what you think a player is; only you see it; “guess bob” takes it back
  pause, resume           stop the clocks, if all who are here want it; let them run
  go                      after a round: to the next; alone: do not wait for the bot; an empty line does it too
  leave, back             go away, and your stand-in plays for you; come back
  report                  how the rounds ended; “news all” tells everything again
  who bob                 what a player has done so far
  score                   who has how much gold so far, by round
  trust                   what was checked so far: the phrase, the log, who confirmed it""")
