"""The certificate that the running program shows: from its files, exchanged by a signal, and never for a worse one."""

import signal
import socket
import ssl
import subprocess
import time
from pathlib import Path
from typing import Any

from cryptography import x509

from protocol.wire.invite import read_invite
from server.net.certificate import self_made
from tests.server import programs
from tests.server.programs import Program, line

program = programs.program  # the fixture; pytest finds it by this name


def shown(port: int) -> x509.Certificate:
    """What a new connection gets to see."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    with socket.create_connection(("127.0.0.1", port), 20) as plain, context.wrap_socket(plain) as tls:
        certificate = tls.getpeercert(binary_form=True)
    assert certificate is not None
    return x509.load_der_x509_certificate(certificate)


def new(path: Path) -> x509.Certificate:
    """Another certificate with its key, in the same file."""
    path.unlink(missing_ok=True)
    return self_made(path).certificate


def read_again(program: Program, process: subprocess.Popen[str], answer: str) -> None:
    """SIGHUP, and returns when the program has said this about it."""
    said = program.messages.count(answer)
    process.send_signal(signal.SIGHUP)
    end = time.monotonic() + 20
    while program.messages.count(answer) == said:
        assert time.monotonic() < end, program.messages
        time.sleep(0.02)


def test_the_certificate_is_the_one_in_the_files_and_only_a_good_one_takes_its_place(program: Program) -> None:
    file = program.folder / "tls.pem"
    first = new(file)
    settings: dict[str, Any] = {
        "UNDERMINE_SERVER_CERTIFICATE": str(file),
        "UNDERMINE_SERVER_CERTIFICATE_KEY": str(file),
    }
    process = program.start(**settings)
    port = read_invite(line(process)).port
    assert shown(port) == first
    second = new(file)
    assert shown(port) == first, "the server was not told yet that there is another"
    read_again(program, process, "the certificate was read again")
    assert shown(port) == second
    file.write_text("nonsense")
    read_again(program, process, "the old certificate stays in use")
    assert shown(port) == second
    file.unlink()
    read_again(program, process, "the old certificate stays in use")
    assert shown(port) == second
    third = new(file)
    read_again(program, process, "the certificate was read again")
    assert shown(port) == third
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 0


def test_without_files_the_program_shows_the_one_that_it_made_itself(program: Program) -> None:
    process = program.start()
    port = read_invite(line(process)).port
    assert shown(port) == self_made(program.folder / "server" / "certificate.pem").certificate
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 0
