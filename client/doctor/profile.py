"""What a profile keeps: its folders, the key, settings, what is known of others, and the logs of its games."""

import os
import shlex
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from client.doctor.finding import Finding, hint, ok, wrong
from client.i18n import PROGRAM, _, plural
from client.profile.profile import Profile

MOST_LOGS = 20
"""The newest ones: to check one takes part of a second."""
_MIB = 1 << 20
_LITTLE, _TOO_LITTLE = 64 * _MIB, 8 * _MIB
"""Free bytes.  A game takes less than one MiB, and the server of this computer some more."""


def findings(profile: Profile) -> Iterator[Finding]:
    for folder in dict.fromkeys((profile.config, profile.data)):
        yield from _folder(folder)
    yield _disk(profile.data)
    yield from _settings(profile)
    yield _key(profile)
    yield from _known(profile)
    yield from _logs(profile.data / "tables")


def _folder(folder: Path) -> Iterator[Finding]:
    place = _nearest(folder)
    try:
        with tempfile.TemporaryFile(dir=place):
            pass
    except OSError as error:
        told = {"folder": place, "why": error.strerror}
        remedy = _("Let your user own it: ls -ld {folder}", folder=shlex.quote(str(place)))
        yield wrong("profile/not-writable", _("{folder} cannot be written: {why}.", **told), remedy)
        return
    if place == folder and os.name == "posix" and folder.stat().st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        yield wrong(
            "profile/open-folder",
            _("{folder} can be changed by other users of this computer.", folder=folder),
            f"chmod go-w {shlex.quote(str(folder))}",
        )
        return
    yield ok("profile/folder", _("{folder} can be written.", folder=folder))


def _nearest(folder: Path) -> Path:
    """The folder, or the one above in which it will be made."""
    return next(place for place in (folder, *folder.parents) if os.path.lexists(place))


def _disk(folder: Path) -> Finding:
    free = shutil.disk_usage(_nearest(folder)).free
    text = _("{count} MiB of the disk are free.", count=free // _MIB)
    remedy = _("Free some space: a game that cannot be written stops.")
    if free < _TOO_LITTLE:
        return wrong("profile/disk-full", text, remedy)
    return hint("profile/disk-low", text, remedy) if free < _LITTLE else ok("profile/disk", text)


def _settings(profile: Profile) -> Iterator[Finding]:
    from client.profile.settings import BadSettings, read  # noqa: PLC0415

    try:
        read(profile)
    except BadSettings as bad:
        remedy = _("Correct that line, or remove it.")
        yield from (wrong("profile/settings", problem, remedy) for problem in bad.problems)
    else:
        yield ok("profile/settings", _("The settings can be read: {file}", file=profile.settings_file))


def _key(profile: Profile) -> Finding:
    from client.profile.keyfile import KeyFile, KeyTrouble  # noqa: PLC0415
    from protocol.keys.identity import Identity, fingerprint  # noqa: PLC0415
    from protocol.keys.secretfile import OpenToOthers  # noqa: PLC0415

    kept = KeyFile.of(profile)
    try:
        master = kept.load()
    except KeyTrouble as trouble:
        if isinstance(trouble.__cause__, OpenToOthers):
            text = _("Other users of this computer can read or change your key, so it is not used.")
            return wrong("key/open", text, f"chmod 600 {shlex.quote(str(kept.path))}")
        remedy = _("Without it your seats are lost. If you have a copy: {undermine} key import FILE")
        return wrong("key/unusable", str(trouble), remedy)
    if master is None:
        return ok("key/none", _("There is no key yet: the first start makes one in {file}", file=kept.path))
    told = {"fingerprint": fingerprint(Identity(master).public), "file": kept.path}
    return ok("key/usable", _("Your key is {fingerprint}, for you alone to read: {file}", **told))


def _known(profile: Profile) -> Iterator[Finding]:
    """Servers and players; a line that cannot be read is never passed over."""
    from client.profile.known_file import KnownTrouble  # noqa: PLC0415
    from client.profile.known_players import KnownPlayers  # noqa: PLC0415
    from client.profile.known_servers import KnownServers  # noqa: PLC0415
    from protocol.wire.invite import Invite  # noqa: PLC0415

    players, servers = KnownPlayers.of(profile), KnownServers.of(profile)
    looks: tuple[Callable[[], object], ...] = (
        lambda: players.standing("", bytes(32)),
        lambda: players.muted(bytes(32)),
        lambda: servers.pin_of(Invite("localhost", 1)),
    )
    for look in looks:
        try:
            look()
        except KnownTrouble as trouble:
            yield wrong("profile/known", str(trouble), _("Correct the file; chmod 600 closes it to others."))


def _logs(folder: Path) -> Iterator[Finding]:
    from client.audit.files import ENDING, examine  # noqa: PLC0415
    from protocol.audit.report import Verdict, Why  # noqa: PLC0415

    logs = sorted(folder.rglob(f"*{ENDING}"), key=lambda path: path.lstat().st_mtime, reverse=True)
    aside = [path for path in logs if ".damaged-" in path.name]
    evidence = [path for path in logs if ".evidence-" in path.name]
    games = [path for path in logs if path not in aside + evidence and path.lstat().st_size]
    seen = {path: examine(path, bots=False).report for path in games[:MOST_LOGS]}
    for path, report in seen.items():
        look = f"{PROGRAM} audit {shlex.quote(str(path))}"
        if report.why is Why.UNREADABLE:
            yield wrong("log/unreadable", _("The log {file} cannot be read by this version.", file=path), look)
        elif report.why is Why.DAMAGED:
            remedy = _(
                "If the game goes on, the server sends the rest again. To see what holds: {command}", command=look
            )
            yield wrong("log/damaged", _("The log {file} is damaged.", file=path), remedy)
        elif report.verdict is Verdict.REFUTED:
            yield hint("log/refuted", _("The log {file} proves a fault.", file=path), look)
    if aside:
        newest = f"{PROGRAM} audit {shlex.quote(str(aside[0]))}"
        text = plural("{count} damaged log was kept aside.", "{count} damaged logs were kept aside.", len(aside))
        yield hint("log/aside", text, newest)
    yield ok("log/checked", plural("{count} log was checked.", "{count} logs were checked.", len(seen)))
