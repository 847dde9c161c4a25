"""Why a server cannot be reached, as far as the network says."""

from errno import EHOSTUNREACH

from twisted.internet import error as failed

from client.i18n import _
from client.net.hang_up import HungUp
from client.words.codes import sentence

_CODE = "connection/refused"
_NO_WAY = _("No way leads there from this network: is this computer connected to it?")
_SILENT = _("Nothing answers there: the address may be wrong, or a firewall stands between.")
_NO_NAME = _("No computer of that name is known.")
_REASONS: dict[type, str] = {
    failed.ConnectionRefusedError: _("The computer answers, but no server listens there: it may have ended."),
    failed.TimeoutError: _SILENT,
    failed.TCPTimedOutError: _SILENT,
    failed.DNSLookupError: _NO_NAME,
    failed.UnknownHostError: _NO_NAME,
    failed.NoRouteError: _NO_WAY,
}


def unreached(error: BaseException | None) -> HungUp:
    """There was no connection; of what is not foreseen, nothing more is said."""
    reason = _NO_WAY if _is_out_of_reach(error) else _REASONS.get(type(error), "")
    return HungUp(_CODE, f"{sentence(_CODE)} {reason}".rstrip())


def _is_out_of_reach(error: BaseException | None) -> bool:
    """Twisted has a class for an unreachable network, and none for an unreachable computer."""
    return isinstance(error, failed.ConnectError) and error.osError == EHOSTUNREACH
