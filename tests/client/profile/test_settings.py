"""What a person sets: read strictly, written line by line, and nothing of the person's own lost."""

import os
import stat
import tomllib
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from client.profile.profile import BadProfile, Profile
from client.profile.settings import SETTINGS, BadSettings, Settings, change, read

POSIX = pytest.mark.skipif(os.name != "posix", reason="this system has no modes")
OTHER = Settings(
    name="Zoë", look="ascii", theme="light", palette="safe", bell=False, title=False, notify=True, confirm="never"
)
BY_HAND = """\
# my settings, do not lose them
name = "Eva" # as everywhere

theme = 'light'# at night
  bell   =   false
"title" = false

colour = "blue" # of another version
words = '''
name = "not this one"
bell = true
'''

[keys]
name = "neither" # this one
bell = 7
"""


@pytest.fixture
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Profile:
    monkeypatch.setattr("client.profile.profile.user_config_path", lambda *_, **__: tmp_path / "config")
    return Profile("eva")


def write(profile: Profile, wanted: Settings) -> None:
    change(profile, **asdict(wanted))


def by_hand(profile: Profile, content: str | bytes) -> Path:
    """The file as a person has written it."""
    profile.config.mkdir(parents=True, exist_ok=True)
    profile.settings_file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return profile.settings_file


def test_without_a_file_the_defaults_hold_and_nothing_is_written(profile: Profile) -> None:
    assert read(profile) == Settings()
    assert not profile.config.exists()


def test_every_setting_says_what_it_means() -> None:
    assert [setting.key for setting in SETTINGS] == list(asdict(Settings()))
    for setting in SETTINGS:
        assert setting.meaning.endswith(".")
        assert setting.allows(setting.default)
        assert setting.default == getattr(Settings(), setting.key)
        assert not setting.choices or next(iter(setting.choices)) == setting.default
    assert len({setting.meaning for setting in SETTINGS}) == len(SETTINGS)


def test_what_is_written_is_read(profile: Profile) -> None:
    write(profile, OTHER)
    assert read(profile) == OTHER
    assert all(getattr(OTHER, setting.key) != setting.default for setting in SETTINGS)
    write(profile, Settings())
    assert read(profile) == Settings()


def test_only_what_differs_from_the_defaults_gets_a_line(profile: Profile) -> None:
    write(profile, Settings(name="Eva", bell=False))
    assert profile.settings_file.read_text(encoding="utf-8") == 'name = "Eva"\nbell = false\n'


def test_all_settings_are_read_from_a_file(profile: Profile) -> None:
    by_hand(profile, BY_HAND)
    assert read(profile) == Settings(name="Eva", theme="light", bell=False, title=False)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("name = 7", "the key 'name' must be a text"),
        ("[name]", "the key 'name' must be a text"),
        ('look = "unicode"', """the key 'look' must be one of "auto", "box", "ascii", "words\""""),
        ("look = true", """the key 'look' must be one of "auto", "box", "ascii", "words\""""),
        ('theme = ["dark"]', """the key 'theme' must be one of "dark", "light", "contrast\""""),
        ('palette = ""', """the key 'palette' must be one of "usual", "safe\""""),
        ("bell = 1", "the key 'bell' must be true or false"),
        ('title = "true"', "the key 'title' must be true or false"),
        ("notify = 2020-01-01", "the key 'notify' must be true or false"),
        ("confirm = {}", """the key 'confirm' must be one of "harm", "always", "never\""""),
        ("bell = {}", "the key 'bell' must be true or false"),
    ],
)
def test_a_mistake_is_told_with_file_key_and_what_is_allowed(profile: Profile, line: str, sentence: str) -> None:
    file = by_hand(profile, line)
    with pytest.raises(BadSettings) as bad:
        read(profile)
    assert bad.value.problems == [str(bad.value)] == [f"{file}: {sentence}"]


@pytest.mark.parametrize(("written", "means"), [("true", "always"), ("false", "never"), ('"harm"', "harm")])
def test_what_an_earlier_version_wrote_keeps_its_meaning(profile: Profile, written: str, means: str) -> None:
    file = by_hand(profile, f"confirm = {written} # mine\n")
    assert read(profile) == Settings(confirm=means)
    change(profile, confirm="always")
    assert read(profile).confirm == "always"
    assert file.read_text(encoding="utf-8").endswith(" # mine\n")


