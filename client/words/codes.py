"""A sentence for every code: what a server says, what this client finds out itself, and what a bad link is.

Codes travel and are stable, sentences are for people.  What rules refuse is told by their game.
"""

from client.games.registry import refusal
from client.i18n import _

SENTENCES: dict[str, str] = {
    # what a server says
    "archive/none": _("The server has no finished game of that kind for you: see which there are without “fetch”."),
    "archive/not-over": _("What was said is removed when the game is over, not before."),
    "archive/too-much": _("As much was fetched from your network as the server allows; try again in a while."),
    "connection/bad-frame": _("A message could not be read: the two programs do not fit together."),
    "connection/bye": _("The connection was closed."),
    "connection/out-of-place": _("The server did not expect this message: the two programs do not fit together."),
    "connection/silent": _("The connection was silent for too long."),
    "connection/too-fast": _("Too many messages were sent at once."),
    "connection/too-often": _("Too many connections came from your network; try again in a minute."),
    "gathering/changed": _("The table has changed: look at it, then get ready again."),
    "gathering/full": _("All seats are taken."),
    "gathering/no-such-bot": _("The server has no such bot."),
    "gathering/no-such-seat": _("There is no such seat."),
    "gathering/none": _("No lobby has this code: the game may have begun, or all players have left."),
    "gathering/not-host": _("Only the host can do that."),
    "gathering/not-introduced": _("Not all players are introduced yet; that takes a moment."),
    "gathering/not-over": _("There is no finished game to play again."),
    "gathering/not-ready": _("Not all players are ready."),
    "gathering/not-there": _("You are not in that lobby."),
    "gathering/own-seat": _("You cannot send yourself away: leave the lobby instead."),
    "gathering/dismissed": _("The host has sent you away from this table."),
    "gathering/password": _("The password is wrong."),
    "gathering/seats-free": _("There are still free seats."),
    "gathering/started": _("The game has begun already."),
    "gathering/unfit-rules": _("These rules are not for this number of players."),
    "introduction/not-yours": _("The server could not confirm that it is you who joins."),
    "join/bad-keys": _("The server cannot use the keys that you join with."),
    "join/malformed": _("The server cannot read your request to join."),
    "join/not-yours": _("The server says that your request to join was made for another server."),
    "join/other-protocol": _("The server does not speak the version of the protocol that you join with."),
    "join/signature": _("The signature that you join with is wrong."),
    "lobby/closing": _("The server stops soon: no new game begins."),
    "lobby/full": _("The server has no room for another table."),
    "table/too-many-watched": _("You watch as many tables as the server allows over one connection."),
    "lobby/too-often": _("You, or players on your network, began too many games lately. Try again in a few minutes."),
    "lobby/too-many-nearby": _("As many tables were opened from your network as the server allows."),
    "lobby/too-many-tables": _("You are at as many tables as the server allows."),
    "log/differs": _("The server has another log of this table than you: the game stops here."),
    "log/unreadable": _("The server cannot read the part of the log that you sent."),
    "login/bad-name": _("The server does not accept that name: choose another."),
    "login/banned": _("The operator of the server does not let you in."),
    "login/first": _("Log in first."),
    "login/too-many-names": _("From your network as many new names were taken today as the server allows."),
    "login/kicked": _("The operator of the server has sent you away for a while."),
    "login/name-taken": _("That name, or one like it, is taken. Pick another."),
    "login/not-allowed": _("This server is private, and its operator has not let you in."),
    "login/signature": _(
        "The server could not confirm that your key is yours: something may be intercepting the connection."
    ),
    "login/too-slow": _("Logging in took too long."),
    "proto/too-new": _("The server is too old for this program: its host should update it."),
    "proto/too-old": _("This program is too old for the server: update it."),
    "seat/elsewhere": _("You have opened this table in another place; the game goes on there."),
    "seat/not-yours": _("That is not your seat."),
    "server/full": _("The server is full; try again later."),
    "server/not-stored": _("The server could not write to its disk; try again later."),
    "server/stops": _("The server is shutting down."),
    "table/closed": _("You have no seat at this table, and it cannot be watched."),
    "table/damaged": _("The disk of the server has damaged this table: it cannot go on. Your own log of it is whole."),
    "table/none": _("The server does not know this table."),
    "table/other-bots": _(
        "The server runs another version of the program now: its bots play on as that version does, and only programs"
        " that have it can check their moves after the game."
    ),
    "table/other-version": _(
        "The server runs another version of the program now, which cannot continue this table. It waits there,"
        " unchanged; ask the host of the server."
    ),
    "table/secrets-lost": _("The server has lost what it knew of the cards: this table cannot go on. Ask its host."),
    "talk/muted": _("The operator of the server has muted you; you can play on."),
    "talk/too-fast": _("Too many messages at once; wait a little."),
    "talk/too-much-nearby": _("Too many messages at once from your network; wait a little."),
    # what is wrong with a log
    "bot/timed-out": _("The server let the time of a bot run out."),
    "bot/otherwise": _("A bot of the server played something else than it should."),
    "answer/false": _("The server gave a false answer about hidden cards."),
    "answer/not-asked": _("The server answered a question that the rules did not ask."),
    "choice/not-opened": _("Other secret choices than those of this round were opened."),
    "clock/early": _("A time-out came too early."),
    "clock/other-question": _("The clock answered another question than the open one."),
    "deal/commitments": _("The deal has another number of cards than the rules say."),
    "deal/stacked": _("The deck was not shuffled fairly: the seeds give other cards."),
    "deal/too-many-copies": _("There are more copies of a card than the game has."),
    "entry/malformed": _("Something signed is malformed."),
    "entry/out-of-place": _("This does not belong at this point of the game."),
    "entry/replayed": _("This is a copy of something earlier."),
    "entry/seal": _("The seal is not for this table."),
    "entry/signature": _("A signature is wrong."),
    "entry/stale": _("The game had moved on before this arrived."),
    "entry/unknown-kind": _("The log contains something that this program does not know."),
    "entry/wrong-actor": _("This is in the name of a player who did not send it."),
    "entry/wrong-round": _("This belongs to another round."),
    "head/signature": _("The server's signature does not fit this log."),
    "join/reused": _("One seat agreed to two tables with one JOIN."),
    "log/chain": _("A player has seen another log of this table."),
    "log/forked": _("The server has signed two different logs of one table."),
    "log/sequence": _("The log does not continue where it ended."),
    "log/too-long": _("The log of this table has no room for more of this kind."),
    "opening/dead-slot": _("A card was shown that is no longer in the game."),
    "opening/mismatch": _("A card was shown that is not the one that was dealt."),
    "opening/owed": _("A player was not shown cards that they should have seen."),
    "opening/wrong-box": _("A card shown to one player is not the one that was dealt."),
    "pause/not-asked": _("The server began or ended a pause that no player asked for."),
    "random/mismatch": _("A random number is not the one from the seeds."),
    "random/not-asked": _("The server drew a random number that the rules did not ask for."),
    "renew/mismatch": _("Cards were not reshuffled fairly: the seeds give others."),
    "renew/not-asked": _("The server reshuffled other cards than the rules say."),
    "rules/illegal": _("This breaks a rule of the game."),
    "seat/not-absent": _("A player who was here was counted as away."),
    "seat/out-owed": _("The server should have marked a player as away."),
    "seed/mismatch": _("A seed is not the one that was promised."),
    "table/bad-keys": _("The keys at this table are wrong."),
    "table/join-signature": _("A player's joining is not signed by that player."),
    "table/malformed": _("The table is malformed."),
    # what this client finds out itself
    "archive/no-sense": _("What the server sent of its finished games does not fit together."),
    "archive/not-offered": _("This server does not give out finished games: its program is older."),
    "connection/certificate": _(
        "The computer that answers there has no certificate that can be trusted, as a proxy should."
        "  If it is the server itself, connect without --behind-proxy."
    ),
    "connection/lost": _("Connection lost."),
    "connection/no-tls": _(
        "The computer that answers there does not speak TLS as the server should: it is something else,"
        " or a server without TLS, which --plain-tcp is for."
    ),
    "connection/refused": _("The server cannot be reached."),
    "connection/wordless": _(
        "The computer that answers there hangs up at once, as a server with TLS does: connect without --plain-tcp."
    ),
    "entry/passed-over": _("The server says that your time was up, and did not record your move."),
    "gathering/unknown-rules": _("This program does not know these rules: it is older than the host's. Update it."),
    "login/no-answer": _("The server does not answer."),
    "server/key-changed": _("The server has another key than before."),
    "server/not-here": _("Another server is at that address now; yours is looked for on this network by its key."),
    "server/not-kept": _("The keys of the servers that you know cannot be read or written."),
    "server/not-proved": _("The server could not prove its key on this connection: something is intercepting it."),
    "server/other-key": _("The server does not have the key that the link names."),
    "table/elsewhere": _("The table is open in another program on this computer."),
    "table/failed": _("This program failed on the log of this table; please report it."),
    "table/not-kept": _("The log of this table cannot be read or written on this computer."),
    "table/unreadable": _("This program does not know the rules or the protocol of this table: update it."),
    "table/will-not-learn": _("The server has lost a part of the log, and does not accept your copy."),
    "consent/not-agreed": _("You are not ready for this table as it is now."),
    "consent/other-table": _("The server says that another table has begun; your computer has accepted none."),
    "consent/bot": _("This program does not have one of the bots, so its moves could not be checked."),
    "consent/not-ready": _("Not all players were ready for this table as it is now."),
    "consent/none": _("You did not join this table on this computer, so it cannot know what you accepted."),
    "consent/mode": _("The cards are dealt in another way than the one you accepted."),
    "consent/options": _("The times or other options are not those that you accepted."),
    "consent/predecessor": _("This table should follow another game than the one it names."),
    "consent/row": _("Your row at the table is not what you sent."),
    "consent/rules": _("The rules are not those that you accepted."),
    "consent/seats": _("The people, the bots or their seats are not those that you accepted."),
    "consent/server": _("The table was made with another key than the server's."),
    "consent/withdrawn": _("You were no longer ready."),
    # what a bad link is
    "invite/brackets": _("An IPv6 address stands in brackets, as in [::1]:4477."),
    "invite/empty": _("There is no address in the link."),
    "invite/host": _("That is no name or address of a computer."),
    "invite/other-scheme": _("That is another kind of link: an invite begins with undermine://."),
    "invite/pin": _("The pin behind # is not complete: it has 52 letters and digits."),
    "invite/port": _("A port is a number from 1 to 65535."),
    "invite/too-long": _("The link is too long."),
}

