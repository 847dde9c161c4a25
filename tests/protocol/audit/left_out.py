"""What the second auditor cannot find, by the reason: the page says it under "What needs the rules".

Each is a registered cheat, or a test with its parameter, behind the module of tests/stories/cheats that it stands in.
"""

from itertools import product

LEFT_OUT: dict[str, set[str]] = {
    "whether an act is legal and its card in the hand": {
        "modules: a choice of a seat that was not asked",
        "modules: a toll for which a seat is named that was not asked",
        "modules: a toll that another seat agrees to",
        "modules: a veto after the window has closed",
        "modules: a veto of a seat that does not hold it",
        "moves: a bot that passes the card of a person",
        "moves: a card of somebody else passed",
        "moves: a card that was played already",
        "moves: a tunnel in the air",
        "moves: a turn out of turn",
        "moves: the card of somebody else with its true face",
        "moves: two cards passed at once",
        "saboteur2: a theft in the middle of a round",
        "saboteur2: a theft out of turn",
        "saboteur2: a thief who robs himself",
        "saboteur2: four cards passed at once",
        "saboteur2: two cards for one that lies before nobody",
    },
    "which question is open, and so its limit and `about`": {
        "chance_and_clocks: a clock of another question",
        "chance_and_clocks: the clock of somebody else",
        "saboteur2: a theft lost to the clock of somebody else",
        "windows: a bot that reacts before the end",
        "windows: a window that is shorter than agreed",
        "windows: the clock of a seat in a window",
        "windows: the clock of the table in a turn",
    },
    "which RANDOM is due": {
        "chance_and_clocks: a value about a seat that was not asked for",
        "chance_and_clocks: a value of another kind",
        "chance_and_clocks: a value out of more than was asked for",
        "chance_and_clocks: a value that nobody asked for",
    },
    "which RENEW is due": {
        "chance_and_clocks: a renewal in another order",
        "chance_and_clocks: a renewal of fewer slots",
        "chance_and_clocks: a renewal that nobody asked for",
        "modules: goals laid back by no seat",
        "saboteur2: a swap of hands left out before its renewal",
    },
    "which OPEN is due": {
        "deals_and_openings: an opening that nobody asked for",
        "deals_and_openings: the same opening twice",
        "saboteur2: a card set aside that is opened",
    },
    "which SHOW is due": {
        "authors: an act left out before what followed",
        "deals_and_openings: a hand shown to somebody else",
        "deals_and_openings: a hand shown twice",
        "deals_and_openings: a part of a hand",
        "saboteur2: a new hat shown to somebody else",
        "saboteur2: a swap without a renewal",
        "saboteur2: a swapped hand shown to its old owner",
        "saboteur2: an inspected role shown to somebody else",
    },
    "which ANSWER is due": {
        "cave: a question that is not answered is found at once",
        "cave: an answer about other cards is found at once",
        "cave: an answer that no rule asked for is found at once",
        "chance_and_clocks: an answer about another seat",
        "chance_and_clocks: an answer about other cards",
        "chance_and_clocks: an answer that was not asked for",
        "chance_and_clocks: an answer to another question",
    },
    "what is owed": {
        "chance_and_clocks: a pause while the server owes a card",
        "deals_and_openings: a time out of a player who was shown nothing",
        "deals_and_openings: a turn of a player who was shown nothing",
    },
    "what the answer to a question is": {"dealing: a false answer"},
    "when the game is over": {
        "edges: a table abandoned after its last round",
        "seeds_and_ends: a finished game that is called stopped",
    },
    "whether the text of the rules is in full, how many seats and rounds they allow": {
        f"tables: {test} [{why}]"
        for test, why in product(
            ("nobody sits down", "without a signature over it a table accuses no key"),
            ("rules in another order", "rules that are not written out", "too many commitments", "two seats"),
        )
    },
    "which rules, modules, flags and revisions there are": {
        f"tables: what this program does not know is no fault [{what}]"
        for what in (
            "a card set that is not known",
            "a flag that is not known",
            "a module that is not known",
            "a newer card set",
            "a newer core",
            "a part less",
            "a part more",
            "a value that is not known",
        )
    },
    "what a bot would have done": {
        "bots: a bot that this program does not have leaves the log unproven",
        "bots: another legal move in the place of a bots own",
        "windows: a server that decides for its bot is found [Muzzling]",
        "windows: a server that decides for its bot is found [Urging]",
    },
}
