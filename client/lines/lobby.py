"""The lobby and a gathering in sentences: what the server tells of them, and what a person types there."""

import re
from collections import deque
from collections.abc import Iterable

from client.games.game import NotUnderstood
from client.i18n import _, plural
from client.lines.commands import SAY_WHAT, Say, Table, Typed, muting_line
from client.lines.gathering import changes, gathering_lines, identity, offer_lines
from client.lines.opening import read_bot, read_opening, read_password
from client.lines.table import Tables
from client.net.way import watch_link
from client.profile.known_players import KnownPlayers, KnownPlayersTrouble, Standing
from client.terminal.clipboard import copy
from client.visit.acquaintances import acquaintance
from client.visit.hosting import way_to
from client.visit.told import LONGEST_TALK
from client.visit.visit import Visit
from client.words.gathering import PARTED, missing, names_of
from client.words.people import begun_by
from client.words.rules import USUAL_BOT, playable_rules, unknown_rules
from client.words.safe import called, quoted, shown
from client.words.watching import watch_line
from protocol.wire import lobby
from protocol.wire.codec import Message

_CODE = re.compile(f"[A-Z2-7]{{{lobby.CODE}}}")
_MOST_UNHEARD = 20
_MOST_TALK = 20


class LineLobby:
    def __init__(self, visit: Visit, known: KnownPlayers, tables: Tables, say: Say) -> None:
        self._visit = visit
        self._known = known
        self._tables = tables
        self._say = say
        self._shown: lobby.Gathering | None = None  # the gathering as it was told last
        self._unfinished: list[str] = []  # what was told last of games that did not finish
        self._unheard: deque[str] = deque(maxlen=_MOST_UNHEARD)
        """What the person has said, and the server has not repeated yet."""
        self._waiting = False  # whether the server was asked for something and has not answered

    @property
    def asks(self) -> bool:
        """Whether the next word is the person's; a person who is ready and cannot begin waits for the others."""
        gathering = self._visit.sound
        if self._waiting:
            return False
        if gathering is None or not gathering.sitters[self._visit.seat].is_ready:
            return True
        return gathering.host == self._visit.seat and not missing(gathering)

    def is_too_early(self, words: list[str]) -> bool:
        """Whether a script has to wait with this line: “ready” is said when the others are there."""
        known = self._visit.sound is not None and playable_rules(self._visit.sound.wishes.rules) is not None
        return words[:1] == ["ready"] and known and bool(self._visit.why_not_ready())

    # what the server tells

    def offered(self) -> None:
        self._waiting = False
        self._say(*offer_lines(self._visit.offers or ()))

    def gathered(self) -> None:
        self._waiting = False
        now, before, own = self._visit.sound, self._shown, self._visit.seat
        if now is None:
            if self._visit.gathering is not None:
                self._say(_("The server shows an impossible table; “rise” leaves it."))
            return
        self._shown = now
        self._say(*(gathering_lines(now, own) if before is None else changes(before, now, own)))
        self._say(*self._about(self._newly_known(before, now)))
        if before is None or before.code != now.code or self._unfinished != self._visit.unfinished:
            self._say(*self._visit.unfinished)
        self._unfinished = self._visit.unfinished

    def _newly_known(self, before: lobby.Gathering | None, now: lobby.Gathering) -> list[lobby.Sitter]:
        """Sitters who have come, and those whose identity is proved only now."""
        proved = self._visit.identity_of
        old = before.sitters if before is not None and before.code == now.code else ()
        was = {identity(sitter): proved(sitter) for sitter in old}
        unknown = [sitter for sitter in now.sitters if was.get(identity(sitter)) is None]
        return [sitter for sitter in unknown if identity(sitter) not in was or proved(sitter) is not None]

    def parted(self, why: str) -> None:
        self.started()
        self._say(PARTED.get(why) or _("You have left the lobby."))

    def started(self) -> None:
        self._waiting = False
        self._shown = None

    def cut_off(self) -> str:
        """A seat at a gathering is lost with the connection; the code of the gathering."""
        lost = self._shown
        self.denied()
        self.started()
        return lost.code if lost is not None else ""

    def said(self, message: lobby.Said) -> None:
        """Talk; the person's own words stand on the screen already."""
        self._waiting = False
        if self._unheard and self._unheard[0] == message.text:
            self._unheard.popleft()
        else:
            self._say(_talk(message))

    def denied(self) -> None:
        self._waiting = False
        self._unheard.clear()

    # what is typed

    def list_tables(self, _typed: Typed) -> None:
        self._send(lobby.Browse())
        self._say(*self._tables.listed())

    def open(self, typed: Typed) -> None:
        wishes, setup = read_opening(typed.text.split())
        self._sent(self._visit.gather(wishes, setup.password, pace=setup.pace))

    def sit(self, typed: Typed) -> None:
        code, _space, password = typed.text.partition(" ")
        if not _CODE.fullmatch(code.upper()):
            why = plural(
                "“sit” takes the code of a lobby: {count} letter or digit from 2 to 7.",
                "“sit” takes the code of a lobby: {count} letters and digits from 2 to 7.",
                lobby.CODE,
            )
            raise NotUnderstood(why)
        self._sent(self._visit.guest.sit(code.upper(), read_password(password)))

    def again(self, _typed: Typed) -> None:
        table = self._tables.current
        if table is None or not table.over:
            self._say(_("You have not finished a game here yet."))
        else:
            self._sent(self._visit.guest.again(table.table.tid))

    def who(self, _typed: Typed) -> None:
        gathering = self._visit.sound
        if gathering is None:
            self._say(_("You are at no table. “tables” lists what is open, “open base 5” opens one."))
        else:
            about = self._about(gathering.sitters)
            self._say(*gathering_lines(gathering, self._visit.seat), *about, *self._visit.unfinished)

    def _about(self, sitters: Iterable[lobby.Sitter]) -> list[str]:
        """Of people who were met before, or have the name of one who was; of strangers there is nothing to say."""
        known, visit = self._known, self._visit
        others = [sitter for sitter in sitters if sitter.key != visit.guest.key]
        met = [acquaintance(known, visit, sitter) for sitter in others]
        return [sentence for standing, sentence in met if standing is not Standing.NEW]

    @property
    def _there(self) -> lobby.Gathering:
        if self._visit.gathering is None:
            raise NotUnderstood(_("You are in no lobby: “sit” takes a seat, “open” opens a table."))
        return self._visit.gathering

    def ready(self, _typed: Typed) -> None:
        rules = self._there.wishes.rules
        if playable_rules(rules) is None:
            self._say(unknown_rules(rules))
        elif why := self._visit.why_not_ready():
            self._say(why)
        else:
            self._sent(self._visit.get_ready())

    def unready(self, _typed: Typed) -> None:
        if self._there == self._visit.sound and self._there.sitters[self._visit.seat].is_ready:
            self._sent(self._visit.not_ready())
        else:
            self._say(_("You are not ready."))

    def talk(self, typed: Typed) -> None:
        said = shown(typed.text, LONGEST_TALK)
        if not said:
            raise NotUnderstood(SAY_WHAT)
        gathering = self._visit.gathering
        self._unheard.append(said)
        self._send(lobby.Say(gathering=None if gathering is None else gathering.code, text=said))

    def mute(self, typed: Typed) -> None:
        on = typed.verb == "mute"
        there: list[lobby.Said | lobby.Sitter] = [*self._visit.said]
        there += self._visit.sound.sitters if self._visit.sound is not None else ()
        keys = {one.name: one.key for one in there if one.key is not None and one.key != self._visit.guest.key}
        names = list(keys)
        name = names[_named(list(map(called, names)), typed.words, _("Whom? For example: mute bob"))]
        try:
            self._known.mute(keys[name], on=on)
        except KnownPlayersTrouble as trouble:
            raise NotUnderstood(str(trouble)) from trouble
        self._say(muting_line(called(name), on=on))

    def news(self, _typed: Typed) -> None:
        said = list(self._visit.said)[-_MOST_TALK:]
        self._say(*([_talk(message) for message in said] or [_("No one has said anything yet.")]))

    def link(self, _typed: Typed) -> None:
        self._say(_("Others join this table by: {undermine} join {link}", link=self._link()))
        if self._there.options.spectators:
            self._say(watch_line(watch_link(self._visit.guest.link, self._there.code)))

    def copy(self, _typed: Typed) -> None:
        link = self._link()
        if copy(link):
            self._say(_("Link copied, if your terminal allows it."))
        else:
            self._say(_("Nothing was copied, as this is no terminal that allows it. The link: {link}", link=link))

    def _link(self) -> str:
        if not self._visit.connected_now:
            raise NotUnderstood(_("There is no connection to the server now."))
        return way_to(self._visit.guest.link, self._there, hosting=False)

    def rise(self, _typed: Typed) -> None:
        self._sent(self._visit.guest.rise(self._there.code))

    def bot(self, typed: Typed) -> None:
        kind = read_bot(typed.words[0]) if typed.words else USUAL_BOT
        self._send(lobby.SeatBot(gathering=self._there.code, bot=kind))

    def dismiss(self, typed: Typed) -> None:
        seat = _seat(self._there, typed.text.split())
        self._send(lobby.Dismiss(gathering=self._there.code, seat=seat))

    def start(self, _typed: Typed) -> None:
        self._send(lobby.Start(gathering=self._there.code))

    def _send(self, message: Message) -> None:
        self._sent(self._visit.guest.say(message))

    def _sent(self, heard: bool) -> None:
        self._waiting = heard
        if not heard:
            self._say(_("There is no connection to the server now; nothing was sent."))


