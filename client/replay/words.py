"""What is said of a replay, the same in lines and on a screen."""

from client.games.game import Mark
from client.i18n import _, plural
from client.replay.opened import Opened
from client.replay.table import ReplayedTable
from client.words.safe import shown
from client.words.verdict import meaning
from protocol.audit.eyes import Eyes


def head_lines(game: Opened) -> list[str]:
    """Which game it is, and what it is worth."""
    setting, report = game.judged.setting, game.audited.report
    names = game.people.listed()
    entries = plural("{count} entry", "{count} entries", len(game.entries))
    return [
        _("{rules}: {names} ({entries}).", rules=shown(str(setting.rules)), names=names, entries=entries),
        _("{verdict}: {meaning}.", verdict=report.verdict.value, meaning=shown(meaning(report))),
    ]


def place_sentence(table: ReplayedTable) -> str:
    """Where in the game it stands."""
    moment = table.moment
    at = {"entry": table.entry, "last": table.last, "round": moment.lately.dealt, "turn": moment.turn}
    if not moment.lately.dealt:
        return _("[entry {entry} of {last}, before the first card]", **at)
    if moment.scores is not None or moment.ended:
        return _("[entry {entry} of {last}, the game is over]", **at)
    if not moment.turn:
        return _("[entry {entry} of {last}, round {round}]", **at)
    return _("[entry {entry} of {last}, round {round}, turn {turn}]", **at)


def short_place(table: ReplayedTable) -> str:
    """The same in a few characters, always as many while the game is on."""
    moment, width = table.moment, len(str(table.last))
    return f"R{moment.lately.dealt} T{moment.turn:<3} {table.entry:>{width}}/{table.last}"


def eyes_name(game: Opened, eyes: Eyes) -> str:
    """For a list of eyes, and for the first line."""
    if eyes.covered:
        return _("all cards but roles")
    if eyes.everything:
        return _("all cards")
    return _("what all saw") if eyes.seat is None else _("as {name}", name=game.people.name(eyes.seat))


def eyes_sentence(table: ReplayedTable) -> str:
    """Whose eyes look."""
    eyes = table.recording.eyes
    if eyes.covered:
        return _("You see all cards, but roles only once they were revealed.")
    if eyes.everything:
        return _("You see all cards.")
    if eyes.seat is None:
        return _("You see what all saw.")
    return _("You see what {name} saw.", name=table.recording.chronicle.people.name(eyes.seat))


def closed_sentence(game: Opened) -> str:
    """Why a reader does not see more."""
    if game.key is not None:
        return _("The cards of this game were not all opened: you see your own seat, and what all saw.")
    return _("The cards of this game were not all opened: a seat is seen with the key of its player alone.")


def mark_line(mark: Mark) -> str:
    """With its round, and a sign for looking or for harm."""
    return _("R{round} {sign} {text}", round=mark.round, sign=sign_of(mark), text=mark.text)


def sign_of(mark: Mark) -> str:
    return "?" if mark.looks else "!"