def test_all_mistakes_are_told_at_once_and_the_rest_holds(profile: Profile) -> None:
    by_hand(profile, 'name = "Eva"\nlook = 3\nbell = "no"\ntitle = false\n')
    with pytest.raises(BadSettings) as bad:
        read(profile)
    assert ["'look'" in problem for problem in bad.value.problems] == [True, False]
    assert ["'bell'" in problem for problem in bad.value.problems] == [False, True]
    assert bad.value.settings == Settings(name="Eva", title=False)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"bell = ", "Invalid value"),
        (b"bell = true\nbell = false\n", "Cannot overwrite"),
        (b"\xff", "can't decode"),
        (b"x = " + b"[" * 5000, ""),
        (b"#" * 70_000, "it has more than 65536 characters"),
    ],
    ids=["cut", "twice", "bytes", "deep", "long"],
)
def test_a_file_that_is_no_toml_is_told_and_never_written_over(profile: Profile, content: bytes, why: str) -> None:
    file = by_hand(profile, content)
    for use in (lambda: read(profile), lambda: write(profile, OTHER)):
        with pytest.raises(BadSettings) as bad:
            use()
        [problem] = bad.value.problems
        assert problem.startswith(f"{file} cannot be read: ")
        assert why in problem
        assert "\n" not in problem
        assert bad.value.settings == Settings()
    assert file.read_bytes() == content


def test_keys_of_other_versions_are_no_mistake(profile: Profile) -> None:
    by_hand(profile, "speed = 9\n[sounds]\nbell = 7\n")
    assert read(profile) == Settings()


def test_what_does_not_change_is_not_touched(profile: Profile) -> None:
    file = by_hand(profile, BY_HAND)
    before = file.stat().st_ino
    write(profile, read(profile))
    assert file.read_text(encoding="utf-8") == BY_HAND
    assert file.stat().st_ino == before


def test_comments_and_unknown_keys_survive_a_change(profile: Profile) -> None:
    file = by_hand(profile, BY_HAND)
    write(profile, Settings(name='Z"# \\', look="box", theme="dark", bell=True, title=True))
    assert file.read_text(encoding="utf-8") == (
        'look = "box"\n'
        + BY_HAND.replace('"Eva"', r'"Z\"# \\"', 1)
        .replace("theme = 'light'", 'theme = "dark"')
        .replace("  bell   =   false", "bell = true")
        .replace('"title" = false', "title = true")
    )
    assert read(profile) == Settings(name='Z"# \\', look="box")


def test_line_ends_of_windows_and_the_mark_of_an_editor_are_read(profile: Profile) -> None:
    file = by_hand(profile, b'\xef\xbb\xbfname = "Eva" # me\r\nbell = false\r\n')
    assert read(profile) == Settings(name="Eva", bell=False)
    change(profile, name="Ben")
    assert file.read_bytes() == b'name = "Ben" # me\r\nbell = false\r\n'


def test_a_last_line_needs_no_end(profile: Profile) -> None:
    file = by_hand(profile, "bell = false")
    change(profile, bell=True)
    assert file.read_text(encoding="utf-8") == "bell = true"


def test_a_value_on_many_lines_is_replaced_whole(profile: Profile) -> None:
    file = by_hand(profile, 'name = """\nE\\\n  va"""\nbell = false\n')
    assert read(profile).name == "Eva"
    change(profile, name="Ben")
    assert file.read_text(encoding="utf-8") == 'name = "Ben"\nbell = false\n'


def test_a_wrong_value_stays_until_the_person_chooses_another(profile: Profile) -> None:
    file = by_hand(profile, 'theme = "drak"\n')
    with pytest.raises(BadSettings) as bad:
        read(profile)
    write(profile, replace(bad.value.settings, bell=False))
    assert file.read_text(encoding="utf-8") == 'bell = false\ntheme = "drak"\n'
    write(profile, replace(bad.value.settings, bell=False, theme="light"))
    assert file.read_text(encoding="utf-8") == 'bell = false\ntheme = "light"\n'


@pytest.mark.parametrize("table", ["[bell]\nx = 1\n", "bell.x = 1\n", "[[bell]]\nx = 1\n"])
def test_a_table_in_place_of_a_value_is_not_written_over(profile: Profile, table: str) -> None:
    file = by_hand(profile, table)
    with pytest.raises(BadSettings, match="'bell' must be true or false"):
        change(profile, bell=False)
    assert file.read_text(encoding="utf-8") == table


