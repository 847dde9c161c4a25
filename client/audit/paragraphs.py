"""An audit in paragraphs for people: which game it was, what came of it, what was checked when, and what is wrong."""

from collections.abc import Iterator
from pathlib import Path

from client.audit.files import Audited
from client.audit.notes import limits_of, shown
from client.games.game import Scores
from client.i18n import _, plural
from client.replay.opened import Opened
from client.visit.told import seat_names
from client.words.archive import end_word
from client.words.codes import sentence
from client.words.rules import short_rules
from client.words.safe import called
from client.words.verdict import confirmed, meaning, outline_sentence
from client.words.ways_back import day_and_time
from client.words.winning import winning
from engine.front import reasons
from protocol.audit.report import Report
from protocol.follow.follower import Follower
from protocol.keys.identity import fingerprint
from protocol.log.faults import Code, Finding
from protocol.log.records import NOBODY, Entry
from protocol.log.setting import Setting


def paragraphs(one: Audited) -> list[str]:
    """All that a reader wants to know, the nearest question first."""
    return [verdict_sentence(one.report), *faults(one), *about_game(one), *checked(one), *_beside(one), *_limits(one)]


def verdict_sentence(report: Report) -> str:
    """With how many have confirmed the end."""
    text = "; ".join(filter(None, (shown(meaning(report)), confirmed(report))))
    return _("{verdict}: {meaning}.", verdict=report.verdict.value, meaning=text)


def about_game(one: Audited) -> Iterator[str]:
    """When, by which rules and among whom; who has won, and how many nuggets each has."""
    follower = one.report.follower
    if one.report.outline is not None:
        yield outline_sentence(one.report.outline)
    if follower is None:
        return
    told = {"rules": short_rules(str(follower.setting.rules)), "names": ", ".join(_names(follower)), "when": _when(one)}
    yield _("A game of {rules} among {names}. A log has no date; its file is of {when}.", **told)
    yield from _result(one, follower)


def _when(one: Audited) -> str:
    try:
        return day_and_time(Path(one.name).stat().st_mtime)
    except OSError:
        return _("an unknown time")


def _names(follower: Follower) -> Iterator[str]:
    for seat, name in enumerate(seat_names(follower)):
        bot = follower.setting.seat_keys[seat] is None
        yield _("{name} (a bot of the server)", name=name) if bot else called(name)


def _result(one: Audited, follower: Follower) -> Iterator[str]:
    """Where the rules were played to their end."""
    names = seat_names(follower)
    scores = _scores(one, follower)
    if scores is not None:
        nuggets = ", ".join(f"{names[seat]} {count}" for seat, count in enumerate(scores.scores))
        won = winning(scores, names.__getitem__) or _("No player wins.")
        yield _("{winning} Nuggets: {nuggets}.", winning=won, nuggets=nuggets)
    elif follower.ended is not None:
        yield _("It was not played to its end: {end}.", end=end_word(follower.ended.reason))


def _scores(one: Audited, follower: Follower) -> Scores | None:
    game = opened_again(one) if follower.over else None
    return None if game is None else game.recording(game.first_eyes()).moments[-1].scores


def opened_again(one: Audited) -> Opened | None:
    """The game that was audited, to be looked at; None where there is none."""
    follower, reading = one.report.follower, one.reading
    return None if follower is None or reading is None else Opened(one, follower, reading.entries, None)


def checked(one: Audited) -> Iterator[str]:
    """What was checked, and at which entries it could be."""
    report, follower = one.report, one.report.follower
    if follower is None:
        return
    if seal := follower.agreement.last_seal:
        yield _(
            "Before the first card (up to entry {entry}): whether every player agreed to this very table,"
            " and whether the server and the players promised their seeds before any was shown.",
            entry=seal,
        )
    yield plural(
        "At {count} entry: the chain, the signatures of the server and of each player, and the rules of the game.",
        "At each of {count} entries: the chain, the signatures of the server and of each player, and the rules of"
        " the game.",
        report.entries,
    )
    rounds = [seq for seq, _seats in follower.ending.confirmations()]
    if follower.ended is not None:
        rounds = rounds[:-1]
    if rounds:
        yield plural(
            "At the end of {count} round (entry {list}): roles, goals and chance, against the seeds that were opened.",
            "At the end of {count} rounds (entries {list}): roles, goals and chance, against the seeds that were"
            " opened.",
            len(rounds),
            list=", ".join(map(str, rounds)),
        )
    yield _at_the_end(report, follower)


def _at_the_end(report: Report, follower: Follower) -> str:
    if follower.ledger.duty():
        return _("Not checked: the cards that were never opened. Their seeds do not stand in this file.")
    text = _("At the end: every card of the deck, every card that was shown, and every random value, from the seeds.")
    if report.bots_checked:
        return _("{text} Every move of the server's bots was checked.", text=text)
    if report.played_by_bots:
        return _("{text} The moves of the server's bots were not checked.", text=text)
    return text


def faults(one: Audited) -> Iterator[str]:
    """One paragraph each, with what proves it."""
    for finding in one.report.findings:
        yield fault_paragraph(one, finding)


def fault_paragraph(one: Audited, finding: Finding) -> str:
    told = {
        "at": finding.at,
        "where": _where(one, finding),
        "what": _fault_sentence(finding),
        "whose": _whose(one.report, finding.key),
        "evidence": shown(finding.evidence),
        "code": finding.code.value,
    }
    return _(
        "Fault at entry {at}{where}: {what} At fault: {whose}. Evidence: {evidence} ({code}).",
        **told,
    )


def _fault_sentence(finding: Finding) -> str:
    """What a rule of the game forbids is told as at the table."""
    if finding.code is Code.ILLEGAL and finding.evidence in reasons():
        return sentence(finding.evidence)
    return sentence(finding.code.value)


def _where(one: Audited, finding: Finding) -> str:
    """What the entry is, as far as it could be read."""
    follower, entries = one.report.follower, one.reading.entries + one.reading.pending if one.reading else []
    entry: Entry | None = next((entry for entry in entries if entry.seq == finding.at), None)
    if follower is None or entry is None:
        return ""
    kind = follower.kinds.name(entry.kind) if entry.kind in follower.kinds else str(entry.kind)
    names = seat_names(follower)
    if entry.actor == NOBODY or entry.actor >= len(names):
        return _(", {kind} of the server in round {round}", kind=kind, round=entry.round)
    return _(", {kind} of {name} in round {round}", kind=kind, name=names[entry.actor], round=entry.round)


def _whose(report: Report, key: bytes) -> str:
    """By name, and by the key that has signed."""
    setting: Setting | None = report.setting
    if not key:
        return _("no one that can be named")
    print_ = fingerprint(key)
    if setting is not None and key == setting.server_key:
        return _("the server, whose key is {key}", key=print_)
    if setting is not None and report.follower is not None and key in setting.seat_keys:
        name = seat_names(report.follower)[setting.seat_keys.index(key)]
        return _("{name}, whose key is {key}", name=name, key=print_)
    return _("the key {key}", key=print_)


def _beside(one: Audited) -> Iterator[str]:
    if one.mismatch:
        yield _("OTHER PHRASE: {what}", what=one.mismatch)
    for note in one.notes:
        yield _("Note: {text}.", text=shown(note.text))


def _limits(one: Audited) -> Iterator[str]:
    if one.report.setting is not None:
        limits = "; ".join(limit.text for limit in limits_of(one.report.setting))
        yield _("This does not prove: {limits}.", limits=limits)
