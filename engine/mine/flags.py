"""The flags of the mine: where editions differ, a table chooses.  The first value is the default."""

from engine.records import record


@record
class Flag:
    """A choice between readings of a rule."""

    name: str
    values: tuple[str, ...]
    rule: str


# fmt: off
FLAGS = (
    #    name              values                          rule
    Flag("saboteur-pay",  ("4332", "432"),                "G1"),
    Flag("gold-draw",     ("diggers", "players"),         "G2"),
    Flag("next-starter",  ("last-path", "last-card"),     "G5"),
    Flag("must-connect",  ("yes", "no"),                  "G6"),
    Flag("self-sabotage", ("no", "yes"),                  "G8"),
    Flag("left-over",     ("every-round", "first-round"), "G10"),
    Flag("first-player",  ("random", "youngest"),         "HA22"),
)

PRESETS: dict[str, dict[str, str]] = {
    "base": {},
    "base-2006": {
        "gold-draw": "players",
        "next-starter": "last-card",
        "must-connect": "no",
        "self-sabotage": "yes",
        "left-over": "first-round",
    },
}
# fmt: on
