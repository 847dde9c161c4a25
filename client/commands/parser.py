"""Every command with its options; its work is in the module of its name, which is imported only to run it."""

import argparse

from client.commands import options
from client.commands.bench import add_bench
from client.commands.options import Commands
from client.i18n import PROGRAM, SERVER, _
from client.version import VERSION

SHELLS = ("bash", "zsh", "tcsh", "fish", "powershell")


def build() -> argparse.ArgumentParser:
    """Of the whole command line: `--help` tells of every command and imports none."""
    parser = argparse.ArgumentParser(
        prog=PROGRAM,
        description=_("Saboteur from the terminal, with play that nobody has to take on trust."),
        epilog=_(
            "examples:\n"
            "  {undermine} play                          sit down with four bots\n"
            "  {undermine} play --rules saboteur2        Saboteur 2\n"
            "  {undermine} host                          open a table for friends nearby\n"
            "  {undermine} join                          what is there on this network?\n"
            "  {undermine} join LINK                     a server somewhere\n"
            "  {undermine} rules                         what else one can play by\n"
            "  {undermine} simulate --games 200          let bots play, and count\n"
            "  {undermine} scenario --new mine.toml      write a first scenario\n"
            "  {undermine} COMMAND --help                more about one command\n"
            "  {server} --help                 serve tables to others",
            server=SERVER,
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"undermine {VERSION}")
    parser.add_argument(
        "--profile", default="default", metavar="NAME", help=_("whose name, keys and settings to use (default)")
    )
    commands = parser.add_subparsers(title=_("commands"), metavar=_("COMMAND"), dest="command", required=True)
    play = (_play, _host, _join, _menu)
    for add in (*play, _rules, _simulate, _scenario, _selfplay, _audit, _bot, _key, add_bench, _completion):
        add(commands)
    return parser


# To play


def _play(commands: Commands) -> None:
    command = commands.add_parser(
        "play",
        help=_("play against bots"),
        description=_("Sit down at a table with bots, on a server of this computer that nobody else can reach."),
        epilog=_("Example: {undermine} play --rules saboteur2 --players 7 --name Eva.  In the game, ? tells the keys."),
    )
    options.add_table(command)
    options.add_bots(command, _("the bots, in turn (steady)"))
    options.add_person(command)
    command.add_argument(
        "--seed", metavar="S", help=_("deal the same cards again: in lines, and without a server or a log")
    )


def _host(commands: Commands) -> None:
    command = commands.add_parser(
        "host",
        help=_("open a table for friends on the same network"),
        description=_(
            "Start a server on this computer, open a table on it, and show friends on the same network how to come."
            "  This computer deals, so it knows all cards; that it deals fairly is proved to everybody."
        ),
        epilog=_("Example: {undermine} host --rules saboteur2 --players 6"),
    )
    options.add_table(command)
    options.add_bots(command, _("bots that sit down at once, such as steady,steady (none)"), default="")
    options.add_password(command, _("asked of everybody who wants to sit down"))
    command.add_argument("--unlisted", action="store_true", help=_("nobody finds the table without its code"))
    options.add_person(command)


def _join(commands: Commands) -> None:
    command = commands.add_parser(
        "join",
        help=_("join a game on a server, or on the same network"),
        description=_("Join a server by its invite link or as host:port.  Without either, list the games nearby."),
        epilog=_("Examples: “{undermine} join undermine://mine.example#PIN”, or “{undermine} join 192.168.1.20:4477”."),
    )
    command.add_argument("link", nargs="?", metavar="LINK", help=_("an invite link, or host:port"))
    command.add_argument("--table", default="", metavar="CODE", help=_("sit down at this gathering at once"))
    options.add_way(command)
    options.add_person(command)


def _menu(commands: Commands) -> None:
    command = commands.add_parser(
        "menu", help=_("choose what to do from a menu"), description=_("Play, host, join or set things up from a menu.")
    )
    options.add_person(command)


def _bot(commands: Commands) -> None:
    command = commands.add_parser(
        "bot",
        help=_("let a bot sit down at a server"),
        description=_(
            "Sit down at a table of a server as a person would, let a bot play, and keep the log."
            "  With neither --gathering nor --gather it goes on with an unfinished game,"
            " or sits down at the first table in the lobby that is open to everybody."
        ),
        epilog=_(
            "Exit code 0: the games have ended and nothing was wrong.  1: they have not, or something was."
            "  2: a file, a name or a link cannot be used.\n"
            "Example: {undermine} bot --join undermine://localhost --gather base --seats 3 --bots-of-server 2"
        ),
    )
    command.add_argument("--join", required=True, metavar="LINK", help=_("the server, by its link or as host:port"))
    command.add_argument("--bot", default="steady", metavar="NAME", help=_("which bot (steady)"))
    command.add_argument("--name", metavar="NAME", help=_("what it is called at the server"))
    command.add_argument("--key", metavar="FILE", help=_("the key that it plays with, made if it is not there"))
    options.add_profile(command, _("as before the command"))
    where = command.add_mutually_exclusive_group()
    where.add_argument("--gathering", default="", metavar="CODE", help=_("sit down at this gathering"))
    where.add_argument("--gather", dest="rules", metavar="RULES", help=_("open a gathering to play by these rules"))
    options.add_seats(command, _("with how many seats (5)"))
    command.add_argument(
        "--bots-of-server", type=int, default=0, metavar="K", help=_("how many of them the server's bots play (0)")
    )
    options.add_password(command, _("of the gathering"))
    options.add_count(command, "--games", 1, _("how many games (1)"), "K")
    options.add_way(command)
    output = command.add_mutually_exclusive_group()
    output.add_argument("-q", "--quiet", action="store_true", help=_("say only where the log is, and what goes wrong"))
    output.add_argument("--json", action="store_true", help=_("for programs: one object a line"))


def _key(commands: Commands) -> None:
    command = commands.add_parser(
        "key",
        help=_("show, export or import your key"),
        description=_("Show, copy or bring along the key by which you are known and with which you take your seats."),
        epilog=_(
            "Exit code 0: done.  1: there is no key, or another one is in the way.  2: a file or a name cannot be used."
        ),
    )
    actions = command.add_subparsers(title=_("actions"), metavar=_("ACTION"), dest="action", required=True)

    def add(name: str, summary: str) -> argparse.ArgumentParser:
        action = actions.add_parser(name, help=summary, description=summary[:1].upper() + summary[1:] + ".")
        options.add_profile(action, _("as before the command"))
        return action

    show = add("show", _("show the fingerprint of your key, for others to compare"))
    show.add_argument("--new", action="store_true", help=_("make a key if there is none"))
    options.add_json(show)
    export = add("export", _("write the secret itself, as a copy or for another computer"))
    export.add_argument("file", metavar="FILE", help=_("a new file, or - for standard output"))
    bring = add("import", _("take over a key that was exported"))
    bring.add_argument("file", metavar="FILE", help=_("the exported file, or - for standard input"))
    bring.add_argument("--force", action="store_true", help=_("also in place of another key, which is kept aside"))


# To look at the rules and at games


def _rules(commands: Commands) -> None:
    command = commands.add_parser(
        "rules",
        help=_("list the rules one can play by, or explain some"),
        description=_("List presets and flags, or explain the rules of a table, flag by flag."),
        epilog=_(
            "Example: {undermine} rules saboteur2+solo-must-finish=yes.  Exit code 2: the parts do not fit together."
        ),
    )
    command.add_argument("name", nargs="?", metavar="NAME", help=_("the rules, such as base+gold-draw=players"))
    command.add_argument("--players", type=int, metavar="P", help=_("whether so many can play by them"))
    options.add_json(command)


def _simulate(commands: Commands) -> None:
    command = commands.add_parser(
        "simulate",
        help=_("let bots play many games and count"),
        description=_("Let bots play whole games and tell who wins how often."),
        epilog=_("Example: {undermine} simulate --games 200 --players 5 --bots steady --saboteurs random --jobs 2"),
    )
    options.add_games(command, 100)
    options.add_table(command)
    options.add_bots(command, _("the bots, seat by seat (steady)"))
    command.add_argument("--saboteurs", metavar="NAME", help=_("the bot that plays for whoever is a saboteur"))
    command.add_argument("--seed", default="1", metavar="S", help=_("which games are played (1)"))
    options.add_count(command, "--jobs", 1, _("how many processes (1)"), "J")
    command.add_argument("--uses", action="store_true", help=_("count in how many games each action card is played"))
    options.add_figures(command)


def _scenario(commands: Commands) -> None:
    command = commands.add_parser(
        "scenario",
        help=_("check stories written as text against the rules"),
        description=_("Play scenario files and say where one differs from the rules."),
        epilog=_("Exit code 0: all hold.  1: a scenario differs.  2: a file cannot be used."),
    )
    command.add_argument("files", metavar="FILE", nargs="*", help=_("a scenario, or a folder of them"))
    command.add_argument("--new", action="store_true", help=_("write a commented template that runs"))
    command.add_argument("-q", "--quiet", action="store_true", help=_("say only what is wrong"))


def _selfplay(commands: Commands) -> None:
    command = commands.add_parser(
        "selfplay",
        help=_("let bots play a game with a log that can be audited"),
        description=_("Play a whole game in this program, with keys, sealed cards and a signed log, and keep the log."),
        epilog=_("Example: {undermine} selfplay --seats 5 --out game.umlog && {undermine} audit game.umlog"),
    )
    command.add_argument("--rules", default="base", metavar="NAME", help=_("the rules, such as base-2006 (base)"))
    options.add_seats(command, _("how many seats (5)"))
    options.add_bots(command, _("the bots, seat by seat (steady)"))
    command.add_argument(
        "--server-bots", type=int, default=0, metavar="K", help=_("how many of the last seats have no keys (0)")
    )
    command.add_argument("--seed", metavar="S", help=_("play the same game with the same keys again; else by chance"))
    command.add_argument("--out", required=True, metavar="FILE", help=_("where the log is written"))
    command.add_argument("--force", action="store_true", help=_("also in place of a file that is there"))


def _audit(commands: Commands) -> None:
    command = commands.add_parser(
        "audit",
        help=_("check from its log that a game was played fairly"),
        description=_(
            "Work every signature, move and card of a game out again from its log, and every move of the server's bots."
            "  Several files are also compared with each other."
        ),
        epilog=_(
            "Exit code 0: all are VERIFIED.  4: one is UNFINISHED.  3: one is UNPROVEN.  2: one is UNREADABLE."
            "  1: one is REFUTED, or two contradict each other.  Of several the worst counts, in this order."
        ),
    )
    command.add_argument("files", metavar="FILE", nargs="+", help=_("a log, evidence, or a folder of logs"))
    command.add_argument("--phrase", metavar="WORDS", help=_("the five words that you were shown at the table"))
    command.add_argument("--no-bots", action="store_true", help=_("leave the moves of the server's bots out"))
    command.add_argument("--evidence", metavar="FILE", help=_("write what proves the first fault, for others to check"))
    options.add_json(command)
    command.add_argument("-q", "--quiet", action="store_true", help=_("say only what is not VERIFIED"))


def _completion(commands: Commands) -> None:
    command = commands.add_parser(
        "completion",
        help=_("print what a shell needs to complete commands"),
        description=_("Print a completion script for a shell."),
        epilog=_('Example, for bash: eval "$({undermine} completion bash)"'),
    )
    command.add_argument("shell", choices=SHELLS, help=_("which shell"))
