"""The vectors that `paper` makes: ``python -m tests.stories.cheats.paper_vectors`` writes them."""

import json
import re
import struct
import sys
from pathlib import Path
from typing import Any

from tests.stories.cheats.paper import (
    box,
    card,
    choice_box,
    choice_commitment,
    choice_nonce,
    ed25519,
    ed25519_public,
    frame,
    h,
    header,
    hkdf,
    key,
    made,
    numbers,
    order,
    packed,
    public_of,
    record,
    root,
    salt,
    seat_secret,
)

VECTORS = Path(__file__).parents[3] / "tests/stories/vectors"
ABOUT = (
    "Frozen: a change here is another version of the protocol.  All bytes are hexadecimal.  Made by a second program."
)


TID = made("tid")
IDENTITY = frame("undermine/1/identity-key")
SEEDS = [made("seat 0"), made("seat 1"), b"", made("seat 3")]


def seeds_vectors() -> dict[str, Any]:
    """Hashes, commitments, salts, streams and shuffles."""
    framed: list[tuple[str, list[bytes]]] = [
        ("undermine/1/card", []),
        ("undermine/1/card", [b""]),
        ("undermine/1/card", [b"", b""]),
        ("undermine/1/card", [b"ab", b"c"]),
        ("undermine/1/card", [b"a", b"bc"]),
        ("undermine/1/card", [b"abc"]),
        ("", [b"no tag"]),
        ("undermine/1/mix", [TID, bytes(300)]),
        ("x" * 255, [b"the longest tag"]),
    ]
    roots = []
    for round_, class_ in ((0, 1), (1, 0), (1, 1), (3, 0), (300, 1)):
        server = made(f"server {round_} {class_}")
        mixed = root(TID, round_, class_, server, SEEDS)
        piles = {number: h("undermine/1/pile", mixed, bytes([number])) for number in (0, 1, 2, 3, 255)}
        events = [(1, 255, 0), (2, 0, 0), (2, 0, 1), (2, 3, 0), (100, 255, 70000)]
        salt_key = key("undermine/1/salt-key", TID, (round_, class_), server, mixed)
        salts = {slot: salt(salt_key, slot) for slot in (0, 1, 255, 256, 65535)}
        roots.append(
            {
                "round": round_,
                "class": class_,
                "server_seed": server.hex(),
                "root": mixed.hex(),
                "seal_key": key("undermine/1/seal-key", TID, (round_, class_), server, mixed).hex(),
                "piles": [
                    {
                        "pile": number,
                        "words": struct.pack("<66I", *numbers(seed, [2**32] * 66)).hex(),
                        "order": bytes(order(seed, range(67))).hex(),
                    }
                    for number, seed in piles.items()
                ],
                "events": [
                    {
                        "kind": kind,
                        "subject": None if subject == 255 else subject,
                        "ordinal": ordinal,
                        "below": [1, 2, 3, 6, 10, 1, 2**31 + 1, 2**32 - 1, 2**32],
                        "values": numbers(
                            h("undermine/1/event", mixed, bytes([kind]), bytes([subject]), struct.pack("<I", ordinal)),
                            [1, 2, 3, 6, 10, 1, 2**31 + 1, 2**32 - 1, 2**32],
                        ),
                    }
                    for kind, subject, ordinal in events
                ],
                "slots": [
                    {
                        "slot": slot,
                        "salt": salted.hex(),
                        "face": face,
                        "commitment": card(TID, round_, slot, face, salted).hex(),
                    }
                    for (slot, salted), face in zip(salts.items(), (1, 11, 111, 256, 65535), strict=True)
                ],
            }
        )
    key_, nonce = made("key"), made("nonce")
    return {
        "about": ABOUT,
        "frames": [
            {
                "tag": tag,
                "parts": [part.hex() for part in parts],
                "frame": frame(tag, *parts).hex(),
                "digest": h(tag, *parts).hex(),
            }
            for tag, parts in framed
        ],
        "key": key_.hex(),
        "nonce": nonce.hex(),
        "server_commitments": [
            {
                "round": round_,
                "class": class_,
                "seed": made("s").hex(),
                "commitment": h(
                    "undermine/1/server-commit", key_, nonce, struct.pack("<H", round_), bytes([class_]), made("s")
                ).hex(),
            }
            for round_ in (0, 1, 256)
            for class_ in (0, 1)
        ],
        "player_commitment": {
            "seed": made("p").hex(),
            "commitment": h("undermine/1/seed-commit", key_, nonce, made("p")).hex(),
        },
        "tid": TID.hex(),
        "seeds": [seed.hex() for seed in SEEDS],
        "roots": roots,
        "orders": [
            {"size": size, "order": bytes(order(made(f"pile {size}"), range(size))).hex()}
            for size in (0, 1, 2, 3, 28, 200)
        ],
    }


