"""`undermine doctor`: what is wrong with the terminal, the profile, the network or the versions, and what to do."""

import argparse
import json
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from shutil import get_terminal_size
from textwrap import fill
from typing import Any

from client.commands.ends import DONE, FAILED, UNUSABLE, Stopped, spell_out
from client.doctor.finding import Finding, Level, wrong
from client.i18n import _, plural

_NARROWEST, _WIDTH = 40, 78


def main(arguments: argparse.Namespace) -> int:
    """Exit code 1 if something is wrong; hints are no more than that."""
    found = {topic: list(_looked(look)) for topic, look in _topics(arguments.profile).items()}
    everything = [one for findings in found.values() for one in findings]
    bad = sum(one.level is Level.WRONG for one in everything)
    if arguments.json:
        print(
            json.dumps({"wrong": bad, "findings": [_told(topic, one) for topic, some in found.items() for one in some]})
        )
    else:
        spell_out()
        for topic, findings in found.items():
            print(_titles()[topic])
            print(*_lines(findings), sep="\n")
        print(_summary(bad, sum(one.level is Level.HINT for one in everything)))
    return FAILED if bad else DONE


def _topics(name: str) -> dict[str, Callable[[], Iterable[Finding]]]:
    """Each is imported when it is looked at: a package that it needs may be missing."""
    return {
        "versions": lambda: import_module("client.doctor.versions").findings(),
        "terminal": lambda: import_module("client.doctor.terminal").findings(),
        "profile": lambda: _of_profile(name),
        "network": lambda: import_module("client.doctor.network").findings(),
    }


def _titles() -> dict[str, str]:
    return {
        "versions": _("Versions"),
        "terminal": _("Terminal"),
        "profile": _("Profile and key"),
        "network": _("Network"),
    }


def _of_profile(name: str) -> Iterable[Finding]:
    from client.doctor import profile  # noqa: PLC0415
    from client.profile.profile import BadProfile, Profile  # noqa: PLC0415

    try:
        kept = Profile(name)
    except BadProfile as bad:
        raise Stopped(f"undermine: {bad}", UNUSABLE) from bad
    return profile.findings(kept)


def _looked(look: Callable[[], Iterable[Finding]]) -> Iterator[Finding]:
    """A package that is missing, or a file that cannot be looked at, ends its topic and not the others."""
    try:
        yield from look()
    except (ImportError, OSError) as error:
        yield wrong("doctor/stopped", _("This could not be looked at: {why}", why=error), _("See what else is wrong."))


def _lines(findings: Iterable[Finding]) -> Iterator[str]:
    words = {Level.OK: _("ok"), Level.HINT: _("hint"), Level.WRONG: _("WRONG")}
    for one in findings:
        yield _filled(one.text, f"  {words[one.level]:6}")
        if one.remedy:
            yield _filled(one.remedy, " " * 8)


def _filled(text: str, begun: str) -> str:
    """Paths and commands stay whole: they can be copied."""
    width = max(_NARROWEST, min(_WIDTH, get_terminal_size().columns - 1))
    return fill(
        text, width, initial_indent=begun, subsequent_indent=" " * 8, break_long_words=False, break_on_hyphens=False
    )


def _summary(bad: int, hints: int) -> str:
    if bad:
        return plural("{count} thing is wrong.", "{count} things are wrong.", bad)
    return (
        plural("Nothing is wrong; {count} hint.", "Nothing is wrong; {count} hints.", hints)
        if hints
        else _("Nothing is wrong.")
    )


def _told(topic: str, one: Finding) -> dict[str, Any]:
    return {"topic": topic, "code": one.code, "level": one.level.value, "text": one.text, "remedy": one.remedy}