_MISTAKE = "error/"
"""What stands behind it is the reference of one mistake."""

OF_EVERY_GAME = {
    "wait/not-wanted": _("The table does not ask for this now."),
    "turn/not-yours": _("It is not your turn."),
    "card/not-held": _("You do not have that card in your hand."),
    "card/wrong-kind": _("That card cannot be played this way."),
    "target/no-such-seat": _("No player sits there: choose a seat at this table."),
    "deal/wrong-sizes": _("The deal does not have the number of cards that the rules ask for."),
    "open/not-wanted": _("No rule asks for these cards to be opened."),
    "open/not-in-pile": _("A card was opened that cannot lie in that pile."),
    "random/out-of-range": _("The random number is not in the range that was asked for."),
    "renew/wrong-slots": _("The new cards do not take the next free numbers, one for each old card."),
}
"""What the rules of every game refuse."""


def sentence(code: str) -> str:
    """What a person reads about a code; one that is not known is shown as it is, since codes are only letters."""
    if code.startswith(_MISTAKE):
        reference = code.removeprefix(_MISTAKE)
        return _("The server has made a mistake, which its host finds under the reference {code}.", code=reference)
    known = refusal(code) or SENTENCES.get(code)
    return known or _("The server says “{code}”, which this program does not know.", code=code)
