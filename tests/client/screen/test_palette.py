"""Every style has colours, texts can be read, and the safe palette keeps apart what the colour-blind would mix up."""

from itertools import combinations

import pytest
from rich.color import ColorSystem
from rich.style import Style
from textual.color import Color, Lab, rgb_to_lab
from textual.theme import BUILTIN_THEMES, Theme

from client.screen.app.palette import CONTRAST, THEMES, palette

STYLES = list(palette())
READABLE, VISIBLE = 4.5, 3.0
"""Contrast of texts, and of what only has to be seen."""
SHAPES = {"rock", "free", "rail"}
"""Blocks, dots and lines, which are not read."""
LOOKS = [(theme, safe) for theme in THEMES.values() for safe in (False, True)]
APART = 20.0
"""A difference that no eye overlooks: 2 is one that can be seen at all."""
BLINDNESS = {
    "red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Machado and others (2009): what is left of red, green and blue light where one kind of cone is missing."""
DIFFERENT = [
    *combinations(["blue", "green"], 2),
    *combinations(["good", "bad", "lit"], 2),
    ("dead", "floor"),
    ("broken", "quiet"),
    ("warn", "plain"),
    ("gold", "stone"),
    ("secret", "plain"),
]
"""Styles that stand beside each other and mean different things."""


def theme_of(name: str) -> Theme:
    return CONTRAST if name == CONTRAST.name else BUILTIN_THEMES[name]


def background(name: str) -> Color:
    return Color.parse(theme_of(name).to_color_system().generate()["background"])


def colours(style: Style, theme: str) -> tuple[Color, Color]:
    """Of the characters, and behind them."""
    assert style.color is not None
    behind = Color.from_rich_color(style.bgcolor) if style.bgcolor else background(theme)
    return Color.from_rich_color(style.color), behind


def light(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def dark(part: float) -> float:
    part = min(1.0, max(0.0, part))
    return part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055


def luminance(colour: Color) -> float:
    red, green, blue = map(light, colour.normalized)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color) -> float:
    """As the Web Content Accessibility Guidelines count it."""
    darker, brighter = sorted((luminance(one), luminance(other)))
    return (brighter + 0.05) / (darker + 0.05)


def seen_by(kind: str, colour: Color) -> Lab:
    linear = [light(part) for part in colour.normalized]
    seen = [dark(sum(share * part for share, part in zip(row, linear, strict=True))) for row in BLINDNESS[kind]]
    red, green, blue = (round(part * 255) for part in seen)
    return rgb_to_lab(Color(red, green, blue))


def difference(kind: str, one: Color, other: Color) -> float:
    here, there = seen_by(kind, one), seen_by(kind, other)
    return float(sum((a - b) ** 2 for a, b in zip(here, there, strict=True)) ** 0.5)


@pytest.mark.parametrize(("theme", "safe"), LOOKS)
def test_a_palette_has_every_style_and_no_other(theme: str, safe: bool) -> None:
    assert set(palette(theme, safe=safe)) == set(STYLES)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(("theme", "safe"), LOOKS)
def test_what_is_written_can_be_read(theme: str, safe: bool, style: str) -> None:
    ratio = contrast(*colours(palette(theme, safe=safe)[style], theme))
    assert ratio >= (VISIBLE if style in SHAPES else READABLE)


@pytest.mark.parametrize(("theme", "safe"), LOOKS)
def test_rock_is_seen_beside_a_tunnel(theme: str, safe: bool) -> None:
    there = palette(theme, safe=safe)
    rock, _behind = colours(there["rock"], theme)
    _path, floor = colours(there["floor"], theme)
    assert contrast(rock, floor) >= VISIBLE


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
@pytest.mark.parametrize("kind", BLINDNESS)
@pytest.mark.parametrize("theme", THEMES.values())
def test_the_safe_palette_keeps_apart_what_means_different_things(theme: str, kind: str, one: str, other: str) -> None:
    """By the colour of the characters, or by that behind them."""
    there = palette(theme, safe=True)
    pairs = zip(colours(there[one], theme), colours(there[other], theme), strict=True)
    assert max(difference(kind, *pair) for pair in pairs) >= APART


def test_the_usual_palette_does_not_pass_that_test() -> None:
    """Otherwise there would be no need for a safe one."""
    there = palette(THEMES["dark"])
    blue, green = (colours(there[style], THEMES["dark"])[0] for style in ("blue", "green"))
    assert min(difference(kind, blue, green) for kind in BLINDNESS) < APART


@pytest.mark.parametrize("theme", THEMES.values())
def test_floor_and_rock_that_is_not_dug_yet_are_told_apart_in_256_colours_too(theme: str) -> None:
    """Nothing but spaces are drawn of both."""
    behind = palette(theme)["floor"].bgcolor
    assert behind is not None
    seen = [
        colour.downgrade(ColorSystem.EIGHT_BIT).get_truecolor() for colour in (behind, background(theme).rich_color)
    ]
    assert abs(sum(seen[0]) - sum(seen[1])) >= 3 * 20
