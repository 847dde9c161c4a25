"""Links that invite to a server: one spelling written, a few read, everything else refused with its reason."""

from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.keys.identity import pin
from protocol.wire.invite import DEFAULT_PORT, LONGEST, BadInvite, Invite, InviteFault, read_invite

PIN = pin(bytes(range(32)))
GOOD = [
    ("undermine://mine.example", Invite("mine.example")),
    ("undermine://mine.example:4477", Invite("mine.example")),
    (f"undermine://mine.example:9000#{PIN}", Invite("mine.example", 9000, PIN)),
    (f"undermine://192.0.2.7#{PIN}", Invite("192.0.2.7", DEFAULT_PORT, PIN)),
    ("undermine://[2001:db8::7]:80", Invite("2001:db8::7", 80)),
    ("undermine://[::1]", Invite("::1")),
    ("undermine://[2001:DB8:0:0::7]", Invite("2001:db8::7")),
    (f" \n undermine://mine.example#{PIN}\t", Invite("mine.example", DEFAULT_PORT, PIN)),
    (f"UNDERMINE://Mine.Example:9000/#{PIN.lower()}", Invite("mine.example", 9000, PIN)),
    ("mine.example:9000", Invite("mine.example", 9000)),
    ("localhost", Invite("localhost")),
    (f"[::1]:9000#{PIN}", Invite("::1", 9000, PIN)),
    ("my_pc-2", Invite("my_pc-2")),
    (f"{'a' * 63}.example", Invite(f"{'a' * 63}.example")),
]
BAD = [
    ("", InviteFault.EMPTY),
    ("  ", InviteFault.EMPTY),
    ("undermine://", InviteFault.EMPTY),
    ("a" * LONGEST, InviteFault.HOST),
    ("a" * (LONGEST + 1), InviteFault.TOO_LONG),
    ("https://mine.example", InviteFault.OTHER_SCHEME),
    ("undermine://undermine://mine.example", InviteFault.HOST),
    ("undermine:mine.example", InviteFault.PORT),
    (f"#{PIN}", InviteFault.HOST),
    (":4477", InviteFault.HOST),
    ("-mine.example", InviteFault.HOST),
    ("mine..example", InviteFault.HOST),
    ("mine.example.", InviteFault.HOST),
    ("mine example", InviteFault.HOST),
    ("eva@mine.example", InviteFault.HOST),
    ("mine.example/table", InviteFault.HOST),
    ("mine.example?x=1", InviteFault.HOST),
    ("mín.example", InviteFault.HOST),
    ("mine\0.example", InviteFault.HOST),
    (f"{'a' * 64}.example", InviteFault.HOST),
    (".".join(["abcdefg"] * 32), InviteFault.HOST),
    ("1.2.3", InviteFault.HOST),
    ("192.0.2.256", InviteFault.HOST),
    ("192.0.2.07", InviteFault.HOST),
    ("mine.1", InviteFault.HOST),
    ("mine.\u0661", InviteFault.HOST),
    ("[::1", InviteFault.HOST),
    ("\u212aate.example", InviteFault.HOST),
    ("[mine.example]", InviteFault.HOST),
    ("[192.0.2.7]", InviteFault.HOST),
    ("[fe80::1%eth0]", InviteFault.HOST),
    ("[]", InviteFault.HOST),
    ("::1", InviteFault.BRACKETS),
    ("::1]", InviteFault.BRACKETS),
    ("2001:db8::7:4477", InviteFault.BRACKETS),
    ("mine.example:", InviteFault.PORT),
    ("mine.example:0", InviteFault.PORT),
    ("mine.example:65536", InviteFault.PORT),
    ("mine.example:-1", InviteFault.PORT),
    ("mine.example:+80", InviteFault.PORT),
    ("mine.example: 80", InviteFault.PORT),
    ("mine.example:٨٠", InviteFault.PORT),
    ("mine.example:000080", InviteFault.PORT),
    ("[::1]:x:y", InviteFault.PORT),
    ("mine.example#", InviteFault.PIN),
    (f"mine.example#{PIN[:-1]}", InviteFault.PIN),
    (f"mine.example#{PIN}A", InviteFault.PIN),
    (f"mine.example#{PIN}#", InviteFault.PIN),
    (f"mine.example#1{PIN[1:]}", InviteFault.PIN),
    (f"mine.example#{PIN[:-1]}B", InviteFault.PIN),
    (f"mine.example#\u0131{PIN[1:]}", InviteFault.PIN),
]