def _talk(message: lobby.Said) -> str:
    told = {"who": called(message.name), "text": quoted(message.text, LONGEST_TALK)}
    return _("{who} says: {text}", **told) if message.gathering else _("{who} says to all: {text}", **told)


def _seat(gathering: lobby.Gathering, words: list[str]) -> int:
    """By its number, or by the name or its beginning."""
    numbered = [str(number) for number in range(1, len(gathering.sitters) + 1)]
    if (text := " ".join(words).removeprefix("#")) in numbered:
        return numbered.index(text)
    return _named(names_of(gathering), words, _("Who should go? For example: dismiss bob, or: dismiss 2"))


def _named(names: list[str], words: list[str], question: str) -> int:
    text = " ".join(words).casefold()
    if not text:
        raise NotUnderstood(question)
    if not names:
        raise NotUnderstood(_("No other player is here, or has said anything."))
    found = begun_by(text, names)
    if len(found) != 1:
        raise NotUnderstood(_("No player here is called “{word}”: {names}.", word=text, names=", ".join(names)))
    return found[0]


LOBBY: Table[LineLobby] = {
    "tables": LineLobby.list_tables,
    "open": LineLobby.open,
    "sit": LineLobby.sit,
    "again": LineLobby.again,
    "say": LineLobby.talk,
    "mute": LineLobby.mute,
    "unmute": LineLobby.mute,
    "who": LineLobby.who,
    "news": LineLobby.news,
}
LOBBY_HELP = _("""\
  tables                  the tables that are listed, and your own
  open base 5             open a table by these rules with so many seats; you may add:
                          private, password WORD, turn 90, step 60, bank 300, window 8 (seconds),
                          absent steady (or: absent pass), watched,
                          pace 0.4 (seconds a bot takes: 0, 0.4, 1), break 20 (between rounds)
  sit ABCDEFGH            sit down; after the code, the password if there is one
  again                   another game with the same people, after one has ended
  say hello               to all on the server; “news” tells what was said lately
  mute bob, unmute bob    hide what a player says, or show it again""")
GATHERING: Table[LineLobby] = {
    "who": LineLobby.who,
    "ready": LineLobby.ready,
    "unready": LineLobby.unready,
    "say": LineLobby.talk,
    "link": LineLobby.link,
    "copy": LineLobby.copy,
    "rise": LineLobby.rise,
    "bot": LineLobby.bot,
    "dismiss": LineLobby.dismiss,
    "start": LineLobby.start,
}
GATHERING_HELP = _("""\
  who                     how the lobby stands: rules, times, seats
  ready, unready          accept the rules and times; take it back
  say hello               to all in the lobby
  link, copy              what others type to join this table; copy the link
  rise                    leave it
  bot steady              as the host: let a bot sit down
  dismiss bob, dismiss 2  as the host: send a player away, by name or by seat
  start                   as the host: begin the game, when all are ready""")
