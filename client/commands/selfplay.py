"""`undermine selfplay`: a whole game with keys, seals and a log, played by bots; for trying the audit and for tests."""

import argparse
import secrets
import shlex
import sys
from pathlib import Path

from client.commands.options import WrongUsage, bots_of, rules_of, seed_of
from client.commands.progress import Progress
from client.i18n import _, plural
from client.profile.placing import placed
from engine.bots import BOTS
from protocol.host.selfplay import SelfPlay, from_seed
from protocol.keys.phrase import phrase
from protocol.modes.dealer.secrets import Fresh

DONE, UNUSABLE = 0, 2
_SECRET = 32


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its arguments."""
    command = commands.add_parser(
        "selfplay",
        help=_("let bots play a game with a log that can be audited"),
        description=_("Play a whole game in this program, with keys, sealed cards and a signed log, and keep the log."),
        epilog=_("Example: {undermine} selfplay --seats 5 --out game.umlog && {undermine} audit game.umlog"),
    )
    command.add_argument("--rules", default="base", metavar="NAME", help=_("the rules, such as base-2006 (base)"))
    command.add_argument("--seats", dest="players", type=int, default=5, metavar="N", help=_("how many seats (5)"))
    command.add_argument(
        "--bots", default="steady", metavar="NAME[,NAME...]", help=_("the bots, seat by seat (steady)")
    )
    command.add_argument(
        "--server-bots", type=int, default=0, metavar="K", help=_("how many of the last seats have no keys (0)")
    )
    command.add_argument("--seed", metavar="S", help=_("play the same game with the same keys again; else by chance"))
    command.add_argument("--out", required=True, metavar="FILE", help=_("where the log is written"))
    command.add_argument("--force", action="store_true", help=_("also in place of a file that is there"))
    command.set_defaults(run=main)


def main(arguments: argparse.Namespace) -> int:
    """Play, write, and tell how to check it."""
    game = _game(arguments)
    target = Path(arguments.out)
    try:
        with placed(target, force=arguments.force) as file, Progress(game.host.follower.state.book.rounds) as bar:
            file.write(game.play(lambda round_: bar.done(round_ - 1)))
    except FileExistsError:
        print(_("{file}: is there already and was left as it is", file=target), file=sys.stderr)
        return UNUSABLE
    except OSError as error:
        print(_("{file}: cannot be written: {why}", file=target, why=error.strerror), file=sys.stderr)
        return UNUSABLE
    _tell(game, target)
    return DONE


def _game(arguments: argparse.Namespace) -> SelfPlay:
    rules, bots = rules_of(arguments), [BOTS[name] for name in bots_of(arguments.bots)]
    seats, count = arguments.players, arguments.server_bots
    if not 0 <= count < seats:
        raise WrongUsage(
            plural(
                "0 to {count} seat can be the server's, not {wanted}",
                "0 to {count} seats can be the server's, not {wanted}",
                seats - 1,
                wanted=count,
            )
        )
    return SelfPlay(rules, seats, bots, _fresh(arguments.seed), server_bots=count)


def _fresh(seed: str | None) -> Fresh:
    return from_seed(seed_of(seed)) if seed is not None else lambda label: secrets.token_bytes(_SECRET)


def _tell(game: SelfPlay, target: Path) -> None:
    follower = game.host.follower
    words = " ".join(phrase(follower.setting.tid, follower.seeds))
    print(_("{file}: written", file=target))
    print(_("phrase   {words}", words=words))
    print(_("entries  {entries}", entries=follower.chain.last))
    print(_("bytes    {size}", size=len(game.host.file)))
    name = f"./{target}" if str(target).startswith("-") else str(target)
    print(_("check it with: {undermine} audit {file}", file=shlex.quote(name)))
