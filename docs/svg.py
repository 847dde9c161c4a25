"""What Textual exports, made fit for these pages: a picture that loads nothing from elsewhere, and is small."""

import re

_FONTS = '"DejaVu Sans Mono", Menlo, "Liberation Mono", "Courier New", monospace'
_FONT_SIZE = "20.26px"
"""Letters of these fonts are as wide as what Textual reckons with, which are those of another font at 20px."""
_FONT_FACE = re.compile(r"@font-face\s*\{.*?\}\s*", re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->\s*", re.DOTALL)
_LONG_NUMBER = re.compile(r"\d+\.\d{3,}")
_NAME = re.compile(r"terminal-\d+-")
_CLIP = re.compile(r'<clipPath id="t-line-\d+">.*?</clipPath>\s*|\s+clip-path="url\(#t-line-\d+\)"', re.DOTALL)
"""Every line has one, and nothing is longer than its line."""


def plain_svg(svg: str) -> str:
    """The same picture without fonts from a network; spaces count, and lines stay as long as they were."""
    text = _COMMENT.sub("", _FONT_FACE.sub("", svg))
    text = text.replace("font-family: Fira Code, monospace", f"font-family: {_FONTS}")
    text = text.replace("font-size: 20px", f"font-size: {_FONT_SIZE}")
    text = text.replace("<svg ", '<svg xml:space="preserve" ', 1)
    text = text.replace("textLength=", 'lengthAdjust="spacingAndGlyphs" textLength=')
    text = _CLIP.sub("", _NAME.sub("t-", text))
    text = _LONG_NUMBER.sub(lambda found: f"{float(found[0]):g}", text)
    return "".join(f"{line.strip()}\n" for line in text.splitlines() if line.strip())