labels = st.from_regex(r"\A[a-z0-9_]([a-z0-9_-]{0,20}[a-z0-9_])?\Z")
names = st.lists(labels, min_size=1, max_size=4).map(".".join).filter(lambda name: not name.split(".")[-1].isdigit())
hosts = names | st.ip_addresses().map(str)
invites = st.builds(Invite, hosts, st.integers(1, 65535), st.none() | st.binary(min_size=32, max_size=32).map(pin))


@pytest.mark.parametrize(("text", "invite"), GOOD, ids=[text for text, _ in GOOD])
def test_a_link_is_read(text: str, invite: Invite) -> None:
    assert read_invite(text) == invite


@pytest.mark.parametrize(("text", "fault"), BAD, ids=[repr(text)[:50] for text, _ in BAD])
def test_what_is_no_link_is_refused_with_its_reason(text: str, fault: InviteFault) -> None:
    with pytest.raises(BadInvite) as refused:
        read_invite(text)
    assert refused.value.fault is fault


def test_a_host_has_at_most_253_characters() -> None:
    longest = ".".join(letter * 63 for letter in "abc") + "." + "d" * 61
    assert read_invite(longest).host == longest
    with pytest.raises(BadInvite):
        read_invite(longest + "d")


@pytest.mark.parametrize("port", [0, 65536])
def test_a_port_has_sixteen_bits_and_is_not_zero(port: int) -> None:
    with pytest.raises(BadInvite) as refused:
        Invite("mine.example", port)
    assert refused.value.fault is InviteFault.PORT


def test_every_fault_is_met() -> None:
    assert {fault for _, fault in BAD} == set(InviteFault)


def test_one_spelling_is_written() -> None:
    assert str(Invite("mine.example", pin=PIN)) == f"undermine://mine.example#{PIN}"
    assert str(Invite("::1", 9000)) == "undermine://[::1]:9000"


def test_the_pin_is_the_one_of_identities() -> None:
    assert read_invite(f"mine.example#{PIN}").pin == pin(bytes(range(32)))


@pytest.mark.parametrize(
    ("host", "port", "pinned"),
    [
        ("Mine.example", 80, None),
        ("0::1", 80, None),
        ("", 80, None),
        ("a b", 80, None),
        ("mine", 0, None),
        ("mine", 80, ""),
        ("mine", 80, PIN.lower()),
    ],
)
def test_nothing_is_made_that_would_not_be_read_back(host: str, port: int, pinned: str | None) -> None:
    with pytest.raises(BadInvite):
        Invite(host, port, pinned)


def test_a_refusal_can_be_shown_on_any_terminal() -> None:
    with pytest.raises(BadInvite) as refused:
        read_invite("mine\x1b[2J.example")
    assert str(refused.value).isascii()
    assert str(refused.value).isprintable()


@given(invites)
def test_every_invite_comes_back(invite: Invite) -> None:
    assert read_invite(str(invite)) == invite
    assert len(str(invite)) <= LONGEST


@given(st.text() | st.text("[]:.#/%0123456789abcdefund_erm-") | st.text().map(lambda text: f"undermine://{text}"))
def test_any_text_is_read_or_refused_and_nothing_else(text: str) -> None:
    try:
        invite = read_invite(text)
    except BadInvite:
        return
    assert read_invite(str(invite)) == invite


@given(st.integers(0, 2**32 - 1), st.integers(0, 2**128 - 1))
def test_every_address_can_be_written(four: int, six: int) -> None:
    assert read_invite(f"{IPv4Address(four)}:1").host == str(IPv4Address(four))
    assert read_invite(f"[{IPv6Address(six)}]:1").host == str(IPv6Address(six))
