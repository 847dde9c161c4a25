"""Options that several commands share; what they mean is in `client.commands.asked`."""

import argparse
from typing import TypeAlias

from client.i18n import _, plural

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
LONGEST_PASSWORD = 64


def add_table(command: argparse.ArgumentParser) -> None:
    command.add_argument("--players", type=int, default=5, metavar="P", help=_("how many seats ({players})", players=5))
    command.add_argument(
        "--rules",
        default="base",
        metavar="NAME",
        help=_("the rules, such as saboteur2 (base); “{undermine} rules” lists them"),
    )


def add_seats(command: argparse.ArgumentParser, meaning: str) -> None:
    command.add_argument("--seats", dest="players", type=int, default=5, metavar="N", help=meaning)


def add_bots(command: argparse.ArgumentParser, meaning: str, default: str = "steady") -> None:
    command.add_argument("--bots", default=default, metavar="NAME[,NAME...]", help=meaning)


def add_games(command: argparse.ArgumentParser, usual: int) -> None:
    add_count(command, "--games", usual, _("how many games ({usual})", usual=usual))


def add_count(command: argparse.ArgumentParser, name: str, usual: int | None, meaning: str, metavar: str = "N") -> None:
    command.add_argument(name, type=_positive, default=usual, metavar=metavar, help=meaning)


def add_password(command: argparse.ArgumentParser, meaning: str) -> None:
    command.add_argument("--password", type=_password, default="", metavar="P", help=meaning)


def add_person(command: argparse.ArgumentParser) -> None:
    command.add_argument("--plain", action="store_true", help=_("sentences and typed commands instead of a screen"))
    command.add_argument(
        "--words", action="store_true", help=_("the same without pictures: the board in words, for who hears it")
    )
    command.add_argument("--ascii", action="store_true", help=_("draw with ASCII characters only"))
    add_profile(command, _("whose name, keys and settings to use"))
    command.add_argument("--name", metavar="NAME", help=_("your name; it is kept in the profile"))


def add_profile(command: argparse.ArgumentParser, meaning: str) -> None:
    """Also after the command; without it, what stands before the command holds."""
    command.add_argument("--profile", metavar="NAME", default=argparse.SUPPRESS, help=meaning)


def add_way(command: argparse.ArgumentParser) -> None:
    """For a server that does not speak TLS itself."""
    ways = command.add_mutually_exclusive_group()
    ways.add_argument("--plain-tcp", action="store_true", help=_("without TLS; everybody on the way can listen"))
    ways.add_argument(
        "--behind-proxy",
        action="store_true",
        help=_("TLS with a proxy in front of the server, whose certificate must be good; the proxy can listen"),
    )


def add_json(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help=_("for programs"))


def add_figures(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", metavar="FILE", help=_("write the figures as JSON; - is standard output"))


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
