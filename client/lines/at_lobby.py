"""The lobby and a gathering in sentences: what the server tells of them, and what a person types there."""

import re
from collections import deque
from collections.abc import Iterable

from client.games.game import NotUnderstood
from client.i18n import _, plural
from client.lines.commands import Say
from client.lines.gathering import changes, gathering_lines, newcomers, offer_lines
from client.lines.opening import read_bot, read_opening, read_password
from client.profile.known_players import KnownPlayers, KnownPlayersTrouble, Standing
from client.visit.acquaintances import about_sitter, sitter_standing
from client.visit.readiness import is_sound
from client.visit.told import LONGEST_TALK
from client.visit.visit import Visit
from client.words.gathering import PARTED
from client.words.naming import called
from client.words.notices import muting_line
from client.words.rules import known_rules, unknown_rules
from client.words.safe import quoted, shown
from protocol.wire import lobby
from protocol.wire.codec import Message

LOBBY_VERBS = ("tables", "open", "sit", "again")
GATHERING_VERBS = ("rise", "dismiss", "bot", "ready", "unready", "start")
_CODE = re.compile(f"[A-Z2-7]{{{lobby.CODE}}}")
_MOST_UNHEARD = 20
_MOST_TALK = 20


class LineLobby:
    """Says what is new beside the tables, and hands on what is typed there."""

    def __init__(self, visit: Visit, known: KnownPlayers, say: Say) -> None:
        self._visit = visit
        self._known = known
        self._say = say
        self._shown: lobby.Gathering | None = None
        """The gathering as it was told last."""
        self._unfinished: list[str] = []
        """What was told last of games that did not finish."""
        self._unheard: deque[str] = deque(maxlen=_MOST_UNHEARD)
        """What the person has said, and the server has not repeated yet."""
        self.waiting = False
        """Whether the server was asked for something and has not answered."""

    @property
    def _gathering(self) -> lobby.Gathering | None:
        """Where the person sits, if it can be what the server tells of it."""
        gathering = self._visit.gathering
        return gathering if gathering is not None and is_sound(gathering, self._visit.seat) else None

    @property
    def asks(self) -> bool:
        """Whether the next word is the person's; who is ready and cannot begin waits for the others."""
        gathering = self._gathering
        if self.waiting:
            return False
        if gathering is None or not gathering.sitters[self._visit.seat].is_ready:
            return True
        full = len(gathering.sitters) == gathering.wishes.seats
        return gathering.host == self._visit.seat and full and all(sitter.is_ready for sitter in gathering.sitters)

    def is_too_early(self, verb: str) -> bool:
        """Whether a script has to wait with this word: “ready” is said when the others are there."""
        known = self._gathering is not None and known_rules(self._gathering.wishes.rules) is not None
        return verb == "ready" and known and bool(self._visit.why_not_ready())

    # what the server tells

    def offered(self) -> None:
        """The list that was asked for."""
        self.waiting = False
        self._lines(offer_lines(self._visit.offers or ()))

    def gathered(self) -> None:
        """How the gathering stands now; what has changed, if it was told before."""
        self.waiting = False
        now, before = self._gathering, self._shown
        if now is None:
            if self._visit.gathering is not None:
                self._say(_("The server tells of a table that cannot be; “rise” leaves it."))
            return
        self._shown = now
        self._lines(
            gathering_lines(now, self._visit.seat) if before is None else changes(before, now, self._visit.seat)
        )
        self._lines(self._about(self._newly_known(before, now)))
        self._tell_unfinished(anew=before is None or before.code != now.code)

    def _tell_unfinished(self, *, anew: bool) -> None:
        """Before the person agrees to anything; and again when there is more of it."""
        found = self._visit.unfinished
        if found and (anew or found != self._unfinished):
            self._lines(found)
        self._unfinished = found

    def _newly_known(self, before: lobby.Gathering | None, now: lobby.Gathering) -> list[lobby.Sitter]:
        """Who has come, and of whom it is proved only now who they are."""
        new = newcomers(before, now)
        if before is None:
            return new
        was = {sitter.key for sitter in before.sitters if self._visit.identity_of(sitter) is not None}
        proved = [sitter for sitter in now.sitters if self._visit.identity_of(sitter) is not None]
        return [*new, *(sitter for sitter in proved if sitter.key not in was and sitter not in new)]

    def parted(self, why: str) -> None:
        """The person does not sit there any more."""
        self.waiting = False
        self._shown = None
        self._say(PARTED.get(why) or _("You have left the gathering."))

    def started(self) -> None:
        """The gathering has become a table."""
        self.waiting = False
        self._shown = None

    def cut_off(self) -> str:
        """A seat at a gathering is lost with the connection; the code of the gathering."""
        self.waiting = False
        self._unheard.clear()
        lost, self._shown = self._shown, None
        return lost.code if lost is not None else ""

    def said(self, message: lobby.Said) -> None:
        """Somebody else said something; the own words stand on the screen already."""
        self.waiting = False
        if self._unheard and self._unheard[0] == message.text:
            self._unheard.popleft()
            return
        self._say(_talk(message))

    def denied(self) -> None:
        """What was asked for cannot be; the sentence was said."""
        self.waiting = False
        self._unheard.clear()

    def _lines(self, lines: list[str]) -> None:
        for line in lines:
            self._say(line)

    # what is typed

    def understand(self, verb: str, words: list[str]) -> None:
        """One of the verbs; the words are as they were typed."""
        if verb in GATHERING_VERBS:
            self._at_gathering(verb, words)
        elif verb == "tables":
            self._send(lobby.Browse())
        elif verb == "open":
            self._sent(self._visit.gather(*read_opening(words)))
        elif verb == "sit":
            self._sit(words)

    def again(self, table: bytes) -> None:
        """Another game with the people of a table that has ended."""
        self._sent(self._visit.again(table))

    def talk(self, text: str) -> None:
        """To everybody at the gathering, or in the lobby."""
        said = shown(text, LONGEST_TALK)
        if not said:
            raise NotUnderstood(_("What do you want to say? For example: say hello"))
        gathering = self._visit.gathering
        self._unheard.append(said)
        self._send(lobby.Say(gathering=None if gathering is None else gathering.code, text=said))

    def who(self) -> None:
        """How the gathering stands."""
        gathering = self._gathering
        if gathering is None:
            self._say(_("You are in the lobby. “tables” lists the gatherings, “open base 5” opens one."))
        else:
            self._lines(gathering_lines(gathering, self._visit.seat))
            self._lines(self._about(gathering.sitters))
            self._lines(self._visit.unfinished)

    def _about(self, sitters: Iterable[lobby.Sitter]) -> list[str]:
        """Who of them was met before, or is a namesake of somebody who was; of strangers there is nothing to say."""
        others = [sitter for sitter in sitters if sitter.key != self._visit.guest.key]
        return [
            about_sitter(self._known, self._visit, sitter)
            for sitter in others
            if sitter_standing(self._known, self._visit, sitter) is not Standing.NEW
        ]

    def _others(self, named: Iterable[tuple[str, bytes | None]]) -> list[tuple[str, bytes]]:
        """Without bots and oneself."""
        own = self._visit.guest.key
        return [(name, key) for name, key in named if key is not None and key != own]

    def mute(self, words: list[str], *, on: bool) -> None:
        """Do not show what somebody says here or anywhere, or show it again."""
        there: list[lobby.Said | lobby.Sitter] = [*self._visit.said]
        there += self._gathering.sitters if self._gathering is not None else ()
        people = dict(self._others((one.name, one.key) for one in there))
        names = list(people)
        name = names[_named(list(map(called, names)), words, _("Whom? For example: mute bob"))]
        try:
            self._known.mute(people[name], on=on)
        except KnownPlayersTrouble as trouble:
            raise NotUnderstood(str(trouble)) from trouble
        self._say(muting_line(called(name), on=on))

    def news(self) -> None:
        """What was said lately."""
        said = list(self._visit.said)[-_MOST_TALK:]
        self._lines([_talk(message) for message in said] or [_("Nobody has said anything yet.")])

    def _sit(self, words: list[str]) -> None:
        code = words[0].upper() if words else ""
        if not _CODE.fullmatch(code):
            raise NotUnderstood(
                plural(
                    "“sit” takes the code of a gathering: {count} letter or digit from 2 to 7.",
                    "“sit” takes the code of a gathering: {count} letters and digits from 2 to 7.",
                    lobby.CODE,
                )
            )
        self._sent(self._visit.sit(code, read_password(" ".join(words[1:]))))

    def _at_gathering(self, verb: str, words: list[str]) -> None:
        gathering = self._visit.gathering
        if gathering is None:
            raise NotUnderstood(_("You sit at no gathering: “sit” takes a seat, “open” opens one."))
        if verb == "dismiss":
            self._send(lobby.Dismiss(gathering=gathering.code, seat=_seat(gathering, words)))
        elif verb == "bot":
            bot = read_bot(words[0].casefold()) if words else "steady"
            self._send(lobby.SeatBot(gathering=gathering.code, bot=bot))
        elif verb == "rise":
            self._sent(self._visit.rise(gathering.code))
        elif verb == "start":
            self._send(lobby.Start(gathering=gathering.code))
        elif verb == "ready":
            self._get_ready(gathering)
        else:
            self._take_back()

    def _take_back(self) -> None:
        gathering = self._gathering
        if gathering is not None and gathering.sitters[self._visit.seat].is_ready:
            self._sent(self._visit.not_ready())
        else:
            self._say(_("You are not ready."))

    def _get_ready(self, gathering: lobby.Gathering) -> None:
        if known_rules(gathering.wishes.rules) is None:
            self._say(unknown_rules(gathering.wishes.rules))
        elif why := self._visit.why_not_ready():
            self._say(why)
        else:
            self._sent(self._visit.get_ready())

    def _send(self, message: Message) -> None:
        self._sent(self._visit.say(message))

    def _sent(self, heard: bool) -> None:
        self.waiting = heard
        if not heard:
            self._say(_("There is no connection to the server now; nothing was sent."))


