"""From what pip printed to a sentence that helps."""

import re
import shutil

from bootstrap.environment import Environment
from bootstrap.failure import Exit, SetupFailed, disk_full

DISK_FULL = re.compile(r"No space left on device|Disk quota exceeded|\[Errno 28\]|not enough space")
WRONG_HASH = re.compile(r"DO NOT MATCH THE HASHES")
MISMATCHED = re.compile(r"^ {4}(\S+==\S+) from ", re.MULTILINE)
NO_NETWORK = re.compile(
    r"Connection(?:Reset|Refused)?Error|NameResolutionError|ProxyError|SSLError|Max retries|timed out"
    r"|connection broken|name resolution|Network is unreachable",
    re.IGNORECASE,
)
TOO_LITTLE = 16 * 2**20
LAST_ERROR = re.compile(r"^ERROR: (.+)", re.MULTILINE)


def diagnose(output: str, environment: Environment) -> SetupFailed:
    """The failure behind ``output``, most certain first.

    A full disk is also looked for on the disk, for `venv` keeps to itself why pip could not be unpacked.
    """
    if DISK_FULL.search(output) or shutil.disk_usage(environment.folder.parent).free < TOO_LITTLE:
        return disk_full(environment.folder)
    if WRONG_HASH.search(output):
        return wrong_hash(output, environment)
    if NO_NETWORK.search(output):
        return SetupFailed(
            Exit.NO_NETWORK,
            "the package index could not be reached: the first start needs the network, so connect (or set"
            " pip up for your mirror or proxy) and start again.",
        )
    return unknown(output, environment)


def wrong_hash(output: str, environment: Environment) -> SetupFailed:
    package = MISMATCHED.search(output)
    lock = environment.purpose.lock.name
    return SetupFailed(
        Exit.WRONG_HASH,
        f"{package[1] if package else 'a package'} is not the file that {lock} names, so nothing was"
        " installed: start again, and if it stays so, tell us, for then it was changed on the way.",
    )


def unknown(output: str, environment: Environment) -> SetupFailed:
    reasons = LAST_ERROR.findall(output)
    reason = reasons[-1] if reasons else "no reason given"
    return SetupFailed(
        Exit.INSTALLER,
        f"the packages could not be installed ({reason}): {keep(output, environment)}, mend what it names,"
        " and start again.",
    )


def keep(output: str, environment: Environment) -> str:
    """Save pip's words beside the environment, for the person or for a bug report."""
    log = environment.folder.with_suffix(".log")
    try:
        log.write_text(output, "utf-8")
    except OSError:
        return "run it again to see whether that lasts"
    return f"read {log}"
