"""`undermine key`: show, copy and bring along the secret that makes a person the same one at every table."""

import argparse
import io
import json
import secrets
import sys
from collections.abc import Callable
from pathlib import Path

from client.i18n import _
from client.profile.keyfile import LONGEST, KeyFile, KeyTrouble, NoKey, OtherKey, parse, write_new
from client.profile.profile import BadProfile, Profile
from protocol.keys.identity import Identity, fingerprint
from protocol.keys.keytext import key_text

DONE, REFUSED, UNUSABLE = 0, 1, 2
STANDARD = "-"
"""Stands for standard input or output where a file could be named."""

Action = Callable[[argparse.Namespace, KeyFile], None]


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its arguments."""
    command = commands.add_parser(
        "key",
        help=_("show, export or import your key"),
        description=_("Show, copy or bring along the key by which you are known and with which you take your seats."),
        epilog=_(
            "Exit code 0: done.  1: there is no key, or another one is in the way.  2: a file or a name cannot be used."
        ),
    )
    actions = command.add_subparsers(title=_("actions"), metavar=_("ACTION"), required=True)
    _add_show(actions)
    _add_export(actions)
    _add_import(actions)


def _add_show(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    action = _add_action(actions, "show", _("show the fingerprint of your key, for others to compare"), _show)
    action.add_argument("--new", action="store_true", help=_("make a key if there is none"))
    action.add_argument("--json", action="store_true", help=_("for programs"))


def _add_export(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    action = _add_action(actions, "export", _("write the secret itself, as a copy or for another computer"), _export)
    action.add_argument("file", metavar="FILE", help=_("a new file, or - for standard output"))


def _add_import(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    action = _add_action(actions, "import", _("take over a key that was exported"), _import)
    action.add_argument("file", metavar="FILE", help=_("the exported file, or - for standard input"))
    action.add_argument("--force", action="store_true", help=_("also in place of another key, which is kept aside"))


def _add_action(
    actions: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, summary: str, action: Action
) -> argparse.ArgumentParser:
    parser = actions.add_parser(name, help=summary, description=summary[:1].upper() + summary[1:] + ".")
    parser.add_argument("--profile", metavar="NAME", default=argparse.SUPPRESS, help=_("as before the command"))
    parser.set_defaults(run=main, action=action)
    return parser


def main(arguments: argparse.Namespace) -> int:
    """Run one action; what stands in its way is told in one sentence."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # the name of a folder may hold what the terminal cannot show
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        action: Action = arguments.action
        action(arguments, KeyFile.of(Profile(arguments.profile)))
    except (BadProfile, KeyTrouble) as error:
        _say(_("undermine key: {why}", why=error))
        return REFUSED if isinstance(error, NoKey | OtherKey) else UNUSABLE
    return DONE


def _show(arguments: argparse.Namespace, kept: KeyFile) -> None:
    """Looking alone makes no key: on a new computer it would be in the way of the one still to be imported."""
    if arguments.new and kept.load() is None:
        kept.load_or_make(secrets.token_bytes)
        _say(_("This key is new.  Without it your seats are lost, so keep a copy: {undermine} key export FILE"))
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
        _export_to(Path(arguments.file), line)
    _say(_("Whoever has this line can take your seats and see your cards.  Show it to nobody."))


def _export_to(path: Path, line: str) -> None:
    try:
        write_new(path, line.encode("ascii"))
    except FileExistsError as error:
        raise KeyTrouble(_("{file}: is there already and was left as it is", file=path)) from error
    except OSError as error:
        raise KeyTrouble(_("{file}: cannot be written: {why}", file=path, why=error.strerror)) from error
    print(_("{file}: written", file=path))


def _import(arguments: argparse.Namespace, kept: KeyFile) -> None:
    master = _typed() if arguments.file == STANDARD else _brought(Path(arguments.file))
    try:
        aside = kept.put(master, force=arguments.force)
    except OtherKey as error:
        raise OtherKey(_("{why}; --force puts this one in its place and keeps the other aside", why=error)) from error
    if aside is not None:
        print(_("the key that was there before is now in {file}", file=aside))
    print(_("your key is {fingerprint}", fingerprint=fingerprint(Identity(kept.require()).public)))


def _typed() -> bytes:
    """One line: whoever pastes it need not know how to end the input."""
    if sys.stdin.isatty():
        print(_("the line of the key: "), end="", file=sys.stderr, flush=True)
    return parse(sys.stdin.buffer.readline(LONGEST), _("standard input"))


def _brought(path: Path) -> bytes:
    """Who else can read a file that was brought along is not asked: a memory stick has no owners."""
    try:
        with path.open("rb") as file:
            return parse(file.read(LONGEST), str(path))
    except OSError as error:
        raise KeyTrouble(_("{file}: cannot be read: {why}", file=path, why=error.strerror)) from error


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr)
