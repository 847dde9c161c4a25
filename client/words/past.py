"""Games that were played in words: how one is listed and told, and how their player has fared."""

from collections.abc import Iterator
from datetime import UTC, datetime

from client.games.matches import Row
from client.games.measures import share_of
from client.games.registry import game_of
from client.i18n import _, plural
from client.net.drawer import Ended, Source
from client.past.game import PastGame
from client.past.games import Kept
from client.past.record import Fared, Share
from client.render.spans import fitted
from client.words.archive import end_word, number
from client.words.rules import playable_rules, short_rules
from client.words.safe import called, cut, shown
from client.words.ways_back import day, when
from engine.front import setup
from engine.registry import game_of as rules_of
from protocol.audit.report import Verdict
from protocol.follow.ending import FINISHED

WHEN, RULES, RESULT = 16, 17, 15
"""Columns of the list."""
_LONGEST_RESULT = 30


def kept_number(kept: Kept) -> str:
    """By which a game is called, as in the archive of a server."""
    return number(bytes.fromhex(kept.table))


def kept_line(kept: Kept, now: float) -> str:
    """One line of a list."""
    game = kept.game
    if game is None:
        return "  ".join((kept_number(kept), _("(not read yet)")))
    rules = fitted(short_rules(game.rules) if game.rules else "", RULES)
    date, told = fitted(short_date(kept.ended, now), WHEN), fitted(result(game), RESULT)
    return f"{kept_number(kept)}  {date} {rules} {len(game.players) or '':>2}  {told} {game.verdict}".rstrip()


def list_heading() -> str:
    """Above the lines."""
    heads = (_("game"), _("when"), _("rules"), _("players"), _("result"), _("verdict"))
    game, day, rules, _players, told, verdict = heads
    return f"{fitted(game, 8)}  {fitted(day, WHEN)} {fitted(rules, RULES)}  #  {fitted(told, RESULT)} {verdict}"


def not_listed(error: OSError) -> str:
    """Why there is no list."""
    return _("{file}: cannot be read: {why}", file=error.filename, why=error.strerror)


def result(game: PastGame) -> str:
    """What came of it, for its player."""
    if game.verdict == Verdict.UNREADABLE.value:
        return _("cannot be read")
    if not game.is_finished:
        return end_word(game.end) if game.end not in ("", FINISHED) else _("not finished")
    if game.nuggets is None:
        return _("{names} won", names=cut(", ".join(game.players[seat] for seat in game.winners), _LONGEST_RESULT))
    nuggets = plural("{count} nugget", "{count} nuggets", game.nuggets)
    return _("won, {nuggets}", nuggets=nuggets) if game.won else _("lost, {nuggets}", nuggets=nuggets)


def about_lines(kept: Kept, now: float) -> Iterator[str]:
    """All of one game but its verdict, which stands in its line."""
    game = kept.game
    if game is None:
        yield kept_line(kept, now)
        return
    yield f"{shown(game.rules) or _('rules unknown here')}, {date(kept.ended, now)}"
    if kept.ended.source is Source.FILE and game.end:
        yield _("When it ended is not known here: a log has no date, and a copied file has a new one.")
    if game.why:
        why = shown(game.why)
        yield f"{why[:1].upper()}{why[1:]}."
        yield _("If a server still has the game, delete it here and fetch it again.")
        return
    yield result(game)
    for seat in sorted(range(len(game.players)), key=lambda seat: -game.scores[seat] if game.scores else 0):
        yield _player_line(game, seat)
    if game.roles:
        roles = (role_name(game.rules, len(game.players), key) for key in game.roles)
        yield _("Your roles: {roles}.", roles=", ".join(roles))


def _player_line(game: PastGame, seat: int) -> str:
    name = called(game.players[seat])
    if seat == game.own:
        name = _("{name} (you)", name=name)
    elif seat in game.bots:
        name = _("{name} (bot)", name=name)
    sign = "*" if seat in game.winners else " "
    return f" {sign} {fitted(name, 24)} {game.scores[seat] if game.scores else '':>3}".rstrip()


def role_name(rules: str, players: int, key: str) -> str:
    """As the game calls it; the key, where the rules are not known here."""
    known = playable_rules(rules)
    if known is None or not key:
        return key or "?"
    seats = rules_of(known).seats(known)
    book = setup(known, players if players in seats else seats[0]).book
    return next((guess.name for guess in game_of(known).guesses(book) if guess.key == key), key)


def short_date(ended: Ended, now: float) -> str:
    """When a game ended, in a column; a date that only a file has says so."""
    match ended.source:
        case Source.FILE:
            return _("file {day}", day=day(ended.at, now))
        case Source.HEARD:
            return _("by {day}", day=day(ended.at, now))
        case _:
            return when(ended.at, now)


def date(ended: Ended, now: float) -> str:
    """The same with where it comes from."""
    told = when(ended.at, now)
    match ended.source:
        case Source.FILE:
            return _("file of {when}", when=told)
        case Source.HEARD:
            return _("over by {when}, when this computer learned of it", when=told)
        case Source.SERVER:
            return _("{when} by the server's clock", when=told)
        case _:
            return told


def day_of(ended: Ended) -> str:
    """For programs; empty for a time that no calendar has."""
    try:
        return datetime.fromtimestamp(ended.at, UTC).isoformat(timespec="seconds")
    except (OverflowError, ValueError, OSError):
        return ""


# how a player has fared


def record_rows(fared: Fared) -> Iterator[Row]:
    """With bars and their 95 % intervals."""
    yield _row(_("games won"), fared.finished)
    for rules, share in fared.by_rules.items():
        yield _row(f"  {short_rules(rules)}", share)
    if fared.by_role:
        yield Row(_("rounds won, by role"))
    for (rules, role), share in fared.by_role.items():
        yield _row(f"  {role_name(rules, 0, role)} ({short_rules(rules)})", share)


def _row(label: str, share: Share) -> Row:
    if not share.of:
        return Row(label, 0)
    measured = share_of(share.won, share.of)
    told = _("{won} of {count}", won=share.won, count=share.of)
    return Row(cut(label, 38), told, f"{100 * measured.value:.0f} %", measured)
