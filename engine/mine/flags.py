"""The flags of the mine: where editions differ, a table chooses; and the presets, which are card sets with flags.

Every flag, value and preset says what it means in one sentence, so that it can be explained wherever it is offered.
"""

from engine.rules import Evening, Flag, Preset

BASE, SABOTEUR2 = CARD_SET_NAMES = ("base", "saboteur2")
"""What is in the boxes on the table; each is also the name of a preset."""


FLAGS = (
    Flag(
        "saboteur-pay",
        "G1",
        (BASE,),
        "What each winning saboteur is paid.",
        (
            ("4332", "One saboteur gets 4 nuggets, two or three get 3 each, four get 2 each."),
            ("432", "One saboteur gets 4 nuggets, two get 3 each, three or four get 2 each."),
        ),
        instead="'saboteur2' pays saboteurs by its own table (B9)",
    ),
    Flag(
        "saboteur-pay-from",
        "HA20",
        (BASE,),
        "Where the pay of winning saboteurs comes from.",
        (
            ("bank", "From the bank, in nuggets; the gold pile stays as it is."),
            ("gold-cards", "From the gold pile, in cards that are revealed until the pay is exact."),
        ),
        instead="'saboteur2' pays everything in nuggets (B3.5)",
    ),
    Flag(
        "gold-draw",
        "G2",
        (BASE,),
        "How many gold cards are drawn when the diggers win.",
        (
            ("diggers", "One for each digger among the players."),
            ("players", "One for each player, at most nine; players share them until none is left."),
        ),
        instead="'saboteur2' divides gold by its own table (B9)",
    ),
    Flag(
        "next-starter",
        "G5",
        CARD_SET_NAMES,
        "Who begins the next round.",
        (
            ("last-path", "The left neighbour of the player who placed the last path card."),
            ("last-card", "The left neighbour of the player who used the last card."),
        ),
    ),
    Flag(
        "must-connect",
        "G6",
        CARD_SET_NAMES,
        "Whether an unbroken tunnel must lead from the start to a new path card.",
        (
            ("yes", "A new path card must be connected to the start."),
            ("no", "A new path card need only match a card beside it."),
        ),
    ),
    Flag(
        "self-sabotage",
        "G8",
        CARD_SET_NAMES,
        "Whose tools a player may break.",
        (
            ("no", "Only those of other players."),
            ("yes", "Those of any player, one's own included."),
        ),
    ),
    Flag(
        "left-over",
        "G10",
        (BASE,),
        "When the unused role is revealed.",
        (
            ("every-round", "At the end of every round."),
            ("first-round", "At the end of the first round only."),
        ),
        instead="'saboteur2' reveals all unused roles when a round ends (HB23)",
    ),
    Flag(
        "solo-must-finish",
        "G25",
        (SABOTEUR2,),
        "Whether Boss and Profiteer win alone only with a tunnel of their own.",
        (
            ("no", "Where doors shut out both teams they win, whichever player reached the treasure."),
            ("yes", "Where doors shut out both teams they win only if one of them reached the treasure."),
        ),
        instead="'base' has neither Boss nor Profiteer (B2)",
    ),
    Flag(
        "swap-hats-old",
        "G29",
        (SABOTEUR2,),
        "Where a role goes that was swapped for another.",
        (
            ("bottom", "Under the pile of unused roles."),
            ("aside", "Out of the round, face down."),
        ),
        instead="'base' has no card that swaps hats (B6.6)",
    ),
    Flag(
        "map-ban",
        "G62",
        CARD_SET_NAMES,
        "What may not be looked at any more when a chest bans maps.",
        (
            ("goals", "Goals; a map may still be used on a chest."),
            ("all", "Goals and chests."),
        ),
        instead="no other module bans maps (D5)",
        later=True,
        part="chests",
    ),
    Flag(
        "first-player",
        "HA22",
        CARD_SET_NAMES,
        "Who begins the game.",
        (
            ("random", "A random seat."),
            ("youngest", "Seat 0, where the youngest player sits."),
        ),
    ),
)

PRESETS = {
    preset.name: preset
    for preset in (
        Preset("base", BASE, "The base game for 3 to 10 players, as the anniversary edition reads."),
        Preset(
            "base-2006",
            BASE,
            "The base game for 3 to 10 players, as the first edition reads.",
            (
                ("gold-draw", "players"),
                ("next-starter", "last-card"),
                ("must-connect", "no"),
                ("self-sabotage", "yes"),
                ("left-over", "first-round"),
            ),
        ),
        Preset("saboteur2", SABOTEUR2, "Saboteur 2, with the cards of the base game, for 2 to 12 players."),
    )
}

EVENINGS = (
    Evening("First game", BASE, "Tunnels, broken tools, maps and rockfalls. Start here."),
    Evening("Championship", f"{BASE}+championship", "With eight championship cards."),
    Evening("The box without Saboteur 2", f"{BASE}+everything", "The base game with all championship cards and minis."),
    Evening("Saboteur 2", SABOTEUR2, "Teams, doors, thefts, prisons."),
    Evening("Everything", f"{SABOTEUR2}+everything", "Saboteur 2 with all that goes with it. For players who know it."),
)


def flags_of(card_set: str) -> tuple[Flag, ...]:
    """The flags that exist for a card set, in their order."""
    return tuple(flag for flag in FLAGS if card_set in flag.card_sets)
