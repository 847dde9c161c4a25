"""`undermine key`: show, copy and bring along the secret that makes a person the same one at every table."""

import argparse
import json
import secrets
import sys
from pathlib import Path

from client.commands.ends import DONE, FAILED, UNUSABLE, Stopped, not_written, spell_out
from client.i18n import _
from client.profile.keyfile import LONGEST, KeyFile, KeyTrouble, NoKey, OtherKey, brought, parse
from client.profile.profile import BadProfile, Profile
from protocol.keys.identity import Identity, fingerprint
from protocol.keys.keytext import key_text
from protocol.keys.secretfile import write_new

STANDARD = "-"
"""Stands for standard input or output where a file could be named."""


def main(arguments: argparse.Namespace) -> int:
    spell_out()
    action = {"show": _show, "export": _export, "import": _import}[arguments.action]
    try:
        action(arguments, KeyFile.of(Profile(arguments.profile)))
    except (BadProfile, KeyTrouble) as error:
        code = FAILED if isinstance(error, NoKey | OtherKey) else UNUSABLE
        raise Stopped(_("undermine key: {why}", why=error), code) from error
    return DONE


def _show(arguments: argparse.Namespace, kept: KeyFile) -> None:
    """Looking alone makes no key: on a new computer it would be in the way of the one still to be imported."""
    if arguments.new and kept.load() is None:
        kept.load_or_make(secrets.token_bytes)
        new = _("This key is new.  Without it your seats are lost, so keep a copy: {undermine} key export FILE")
        print(new, file=sys.stderr)
    public = Identity(kept.require()).public
    if arguments.json:
        print(json.dumps({"fingerprint": fingerprint(public), "public": public.hex(), "file": str(kept.path)}))
    else:
        print(_("fingerprint: {fingerprint}", fingerprint=fingerprint(public)))
        print(_("file: {file}", file=kept.path))


def _export(arguments: argparse.Namespace, kept: KeyFile) -> None:
    line = key_text(kept.require())
    if arguments.file == STANDARD:
        sys.stdout.write(line)
    else:
        path = Path(arguments.file)
        try:
            write_new(path, line.encode("ascii"))
        except OSError as error:
            raise KeyTrouble(not_written(path, error)) from error
        print(_("{file}: written", file=path))
    print(_("With this line, others can take your seats and see your cards.  Keep it to yourself."), file=sys.stderr)


def _import(arguments: argparse.Namespace, kept: KeyFile) -> None:
    master = _typed() if arguments.file == STANDARD else brought(Path(arguments.file))
    try:
        aside = kept.put(master, force=arguments.force)
    except OtherKey as error:
        raise OtherKey(_("{why}; --force puts this one in its place and keeps the other aside", why=error)) from error
    if aside is not None:
        print(_("the key that was there before is now in {file}", file=aside))
    print(_("your key is {fingerprint}", fingerprint=fingerprint(Identity(kept.require()).public)))


def _typed() -> bytes:
    """One line: to paste it one need not know how to end the input."""
    if sys.stdin.isatty():
        print(_("the line of the key: "), end="", file=sys.stderr, flush=True)
    return parse(sys.stdin.buffer.readline(LONGEST), _("standard input"))
