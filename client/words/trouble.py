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
    "table/elsewhere": _("Close the other program, or go on there."),
    "seat/elsewhere": _("Go on at the other place, or start this program again to go on here."),
    "table/not-kept": _("Make room on the disk, or look who may write to the folder; then start this program again."),
    "table/unreadable": _("With a newer version of this program you can go on where you were."),
    "table/failed": _("With a newer version of this program you may be able to go on where you were."),
    "table/none": _("Ask the host of the server what became of it. What you have seen of the log is kept."),
    "table/closed": _("Look whether you use the key with which you sat down ({undermine} key)."),
    "table/will-not-learn": _("Ask the host of the server to look for the lost part."),
}


def spaced(paragraphs: Paragraphs) -> list[str]:
    """For a page: an empty line between them."""
    lines = [line for paragraph in paragraphs if paragraph for line in ("", *paragraph)]
    return lines[1:]


def flat(paragraphs: Paragraphs) -> list[str]:
    return [line for paragraph in paragraphs for line in paragraph]


def trouble_title(trouble: Trouble) -> str:
    return _("You play at this table elsewhere") if trouble.code in _ELSEWHERE else _("The game stops here")


def trouble_paragraphs(trouble: Trouble, table: VisitedTable) -> Paragraphs:
    """What does not hold, whether it proves anything, what is kept, and what to do now."""
    what = [sentence(trouble.code)]
    if trouble.detail:
        what.append(_("More exactly: {detail}", detail=shown(trouble.detail)))
    kept = []
    if trouble.evidence is not None:
        kept.append(_("The evidence is in {file}.", file=trouble.evidence))
        kept.append(_("It holds no secrets: show it to whom you like. “{undermine} audit” with that file judges it."))
    if table.log is not None:
        kept.append(_("The log up to there is in {file}.", file=table.log))
    return [what, _accusation(trouble, table), kept, [_advice(trouble)]]


def _accusation(trouble: Trouble, table: VisitedTable) -> list[str]:
    if trouble.proved is not None and trouble.proved.key:
        told = {"key": fingerprint(trouble.proved.key), "whose": _owner(trouble.proved.key, table)}
        return [
            _("THIS IS A PROOF of cheating against the key {key}: {whose}.", **told),
            _("Anybody who has the evidence can check it, without believing you."),
        ]
    if trouble.evidence is not None:
        return [_("This is no proof against anybody: two programs disagree, or something was damaged on its way.")]
    return [_("It says nothing about whether anybody cheated.")]


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
        return _("Show the evidence to the others at the table, and play no more with the owner of that key.")
    return _("Ask the others at the table for their logs: “{undermine} audit” with several of them compares them.")


def objection_lines(code: str) -> list[str]:
    return [
        _("You have not agreed to this table: it is not what you got ready for."),
        sentence(code),
        _("Nothing was signed in your name, and no one is accused: the server may be wrong, or this program."),
        _("The start is dissolved when the time is up. Ask the hosts of table and server before you try again."),
    ]


def end_sentence(table: VisitedTable) -> str:
    assert table.ended is not None
    names = ", ".join(table.called(seat) for seat in table.ended.seats)
    told = {
        FINISHED: _("The game is finished."),
        DISSOLVED: _("The start was dissolved: {names} did not agree in time.", names=names),
        ABANDONED: _("The game was abandoned: no one was there any more."),
        FORKED: _("The server has signed two different logs of this table: neither counts."),
    }
    reason = table.ended.reason
    return told.get(reason) or _("The game was ended by the server: {reason}.", reason=shown(reason))


_PARTING_TITLES = {
    "server/key-changed": _("THE KEY OF THE SERVER HAS CHANGED"),
    "server/other-key": _("THE SERVER IS NOT THE ONE THAT THE LINK MEANS"),
    "server/not-proved": _("THE SERVER COULD NOT PROVE ITS KEY"),
}
PARTING_ADVICE = {
    "connection/certificate": [_("Ask the host of the server how it is reached, and who vouches for its proxy.")],
    "connection/no-tls": [_("Look at the host and the port of the link, and ask the host of the server.")],
    "server/key-changed": [
        _("Either the server has a new key, or someone stands between you and it."),
        _("Before you go on, ask the host of the server, on another way than this network."),
        _("If the new key is right, remove the line of the server from that file, or ask for a new invite link."),
    ],
    "server/other-key": [
        _("Either the link is an old one, or someone stands between you and the server."),
        _("Ask for a new link, on another way than the one on which this one came."),
    ],
    "server/not-proved": [_("Try it from another network, and tell the host of the server.")],
    "server/not-kept": [_("Look at the file that is named, and who may read and write it; then try again.")],
    "proto/too-old": [_("Get the newest version of this program, then connect again.")],
    "proto/too-new": [_("Tell the host of the server; until then, play with an older version of this program.")],
    "login/name-taken": [_("Connect again with --name and another name.")],
    "login/bad-name": [_("Connect again with --name and another name.")],
    "login/signature": [_("Try it from another network, and tell the host of the server.")],
}


def parting_title(why: HungUp) -> str:
    """Loud where the server may be false."""
    return _PARTING_TITLES.get(why.code) or _("The server and this program part")


def parting_lines(why: HungUp) -> list[str]:
    return [*(shown(line, _LONGEST) for line in str(why).splitlines()), *PARTING_ADVICE[why.code]]


def met_before(key: str) -> str:
    """A link has led to another key than the one that the address was known by."""
    return _(
        "The server at this address had another key when you met it before: {key}."
        " The link decides, and this server has the key that the link names.",
        key=key,
    )