def log_vectors() -> dict[str, Any]:
    """Headers, the chain, the table's name, what is signed, and the records of a file."""
    rows = [
        (1, 0, 1, 0, 0, 1, 0, b"\x80", made("signature", 64)),
        (2, 250, 3, 255, 0, 0, 1, b"", bytes(64)),
        (3, 2**32 - 1, 8, 11, 2, 2**32 - 1, 65535, made("long body", 700), bytes(range(64))),
    ]
    heads = [h("undermine/1/log0", TID)]
    entries = []
    for row in rows:
        heads.append(h("undermine/1/log", heads[-1], header(row[:7], *row[7:])))
        seq, dt_ms, kind, actor, seen, counter, round_, body, signature = row
        act = (TID, struct.pack("<I", seen), heads[seen], struct.pack("<I", counter), struct.pack("<H", round_))
        entries.append(
            {
                "seq": seq,
                "dt_ms": dt_ms,
                "kind": kind,
                "actor": actor,
                "seen": seen,
                "counter": counter,
                "round": round_,
                "body": body.hex(),
                "signature": signature.hex(),
                "body_hash": h("undermine/1/body", body).hex(),
                "header": header(row[:7], *row[7:]).hex(),
                "head": heads[-1].hex(),
                "signed": frame(
                    "undermine/1/act", *act, bytes([kind]), bytes([actor]), h("undermine/1/body", body)
                ).hex(),
                "head_signed": frame("undermine/1/head", TID, struct.pack("<I", seq), heads[-1]).hex(),
            }
        )
    good = header(rows[2][:7], *rows[2][7:]) + rows[2][7]
    tables = [b"", b"\x80", made("table", 3000)]
    payloads = [(1, b"table"), (2, b""), (3, good), (5, good[:-700]), (4, struct.pack("<I", 3) + bytes(64))]
    whole = b"undermine log 1\n" + b"".join(record(*payload) for payload in payloads)
    end = len(whole)
    return {
        "about": ABOUT,
        "tid": TID.hex(),
        "head_0": heads[0].hex(),
        "entries": entries,
        "bad_entries": [
            {"why": "nothing at all", "data": ""},
            {"why": "the header is a byte short", "data": header(rows[1][:7], *rows[1][7:])[:-1].hex()},
            {"why": "a byte of the body is missing", "data": good[:-1].hex()},
            {"why": "a byte too many", "data": (good + b"\0").hex()},
            {"why": "the hash of another body", "data": (header(rows[1][:7], *rows[1][7:]) + b"\x80").hex()},
            {"why": "one bit of the body", "data": (good[:-1] + bytes([good[-1] ^ 1])).hex()},
        ],
        "tables": [{"table": table.hex(), "tid": h("undermine/1/table", table).hex()} for table in tables],
        "head_records": [
            {"seq": 7, "signature": made("s", 64).hex(), "record": (struct.pack("<I", 7) + made("s", 64)).hex()}
        ],
        "bad_head_records": [{"length": length} for length in (0, 4, 67, 69)],
        "files": [
            {"why": "nothing but the first line", "file": b"undermine log 1\n".hex(), "records": []},
            {"why": "one of each", "file": whole.hex(), "records": [[kind, data.hex()] for kind, data in payloads]},
        ],
        "no_logs": [
            {"why": "empty", "file": ""},
            {"why": "the first line is cut", "file": b"undermine log 1".hex()},
            {"why": "another version", "file": whole.replace(b"log 1", b"log 2", 1).hex()},
            {"why": "a line end of another system", "file": whole.replace(b"1\n", b"1\r\n", 1).hex()},
        ],
        "cut_files": [
            {"why": "half a record header", "file": (whole + b"\3\1").hex(), "at": end, "records": 5},
            {
                "why": "a record longer than the file",
                "file": (whole + b"\3\5\0\0\0abcd").hex(),
                "at": end,
                "records": 5,
            },
            {"why": "type 0", "file": (whole + record(0, b"x")).hex(), "at": end, "records": 5},
            {"why": "type 6", "file": (whole + record(6, b"x")).hex(), "at": end, "records": 5},
            {"why": "the largest length", "file": (whole + b"\4\xff\xff\xff\xff").hex(), "at": end, "records": 5},
            {"why": "the last byte is missing", "file": whole[:-1].hex(), "at": end - 73, "records": 4},
        ],
    }


