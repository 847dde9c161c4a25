"""Settings as text: what holds and why, for `check-config`, and the sample file.

``python -m server.settings.text > deploy/server.toml`` writes the sample.
"""

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from textwrap import wrap

from server.settings.kinds import Value
from server.settings.reading import BAD_SETTINGS, BadSettings, Found, read_settings, variable
from server.settings.settings import SETTINGS, Setting, Settings

_WIDTH = 100
_HEADING = """\
# The settings of undermine-server.  Every line shows a default: to change one, take away its “#”.
#
# A variable of the environment wins over this file: {variable}=20 wins over login-seconds.
# To see what holds, and where it comes from: undermine-server check-config --config FILE
"""


def check_config(config: Path | None, environ: Mapping[str, str] = os.environ) -> tuple[int, str]:
    """The exit code of `check-config`, and what it says: every setting, or every problem."""
    try:
        found = read_settings(config, environ)
        check_files(found.settings)
    except BadSettings as error:
        return BAD_SETTINGS, "".join(f"{problem}\n" for problem in error.problems)
    return 0, listing(found)


def check_files(settings: Settings) -> None:
    """Whether the certificate could be used, if the server shall not make its own."""
    from server.net.certificate import CertificateTrouble, files_of, from_files, options  # noqa: PLC0415  it loads all of TLS

    if not settings.certificate:
        return
    try:
        options(from_files(*files_of(settings.certificate, settings.certificate_key)))
    except CertificateTrouble as trouble:
        raise BadSettings([f"certificate and certificate-key: {trouble}"]) from trouble


def listing(found: Found) -> str:
    """Every setting with its value and where it comes from, as a file that could be used."""
    lines = [f"{setting.name} = {toml(getattr(found.settings, setting.attribute))}" for setting in SETTINGS]
    width = max(map(len, lines))
    places = (found.origins[setting.name] for setting in SETTINGS)
    return "".join(f"{line:{width}}  # {place}\n" for line, place in zip(lines, places, strict=True))


def sample() -> str:
    """A file that says what each setting means, and changes none."""
    return _HEADING.format(variable=variable("login-seconds")) + "".join(map(_explained, SETTINGS))


def _explained(setting: Setting) -> str:
    lines = [*wrap(setting.meaning, _WIDTH, break_on_hyphens=False), f"Allowed: {setting.kind.allowed}."]
    return "\n" + "".join(f"# {line}\n" for line in lines) + f"#{setting.name} = {toml(setting.default)}\n"


def toml(value: Value) -> str:
    """The value as a TOML file would say it."""
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case str():
            return json.dumps(value, ensure_ascii=False)  # a text without control characters is the same in both
        case tuple():
            return f"[{', '.join(map(toml, value))}]"


if __name__ == "__main__":
    sys.stdout.write(sample())
