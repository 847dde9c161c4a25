"""`undermine completion`: what a shell needs to complete our commands."""

import argparse
from functools import partial

import shtab

from client.i18n import _


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", parser: argparse.ArgumentParser) -> None:
    """The command and its arguments."""
    command = commands.add_parser(
        "completion",
        help=_("print what a shell needs to complete commands"),
        description=_("Print a completion script for a shell."),
        epilog=_('Example, for bash: eval "$({undermine} completion bash)"'),
    )
    command.add_argument("shell", choices=shtab.SUPPORTED_SHELLS, help=_("which shell"))
    command.set_defaults(run=partial(main, parser))


def main(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> int:
    """Print the script."""
    print(shtab.complete(parser, arguments.shell))
    return 0