def sealing_vectors() -> dict[str, Any]:
    """Boxes for known keys."""
    boxes = []
    for name, seq, seat, slots in (
        ("one card", 9, 0, [45]),
        ("role and hand", 70000, 9, [28, 35, 36, 37, 38, 39, 40]),
        ("the last numbers", 2**32 - 1, 11, [65535]),
    ):
        secret, seal_key = made(f"reader {name}"), made(f"seal key {name}")
        openings = [(slot % 300, made(f"salt {slot}")) for slot in slots]
        plain = b"".join(struct.pack("<H", face) + salted for face, salted in openings)
        boxes.append(
            {
                "why": name,
                "seal_key": seal_key.hex(),
                "tid": TID.hex(),
                "seq": seq,
                "seat": seat,
                "slots": slots,
                "reader_secret": secret.hex(),
                "reader": public_of(secret).hex(),
                "openings": [[face, salted.hex()] for face, salted in openings],
                "plain": plain.hex(),
                "box": box(seal_key, (TID, seq, seat, slots), public_of(secret), plain).hex(),
            }
        )
    return {"about": ABOUT, "boxes": boxes, "bad_plain_lengths": [1, 33, 35, 67, 69]}


def choices_vectors() -> dict[str, Any]:
    """Secret choices for known keys."""
    dealer = made("dealer")
    choices = []
    for why, round_, seat, counter, choice in (
        ("no", 1, 0, 7, 0),
        ("yes", 1, 0, 7, 1),
        ("the same later", 3, 0, 70000, 1),
        ("the last numbers", 65535, 11, 2**32 - 1, 255),
    ):
        master, nonce = made(f"master {seat}"), made(f"join {seat}")
        choosing, reading = (seat_secret(master, what, nonce) for what in ("choice-key", "x25519-key"))
        at, hidden = (TID, round_, seat, counter), choice_nonce(choosing, TID, counter)
        part = {
            "commitment": choice_commitment(at, choice, hidden),
            "to_dealer": choice_box(choosing, at, choice, (0, public_of(dealer))),
            "to_seat": choice_box(choosing, at, choice, (1, public_of(reading))),
        }
        choices.append(
            {
                "why": why,
                "master": master.hex(),
                "join_nonce": nonce.hex(),
                "choosing": choosing.hex(),
                "round": round_,
                "seat": seat,
                "counter": counter,
                "choice": choice,
                "nonce": hidden.hex(),
                **{name: value.hex() for name, value in part.items()},
                "part": packed(part).hex(),
                "body": packed({"part": packed(part)}).hex(),
            }
        )
    return {"about": ABOUT, "tid": TID.hex(), "dealer_secret": dealer.hex(), "choices": choices}


