"""Every command with its options, as one table; what it runs is imported only to run it."""

import argparse

from client.commands import options as o
from client.commands.options import TABLE, Part, among, command, count, counts, flag, games, one_of, option
from client.commands.suggesting import Parser
from client.i18n import PROGRAM, SERVER, _
from client.version import VERSION

SHELLS = ("bash", "zsh", "tcsh", "fish", "powershell")


def build() -> argparse.ArgumentParser:
    """Of the whole command line: `--help` tells of every command and imports none."""
    parser = Parser(
        prog=PROGRAM,
        description=_("Saboteur and The Dark Cave from the terminal, with play that no player has to take on trust."),
        epilog=_(
            "examples:\n"
            "  {undermine} play                          sit down with four bots\n"
            "  {undermine} play --rules saboteur2        Saboteur 2\n"
            "  {undermine} play --rules cave             The Dark Cave\n"
            "  {undermine} host                          open a table for friends nearby\n"
            "  {undermine} join                          find games on this network\n"
            "  {undermine} join LINK                     play on a server\n"
            "  {undermine} rules                         more rules to play by\n"
            "  {undermine} simulate --games 200          let bots play, and count\n"
            "  {undermine} replay game.umlog             look at a game again\n"
            "  {undermine} scenario --new mine.toml      write a first scenario\n"
            "  {undermine} COMMAND --help                more about one command\n"
            "  {server} --help                 serve tables to others",
            server=SERVER,
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"undermine {VERSION}")
    option("--profile", "NAME", _("profile: its name, keys and settings (default)"), default="default")(parser)
    among(_("commands"), _("COMMAND"), "command", *_PLAY, *_GAMES, _BOT, _KEY, _DOCTOR, _BENCH, _COMPLETION)(parser)
    return parser


_PLAY = (
    command(
        "play",
        _("play against bots"),
        _("Sit down at a table with bots, on a server of this computer that no one else can reach."),
        *TABLE,
        o.bots(_("which bots, seat by seat (steady)")),
        *o.PACE,
        *o.PERSON,
        option("--seed", "S", _("deal the same cards again (in lines, without a server or a log)")),
        epilog=_("Example: {undermine} play --rules saboteur2 --players 7 --name Eva.  In the game, ? shows the keys."),
        run="client.commands.play:play",
    ),
    command(
        "host",
        _("open a table for friends on the same network"),
        _(
            "Start a server on this computer, open a table on it, and show friends on the same network how to join."
            "  Your computer deals.  It can't cheat unnoticed, but you could peek."
        ),
        *TABLE,
        o.bots(_("bots at the table, such as steady,steady (none)"), default=""),
        o.password(_("players need it to sit down")),
        flag("--unlisted", _("keep the table off the list: players need its code")),
        *o.PACE,
        *o.PERSON,
        epilog=_("Example: {undermine} host --rules saboteur2 --players 6"),
        run="client.commands.play:host",
    ),
    command(
        "join",
        _("join a game on a server, or on the same network"),
        _(
            "Join a server by its invite link or as host:port, or a table on the same network by its code."
            "  Without either, list your unfinished games and the games nearby."
        ),
        option("link", "LINK", _("an invite link, host:port, or the code of a table nearby"), nargs="?"),
        option("--table", "CODE", _("join this lobby at once"), default=""),
        o.WAY,
        *o.PERSON,
        epilog=_("Examples: “{undermine} join undermine://mine.example#PIN”, or “{undermine} join 192.168.1.20:4477”."),
        run="client.commands.play:join",
    ),
    command(
        "watch",
        _("watch a game on a server"),
        _(
            "Watch a table of a server that lets others watch, as late as its players were told."
            "  Without --table the only one is watched, or all are listed.  Every entry is checked, as at a seat."
        ),
        option("link", "LINK", _("an invite link, or host:port")),
        option("--table", "CODE", _("the table that came of this lobby, also if it is not listed"), default=""),
        flag("--verify", _("at the end audit what was seen: the exit codes of “{undermine} audit”")),
        o.WAY,
        *o.PERSON,
        epilog=_("Exit code 0: watched to the end, or until “quit”.  1: it was not possible, or something was wrong."),
        run="client.commands.play:watch",
    ),
    command(
        "ping",
        _("ask a server whether it answers, and which key it has"),
        _(
            "Connect to a server without logging in: how long it takes, which version it speaks, its certificate and"
            " its pin, and whether that is the one in the link."
        ),
        option("link", "LINK", _("an invite link, or host:port")),
        o.JSON,
        o.WAY,
        epilog=_("Exit code 0: it answers, and the link names no other key.  1: otherwise."),
    ),
    command(
        "archive",
        _("list the finished games of a server, and fetch their logs"),
        _(
            "List the finished games of a server: those that you played, and the public ones."
            "  “fetch” fetches their logs and audits them; without a GAME, all of yours that this computer lacks."
            "  “check” looks whether yours stand in the lists that the server signs."
            "  “remove-texts” lets the server remove what you said at a GAME, and your name there, for good."
        ),
        option("link", "LINK", _("an invite link, or host:port")),
        option(
            "action",
            "ACTION",
            _("list, fetch, check or remove-texts (list)"),
            nargs="?",
            choices=("list", "fetch", "check", "remove-texts"),
            default="list",
        ),
        option("games", "GAME", _("the beginning of a game's number, as the list shows it"), nargs="*"),
        o.JSON,
        o.WAY,
        *o.PERSON,
        epilog=_(
            "Exit code 0: done.  1: it was not possible, or a log is REFUTED.  2 to 4: as of “{undermine} audit”.\n"
            "Examples: “{undermine} archive mine.example”, or “{undermine} archive mine.example fetch 3f2a91bc”."
        ),
    ),
    command(
        "menu",
        _("choose what to do from a menu"),
        _("Play, host, join or set things up from a menu."),
        *o.PERSON,
        run="client.commands.start:menu",
    ),
)
_GAMES = (
    command(
        "rules",
        _("list the rules to play by, or explain some"),
        _("List presets, modules and flags, or explain the rules of a table part by part."),
        option("name", "NAME", _("the rules, such as base+gold-draw=players"), nargs="?"),
        option("--players", "P", _("check them for this many players"), type=int),
        o.JSON,
        epilog=_(
            "Example: {undermine} rules saboteur2+solo-must-finish=yes.  Exit code 2: the parts do not fit together."
        ),
    ),
    command(
        "simulate",
        _("let bots play many games and count the wins"),
        _("Let bots play whole games and tell who wins how often."),
        games(100),
        *TABLE,
        o.bots(_("which bots, seat by seat (steady)")),
        option("--saboteurs", "NAME", _("the bot that plays the saboteurs")),
        option("--seed", "S", _("seed: the same one plays the same games (1)"), default="1"),
        count("--jobs", 1, _("how many processes (1)"), "J"),
        flag("--uses", _("count in how many games each action card, and each act of a module, is used")),
        o.FIGURES,
        o.TABLE_FILE,
        epilog=_("Example: {undermine} simulate --games 200 --players 5 --bots steady --saboteurs random --jobs 2"),
    ),
    command(
        "scenario",
        _("check stories written as text against the rules"),
        _("Play scenario files and say where one differs from the rules."),
        option("files", "FILE", _("a scenario, or a folder of them"), nargs="*"),
        flag("--new", _("write a commented template that runs")),
        flag("-q --quiet", _("say only what is wrong")),
        epilog=_("Exit code 0: all hold.  1: a scenario differs.  2: a file cannot be used."),
    ),
    command(
        "learn",
        _("learn the games: guided turns, and puzzles"),
        _("Go through guided turns one by one, or solve puzzles that have one solution each."),
        option("what", "WHAT", _("lessons, puzzles, or a puzzle in a file (lessons)"), nargs="?", default="lessons"),
        option("number", "N", _("which one (the first that is not done)"), nargs="?", type=int),
        flag("--list", _("list them, with a tick where one is done")),
        *o.PERSON,
        epilog=_("Example: {undermine} learn puzzles 7.  docs/scenarios.md tells how to write one."),
    ),
    command(
        "selfplay",
        _("let bots play a game with a log that can be audited"),
        _("Play a whole game in this program, with keys, sealed cards and a signed log, and keep the log."),
        option("--rules", "NAME", _("the rules, such as base-2006 (base)"), default="base"),
        o.seats(_("how many players (5)")),
        o.bots(_("which bots, seat by seat (steady)")),
        option(
            "--server-bots",
            "K",
            _("how many seats, the last ones, are bots of the server, without keys (0)"),
            type=int,
            default=0,
        ),
        option("--seed", "S", _("play the same game with the same keys again (random)")),
        option("--out", "FILE", _("where to write the log"), required=True),
        flag("--force", _("overwrite the file")),
        epilog=_("Example: {undermine} selfplay --players 5 --out game.umlog && {undermine} audit game.umlog"),
    ),
    command(
        "audit",
        _("check from its log that a game was played fairly"),
        _(
            "Check every signature, move and card of a game from its log, and every move of the server's bots."
            "  Several files are also compared with each other."
        ),
        option("files", "FILE", _("a log, evidence, or a folder of logs"), nargs="+"),
        option("--phrase", "WORDS", _("the five words that you were shown at the table")),
        flag("--no-bots", _("skip the moves of the server's bots")),
        option("--evidence", "FILE", _("write what proves the first fault, for others to check")),
        option("--html", "FILE", _("write a page with the audit of one log, and with a replay of its game")),
        o.JSON,
        flag("-q --quiet", _("say only what is not VERIFIED")),
        epilog=_(
            "Exit code 0: all are VERIFIED.  4: one is UNFINISHED.  3: one is UNPROVEN.  2: one is UNREADABLE."
            "  1: one is REFUTED, or two contradict each other.  Of several the worst counts, in this order."
        ),
    ),
    command(
        "games",
        _("list the games that you have played"),
        _(
            "List your games on this computer with their results and what their logs are worth, and how you have fared"
            " by rules and role.  With a game, tell all of it."
        ),
        option("game", "GAME", _("its number, or its place in the list"), nargs="?"),
        one_of(
            option(
                "--share",
                "FILE",
                _("write it into a file for others: its log, or by the ending a page (.html) or its story (.md)"),
                nargs="?",
                const="",
            ),
            option("--export", "FILE", _("copy its log into a new file")),
            flag("--delete", _("delete it from this computer")),
        ),
        flag("--yes", _("delete without a question")),
        option("--fetch", "LINK", _("first fetch what this server has of your games, and this computer lacks")),
        option("--csv", "FILE", _("write a table, a line a game; - is standard output")),
        o.JSON,
        o.WAY,
        *o.PERSON,
        epilog=_("Exit code 0: done.  1: it was not deleted, or not fetched.  2: there is no such game or file."),
    ),
    command(
        "replay",
        _("look at a game again, from its log"),
        _(
            "Go through a game step by step, forward and back, through the eyes of all or of a seat."
            "  While not all cards of a game were opened, a seat is seen with the key of its player alone."
        ),
        option("file", "FILE", _("a log, or a game as “{undermine} games” lists it")),
        option("--key", "FILE", _("the key of a player who sat there, as “{undermine} key export” writes it")),
        *o.VIEW,
        o.profile(_("same as before the command")),
        epilog=_("Exit code 0: it was shown.  2: the file, the key or the profile cannot be used."),
    ),
    command(
        "export",
        _("write a game as a page, a story or a picture"),
        _(
            "Write a game from its log as a page that replays it in a browser, as a story, or as a picture."
            "  All cards are shown where they lie open; else what the reader may see."
        ),
        option("file", "FILE", _("a log")),
        option("--html", "FILE", _("a page that replays it: one file, which loads nothing")),
        option("--markdown", "FILE", _("the story")),
        option("--svg", "FILE", _("the board")),
        option("--entry", "N", _("the entry behind which the board is shown (the last)"), type=int),
        option("--eyes", "WHOSE", _("all, cards (all but hidden roles), public, or a player")),
        option("--key", "FILE", _("the key of a player who sat there, as “{undermine} key export” writes it")),
        flag("--force", _("overwrite the files")),
        o.profile(_("same as before the command")),
        epilog=_("Example: {undermine} export game.umlog --html game.html --svg end.svg"),
    ),
)
_PROFILE = o.profile(_("same as before the command"))
_BOT = command(
    "bot",
    _("let a bot sit down at a server"),
    _(
        "Sit down at a table of a server as a person would, let a bot play, and keep the log."
        "  With neither --lobby nor --open it continues an unfinished game,"
        " or sits down at the first listed table without a password."
    ),
    option("--join", "LINK", _("the server, by its link or as host:port"), required=True),
    option("--bot", "NAME", _("which bot (steady)"), default="steady"),
    option("--name", "NAME", _("its name at the server")),
    option("--key", "FILE", _("its key, made if it does not exist")),
    _PROFILE,
    one_of(
        option("--lobby", "CODE", _("join this lobby"), default=""),
        option("--open", "RULES", _("open a table with these rules"), dest="rules"),
    ),
    o.seats(_("how many players (5)")),
    option("--bots-of-server", "K", _("how many of them are bots of the server (0)"), type=int, default=0),
    o.password(_("the password of the table")),
    count("--games", 1, _("how many games (1)"), "K"),
    o.WAY,
    one_of(
        flag("-q --quiet", _("say only where the log is, and what goes wrong")),
        flag("--json", _("print JSON, for programs: one object a line")),
    ),
    epilog=_(
        "Exit code 0: the games have ended and nothing was wrong.  1: they have not, or something was."
        "  2: a file, a name or a link cannot be used.\n"
        "Example: {undermine} bot --join undermine://localhost --open base --players 3 --bots-of-server 2"
    ),
)


def _of_key(name: str, summary: str, *parts: Part) -> Part:
    description = f"{summary[:1].upper()}{summary[1:]}."
    return command(name, summary, description, _PROFILE, *parts, run="client.commands.key:main")


_KEY = command(
    "key",
    _("show, export or import your key"),
    _("Show, export or import your key: it proves who you are, and keeps your seats."),
    among(
        _("actions"),
        _("ACTION"),
        "action",
        _of_key(
            "show",
            _("show the fingerprint of your key, for others to compare"),
            flag("--new", _("make a key if there is none")),
            o.JSON,
        ),
        _of_key(
            "export",
            _("write the secret key, as a backup or for another computer"),
            option("file", "FILE", _("a new file, or - for standard output")),
        ),
        _of_key(
            "import",
            _("import a key that was exported"),
            option("file", "FILE", _("the exported file, or - for standard input")),
            flag("--force", _("replace another key, which is kept aside")),
        ),
    ),
    epilog=_(
        "Exit code 0: done.  1: there is no key, or another one is in the way.  2: a file or a name cannot be used."
    ),
)
_DOCTOR = command(
    "doctor",
    _("find out what is wrong with terminal, key, network or versions"),
    _(
        "Look at the versions, the terminal, the profile with its key and logs, and the network, and say what to do."
        "  Nothing is changed."
    ),
    _PROFILE,
    o.JSON,
    epilog=_("Exit code 0: nothing is wrong.  1: something is.  2: the profile cannot be named so."),
)
_SEED = option("--seed", "S", _("seed: the same one plays the same games (1)"), type=int, default=1)
_AGAINST = (
    option("--against", "REV", _("compare with this revision of the program, such as HEAD~1")),
    count("--rounds", 5, _("how often both are measured in turns (5)")),
    o.FIGURES,
)
_BENCH = command(
    "bench",
    _("measure the speed of the program on this machine"),
    None,
    among(
        _("what to measure"),
        "WHAT",
        "what",
        command(
            "engine",
            _("random legal play with every choice enumerated at every move"),
            _("Whole games of random legal play, every choice enumerated at every move, on one core."),
            *(games(200), *TABLE, _SEED, *_AGAINST),
            run="bench.games:main",
        ),
        command(
            "bots",
            _("whole games among steady bots, as in a simulation"),
            _("Whole games among steady bots, on one core; the digest is that of all acts they played."),
            *(games(10), *TABLE, _SEED, *_AGAINST),
            run="bench.games:main",
        ),
        command(
            "audit",
            _("the audit of whole games, compared with their signatures alone"),
            _("Audit whole five-seat games of three rounds, and verify their signatures alone, on one core."),
            *(games(10), *_AGAINST),
            run="bench.audit:main",
            rules="base",
            players=5,
            seed=0,
        ),
        command(
            "replay",
            _("how soon a game is opened again, and how soon a step back is drawn"),
            _("Open whole games of about 400 entries, step back from the end to the start, and draw each table."),
            games(3),
            o.FIGURES,
            run="bench.replay:main",
        ),
        command(
            "server",
            _("the real server under load, over TLS on this computer"),
            _("Play many tables at once against the real server, over TLS on loopback, and measure."),
            counts("--tables", 40, _("how many at once (40); of several, such as 10,40,160, a column each")),
            count("--seconds", 10, _("how long each part takes (10)"), "S"),
            count("--rate", 500, _("moves a second for latency (500)"), "M"),
            count("--parked", None, _("instead: the memory of N tables in play that all have left")),
            flag("--shares", _("instead: what the server's processor time goes to, in percent")),
            *_AGAINST,
            run="bench.server:main",
            rules="base",
            players=5,
        ),
        command(
            "soak",
            _("minutes of games at the real server, which is killed again and again"),
            _("Let players come, leave and come back while the server is killed now and then, and see what is lost."),
            count("--minutes", 10, _("how long (10)"), "N"),
            count("--tables", 20, _("how many at once (20)")),
            o.FIGURES,
            run="bench.soak:main",
        ),
        command(
            "client",
            _("how soon the screen is there, and how soon a key is answered"),
            _("Start the real program in a pseudo-terminal again and again, press keys, and measure what comes back."),
            count("--runs", 5, _("how often it is started (5)")),
            o.FIGURES,
            run="bench.screen:main",
        ),
    ),
)
_COMPLETION = command(
    "completion",
    _("print what a shell needs to complete commands"),
    _("Print a completion script for a shell."),
    option("shell", None, _("which shell"), choices=SHELLS),
    run="client.commands.parser:completion",
    epilog=_('Example, for bash: eval "$({undermine} completion bash)"'),
)


def completion(arguments: argparse.Namespace) -> int:
    import shtab  # noqa: PLC0415  # only for this

    print(shtab.complete(build(), arguments.shell))
    return 0
