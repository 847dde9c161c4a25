"""The protocol's bytes a second time, from its specification alone: nothing here comes from the program.

Hashes and HMAC are the standard library's; X25519 (RFC 7748), ChaCha20-Poly1305 (RFC 8439) and HKDF (RFC 5869) are
written out.  Run as a program it writes the vectors of `tests/vectors` that belong to it.
"""

import hashlib
import hmac
import json
import struct
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).parents[1] / "vectors"
ABOUT = (
    "Frozen: a change here is another version of the protocol.  All bytes are hexadecimal.  Made by a second program."
)
P = 2**255 - 19


def frame(tag: str, *parts: bytes) -> bytes:
    """u8 len(tag) || tag || for each part: u32le len || part."""
    return struct.pack("<B", len(tag)) + tag.encode() + b"".join(struct.pack("<I", len(part)) + part for part in parts)


def h(tag: str, *parts: bytes) -> bytes:
    """SHA-256 over a frame."""
    return hashlib.sha256(frame(tag, *parts)).digest()


# chance


def numbers(seed: bytes, belows: Sequence[int]) -> list[int]:
    """Bounded integers: blocks of 256 bytes, little-endian words, rejection."""
    block, at, drawn = 0, 64, []
    words: tuple[int, ...] = ()
    for below in belows:
        while below > 1:
            if at == 64:
                words = struct.unpack("<64I", hashlib.shake_256(seed + struct.pack("<Q", block)).digest(256))
                block, at = block + 1, 0
            word = words[at]
            at += 1
            if word < 2**32 - 2**32 % below:
                drawn.append(word % below)
                break
        else:
            drawn.append(0)
    return drawn


def order(seed: bytes, cards: Sequence[int]) -> list[int]:
    """Fisher and Yates, i = n - 1 .. 1, j = draw(i + 1)."""
    laid, draws = list(cards), numbers(seed, range(len(cards), 1, -1))
    for i, j in zip(range(len(cards) - 1, 0, -1), draws, strict=True):
        laid[i], laid[j] = laid[j], laid[i]
    return laid


def root(tid: bytes, round_: int, class_: int, server: bytes, seeds: Sequence[bytes]) -> bytes:
    """Everybody's seed in one."""
    return h("undermine/1/mix", tid, struct.pack("<H", round_), bytes([class_]), server, *seeds)


def key(tag: str, tid: bytes, at: tuple[int, int], server: bytes, mixed: bytes) -> bytes:
    """The salt key and the seal key."""
    round_, class_ = at
    return h(tag, tid, struct.pack("<H", round_), bytes([class_]), server, mixed)


def salt(salt_key: bytes, slot: int) -> bytes:
    """The salt of a slot."""
    return hmac.new(salt_key, b"undermine/1/salt" + struct.pack("<H", slot), hashlib.sha256).digest()


def card(tid: bytes, round_: int, slot: int, face: int, salted: bytes) -> bytes:
    """The commitment to a slot."""
    return h(
        "undermine/1/card",
        tid,
        struct.pack("<H", round_),
        struct.pack("<H", slot),
        struct.pack("<H", face),
        salted,
    )


# boxes


def x25519(secret: bytes, point: bytes) -> bytes:
    """RFC 7748, section 5: the Montgomery ladder."""
    bits = bytearray(secret)
    bits[0] &= 248
    bits[31] = bits[31] & 127 | 64
    k, u = int.from_bytes(bits, "little"), int.from_bytes(point, "little") % 2**255 % P
    x2, z2, x3, z3, swap = 1, 0, u, 1, 0
    for t in range(254, -1, -1):
        if swap ^ (bit := k >> t & 1):
            x2, z2, x3, z3 = x3, z3, x2, z2
        swap = bit
        a, b, c, d = x2 + z2, x2 - z2, x3 + z3, x3 - z3
        aa, bb, da, cb = a * a % P, b * b % P, d * a % P, c * b % P
        e = aa - bb
        x3, z3 = (da + cb) ** 2 % P, u * (da - cb) ** 2 % P
        x2, z2 = aa * bb % P, e * (aa + 121665 * e) % P
    if swap:
        x2, z2 = x3, z3
    return (x2 * pow(z2, P - 2, P) % P).to_bytes(32, "little")