def _talk(message: lobby.Said) -> str:
    told = {"who": called(message.name), "text": quoted(message.text, LONGEST_TALK)}
    return _("{who} says: {text}", **told) if message.gathering else _("{who} says in the lobby: {text}", **told)


def _seat(gathering: lobby.Gathering, words: list[str]) -> int:
    """By its number, or by the name or its beginning."""
    numbered = [str(number) for number in range(1, len(gathering.sitters) + 1)]
    if (text := " ".join(words).removeprefix("#")) in numbered:
        return numbered.index(text)
    names = [called(sitter.name) for sitter in gathering.sitters]
    return _named(names, words, _("Who should go? For example: dismiss bob, or: dismiss 2"))


def _named(names: list[str], words: list[str], question: str) -> int:
    """Whose name or beginning of a name was typed."""
    text = " ".join(words).casefold()
    if not text:
        raise NotUnderstood(question)
    found = [at for at, name in enumerate(names) if name.casefold() == text]
    found = found or [at for at, name in enumerate(names) if name.casefold().startswith(text)]
    if not names:
        raise NotUnderstood(_("Nobody else is here, or has said anything."))
    if len(found) != 1:
        raise NotUnderstood(_("Nobody here is called “{word}”: {names}.", word=text, names=", ".join(names)))
    return found[0]
