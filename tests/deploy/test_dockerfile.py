"""The Dockerfile keeps the rules, and each rule finds what breaks it."""

import json
from fnmatch import fnmatch

import pytest

from protocol.wire.invite import DEFAULT_PORT
from tests.deploy.dockerfile import instructions, last, problems
from tests.deploy.shipped import PLACE, ROOT, check_settings, text

DOCKERFILE = text("Dockerfile")
FOUND = instructions(DOCKERFILE)


def test_the_dockerfile_keeps_every_rule() -> None:
    assert list(problems(DOCKERFILE)) == []


@pytest.mark.parametrize(
    ("there", "instead"),
    [
        ("USER 10001:10001\n", ""),
        ("USER 10001:10001", "USER root"),
        ("USER 10001:10001", "USER 0:0"),
        ("FROM python:3.13-slim-bookworm AS build", "FROM python AS build"),
        ("FROM python:3.13-slim-bookworm AS build", "FROM python:latest AS build"),
        ("--require-hashes ", ""),
        ("--no-cache-dir ", ""),
        ("COPY engine /opt/undermine/program/engine", "COPY . /opt/undermine/program"),
        ("COPY engine", "ADD engine"),
        ("WORKDIR /build", "WORKDIR build"),
        ("VOLUME", "RUN chown -R 10001 /data\nVOLUME"),
        ("RUN python -m compileall", "RUN cd /opt && python -m compileall"),
        ('ENTRYPOINT ["/opt/undermine/env/bin/python", "-P", "-m", "server.main"]', "ENTRYPOINT python -m server.main"),
        ("FROM python:3.13-slim-bookworm\n", ""),
        ('CMD ["/opt/undermine/env/bin/python", "-P", "-m", "server.main", "status"]', "NONE"),
    ],
)
def test_a_planted_mistake_is_found(there: str, instead: str) -> None:
    assert there in DOCKERFILE
    assert list(problems(DOCKERFILE.replace(there, instead, 1)))


def test_what_is_copied_is_there_and_not_kept_away_from_the_build() -> None:
    allowed = [line[1:] for line in text("Dockerfile.dockerignore").splitlines() if line.startswith("!")]
    sources = [one.arguments[0] for one in FOUND if one.word == "COPY" and "from" not in one.flags]
    assert sorted(sources) == sorted(allowed)
    assert all((ROOT / source).exists() for source in sources)
    assert not [source for source in sources if fnmatch(source, ".*")]


def test_the_image_has_the_port_the_folder_and_settings_of_the_server() -> None:
    environment = dict(pair.split("=", 1) for pair in last(FOUND, "ENV").split())
    check_settings(environment.items())
    assert last(FOUND, "EXPOSE") == str(DEFAULT_PORT)
    assert json.loads(last(FOUND, "VOLUME")) == [environment["UNDERMINE_SERVER_DATA_DIR"]]
    assert environment["PYTHONPATH"] == f"{PLACE}/program"
