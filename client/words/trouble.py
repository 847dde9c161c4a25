"""When a table or a server does not go on: what does not hold, whether it accuses a key, and what to do."""

from client.i18n import _
from client.net.hang_up import HungUp
from client.net.trouble import Trouble
from client.visit.table import VisitedTable
from client.words.codes import sentence
from client.words.safe import shown
from protocol.follow.ending import ABANDONED, DISSOLVED, FINISHED, FORKED
from protocol.keys.identity import fingerprint

Paragraphs = list[list[str]]  # sentences that belong together
_ELSEWHERE = frozenset({"seat/elsewhere", "table/elsewhere"})  # nothing is wrong: the person plays on at another place
_LONGEST = 2000  # columns of a sentence: the name of a file may be long
_ADVICE = {
    "table/elsewhere": _("Close the other program, or play there."),
    "seat/elsewhere": _("Play there, or start this program again to play here."),
    "table/not-kept": _(
        "Free some space on the disk, or check who may write to the folder; then start this program again."
    ),
    "table/unreadable": _("Update this program, and you can continue where you were."),
    "table/failed": _("An update of this program may let you continue where you were."),
    "table/none": _("Ask the host of the server what happened to it. Your part of the log is kept."),
    "table/closed": _("Check that you use the key that you joined with ({undermine} key show)."),
    "table/will-not-learn": _("Ask the host of the server to look for the lost part."),
}


def spaced(paragraphs: Paragraphs) -> list[str]:
    """For a page: an empty line between them."""
    lines = [line for paragraph in paragraphs if paragraph for line in ("", *paragraph)]
    return lines[1:]


def flat(paragraphs: Paragraphs) -> list[str]:
    return [line for paragraph in paragraphs for line in paragraph]


def trouble_title(trouble: Trouble) -> str:
    return _("This table is open elsewhere") if trouble.code in _ELSEWHERE else _("The game stops here")


def trouble_paragraphs(trouble: Trouble, table: VisitedTable) -> Paragraphs:
    """What does not hold, whether it proves anything, what is kept, and what to do now."""
    what = [sentence(trouble.code)]
    if trouble.detail:
        what.append(_("Details: {detail}", detail=shown(trouble.detail)))
    kept = []
    if trouble.evidence is not None:
        kept.append(_("The evidence is in {file}.", file=trouble.evidence))
        kept.append(_("It holds no secrets, so you can show it to anyone. “{undermine} audit” checks it."))
    if table.log is not None:
        kept.append(_("The log so far is in {file}.", file=table.log))
    return [what, _accusation(trouble, table), kept, [_advice(trouble)]]


def _accusation(trouble: Trouble, table: VisitedTable) -> list[str]:
    if trouble.proved is not None and trouble.proved.key:
        told = {"key": fingerprint(trouble.proved.key), "whose": _owner(trouble.proved.key, table)}
        return [
            _("THIS IS A PROOF of cheating against the key {key}: {whose}.", **told),
            _("Anyone can check the evidence, without trusting you."),
        ]
    if trouble.evidence is not None:
        return [_("This proves nothing against anyone: two programs disagree, or something was damaged on the way.")]
    return [_("This is no sign of cheating.")]


def _owner(key: bytes, table: VisitedTable) -> str:
    setting = table.follower.setting if table.follower is not None else None
    if setting is not None and key in setting.seat_keys:
        return table.people.name(setting.seat_keys.index(key))
    server = setting is not None and key == setting.server_key
    return _("the server") if server else _("a key that is not at this table")


def _advice(trouble: Trouble) -> str:
    if trouble.code in _ADVICE:
        return _ADVICE[trouble.code]
    if trouble.proved is not None and trouble.proved.key:
        return _("Show the evidence to the others at the table, and stop playing with the owner of that key.")
    return _("Ask the others at the table for their logs: “{undermine} audit” compares several.")


def objection_lines(code: str) -> list[str]:
    return [
        _("This is not the table that you were ready for."),
        sentence(code),
        _("Your computer signed nothing, and no one is accused: the server may be wrong, or this program."),
        _("The start is cancelled when the time is up. Ask the hosts of table and server before you try again."),
    ]


def end_sentence(table: VisitedTable) -> str:
    assert table.ended is not None
    names = ", ".join(table.called(seat) for seat in table.ended.seats)
    told = {
        FINISHED: _("The game is finished."),
        DISSOLVED: _("The start was cancelled: {names} did not accept in time.", names=names),
        ABANDONED: _("The game was abandoned: all players had left."),
        FORKED: _("The server signed two different logs of this table: neither counts."),
    }
    reason = table.ended.reason
    return told.get(reason) or _("The game was ended by the server: {reason}.", reason=shown(reason))


_PARTING_TITLES = {
    "server/key-changed": _("THE KEY OF THE SERVER HAS CHANGED"),
    "server/other-key": _("THIS IS NOT THE SERVER OF THE LINK"),
    "server/not-proved": _("THE SERVER COULD NOT PROVE ITS KEY"),
}
PARTING_ADVICE = {
    "connection/certificate": [_("Ask the host of the server how to connect, and which certificate its proxy has.")],
    "connection/no-tls": [_("Check the host and the port of the link, and ask the host of the server.")],
    "server/key-changed": [
        _("Either the server has a new key, or something is intercepting the connection."),
        _("Before you continue, ask the host of the server, by phone or in person."),
        _("If the new key is right, remove the line of the server from that file, or ask for a new invite link."),
    ],
    "server/other-key": [
        _("Either the link is old, or something is intercepting the connection."),
        _("Ask for a new link, by phone or in person."),
    ],
    "server/not-proved": [_("Try it from another network, and tell the host of the server.")],
    "server/not-kept": [_("Check the file that is named, and who may read and write it; then try again.")],
    "proto/too-old": [_("Get the newest version of this program, then connect again.")],
    "proto/too-new": [_("Tell the host of the server; until then, play with an older version of this program.")],
    "login/banned": [_("Ask the host of the server.")],
    "login/not-allowed": [_("Give its host your pin, which “{undermine} key show” prints, and connect again.")],
    "login/kicked": [_("Your games are kept, and their clocks run on: connect again in ten minutes.")],
    "login/name-taken": [_("Connect again with --name and another name.")],
    "login/bad-name": [_("Connect again with --name and another name.")],
    "login/too-many-names": [_("Connect again tomorrow, or with a name that you have had here before.")],
    "login/signature": [_("Try it from another network, and tell the host of the server.")],
}


def parting_title(why: HungUp) -> str:
    """Loud where the server may be false."""
    return _PARTING_TITLES.get(why.code) or _("Disconnected")


def parting_lines(why: HungUp) -> list[str]:
    return [*(shown(line, _LONGEST) for line in str(why).splitlines()), *PARTING_ADVICE[why.code]]


def announced(text: str) -> str:
    """What the operator of the server tells all."""
    return _("The server announces: {text}", text=shown(text, _LONGEST))


def met_before(key: str) -> str:
    """A link has led to another key than the one that the address was known by."""
    return _(
        "The server at this address had another key before: {key}."
        " The link decides, and this server has the key that the link names.",
        key=key,
    )
