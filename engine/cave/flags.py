"""The flags of the cave: where its text can be read in two ways, a table chooses."""

from engine.rules import Evening, Flag, Part, Preset

CAVE = "cave"

FLAGS = (
    Flag(
        "lair-attack",
        "HF6",
        (CAVE,),
        "What a monster does when it is put on a lair where dwarfs stand.",
        (
            ("yes", "It attacks them at once and goes no further."),
            ("no", "It does nothing to them and may move on."),
        ),
    ),
    Flag(
        "cave-end",
        "HF15",
        (CAVE,),
        "When a game ends because all cards are used up.",
        (
            ("at-once", "As soon as the last card is used: nothing moves after that."),
            ("turn", "At the end of that turn: its monster, and the dwarf of its player, may still move."),
        ),
    ),
)

PRESETS = {
    preset.name: preset for preset in (Preset("cave", CAVE, "The Dark Cave, a game of its own for 2 to 8 players."),)
}

PARTS: dict[str, Part] = {}
"""There is nothing to switch on beside the cards."""

GROUPS: dict[str, tuple[str, ...]] = {}
EVENINGS = (Evening("The Dark Cave", CAVE, "Dwarfs seek the way out."),)
