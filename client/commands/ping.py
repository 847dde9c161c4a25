"""`undermine ping`: whether a server answers, how fast, and whether it has the key that the link names."""

import argparse
import json
import secrets
import sys
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from typing import Any

from client.commands.asked import invite_of, way_of
from client.commands.ends import DONE, FAILED, INTERRUPTED, spell_out
from client.i18n import _
from protocol.wire.invite import Invite

NO_PIN, FITS, HANDED_OVER, OTHER = "no-pin", "yes", "handed-over", "no"


def main(arguments: argparse.Namespace) -> int:
    """Returns the exit code."""
    spell_out()
    invite, way = invite_of(arguments.link), way_of(arguments)
    from client.terminal.reactor import install_reactor  # noqa: PLC0415

    reactor = install_reactor()
    from client.net.conversation import Surroundings  # noqa: PLC0415
    from client.net.probe import Probe  # noqa: PLC0415
    from client.net.wire import dialler  # noqa: PLC0415

    ended: list[Any] = []
    probe = Probe(dialler(reactor, invite, way), Surroundings(reactor, secrets.token_bytes))
    probe.answer.addBoth(ended.append).addCallback(lambda _: reactor.callLater(0, reactor.stop))
    reactor.callWhenRunning(probe.start)
    reactor.run()
    if not ended:  # ctrl-c
        return INTERRUPTED
    return _tell(invite, ended[0], as_json=arguments.json)


def _tell(invite: Invite, ended: Any, *, as_json: bool) -> int:
    from client.net.probe import Answer  # noqa: PLC0415  as above

    place = {"host": invite.host, "port": invite.port}
    if not isinstance(ended, Answer):
        why = ended.value
        if as_json:
            print(json.dumps({**place, "answers": False, "code": getattr(why, "code", ""), "why": str(why)}))
        else:
            print(str(why), file=sys.stderr)
        return FAILED
    fits = _fits(invite, ended)
    if as_json:
        print(json.dumps({**place, "answers": True, **_values(ended), "fits": fits}))
    else:
        print(*_lines(invite, ended, fits), sep="\n")
    return FAILED if fits == OTHER else DONE


def _fits(invite: Invite, answer: Any) -> str:
    from protocol.keys.identity import pin  # noqa: PLC0415  it loads cryptography

    if invite.pin is None:
        return NO_PIN
    if invite.pin == pin(answer.key):
        return FITS
    return HANDED_OVER if invite.pin in {pin(key) for key in answer.older_keys} else OTHER


def _values(answer: Any) -> dict[str, Any]:
    from protocol.keys.identity import pin  # noqa: PLC0415  as above

    fingerprint, until = _certificate(answer.certificate)
    return {
        "connect_ms": round(1000 * answer.connected, 1),
        "answer_ms": round(1000 * answer.answered, 1),
        "wire": answer.wire,
        "features": list(answer.features),
        "pin": pin(answer.key),
        "certificate": fingerprint,
        "certificate_until": until.isoformat() if until else None,
    }


def _certificate(der: bytes) -> tuple[str | None, datetime | None]:
    """Its SHA-256 and its last day, as far as it can be read: it vouches for nothing."""
    if not der:
        return None, None
    from cryptography.x509 import load_der_x509_certificate  # noqa: PLC0415

    until = None
    with suppress(ValueError):
        until = load_der_x509_certificate(der).not_valid_after_utc
    return sha256(der).hexdigest(), until


def _lines(invite: Invite, answer: Any, fits: str) -> list[str]:
    values = _values(answer)
    named = {
        NO_PIN: _("The link names no key: compare the pin with the one that its host tells you."),
        FITS: _("This is the key that the link names."),
        HANDED_OVER: _("The link names the key before, which vouches for this one."),
        OTHER: _(
            "THE LINK NAMES ANOTHER KEY: {pin}. Either it is old, or something is intercepting the connection.",
            pin=invite.pin,
        ),
    }
    lines = [
        _(
            "{host}, port {port}, answers in {answer} ms; to connect took {connect} ms.",
            host=invite.host,
            port=invite.port,
            answer=values["answer_ms"],
            connect=values["connect_ms"],
        ),
        _(
            "It speaks version {wire} of the messages, with: {features}",
            wire=answer.wire,
            features=", ".join(answer.features) or _("nothing more"),
        ),
        _("Its pin: {pin}", pin=values["pin"]),
        named[fits],
    ]
    if values["certificate"]:
        told = _(
            "Its certificate, good until {day}: {sha256} (SHA-256)",
            day=(values["certificate_until"] or "?")[:10],
            sha256=values["certificate"],
        )
        lines.insert(2, told)
    return lines
