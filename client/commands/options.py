"""What a command line is made of, each part a function that adds it; and the options that several commands share.

What shared options mean is in `client.commands.asked`.
"""

import argparse
from collections.abc import Callable
from typing import Any, TypeAlias

from client.i18n import _, plural
from client.pacing import LONGEST_BREAK, PACES, USUAL_BREAK, USUAL_PACE

Part: TypeAlias = Callable[[Any], object]
"""Is given the parser, the group or the list of commands to which it adds something."""
LONGEST_PASSWORD = 64


def option(names: str, sign: str | None, meaning: str, **settings: Any) -> Part:
    return lambda parser: parser.add_argument(*names.split(), metavar=sign, help=meaning, **settings)


def flag(names: str, meaning: str) -> Part:
    return lambda parser: parser.add_argument(*names.split(), action="store_true", help=meaning)


def count(name: str, usual: int | None, meaning: str, sign: str = "N") -> Part:
    """A whole number from 1 up."""
    return option(name, sign, meaning, type=_positive, default=usual)


def counts(name: str, usual: int, meaning: str) -> Part:
    """Whole numbers from 1 up, with commas between."""
    return option(name, "N", meaning, type=lambda text: [_positive(one) for one in text.split(",")], default=[usual])


def one_of(*options: Part) -> Part:
    return lambda parser: _add(parser.add_mutually_exclusive_group(), options)


def command(
    name: str,
    summary: str,
    description: str | None,
    *parts: Part,
    epilog: str | None = None,
    run: str = "",
    **defaults: Any,
) -> Part:
    """``run`` is a module and its function, imported only to run it; without, `main` in the module of that name."""

    def add(commands: Any) -> None:
        parser = commands.add_parser(name, help=summary, description=description, epilog=epilog)
        parser.set_defaults(run=run or f"client.commands.{name}:main", **defaults)
        _add(parser, parts)

    return add


def among(title: str, sign: str, name: str, *commands: Part) -> Part:
    return lambda parser: _add(parser.add_subparsers(title=title, metavar=sign, dest=name, required=True), commands)


def _add(parser: Any, parts: tuple[Part, ...]) -> None:
    for each in parts:
        each(parser)


def seats(meaning: str) -> Part:
    return option("--players", "P", meaning, dest="players", type=int, default=5)


def bots(meaning: str, default: str = "steady") -> Part:
    return option("--bots", "NAME[,NAME...]", meaning, default=default)


def games(usual: int) -> Part:
    return count("--games", usual, _("how many games ({usual})", usual=usual))


def password(meaning: str) -> Part:
    return option("--password", "P", meaning, type=_password, default="")


def profile(meaning: str) -> Part:
    """Also after the command; without it, what stands before the command holds."""
    return option("--profile", "NAME", meaning, default=argparse.SUPPRESS)


def _positive(text: str) -> int:
    number = int(text) if text.isdecimal() and len(text) < 10 else 0
    if number < 1:
        raise argparse.ArgumentTypeError(_("{text} is not a whole number from 1 up", text=text))
    return number


def _password(text: str) -> str:
    most = LONGEST_PASSWORD
    if len(text) > most:
        why = plural("a password has at most {count} character", "a password has at most {count} characters", most)
        raise argparse.ArgumentTypeError(why)
    return text


def _pace(text: str) -> int:
    """In milliseconds."""
    paces = {f"{ms / 1000:g}": ms for ms in PACES}
    if text not in paces:
        raise argparse.ArgumentTypeError(_("{text} is none of {paces}", text=text, paces=", ".join(paces)))
    return paces[text]


def _break(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 4 and int(text) <= LONGEST_BREAK):
        raise argparse.ArgumentTypeError(_("{text} is no number from 0 to {most}", text=text, most=LONGEST_BREAK))
    return int(text)


RULES = _("the rules, such as saboteur2 (base); “{undermine} rules” lists them")
TABLE = (
    option("--players", "P", _("how many players ({players})", players=5), type=int, default=5),
    option("--rules", "NAME", RULES, default="base"),
)
PACE = (
    option("--pace", "S", _("seconds that a bot takes for a turn: 0, 0.4 or 1 (0.4)"), type=_pace, default=USUAL_PACE),
    option(
        "--round-break",
        "S",
        _("how long the next round waits at most while players look at the last one (20); alone, for you"),
        type=_break,
        default=USUAL_BREAK,
    ),
)
VIEW = (
    flag("--plain", _("sentences and typed commands instead of a screen")),
    flag("--words", _("the same without pictures: the board in words, for screen readers")),
    flag("--board", _("in lines: the board at every turn, and not only when you ask for it")),
    flag("--ascii", _("draw with ASCII characters only")),
)
PERSON = (
    *VIEW,
    profile(_("profile: its name, keys and settings")),
    option("--name", "NAME", _("your name; it is kept in the profile")),
)
PROXY = _("TLS through a proxy with a trusted certificate; the proxy can listen")
WAY = one_of(  # for a server that does not speak TLS itself
    flag("--plain-tcp", _("no TLS; others on the network can listen")), flag("--behind-proxy", PROXY)
)
JSON = flag("--json", _("print JSON, for programs"))
FIGURES = option("--json", "FILE", _("write the figures as JSON; - is standard output"))
TABLE_FILE = option("--csv", "FILE", _("write them as a table for a spreadsheet; - is standard output"))