@pytest.mark.parametrize(("key", "value"), [("look", "square"), ("bell", "yes"), ("name", "\ud800")])
def test_what_is_not_allowed_is_not_written(profile: Profile, key: str, value: str) -> None:
    with pytest.raises(BadSettings, match=f"'{key}' must be"):
        change(profile, **{key: value})
    assert not profile.settings_file.exists()


@pytest.mark.parametrize(
    "name", ["\x7f", "\n", '"', "\\", "\x00\x1f\x80", "\u2028", "# no comment", '"""', "李🙂"], ids=ascii
)
def test_any_text_is_written_so_that_it_can_be_read(profile: Profile, name: str) -> None:
    by_hand(profile, 'name = "Eva" # me\nbell = false\n')
    change(profile, name=name)
    assert read(profile) == Settings(name=name, bell=False)
    change(profile, name="Eva")
    assert profile.settings_file.read_text(encoding="utf-8") == 'name = "Eva" # me\nbell = false\n'


def test_a_link_to_the_file_stays_a_link(profile: Profile, tmp_path: Path) -> None:
    kept = tmp_path / "dotfiles" / "undermine.toml"
    kept.parent.mkdir()
    kept.write_text("bell = false\n")
    profile.config.mkdir(parents=True)
    profile.settings_file.symlink_to(kept)
    change(profile, bell=True)
    assert profile.settings_file.is_symlink()
    assert kept.read_text() == "bell = true\n"


@POSIX
def test_a_new_file_is_the_persons_alone(profile: Profile) -> None:
    write(profile, OTHER)
    assert stat.S_IMODE(profile.settings_file.stat().st_mode) == 0o600


def test_a_folder_that_cannot_be_made_is_told(profile: Profile, tmp_path: Path) -> None:
    (tmp_path / "config").write_text("in the way")
    with pytest.raises(BadSettings) as bad:
        write(profile, OTHER)
    assert str(bad.value).startswith(f"{profile.settings_file} cannot be written: ")


def test_a_full_disk_leaves_the_old_settings(profile: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    file = by_hand(profile, BY_HAND)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadSettings) as bad:
        write(profile, OTHER)
    assert str(bad.value) == f"{file} cannot be written: No space left on device"
    assert file.read_text(encoding="utf-8") == BY_HAND


def test_the_name_does_not_care_for_other_mistakes(profile: Profile) -> None:
    file = by_hand(profile, 'bell = 7\nname = "Eva"\n')
    assert profile.player_name() == "Eva"
    profile.keep_player_name("Ben")
    assert file.read_text(encoding="utf-8") == 'bell = 7\nname = "Ben"\n'


def test_a_name_that_is_no_text_is_not_written_over(profile: Profile) -> None:
    file = by_hand(profile, "name = 7\n")
    with pytest.raises(BadProfile, match="the key 'name' must be a text"):
        profile.keep_player_name("Ben")
    assert file.read_text(encoding="utf-8") == "name = 7\n"


LINES = [
    *('name = "a"', 'name = "a#b" # c', "bell = false", "bell = true # 'x'", 'theme = "light"#y', "look = 'box'"),
    *("", "# bell = false", "x = 1", "y = [\n  1, # one\n  2,\n]", 'z = """\nname = "z"\n"""', "[t]", "[[u]]"),
]


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.sampled_from(LINES), unique_by=lambda line: tuple(line.split()[:1])),
    st.builds(
        Settings,
        name=st.text(),
        look=st.sampled_from(["auto", "box", "ascii", "words"]),
        theme=st.sampled_from(["dark", "light"]),
        bell=st.booleans(),
    ),
)
def test_any_settings_fit_into_any_file(profile: Profile, lines: list[str], wanted: Settings) -> None:
    text = "\n".join(lines)
    by_hand(profile, text)
    write(profile, wanted)
    assert read(profile) == wanted
    written = profile.settings_file.read_text(encoding="utf-8")
    keys = {setting.key for setting in SETTINGS}
    before, after = tomllib.loads(text), tomllib.loads(written)
    assert {key: value for key, value in before.items() if key not in keys} == {
        key: value for key, value in after.items() if key not in keys
    }