def bodies_vectors() -> dict[str, Any]:
    """Seals, names, and the bytes of bodies."""
    master, nonce = made("master 0"), made("join 0")
    secret = seat_secret(master, "seat-key", nonce)
    seal = ed25519(secret, frame("undermine/1/seal", TID))
    names = [{"salt": made(name, 16), "name": name} for name in ("Ann", "Zoë", "名前", "x" * 64)]
    told = _parts()
    choice, *opened = (packed(fields) for name, fields in told if name in {"ChoicePart", "RoundPart", "GamePart"})
    unlogged = {"header": made("header", 116), "body": packed({"seed": made("p")})}
    plain: list[tuple[str, dict[str, Any]]] = [
        ("SEAL", {"signature": seal}),
        ("REVEAL", {"seed": made("p")}),
        ("RANDOM", {"kind": 1, "subject": 255, "below": 3, "value": 2}),
        ("RANDOM", {"kind": 255, "subject": 11, "below": 2**32 - 1, "value": 2**32 - 2}),
        ("RENEW", {"slots": [300, 7], "by": 255, "commitments": [made("a"), made("b")]}),
        ("RENEW", {"slots": [65535], "by": 0, "commitments": [made("c")]}),
        ("TIMEOUT", {"seat": 11, "about": 1}),
        ("TIMEOUT", {"seat": 255, "about": 2**32 - 1}),
        ("CHOICE", {"part": choice}),
        ("ROUND_OPEN", {"round": 1, "part": opened[0]}),
        ("ROUND_OPEN", {"round": 99, "part": opened[1]}),
        ("GAME_OPEN", {"part": opened[2]}),
        ("GAME_OPEN", {"part": opened[3]}),
        ("END", {"reason": "finished", "seats": []}),
        ("END", {"reason": "dissolved", "seats": [0, 3, 11]}),
        ("ACK", {"seq": 0, "head": made("head")}),
        ("CLOSE", {"seq": 70000, "head": made("head"), "unlogged": [], "times": [], "part": b""}),
        (
            "CLOSE",
            {
                "seq": 70000,
                "head": made("head"),
                "unlogged": [unlogged, unlogged | {"body": b""}],
                "times": [[69000, 0], [69999, 2**32 - 1]],
                "part": b"part",
            },
        ),
        ("NAME", names[1]),
        ("COMPLAINT", {"seq": 128}),
        ("PROTEST", {"unlogged": [unlogged], "times": []}),
        ("PROTEST", {"unlogged": [], "times": [[1, 30_000]]}),
        ("PAUSE", {"on": True}),
        ("PAUSE", {"on": False}),
        ("ASK_PAUSE", {"on": True}),
        ("LET_PASS", {}),
        ("NOTE", {"salt": made("note", 16), "what": "later", "data": made("data", 300)}),
        (
            "HANDOVER",
            {
                "epoch": 65535,
                "key": made("key"),
                "seq": 70000,
                "head": made("head"),
                "votes": [[0, made("vote 0", 64)], [11, made("vote 11", 64)]],
            },
        ),
        ("SEAT_OUT", {"seat": 3}),
        ("LEAVE", {}),
    ]
    return {
        "about": ABOUT,
        "seal": {
            "master": master.hex(),
            "join_nonce": nonce.hex(),
            "tid": TID.hex(),
            "seat_key": ed25519_public(secret).hex(),
            "signed": frame("undermine/1/seal", TID).hex(),
            "signature": seal.hex(),
        },
        "names": [
            {
                "salt": name["salt"].hex(),  # type: ignore[attr-defined]
                "name": name["name"],
                "body": packed(name).hex(),
                "hash": h("undermine/1/body", packed(name)).hex(),
            }
            for name in names
        ],
        "parts": [{"part": name, "fields": _told(fields), "bytes": packed(fields).hex()} for name, fields in told],
        "bodies": [{"kind": kind, "fields": _told(fields), "body": packed(fields).hex()} for kind, fields in plain],
        "tables": [_told_table()],
    }


def _parts() -> list[tuple[str, dict[str, Any]]]:
    """What the dealer mode adds to bodies."""
    opening = {"seq": 300, "choice": 1, "nonce": made("n")}
    seeds = [made(f"g {round_}") for round_ in range(20)]
    return [
        ("JoinPart", {"x25519": made("reader")}),
        ("TablePart", {"x25519": made("dealer"), "commitments": [made(f"c {at}") for at in range(7)]}),
        ("ChoicePart", {"commitment": made("c"), "to_dealer": made("d", 81), "to_seat": made("s", 81)}),
        ("RoundPart", {"seed": made("r"), "choices": []}),
        ("RoundPart", {"seed": made("r"), "choices": [opening, opening | {"seq": 2**32 - 1}]}),
        ("GamePart", {"seeds": seeds[:4], "round_seeds": [], "choices": []}),
        ("GamePart", {"seeds": seeds, "round_seeds": [made("r"), made("q")], "choices": [opening]}),
        ("ActPart", {"salts": []}),
        ("ActPart", {"salts": [made("salt")]}),
    ]


