"""The composed services run without rights that they do not need."""

from typing import Any

from protocol.wire.invite import DEFAULT_PORT
from server.settings.settings import Settings
from tests.deploy.dockerfile import instructions, last
from tests.deploy.shipped import DEPLOY, ROOT, check_settings, compose, text

IMAGE = instructions(text("Dockerfile"))
SERVICES: dict[str, dict[str, Any]] = compose()["services"]
SERVER = SERVICES["server"]


def test_every_service_is_read_only_and_has_no_rights() -> None:
    for name, service in SERVICES.items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert not {"privileged", "cap_add", "devices", "pid", "ipc"} & set(service), name
        assert service["user"].split(":")[0] not in {"0", "root"}, name


def test_the_server_is_built_from_the_checkout_with_our_dockerfile() -> None:
    context = (DEPLOY / SERVER["build"]["context"]).resolve()
    assert context == ROOT
    assert (context / SERVER["build"]["dockerfile"]) == DEPLOY / "Dockerfile"
    assert SERVER["user"] == last(IMAGE, "USER")


def test_the_server_has_its_port_its_folder_and_settings_that_exist() -> None:
    assert SERVER["ports"] == [f"{DEFAULT_PORT}:{DEFAULT_PORT}"]
    volume, _, place = SERVER["volumes"][0].partition(":")
    assert volume in compose()["volumes"]
    assert f'["{place}"]' == last(IMAGE, "VOLUME")
    check_settings((name, str(value)) for name, value in SERVER["environment"].items())


def test_every_connection_that_the_settings_allow_has_a_descriptor() -> None:
    assert SERVER["ulimits"]["nofile"] > 2 * Settings().most_connections


def test_nothing_but_the_game_is_reached_from_outside() -> None:
    for name, service in SERVICES.items():
        for port in [] if name == "server" else service.get("ports", []):
            assert port.startswith("127.0.0.1:"), (name, port)


def test_every_file_and_volume_that_a_service_mounts_is_there() -> None:
    for name, service in SERVICES.items():
        for volume in service["volumes"]:
            source = volume.split(":")[0]
            there = (DEPLOY / source).is_file() if source.startswith("./") else source in compose()["volumes"]
            assert there, (name, source)


def test_every_image_from_elsewhere_says_which_version_it_is() -> None:
    for name, service in SERVICES.items():
        _image, _, tag = service["image"].partition(":")
        assert "build" in service or (tag and tag != "latest"), name
