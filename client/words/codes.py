"""A sentence for every code: what a server says, what this client finds out itself, and what a bad link is.

Codes travel and are stable, sentences are for people.  What rules refuse is told by their game.
"""

from client.games.registry import refusal
from client.i18n import _

SENTENCES: dict[str, str] = {
    # what a server says
    "connection/bad-frame": _("The other side could not read what was sent: the two programs do not fit together."),
    "connection/bye": _("The connection was closed as agreed."),
    "connection/out-of-place": _("The server does not expect this message here: the two programs do not fit together."),
    "connection/silent": _("Nothing was heard on the connection for a long time."),
    "connection/too-fast": _("Too many messages were sent at once."),
    "connection/too-often": _("Too many connections came from your network; try again in a minute."),
    "gathering/changed": _("The table has changed meanwhile: look at it, and get ready again."),
    "gathering/full": _("All seats there are taken."),
    "gathering/no-such-bot": _("The server has no such bot."),
    "gathering/no-such-seat": _("There is no such seat."),
    "gathering/none": _("No lobby has this code: the game may have begun, or all players have left."),
    "gathering/not-host": _("Only the host can do that."),
    "gathering/not-introduced": _("Not all players there have been introduced yet."),
    "gathering/not-over": _("There is no game behind you that could be played again, or it is not over yet."),
    "gathering/not-ready": _("Not all players are ready."),
    "gathering/not-there": _("You do not sit there."),
    "gathering/own-seat": _("You cannot send yourself away: leave the lobby instead."),
    "gathering/dismissed": _("The host has sent you away from this table."),
    "gathering/password": _("The password is wrong."),
    "gathering/seats-free": _("There are still free seats."),
    "gathering/started": _("The game has begun already."),
    "gathering/unfit-rules": _("So many people cannot play by these rules."),
    "introduction/not-yours": _("The server does not believe that you are the one who wants to join."),
    "join/bad-keys": _("The server cannot use the keys with which you want to join."),
    "join/malformed": _("The server cannot read how you want to join."),
    "join/not-yours": _("The server says that this seat was prepared for another server."),
    "join/other-protocol": _("You want to join with a version of the protocol that the server does not speak."),
    "join/signature": _("The signature under which you want to join does not hold."),
    "lobby/full": _("The server has no room for another table."),
    "lobby/too-many-nearby": _("As many tables were opened from your network as the server allows."),
    "lobby/too-many-tables": _("You sit at as many tables as the server allows."),
    "log/differs": _("The server has another log of this table than you: it does not go on here."),
    "log/unreadable": _("The server cannot read the part of the log that it was sent."),
    "login/bad-name": _("The server does not take that name: choose another."),
    "login/first": _("The server wants to know first who is there."),
    "login/too-many-names": _("From your network as many new names were taken today as the server allows."),
    "login/name-taken": _("The name, or one that looks like it, is taken: choose another."),
    "login/signature": _("The server does not believe that the key is yours: someone may stand between you and it."),
    "login/too-slow": _("Saying who is there took too long."),
    "proto/too-new": _("The server is too old for this program: its host should update it."),
    "proto/too-old": _("This program is too old for the server: update it."),
    "seat/elsewhere": _("You have sat down at this table from another place; here it does not go on."),
    "seat/not-yours": _("That is not your seat."),
    "server/full": _("The server has no room for more people; try again in a while."),
    "server/not-stored": _("The server could not write to its disk; try again in a while."),
    "server/stops": _("The server stops."),
    "table/closed": _("You have no seat at this table, and it cannot be watched."),
    "table/damaged": _("The disk of the server has damaged this table: it cannot go on. Your own log of it is whole."),
    "table/none": _("The server does not know this table."),
    "table/secrets-lost": _("The server has lost what it knew of the cards: this table cannot go on. Ask its host."),
    "talk/too-fast": _("You say too much at once; wait a little."),
    # what is wrong with a log
    "bot/timed-out": _("The server has let the time of a bot run out."),
    "bot/otherwise": _("A bot of the server would have played otherwise."),
    "answer/false": _("The server has answered a question about hidden cards falsely."),
    "answer/not-asked": _("The server has answered a question that the rules did not ask."),
    "choice/not-opened": _("Not the secret choices of this round were opened."),
    "clock/early": _("There was still time."),
    "clock/other-question": _("The clock has answered another question than the one that was open."),
    "deal/commitments": _("The deal does not have as many cards as the rules ask for."),
    "deal/stacked": _("The cards are not those that the seeds give."),
    "deal/too-many-copies": _("There are more copies of a card than the game has."),
    "entry/malformed": _("What was signed does not have the form that it should have."),
    "entry/out-of-place": _("This cannot be said at this point of the game."),
    "entry/replayed": _("This was said before."),
    "entry/seal": _("The seal is not for this table."),
    "entry/signature": _("A signature does not hold."),
    "entry/stale": _("The game went on before this arrived."),
    "entry/unknown-kind": _("The log holds something that this program does not know."),
    "entry/wrong-actor": _("This was said in the name of a player who did not say it."),
    "entry/wrong-round": _("This belongs to another round."),
    "head/signature": _("The server's signature does not hold for this log."),
    "join/reused": _("One seat has agreed to two tables with one JOIN."),
    "log/chain": _("A player has seen another log of this table."),
    "log/forked": _("The server has signed two different logs of one table."),
    "log/sequence": _("The log does not go on where it ended."),
    "log/too-long": _("The log of this table has no room for more of this kind."),
    "opening/dead-slot": _("A card was shown whose place does not count any more."),
    "opening/mismatch": _("A card was shown that is not the one that was dealt."),
    "opening/owed": _("A player was not shown cards that they should have seen."),
    "opening/wrong-box": _("What was meant for one player's eyes is not what was dealt."),
    "pause/not-asked": _("The server has begun or ended a pause that was not asked for."),
    "random/mismatch": _("A random number is not the one that the seeds give."),
    "random/not-asked": _("The server has drawn a random number that the rules did not ask for."),
    "renew/mismatch": _("Cards that were shuffled again are not those that the seeds give."),
    "renew/not-asked": _("The server has shuffled other cards again than the rules say."),
    "rules/illegal": _("This breaks a rule of the game."),
    "seat/not-absent": _("A player was counted as away who was not."),
    "seat/out-owed": _("The server does not say that a player is away who counts as away."),
    "seed/mismatch": _("A seed is not the one that was promised."),
    "table/bad-keys": _("The keys at this table are not as they should be."),
    "table/join-signature": _("A player's joining is not signed by that player."),
    "table/malformed": _("The table does not have the form that it should have."),
    # what this client finds out itself
    "connection/certificate": _(
        "The computer that answers there does not have the certificate of a proxy that can be trusted."
        "  If it is the server itself, connect without --behind-proxy."
    ),
    "connection/lost": _("The connection is lost."),
    "connection/no-tls": _(
        "The computer that answers there does not speak TLS as the server should: it is something else,"
        " or a server without TLS, which --plain-tcp is for."
    ),
    "connection/refused": _("The server cannot be reached."),
    "connection/wordless": _(
        "The computer that answers there hangs up without a word, as a server does that speaks TLS:"
        " for such a one, connect without --plain-tcp."
    ),
    "entry/passed-over": _("The server says that your time was up, and did not write down what you did."),
    "gathering/unknown-rules": _("This program does not know these rules: it is older than the host's. Update it."),
    "login/no-answer": _("The server does not answer."),
    "server/key-changed": _("The server has another key than before."),
    "server/not-here": _("Another server is at that address now; yours is looked for on this network by its key."),
    "server/not-kept": _("The keys of the servers that you know cannot be read or written."),
    "server/not-proved": _(
        "The server could not prove its key on this very connection: someone stands between you and it."
    ),
    "server/other-key": _("The server does not have the key that the link names."),
    "table/elsewhere": _("The table is open in another program on this computer."),
    "table/failed": _("This program cannot cope with the log of this table; please report that."),
    "table/not-kept": _("The log of this table cannot be read or written on this computer."),
    "table/unreadable": _("The table is played by rules or a protocol that this program does not know: update it."),
    "table/will-not-learn": _("The server has lost a part of the log, and does not take it back from you."),
    "consent/not-agreed": _("You have not said that you are ready for this table as it is."),
    "consent/other-table": _("The server said that another table had begun; your computer agrees to none."),
    "consent/bot": _("A bot sits there that this program does not have, so its moves could not be checked."),
    "consent/not-ready": _("Not all players have said that they are ready for this very table."),
    "consent/none": _("You did not join this table on this computer, so it cannot know what you agreed to."),
    "consent/mode": _("The cards are dealt in another way than you agreed to."),
    "consent/options": _("The times or other options are not those that you agreed to."),
    "consent/predecessor": _("The table does not follow the one that you were told it would follow."),
    "consent/row": _("Your row at the table is not what you sent."),
    "consent/rules": _("The rules are not those that you agreed to."),
    "consent/seats": _("The people, the bots or their seats are not those that you agreed to."),
    "consent/server": _("The table was made with another key than the server has."),
    "consent/withdrawn": _("You had taken back that you were ready."),
    # what a bad link is
    "invite/brackets": _("An IPv6 address stands in brackets, as in [::1]:4477."),
    "invite/empty": _("There is no address in the link."),
    "invite/host": _("That is not the name or address of a computer."),
    "invite/other-scheme": _("That is a link of something else: an invite begins with undermine://."),
    "invite/pin": _("The pin behind # is not complete: it has 52 letters and digits."),
    "invite/port": _("A port is a number from 1 to 65535."),
    "invite/too-long": _("The link is too long."),
}

OF_EVERY_GAME = {
    "wait/not-wanted": _("The table is not waiting for this now."),
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
    known = refusal(code) or SENTENCES.get(code)
    return known or _("The server says “{code}”, which this program does not know.", code=code)
