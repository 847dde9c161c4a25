"""Settings: what wins over what, and every problem named with its place."""

import os
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import server
from protocol.log.bodies import Options
from protocol.wire.codec import FORBIDDEN
from server.settings.kinds import Number
from server.settings.reading import BAD_SETTINGS, PREFIX, BadSettings, read_settings, variable
from server.settings.settings import SETTINGS, Settings
from server.settings.text import check_config, listing, sample

ROOT = Path(server.__file__).parent.parent


def written(folder: Path, text: str) -> Path:
    """A file with these settings."""
    path = folder / "server.toml"
    path.write_text(text, encoding="utf-8")
    return path


def problems(config: Path | None, **environ: str) -> list[str]:
    """What is said about settings that cannot be used."""
    with pytest.raises(BadSettings) as refused:
        read_settings(config, environ)
    assert str(refused.value).splitlines() == refused.value.problems
    return refused.value.problems


def test_nothing_set_is_all_defaults() -> None:
    found = read_settings(None, {"PATH": "/bin"})
    assert found.settings == Settings()
    assert set(found.origins.values()) == {"default"}


def test_the_environment_wins_over_the_file_and_the_file_over_the_default(tmp_path: Path) -> None:
    config = written(tmp_path, "# mine\nlogin-seconds = 70\nping-seconds = 40\n")
    found = read_settings(config, {"UNDERMINE_SERVER_LOGIN_SECONDS": "80"})
    assert (found.settings.login_seconds, found.settings.ping_seconds, found.settings.idle_seconds) == (80, 40, 90)
    assert found.origins["login-seconds"] == "variable UNDERMINE_SERVER_LOGIN_SECONDS"
    assert found.origins["ping-seconds"] == f"{config}, line 3"
    assert found.origins["idle-seconds"] == "default"


def test_every_kind_is_read_from_both(tmp_path: Path) -> None:
    config = written(
        tmp_path,
        'host = ["127.0.0.1", "0:0::1"]\nport = 0\nplain-tcp = true\ndata-dir = "/srv/\u00e4"\nlog-format = "json"\n',
    )
    expected = Settings(host=("127.0.0.1", "::1"), port=0, plain_tcp=True, data_dir="/srv/\u00e4", log_format="json")
    assert read_settings(config, {}).settings == expected
    environ = {"HOST": "127.0.0.1, ::1", "PORT": "0", "PLAIN_TCP": "true", "DATA_DIR": "/srv/\u00e4"}
    named = {PREFIX + name: value for name, value in environ.items()} | {"UNDERMINE_SERVER_LOG_FORMAT": "json"}
    assert read_settings(None, named).settings == expected


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("port", "65536"),
        ("port", "-1"),
        ("port", "true"),
        ("port", "4477.0"),
        ("port", '"4477"'),
        ("ping-seconds", "4"),
        ("ping-seconds", "2026-01-01"),
        ("plain-tcp", "1"),
        ("plain-tcp", '"true"'),
        ("host", '"::"'),
        ("host", "[]"),
        ("host", '["mine.example"]'),
        ("host", "[1]"),
        ("host", '["::1", "0::1"]'),
        ("host", '["::1", "[::1]"]'),
        ("log-format", '"JSON"'),
        ("log-format", "[]"),
        ("data-dir", "5"),
        ("data-dir", r'"a\u0000b"'),
        ("data-dir", f'"{"a" * 1025}"'),
        ("port", "{ number = 5 }"),
    ],
)
def test_a_wrong_value_in_a_file_is_refused(tmp_path: Path, name: str, text: str) -> None:
    config = written(tmp_path, f"\n{name} = {text}")
    (problem,) = problems(config)
    assert problem.startswith(f"{config}, line 2: {name} = ")
    assert problem.isprintable()
    (setting,) = (setting for setting in SETTINGS if setting.name == name)
    assert problem.endswith(f" is not possible; allowed is {setting.kind.allowed}")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("PORT", ""),
        ("PORT", " 80"),
        ("PORT", "8_0"),
        ("PORT", "٨٠"),
        ("PORT", "1e3"),
        ("PORT", "9" * 5000),
        ("PORT", "tcp://10.0.0.1:4477"),
        ("PLAIN_TCP", "yes"),
        ("PLAIN_TCP", "True"),
        ("HOST", ""),
        ("HOST", "::,"),
        ("LOG_LEVEL", "INFO"),
    ],
)
def test_a_wrong_value_in_a_variable_is_refused(name: str, text: str) -> None:
    (problem,) = problems(None, **{PREFIX + name: text})
    assert problem.startswith(f"variable {PREFIX}{name}: ")
    assert "; allowed is " in problem
    assert len(problem) < 250


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    config = written(tmp_path, 'prot = 1\nport = 70000\n"log-level" = "loud"\ntables.most = 5\n\n[zebra]\nx = 1\n')
    names = ", ".join(setting.name for setting in SETTINGS)
    assert problems(config, UNDERMINE_SERVER_LOGIN_SECOND="5", UNDERMINE_SERVER_LOG_FORMAT="xml") == [
        f"{config}, line 1: there is no setting “prot”; is “port” meant?",
        f"{config}, line 2: port = 70000 is not possible; allowed is a whole number from 0 to 65535",
        f'{config}, line 3: log-level = "loud" is not possible; allowed is debug, info, warn, error or critical',
        f"{config}, line 4: there is no setting “tables”; is “most-tables” meant?",
        f"{config}, line 6: there is no setting “zebra”; there are {names}",
        "variable UNDERMINE_SERVER_LOGIN_SECOND: there is no setting “login-second”; is “login-seconds” meant?",
        'variable UNDERMINE_SERVER_LOG_FORMAT: log-format = "xml" is not possible; allowed is text or json',
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('data-dir = """\nport = 1\n"""\nport = 70000', 4),
        ('host = [\n  "::",\n]\nport = 70000', 4),
        ("# port = 5\n\r\n  port=70000", 3),
        ("'port' = 70000", 1),
    ],
)
def test_the_line_is_the_one_where_the_setting_stands(tmp_path: Path, text: str, line: int) -> None:
    config = written(tmp_path, text)
    assert any(problem.startswith(f"{config}, line {line}: port = 70000") for problem in problems(config))


