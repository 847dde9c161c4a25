"""What `audit --evidence` writes: the proof of the first fault that was found, checked before it is given away."""

from pathlib import Path

from client.audit.compared import Clash
from client.audit.files import Audited
from client.i18n import _
from protocol.audit.audit import audit
from protocol.audit.evidence import EVIDENCE, of_one, of_two
from protocol.log.faults import Finding


class NothingToProve(Exception):
    """No fault was found, or none that the records alone prove."""


def proof_of(audited: list[Audited], clashes: list[Clash]) -> bytes:
    """A file whose audit finds the same: of what two files prove together, else of the first file with a fault."""
    for clash in clashes:
        return _checked(of_two(*clash.stories, clash.finding), clash.finding)
    for one in audited:
        if one.report.findings:
            return _proof_in(Path(one.name).read_bytes(), one.report.findings[0])
    raise NothingToProve(_("no fault was found, so there is nothing to prove"))


def _proof_in(data: bytes, finding: Finding) -> bytes:
    candidates = [data] if data.startswith(EVIDENCE) else of_one(data, finding)
    for made in candidates:
        if _proves(made, finding):
            return made
    raise NothingToProve(_("the records alone do not prove the fault"))


def _checked(made: bytes, finding: Finding) -> bytes:
    if not _proves(made, finding):
        raise NothingToProve(_("the records alone do not prove the fault"))
    return made


def _proves(made: bytes, finding: Finding) -> bool:
    same = (finding.code, finding.at, finding.key)
    return any((found.code, found.at, found.key) == same for found in audit(made).findings)
