# ruff: noqa: RUF001  letters that look like others are what this file is about
"""Letters that a person could take for others: a small table for the scripts that people here mix up.

Each row has what is looked like first, then all that looks like it.  Both cases stand in it on their own: a Greek
capital nu looks like an N, and the small one like a v.
"""

LIKE_LATIN = {
    "a": "ΑαАаᎪꭺꓮ",
    "b": "ΒβВвЬьᏏꮟᏴᏼꓐ",
    "c": "СсᏟꮯꓚ",
    "d": "ԁᎠꭰꓓ",
    "e": "ΕεЕеᎬꭼꓰ",
    "f": "ꓝ",
    "g": "ԌԍցᏀꮐꓖ",
    "h": "ΗНнҺһհᎻꮋᏂꮒꓧ",
    "i": "ΙιІіӀӏᎥꭵꓲ",
    "j": "ЈјյᎫꭻꓙ",
    "k": "ΚκКкᏦꮶꓗ",
    "l": "ԼᏞꮮꓡ",
    "m": "ΜМмᎷꮇꓟ",
    "n": "Νηпոꓠ",
    "o": "ΟοОоՕօꓳ",
    "p": "ΡρРрᏢꮲꓑ",
    "q": "Ԛԛզգ",
    "r": "гᎡꭱᏒꮢꓣ",
    "s": "ЅѕՏᏚꮪꓢ",
    "t": "ΤτТтᎢꭲꓔ",
    "u": "υՍսꓴ",
    "v": "νѴѵᏙꮩꓦ",
    "w": "ωԜԝᎳꮃᏔꮤꓪ",
    "x": "ΧχХхꓫ",
    "y": "ΥγУуҮүᎩꭹᎽꮍꓬ",
    "z": "ΖᏃꮓꓜ",
    "3": "Зз",
}
"""Letters of Greek, Cyrillic, Armenian, Cherokee and Lisu, in this order."""

ALIKE = {
    "a": "ɑᴀ",
    "b": "ʙ",
    "c": "ᴄ",
    "d": "đᴅ",
    "e": "ᴇ",
    "f": "ƒꜰ",
    "g": "ɡɢ",
    "h": "ħʜ",
    "i": "1l|ıłɪʟ",
    "j": "ᴊ",
    "k": "ᴋ",
    "m": ("ᴍ", "rn"),
    "n": "ɴ",
    "o": "0øᴏ",
    "p": "ᴘ",
    "q": "ꞯ",
    "r": "ʀ",
    "s": "ꜱ",
    "t": "ŧᴛ",
    "u": "ᴜ",
    "v": "ᴠ",
    "w": ("ᴡ", "vv"),
    "y": "ʏ",
    "z": "ᴢ",
    "ae": "æ",
    "oe": "œ",
}
"""Latin letters and digits, small ones and small capitals: these are compared after case is taken away."""

MARKS_ALIKE = {
    "'": "`´ʹʻʼʽʾʿˈˊˋ΄‘’‛′‵՚׳ꞌ",
    "-": "‐‑‒–—―⁃−˗⎯─ー﹘",
    ".": "·•․‧∙⋅・",
    ":": "ː˸։׃∶꞉",
}
"""What stands between letters; before accents are taken away, since some of these are an accent on a blank."""