def test_a_name_with_escapes_has_no_line_but_its_file(tmp_path: Path) -> None:
    config = written(tmp_path, r'"p\u006frt" = 70000')
    assert problems(config)[0].startswith(f"{config}: port = 70000")


@pytest.mark.parametrize(
    ("environ", "named"),
    [
        ({"CERTIFICATE": "a.pem"}, ("certificate", "certificate-key")),
        ({"CERTIFICATE_KEY": "a.key"}, ("certificate", "certificate-key")),
        (
            {"CERTIFICATE": "a.pem", "CERTIFICATE_KEY": "a.key", "PLAIN_TCP": "true"},
            ("plain-tcp", "certificate"),
        ),
        ({"PING_SECONDS": "90"}, ("ping-seconds", "idle-seconds")),
    ],
)
def test_what_does_not_go_together_is_refused(environ: dict[str, str], named: tuple[str, str]) -> None:
    (problem,) = problems(None, **{PREFIX + name: text for name, text in environ.items()})
    for name in named:
        origin = variable(name) in (PREFIX + name for name in environ)
        assert f"{name} ({f'variable {variable(name)}' if origin else 'default'})" in problem


def test_a_wrong_value_is_not_told_a_second_time_as_a_contradiction() -> None:
    assert len(problems(None, UNDERMINE_SERVER_CERTIFICATE="a\nb", UNDERMINE_SERVER_CERTIFICATE_KEY="a.key")) == 1


def test_a_file_that_cannot_be_used(tmp_path: Path) -> None:
    missing = tmp_path / "missing.toml"
    assert problems(missing) == [f"{missing}: cannot be read: No such file or directory"]
    assert problems(tmp_path) == [f"{tmp_path}: cannot be read: Is a directory"]
    broken = written(tmp_path, "port = 1\nport\n")
    assert problems(broken)[0].startswith(f"{broken}: is not a TOML file: Expected '='")
    assert "line 2" in problems(broken)[0]
    broken.write_bytes(b"port = \xff")
    assert "is not a TOML file" in problems(broken)[0]
    broken.write_text("#" * (1 << 19))
    assert problems(broken) == [f"{broken}: is not a TOML file: it has more than 262144 bytes"]
    broken.write_text("port = " + "[" * 9999)
    assert problems(broken) == [f"{broken}: lists or tables are nested too deeply"]