def _told_table() -> dict[str, Any]:
    """A TABLE with all its options, the JOIN of a person in it, and a bot."""
    master, nonce, server = made("master 0"), made("join 0"), made("server key")
    secret, seed = (seat_secret(master, what, nonce) for what in ("seat-key", "player-seed"))
    public = ed25519_public(secret)
    reader = public_of(seat_secret(master, "x25519-key", nonce))
    name = packed({"salt": made("Ann", 16), "name": "Ann"})
    identity = hkdf(master, bytes(32), IDENTITY)
    introduction = {
        "identity": ed25519_public(identity),
        "blind": seat_secret(master, "link-blind", nonce),
        "name": name,
        "signature": ed25519(identity, frame("undermine/1/introduce", server, public, nonce)),
    }
    join = {
        "proto_min": 2,
        "proto_max": 2,
        "server_key": server,
        "identity_link": h(
            "undermine/1/identity-link", introduction["identity"], introduction["signature"], introduction["blind"]
        ),
        "seat_key": public,
        "part": packed({"x25519": reader}),
        "nonce": nonce,
        "seed_commitment": h("undermine/1/seed-commit", public, nonce, seed),
        "name_hash": h("undermine/1/body", name),
    }
    signature = ed25519(secret, frame("undermine/1/join", packed(join)))
    options = {
        "turn_seconds": 60,
        "step_seconds": 2_592_000,
        "window_seconds": 0,
        "bank_seconds": 120,
        "pause_most": 3600,
        "resume_seconds": 60,
        "absent_after": 2,
        "absent": {"bot": "steady", "rev": 1},
        "spectators": True,
        "spectator_delay": 86400,
        "host_plays": False,
        "relay": "fixed",
        "most_entries": 200_000,
        "most_bytes": 64 << 20,
        "kept_entries": 6_000,
        "kept_bytes": 1 << 20,
        "most_talks": 1_000,
    }
    commitments = [made(f"c {at}") for at in range(7)]
    table: dict[str, Any] = {
        "proto": 2,
        "mode": {"name": "dealer", "rev": 1, "part": packed({"x25519": made("dealer"), "commitments": commitments})},
        "rules": "base+gold-draw=players",
        "revs": [["core", 1], ["base", 1]],
        "data_hash": made("cards"),
        "options": options,
        "seats": [
            {"person": {"join": packed(join), "signature": signature}, "bot": None},
            {"person": None, "bot": {"bot": "steady", "rev": 1}},
        ],
        "server_key": server,
        "server_nonce": made("server nonce"),
        "predecessor": {"tid": TID, "reason": "dissolved"},
    }
    rows = h("undermine/1/rows", *map(packed, table["seats"]))
    agreed = [rows, table["rules"].encode("ascii"), packed(options)]
    ready = {
        "first": ed25519(secret, frame("undermine/1/ready", *agreed, b"")),
        "after": ed25519(secret, frame("undermine/1/ready", *agreed, packed(table["predecessor"]))),
    }
    return {
        "master": master.hex(),
        "join_nonce": nonce.hex(),
        "name": name.hex(),
        "introduction": _told(introduction),
        "ready": _told(ready),
        "join": _told(join),
        "join_bytes": packed(join).hex(),
        "signature": signature.hex(),
        "fields": _told(table),
        "table": packed(table).hex(),
        "tid": h("undermine/1/table", packed(table)).hex(),
    }


def codec_vectors() -> dict[str, Any]:
    """The file as it stands, with the bytes of values and messages written again; what is bad was made so by hand."""
    stored: dict[str, Any] = json.loads((VECTORS / "codec.json").read_text("utf-8"))
    for vector in stored["values"]:
        vector["bytes"] = packed(read(vector["value"])).hex()
    for vector in stored["messages"]:
        vector["bytes"] = packed(read({"map": vector["fields"]}) | {"t": tag(vector["class"])}).hex()
    return stored


def tag(name: str) -> str:
    """What a message is called on the wire: `ServerHello` is "server-hello"."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


def read(written: Any) -> Any:
    """A value as codec.json writes it: JSON knows no bytes."""
    if isinstance(written, list):
        return [read(item) for item in written]
    if isinstance(written, dict) and "bytes" in written:
        return bytes.fromhex(written["bytes"])
    return {name: read(item) for name, item in written["map"].items()} if isinstance(written, dict) else written


def _in_lines(vectors: dict[str, Any]) -> str:
    """One line a vector."""
    about = f' "about": {json.dumps(vectors["about"])}'
    lists = (
        f' "{name}": [\n' + ",\n".join(f"  {json.dumps(vector)}" for vector in vectors[name]) + "\n ]"
        for name in vectors
        if name != "about"
    )
    return "{\n" + ",\n".join([about, *lists]) + "\n}\n"


def _told(value: Any) -> Any:
    """As JSON can hold it: bytes are a list of one text."""
    if isinstance(value, bytes):
        return {"hex": value.hex()}
    if isinstance(value, list):
        return [_told(item) for item in value]
    return {name: _told(item) for name, item in value.items()} if isinstance(value, dict) else value


MAKERS = {
    "seeds.json": seeds_vectors,
    "log.json": log_vectors,
    "sealing.json": sealing_vectors,
    "choices.json": choices_vectors,
    "bodies.json": bodies_vectors,
    "codec.json": codec_vectors,
}


def text(name: str) -> str:
    """A file of vectors, as it is stored."""
    vectors = MAKERS[name]()
    return _in_lines(vectors) if name == "codec.json" else json.dumps(vectors, indent=1) + "\n"


if __name__ == "__main__":
    for file in MAKERS:
        (VECTORS / file).write_text(text(file), encoding="utf-8")
        sys.stdout.write(f"{file}\n")
