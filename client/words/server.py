"""A server that is not the one it should be, or does not let the person in: what is wrong, and what to do."""

from client.i18n import _
from client.net.hang_up import HungUp
from client.words.safe import shown

_LONGEST = 2000
"""Columns of a sentence: the name of a file may be long."""
_TITLES = {
    "server/key-changed": _("THE KEY OF THE SERVER HAS CHANGED"),
    "server/other-key": _("THE SERVER IS NOT THE ONE THAT THE LINK MEANS"),
    "server/not-proved": _("THE SERVER COULD NOT PROVE ITS KEY"),
}
_ADVICE = {
    "connection/certificate": [_("Ask whoever runs the server how it is reached, and who vouches for its proxy.")],
    "connection/no-tls": [_("Look at the host and the port of the link, and ask whoever runs the server.")],
    "server/key-changed": [
        _("Either the server has a new key, or somebody stands between you and it."),
        _("Do not go on before you have asked whoever runs the server, on another way than this network."),
        _("If the new key is right, remove the line of the server from that file, or ask for a new invite link."),
    ],
    "server/other-key": [
        _("Either the link is an old one, or somebody stands between you and the server."),
        _("Ask for a new link, on another way than the one on which this one came."),
    ],
    "server/not-proved": [_("Try it from another network, and tell whoever runs the server.")],
    "server/not-kept": [_("Look at the file that is named, and who may read and write it; then try again.")],
    "proto/too-old": [_("Get the newest version of this program, then connect again.")],
    "proto/too-new": [_("Tell whoever runs the server; until then, play with an older version of this program.")],
    "login/name-taken": [_("Connect again with --name and another name.")],
    "login/bad-name": [_("Connect again with --name and another name.")],
    "login/signature": [_("Try it from another network, and tell whoever runs the server.")],
}


def parting_title(why: HungUp) -> str:
    """Loud where somebody may be deceiving the person."""
    return _TITLES.get(why.code) or _("The server and this program part")


def parting_lines(why: HungUp) -> list[str]:
    """There will be no more connections: why, and what to do."""
    return [*(shown(line, _LONGEST) for line in str(why).splitlines()), *_ADVICE[why.code]]


def met_before(key: str) -> str:
    """A link has led to another key than the one that the address was known by."""
    return _(
        "The server at this address had another key when you met it before: {key}."
        " The link decides, and this server has the key that the link names.",
        key=key,
    )