def test_the_variables_are_looked_at_even_so(tmp_path: Path) -> None:
    assert len(problems(tmp_path / "missing.toml", UNDERMINE_SERVER_PORT="x")) == 2


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    config = written(tmp_path, "")
    config.chmod(0)
    assert problems(config) == [f"{config}: cannot be read: Permission denied"]


def test_an_editor_may_have_left_its_mark(tmp_path: Path) -> None:
    config = tmp_path / "server.toml"
    config.write_bytes(b"\xef\xbb\xbfport = 5\r\n")
    assert read_settings(config, {}).settings.port == 5
    assert read_settings(config, {}).origins["port"] == f"{config}, line 1"


def test_the_sample_is_the_one_that_is_shipped() -> None:
    shipped = (ROOT / "deploy" / "server.toml").read_text("utf-8")
    assert shipped == sample(), "write it anew: python -m server.settings.text > deploy/server.toml"


def test_the_sample_changes_nothing_and_with_its_marks_taken_away_sets_every_default(tmp_path: Path) -> None:
    assert tomllib.loads(sample()) == {}
    plain = "".join(f"{line[1:]}\n" for line in sample().splitlines() if line[:1] == "#" and line[1:2].isalpha())
    found = read_settings(written(tmp_path, plain), {})
    assert found.settings == Settings()
    assert "default" not in found.origins.values()
    assert max(map(len, sample().splitlines())) <= 120


def test_what_is_listed_can_be_read_again(tmp_path: Path) -> None:
    environ = {"UNDERMINE_SERVER_DATA_DIR": 'C:\\a "b"', "UNDERMINE_SERVER_HOST": "::1,127.0.0.1"}
    found = read_settings(None, environ)
    again = read_settings(written(tmp_path, listing(found)), {})
    assert again.settings == found.settings


def test_check_config_lists_every_setting_with_its_value_and_its_origin(tmp_path: Path) -> None:
    config = written(tmp_path, "port = 5")
    code, text = check_config(config, {"UNDERMINE_SERVER_LOG_LEVEL": "debug"})
    assert code == 0
    lines = {line.split()[0]: line for line in text.splitlines()}
    assert list(lines) == [setting.name for setting in SETTINGS]
    assert lines["port"].split("#") == [lines["port"].split("#")[0], f" {config}, line 1"]
    assert lines["log-level"].startswith('log-level = "debug" ')
    assert lines["log-level"].endswith("# variable UNDERMINE_SERVER_LOG_LEVEL")
    assert lines["login-seconds"].endswith("# default")


def test_check_config_lists_every_problem() -> None:
    assert check_config(None, {"UNDERMINE_SERVER_PORT": "x", "UNDERMINE_SERVER_Q": ""})[0] == BAD_SETTINGS == 78
    assert check_config(None, {"UNDERMINE_SERVER_PORT": "x", "UNDERMINE_SERVER_Q": ""})[1].count("\n") == 2


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_setting_is_explained_and_its_default_is_allowed(setting: object) -> None:
    (row,) = (row for row in SETTINGS if row is setting)
    assert row.meaning[0].isupper()
    assert row.meaning.endswith(".")
    given = list(row.default) if isinstance(row.default, tuple) else row.default
    assert row.kind.check(given) == row.default
    if isinstance(row.kind, Number) and row.name.endswith(("-seconds", "-days")):
        assert row.kind.unit == row.name.rpartition("-")[2]


def test_what_a_table_is_told_is_within_what_a_table_can_say() -> None:
    kinds = {setting.name: setting.kind for setting in SETTINGS}
    for name in ("absent-after",):
        kind = kinds[name]
        assert isinstance(kind, Number)
        bounds = Options.__annotations__[name.replace("-", "_")].__metadata__[0]
        assert bounds.ge <= kind.least <= kind.most <= bounds.le


@given(st.dictionaries(st.text() | st.sampled_from([setting.name for setting in SETTINGS]), st.text()))
def test_any_variables_are_read_or_refused_in_sentences_that_can_be_shown(environ: dict[str, str]) -> None:
    code, text = check_config(None, {variable(name): text for name, text in environ.items()})
    assert code in (0, BAD_SETTINGS)
    assert text.endswith("\n")
    assert not any(FORBIDDEN.search(line) for line in text.split("\n"))
