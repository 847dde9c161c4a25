"""What the pages say of the audit is what the code says: verdicts, exit codes, reasons, findings."""

import re
from pathlib import Path

from client.audit.files import EXIT_CODES
from protocol.audit.evidence import EVIDENCE
from protocol.audit.report import Verdict, Why
from protocol.audit.weak_seeds import FEWEST_VALUES
from protocol.log.faults import Code
from tests.docs.test_protocol_page import codes, tables

TREE = Path(__file__).parents[2]
PAGE = (TREE / "docs" / "protocol.md").read_text("utf-8")


def test_verdicts_have_their_exit_codes() -> None:
    [[head, *rows], _] = tables("Verdicts")
    assert head == ["verdict", "when", "exit code"]
    assert {name: int(code) for name, _when, code in rows} == {
        verdict.value: code for verdict, code in EXIT_CODES.items()
    }


def test_the_order_of_verdicts_is_that_of_the_code() -> None:
    [order] = re.findall(r"in the order ([A-Z, ]+)\.", PAGE)
    assert order.split(", ") == [verdict.value for verdict in reversed(Verdict)]


def test_every_reason_is_on_the_page() -> None:
    [_, [head, *rows]] = tables("Verdicts")
    assert head == ["reason", "why it is not VERIFIED"]
    assert [code for row in rows for code in codes(row[0])] == [why.value for why in Why if why.value]


def test_every_finding_is_on_the_page() -> None:
    [[_, *rows]] = tables("Findings")
    assert {code for row in rows for code in codes(row[0])} == {code.value for code in Code}


def test_the_form_of_evidence_is_that_of_the_code() -> None:
    assert f"the line `{EVIDENCE.decode().strip()}` and a line feed" in PAGE
    assert f"fewer than {FEWEST_VALUES} different bytes" in PAGE


def test_the_page_for_players_knows_every_verdict() -> None:
    playing = (TREE / "docs" / "playing.md").read_text("utf-8")
    told = re.findall(r"^\| `([A-Z]{6,})` \|", playing, re.MULTILINE)
    assert told == ["VERIFIED", "UNFINISHED", "UNPROVEN", "REFUTED", "UNREADABLE"]
    assert set(told) == {verdict.value for verdict in Verdict}
