"""`undermine selfplay`: a whole game with keys, seals and a log, played by bots; for trying the audit and for tests."""

import argparse
import secrets
import shlex
from pathlib import Path

from client.commands.asked import bots_of, bots_of_server, rules_of, seed_of
from client.commands.ends import DONE, Stopped, not_written
from client.commands.progress import Progress
from client.i18n import _
from client.profile.placing import placed
from engine.bots import BOTS
from protocol.host.selfplay import SelfPlay, from_seed
from protocol.keys.phrase import phrase
from protocol.modes.mode import Fresh

_SECRET = 32


def main(arguments: argparse.Namespace) -> int:
    rules = rules_of(arguments.rules, arguments.players)
    bots = [BOTS[name] for name in bots_of(arguments.bots)]
    by_server = bots_of_server(arguments.server_bots, arguments.players)
    game = SelfPlay(rules, arguments.players, bots, _fresh(arguments.seed), server_bots=by_server)
    follower, target = game.host.follower, Path(arguments.out)
    try:
        with placed(target, force=arguments.force) as file, Progress(follower.state.book.rounds) as bar:
            file.write(game.play(lambda round_: bar.done(round_ - 1)))
    except OSError as error:
        raise Stopped(not_written(target, error)) from error
    print(_("{file}: written", file=target))
    print(_("phrase   {words}", words=" ".join(phrase(follower.setting.tid, follower.seeds))))
    print(_("entries  {entries}", entries=follower.chain.last))
    print(_("bytes    {size}", size=len(game.host.file)))
    name = f"./{target}" if str(target).startswith("-") else str(target)
    print(_("check it with: {undermine} audit {file}", file=shlex.quote(name)))
    return DONE


def _fresh(seed: str | None) -> Fresh:
    return from_seed(seed_of(seed)) if seed is not None else lambda label: secrets.token_bytes(_SECRET)
