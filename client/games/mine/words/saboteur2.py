"""The words that Saboteur 2 adds."""

from client.games.mine.words import rounds, winners
from client.games.mine.words.base import WORDS as BASE
from client.games.mine.words.words import Role, Words
from client.games.teller import at_you, by_target
from client.games.words import ASKED, Act, Card, Kind, Many, Question, Said, Zone
from client.i18n import _
from engine.events import SlotsOpened
from engine.mine.rules.actions.freedom import PlayerFreed
from engine.mine.rules.actions.hands_off import TheftStopped
from engine.mine.rules.actions.inspection import RoleInspected
from engine.mine.rules.actions.lay_theft import TheftLaid
from engine.mine.rules.actions.prison import PlayerImprisoned
from engine.mine.rules.actions.swap_hands import HandsSwapped
from engine.mine.rules.actions.swap_hats import HatsSwapped
from engine.mine.rules.placing.place_ladder import LadderPlaced
from engine.mine.rules.round.round_end import NuggetsPaid, RoundEnded
from engine.mine.rules.round.share_gold import RoundWon
from engine.mine.rules.round.steal import NothingStolen, NuggetStolen
from engine.mine.rules.turn.discard_two import TwoDiscarded

WORDS = Words(
    cards={
        "bridge": Card(_("bridge, up and down over left to right")),
        "double-curve-left": Card(_("double curve, up and left, down and right")),
        "double-curve-right": Card(_("double curve, up and right, down and left")),
        "ladder-single-long": Card(_("ladder, down"), _("ladder, up")),
        "ladder-single-short": Card(_("ladder, left"), _("ladder, right")),
        "ladder-curve-left": Card(_("ladder, up and left"), _("ladder, down and right")),
        "ladder-curve-right": Card(_("ladder, up and right"), _("ladder, down and left")),
        "blue-door-straight-long": Card(_("blue door, up and down")),
        "blue-door-straight-short": Card(_("blue door, left to right")),
        "blue-door-curve-right": Card(_("blue door, down and left"), _("blue door, up and right")),
        "green-door-straight-long": Card(
            _("green door, up and down, stub right"), _("green door, up and down, stub left")
        ),
        "green-door-straight-short": Card(_("green door, left to right")),
        "green-door-curve-left": Card(_("green door, down and right"), _("green door, up and left")),
        "crystal-dead-single-long": Card(_("crystal, dead end down"), _("crystal, dead end up")),
        "crystal-dead-single-short": Card(_("crystal, dead end left"), _("crystal, dead end right")),
        "crystal-cross": Card(_("crystal, crossing")),
        "crystal-tee-short": Card(
            _("crystal, junction right, down and left"), _("crystal, junction up, right and left")
        ),
        "crystal-tee-long": Card(_("crystal, junction up, right and down"), _("crystal, junction up, down and left")),
        "crystal-tee-long-stub": Card(
            _("crystal, junction up, down and left, stub right"), _("crystal, junction up, right and down, stub left")
        ),
        "crystal-tee-short-stub": Card(
            _("crystal, junction right, down and left, stub up"), _("crystal, junction up, right and left, stub down")
        ),
        "crystal-straight-short-stub": Card(
            _("crystal, straight left to right, stub down"), _("crystal, straight left to right, stub up")
        ),
        "straight-long-stub": Card(_("straight up and down, stub right"), _("straight up and down, stub left")),
        "straight-long-stubs": Card(_("straight up and down, stubs left and right")),
        "straight-short-stubs": Card(_("straight left to right, stubs up and down")),
        "curve-left-stub": Card(_("curve down and right, stub up"), _("curve up and left, stub down")),
        "curve-right-stub": Card(_("curve up and right, stub down"), _("curve down and left, stub up")),
        "theft": Card(_("Theft")),
        "hands-off": Card(_("Hands Off")),
        "prison": Card(_("Prison")),
        "freedom": Card(_("Freedom")),
        "inspection": Card(_("Inspection")),
        "swap-hats": Card(_("Swap Hats")),
        "swap-hands": Card(_("Swap Hands")),
        "blue-digger": Card(_("blue gold-digger")),
        "green-digger": Card(_("green gold-digger")),
        "boss": Card(_("Boss")),
        "profiteer": Card(_("Profiteer")),
        "geologist": Card(_("Geologist")),
        "saboteur-2": Card(_("saboteur")),
    },
    kinds={
        "theft": Kind(
            _("Play it on yourself: after the round you steal a nugget, unless you are in prison."),
            "{signs.toward[0]}{signs.across}$",
        ),
        "hands-off": Kind(_("Takes away the Theft in front of a player."), "{signs.broken}{signs.across}$"),
        "prison": Kind(
            _("Play it on another player: no paths and no gold for them until they are free."),
            "{signs.bar}{signs.bar}{signs.bar}",
        ),
        "freedom": Kind(_("Frees a player from prison, or you."), "{signs.bar} {signs.bar}"),
        "inspection": Kind(_("Look at the role of another player. Only you see it."), "eye"),
        "swap-hats": Kind(_("A player, or you, gets a new role from the unused ones."), "hat"),
        "swap-hands": Kind(
            _("Swap the rest of your hand for all cards of another player."),
            "{signs.toward[0]}{signs.across}{signs.toward[1]}",
        ),
    },
    roles={
        "blue-digger": Role(
            _("a blue gold-digger"),
            _("blu"),
            _("You win if the blue team reaches the treasure: green doors shut you out."),
            _("bring the blue team to the gold"),
            "badge-blue",
        ),
        "green-digger": Role(
            _("a green gold-digger"),
            _("grn"),
            _("You win if the green team reaches the treasure: blue doors shut you out."),
            _("bring the green team to the gold"),
            "badge-green",
        ),
        "boss": Role(
            _("the Boss"),
            _("bos"),
            _("You win with whichever team of diggers wins, but get one nugget less."),
            _("bring either team to the gold"),
        ),
        "profiteer": Role(
            _("the Profiteer"),
            _("pro"),
            _("You win with the winners, but get two nuggets less."),
            _("be on the side that wins"),
        ),
        "geologist": Role(
            _("a Geologist"),
            _("geo"),
            _("You are paid for the crystals in the mine, win or lose."),
            _("fill the mine with crystals"),
        ),
        "saboteur-2": Role(
            _("a saboteur"),
            _("sab"),
            _("You win if no tunnel reaches the treasure. Do not be found out."),
            _("keep the tunnel from the gold"),
            "badge-red",
        ),
    },
    refusals={
        "discard-two/two-cards-only": _("To take away a card in front of you, discard exactly two cards of your hand."),
        "discard-two/not-before-you": _("That card does not lie in front of you: choose one that does."),
        "pass/one-to-three-cards": _("Discard one, two or three different cards."),
        "ladder/not-joined": _(
            "A ladder must join the tunnel of a card that lies face up,"
            " though that one need not be connected to the start."
        ),
        "ladder/beside-goal": _("A ladder cannot lie beside a goal, face up or face down."),
        "theft/lies-already": _("A Theft already lies in front of you, and there may be only one."),
        "hands-off/no-theft": _("No Theft lies in front of that player."),
        "path/imprisoned": _(
            "You cannot place a path card from prison: play another card, discard, or drop two cards to get out."
        ),
        "prison/oneself": _("You cannot imprison yourself: choose another player."),
        "prison/already-imprisoned": _("That player is already in prison."),
        "freedom/not-imprisoned": _("That player is not in prison."),
        "inspection/own-role": _("You know your own role: choose another player."),
        "swap-hats/no-role-left": _("No unused role is left to take."),
        "swap-hands/own-hand": _("You cannot swap hands with yourself: choose another player."),
        "steal/oneself": _("You cannot steal from yourself: choose another player."),
        "steal/no-nugget": _("That player has no nugget: choose one who has."),
    },
    zones={
        "front": Zone(
            lambda view: view.state.front[view.seat or 0],
            _("The card in front of you"),
            _("No card lies in front of you."),
            Said("“{word}” does not lie in front of you: {names}."),
            by_name=True,
        ),
    },
    looks=(RoleInspected,),
    acts={
        "ladder": Act(
            BASE.acts["place"].sentence,
            typed=BASE.acts["place"].typed,
            events={LadderPlaced: Said("{who} [place|places] {card} at {cell}.")},
        ),
        "lay": Act(
            Said("Play the Theft on yourself"),
            _("  theft                   play a Theft: steal a nugget when the round is over"),
            ("theft",),
            events={TheftLaid: Said("{who} [play|plays] a Theft, to steal a nugget when the round is over.")},
        ),
        "hands-off": Act(
            by_target(Said("Take away your own Theft"), Said("Take away {whom}'s Theft")),
            _("  hands off bob           take away the Theft in front of a player"),
            ("hands off {target}",),
            events={
                TheftStopped: by_target(
                    Said("{who} [play|plays] Hands Off: [your|their] own Theft is gone."),
                    at_you(
                        Said("{who} plays Hands Off: your Theft is gone!"),
                        Said("{who} [play|plays] Hands Off: {whom}'s Theft is gone."),
                    ),
                )
            },
        ),
        "prison": Act(
            Said("Imprison {whom}"),
            _("  prison bob              imprison another player: no path cards, no gold"),
            events={
                PlayerImprisoned: at_you(Said("{who} puts you in prison!"), Said("{who} [imprison|imprisons] {whom}."))
            },
        ),
        "freedom": Act(
            Said("Set {whom} free"),
            _("  free bob                set a player free, or yourself (free me)"),
            ("free {target}",),
            events={
                PlayerFreed: by_target(
                    Said("{who} [get|gets] out of prison."),
                    at_you(Said("{who} sets you free."), Said("{who} [set|sets] {whom} free."), harms=False),
                )
            },
        ),
        "inspection": Act(
            Said("Look at {whom}'s role"),
            _("  inspect bob             look at the role of another player"),
            ("inspect {target}",),
            events={
                RoleInspected: at_you(Said("{who} looks at your role!"), Said("{who} [look|looks] at {whom}'s role."))
            },
        ),
        "swap-hats": Act(
            Said("A new role for {whom}"),
            _("  hats bob                make a player, or yourself, take a new role"),
            ("hats {target}", "swap hats {target}"),
            events={
                HatsSwapped: by_target(
                    Said("{who} [swap|swaps] hats and [take|takes] a new role."),
                    at_you(
                        Said("{who} makes you swap hats: your role is a new one!"),
                        Said("{who} [make|makes] {whom} swap hats and take a new role."),
                    ),
                )
            },
        ),
        "swap-hands": Act(
            Said("Swap hands with {whom}"),
            _("  swap bob                swap hands: your other cards for all of theirs"),
            ("swap {target}",),
            events={
                HandsSwapped: at_you(
                    Said("{who} swaps hands with you: your hand is theirs!"),
                    Said("{who} [swap|swaps] hands with {whom}."),
                )
            },
        ),
        "discard-two": Act(
            Said("Discard two cards to remove {card}"),
            _("  drop 1 4 remove prison  discard two cards to take away one in front of you"),
            ("drop {slots} remove {removed}",),
            events={TwoDiscarded: Said("{who} [discard|discards] two cards to remove: {card}.")},
            many=Many(
                lambda act, view: act.slots != tuple(view.state.hands[act.seat][:2]),
                lambda _acts, command: _("Any two cards can be dropped, such as: {command}", command=command),
            ),
        ),
        "steal": Act(
            Said("Steal a nugget from {whom}"),
            _("  steal bob               take a nugget with your Theft"),
            when=ASKED,
            events={
                NuggetStolen: at_you(
                    Said("{who} steals your nugget!"), Said("{who} [steal|steals] a nugget from {whom}.")
                )
            },
        ),
        "steal nothing": Act(
            Said("Steal nothing"),
            _("  no                      steal nothing"),
            ("no",),
            when=ASKED,
            events={NothingStolen: Said("{who} [steal|steals] nothing.")},
        ),
    },
    events={
        SlotsOpened: lambda teller, event: rounds.turned_up(
            teller, event, lambda roles: _("Unused roles: {roles}.", roles=roles)
        ),
        RoundEnded: rounds.ending(
            Said("{who} [have|has] found the treasure: the round is over."),
            Said("The round is over before the treasure was found."),
            Said("All cards are used and the treasure is not found: the round is over."),
        ),
        NuggetsPaid: winners.PAID,
        RoundWon: winners.won,
    },
    questions={
        "theft": Question(
            _("You have a Theft. From whom do you take a nugget?"),
            _("You have a Theft. From whom do you take a nugget? (steal bob, or no)"),
        ),
    },
    board=(
        _("H is a ladder, B a blue door, G a green door, * a crystal."),
        _("| | or ║ ║ is a bridge: up and down runs over left to right, not into it."),
        _("/ or \\ in the middle parts two curves that do not meet."),
    ),
)
