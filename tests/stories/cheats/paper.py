"""The protocol's bytes a second time, from its specification alone: nothing here comes from the program.

Hashes and HMAC are the standard library's; X25519 (RFC 7748), Ed25519 (RFC 8032), ChaCha20-Poly1305 (RFC 8439), HKDF
(RFC 5869) and MessagePack are written out.
"""

import hashlib
import hmac
import struct
from collections.abc import Sequence

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
    """All seeds in one."""
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
    return sealed(seal_key, (tid, seq, seat, struct.pack(f"<B{len(slots)}H", seat, *slots)), reader, plain)


def sealed(seal_key: bytes, at: tuple[bytes, int, int, bytes], reader: bytes, plain: bytes) -> bytes:
    """A box; ``at`` is the table, a number, the seat and the clear part."""
    tid, seq, seat, clear = at
    place = (tid, struct.pack("<I", seq), struct.pack("<B", seat))
    secret = hmac.new(seal_key, frame("undermine/1/esk", *place, clear, reader, plain), hashlib.sha256).digest()
    public, shared = public_of(secret), x25519(secret, reader)
    cipher = hkdf(shared, tid, frame("undermine/1/seal", public, reader, *place[1:]))
    return public + chacha20_poly1305(cipher, bytes(12), plain, frame("undermine/1/opening", *place, clear))


def hkdf(secret: bytes, salted: bytes, info: bytes) -> bytes:
    """RFC 5869, for one block."""
    return hmac.new(hmac.new(salted, secret, hashlib.sha256).digest(), info + b"\1", hashlib.sha256).digest()


# people


def seat_secret(master: bytes, what: str, nonce: bytes) -> bytes:
    """What the JOIN with this nonce makes of a person's secret: seat-key, x25519-key, player-seed and others."""
    return hkdf(master, bytes(32), frame(f"undermine/1/{what}", nonce))


Point = tuple[int, int]
D, ORDER = -121665 * pow(121666, P - 2, P) % P, 2**252 + 27742317777372353535851937790883648493
BASE: Point = (
    15112221349535400772501151409588531511454012693041857206046113283949847762202,
    46316835694926478169428394003475163141307993866256225615783033603165251855960,
)


def _added(one: Point, other: Point) -> Point:
    """RFC 8032, 5.1.4, in plain coordinates."""
    (x1, y1), (x2, y2) = one, other
    k = D * x1 * x2 * y1 * y2 % P
    x = (x1 * y2 + x2 * y1) * pow(1 + k, P - 2, P) % P
    return x, (y1 * y2 + x1 * x2) * pow(1 - k, P - 2, P) % P


def _times(number: int) -> bytes:
    """So many times the base point, as it is written."""
    total, power = (0, 1), BASE
    while number:
        if number & 1:
            total = _added(total, power)
        power, number = _added(power, power), number >> 1
    return (total[1] | (total[0] & 1) << 255).to_bytes(32, "little")


def _secret_number(secret: bytes) -> tuple[int, bytes]:
    hashed = hashlib.sha512(secret).digest()
    return int.from_bytes(hashed[:32], "little") & 2**254 - 8 | 2**254, hashed[32:]


def ed25519_public(secret: bytes) -> bytes:
    """RFC 8032, 5.1.5."""
    return _times(_secret_number(secret)[0])


def ed25519(secret: bytes, message: bytes) -> bytes:
    """RFC 8032, 5.1.6: the signature."""
    number, prefix = _secret_number(secret)
    r = int.from_bytes(hashlib.sha512(prefix + message).digest(), "little") % ORDER
    start = _times(r)
    k = int.from_bytes(hashlib.sha512(start + _times(number) + message).digest(), "little")
    return start + ((r + k * number) % ORDER).to_bytes(32, "little")


# secret choices


def choice_nonce(choosing: bytes, tid: bytes, counter: int) -> bytes:
    """What hides a choice."""
    framed = frame("undermine/1/choice-nonce", tid, struct.pack("<I", counter))
    return hmac.new(choosing, framed, hashlib.sha256).digest()


def choice_commitment(at: tuple[bytes, int, int, int], choice: int, nonce: bytes) -> bytes:
    """What is published of a choice; ``at`` is the table, the round, the seat and the counter of the entry."""
    tid, round_, seat, counter = at
    parts = struct.pack("<H", round_), bytes([seat]), struct.pack("<I", counter), bytes([choice]), nonce
    return h("undermine/1/choice", tid, *parts)


def choice_box(choosing: bytes, at: tuple[bytes, int, int, int], choice: int, to: tuple[int, bytes]) -> bytes:
    """The box for the dealer (0) or for the seat itself (1), with the key of its reader."""
    tid, _, seat, counter = at
    number, reader = to
    nonce = choice_nonce(choosing, tid, counter)
    clear = frame("undermine/1/choice-box", choice_commitment(at, choice, nonce), bytes([number]))
    return sealed(choosing, (tid, counter, seat, clear), reader, bytes([choice]) + nonce)


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


def packed(value: object) -> bytes:
    """The one spelling of a body or message: keys in order, the shortest form of everything.

    The text is not checked here: a test wants to write what must be refused as well.
    """
    if value is None or isinstance(value, bool):
        return {None: b"\xc0", False: b"\xc2", True: b"\xc3"}[value]
    if isinstance(value, int):
        return _number(value)
    if isinstance(value, bytes):
        return _long(len(value), 0xC4) + value
    if isinstance(value, str):
        text = value.encode()
        return (bytes([0xA0 | len(text)]) if len(text) < 32 else _long(len(text), 0xD9)) + text
    if isinstance(value, dict):
        fields = b"".join(packed(name) + packed(value[name]) for name in sorted(value))
        return _short(len(value), 0x80, 0xDE) + fields
    assert isinstance(value, list)
    return _short(len(value), 0x90, 0xDC) + b"".join(map(packed, value))


def _number(value: int) -> bytes:
    if -32 <= value < 128:
        return bytes([value % 256])
    if value < 0:
        size = next(size for size in range(4) if -2 * value <= 256**2**size)
        return bytes([0xD0 + size]) + value.to_bytes(2**size, "big", signed=True)
    size = next(size for size in range(4) if value < 256**2**size)
    return bytes([0xCC + size]) + value.to_bytes(2**size, "big")


def _long(length: int, kind: int) -> bytes:
    """The head of bytes, or of a long text."""
    size = next(size for size in range(3) if length < 256**2**size)
    return bytes([kind + size]) + length.to_bytes(2**size, "big")


def _short(count: int, short: int, long: int) -> bytes:
    """The head of a list or a map."""
    return bytes([short | count]) if count < 16 else bytes([long]) + struct.pack(">H", count)


# for vectors and tests


def made(label: str, length: int = 32) -> bytes:
    """Bytes for a vector, the same in every run."""
    return hashlib.shake_256(label.encode()).digest(length)