def public_of(secret: bytes) -> bytes:
    """The public key of an X25519 secret."""
    return x25519(secret, (9).to_bytes(32, "little"))


def chacha_block(chacha_key: bytes, counter: int, nonce: bytes) -> bytes:
    """RFC 8439, section 2.3."""
    start = [*struct.unpack("<4I", b"expand 32-byte k"), *struct.unpack("<8I", chacha_key), counter]
    start += struct.unpack("<3I", nonce)
    state = list(start)
    turns = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)]
    turns += [(0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]
    for _ in range(10):
        for a, b, c, d in turns:
            for x, y, z, left in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                state[x] = (state[x] + state[y]) % 2**32
                mixed = state[z] ^ state[x]
                state[z] = (mixed << left | mixed >> 32 - left) % 2**32
    return struct.pack("<16I", *((one + other) % 2**32 for one, other in zip(state, start, strict=True)))


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 16)


def chacha20_poly1305(chacha_key: bytes, nonce: bytes, plain: bytes, aad: bytes) -> bytes:
    """RFC 8439, section 2.8: the sealed bytes and their tag."""
    stream = b"".join(chacha_block(chacha_key, 1 + at, nonce) for at in range(len(plain) // 64 + 1))
    sealed = bytes(one ^ other for one, other in zip(plain, stream, strict=False))
    once = chacha_block(chacha_key, 0, nonce)[:32]
    r = int.from_bytes(once[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    data = _padded(aad) + _padded(sealed) + struct.pack("<QQ", len(aad), len(sealed))
    total = 0
    for at in range(0, len(data), 16):
        total = (total + int.from_bytes(data[at : at + 16] + b"\1", "little")) * r % (2**130 - 5)
    tag = (total + int.from_bytes(once[16:], "little")) % 2**128
    return sealed + tag.to_bytes(16, "little")


def box(seal_key: bytes, at: tuple[bytes, int, int, Sequence[int]], reader: bytes, plain: bytes) -> bytes:
    """A private opening; ``at`` is the table, the entry's number, the seat and the slots."""
    tid, seq, seat, slots = at
    header = struct.pack(f"<B{len(slots)}H", seat, *slots)
    place = (tid, struct.pack("<I", seq), struct.pack("<B", seat))
    secret = hmac.new(seal_key, frame("undermine/1/esk", *place, header, reader, plain), hashlib.sha256).digest()
    public, shared = public_of(secret), x25519(secret, reader)
    info = frame("undermine/1/seal", public, reader, *place[1:])
    extracted = hmac.new(tid, shared, hashlib.sha256).digest()
    cipher = hmac.new(extracted, info + b"\1", hashlib.sha256).digest()
    aad = frame("undermine/1/opening", *place, header)
    return public + chacha20_poly1305(cipher, bytes(12), plain, aad)


# the log


def header(at: tuple[int, ...], body: bytes, signature: bytes) -> bytes:
    """The fixed part of an entry."""
    seq, dt_ms, kind, actor, seen, counter, round_ = at
    numbers_ = struct.pack("<I", seq) + struct.pack("<I", dt_ms) + bytes([kind, actor])
    numbers_ += struct.pack("<I", seen) + struct.pack("<I", counter) + struct.pack("<H", round_)
    return numbers_ + h("undermine/1/body", body) + signature


def record(kind: int, payload: bytes) -> bytes:
    """One record of a file."""
    return bytes([kind]) + struct.pack("<I", len(payload)) + payload


# the vectors


def made(label: str, length: int = 32) -> bytes:
    """Bytes for a vector, the same in every run."""
    return hashlib.shake_256(label.encode()).digest(length)


TID = made("tid")
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


MAKERS = {"seeds.json": seeds_vectors, "log.json": log_vectors, "sealing.json": sealing_vectors}


def text(name: str) -> str:
    """A file of vectors, as it is stored."""
    return json.dumps(MAKERS[name](), indent=1) + "\n"


if __name__ == "__main__":
    for file in MAKERS:
        (VECTORS / file).write_text(text(file), encoding="utf-8")
        sys.stdout.write(f"{file}\n")
