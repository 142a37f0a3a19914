"""A table may narrow the limits of its house's sheet, never widen them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from puntobanco.errors import BadTable
from puntobanco.fair.sheet_hash import hash_sheet
from puntobanco.game.bets import Bet
from puntobanco.houses import house
from puntobanco.odds.certificate import certify
from puntobanco.table.effective_sheet import effective_sheet, read_spec, spec_of
from puntobanco.wire.table_spec import TableSpec, Video

LIVE = house("live-mini").sheet


def spec(**keys: Any) -> dict[str, Any]:
    return {"name": "live-1", "house": "live-mini"} | keys


BAD: dict[str, dict[str, Any]] = {
    "no name": {"house": "live-mini"},
    "no house": {"name": "x"},
    "a name with spaces": spec(name="live 1"),
    "a name in capitals": spec(name="Live"),
    "an endless name": spec(name="x" * 41),
    "an unknown key": spec(decks=1),
    "a title that is none": spec(title=""),
    "a currency that is none": spec(currency="euro"),
    "half a cent": spec(coup_max=100.5),
    "a limit below nothing": spec(bets={"punto": {"min": -1}}),
    "true for money": spec(coup_max=True),
    "an unknown bet": spec(bets={"dragon": {"max": 100}}),
    "an unknown limit": spec(bets={"punto": {"odds": "2:1"}}),
    "no betting time": spec(betting_s=0),
    "a pause of a day": spec(pace={"card": 86_400_000}),
    "a pause below nothing": spec(pace={"card": -1}),
    "an unknown pause": spec(pace={"nap": 1}),
    "a video of no kind": spec(video={"kind": "film", "address": "https://x.test/"}),
    "a video too late to play by": spec(
        video={"kind": "hls", "address": "https://x.test/", "delay": 30_001}
    ),
    "a video that is a script": spec(video={"kind": "hls", "address": "javascript:alert(1)"}),
    "no table at all": ["live-mini"],  # type: ignore[dict-item]
}


@pytest.mark.parametrize("name", BAD)
def test_an_invalid_spec_is_refused(name: str) -> None:
    with pytest.raises(BadTable) as refused:
        read_spec(BAD[name])
    assert refused.value.code == "table/bad"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (spec(name="Live"), "name: expected lower-case letters and digits, with dashes between"),
        (spec(title="a\nb"), "title: expected one line of visible text, without control"),
        (spec(title="x" * 81), "title: expected at most 80 characters"),
        (spec(decks=1), "unknown field 'decks'"),
        (
            spec(video={"kind": "film", "address": "https://x.test/"}),
            "video.kind: 'film' is not allowed; use one of hls, whep",
        ),
        (
            spec(video={"kind": "hls", "address": "ftp://x.test/"}),
            "video.address: expected an http:// or https:// address",
        ),
    ],
)
def test_the_refusal_of_a_spec_says_what_is_wrong(said: dict[str, Any], why: str) -> None:
    with pytest.raises(BadTable) as refused:
        read_spec(said)
    assert refused.value.message.partition(": ")[2].startswith(why)


WIDER: dict[str, dict[str, Any]] = {
    "a private house": spec(house="punto-e-banco"),
    "a house without a clock": spec(house="campione", betting_s=10),
    "another currency": spec(currency="CHF"),
    "a higher coup": spec(coup_max=1_000_100),
    "a coup off the step": spec(coup_max=150),
    "a lower minimum": spec(bets={"punto": {"min": 50}}),
    "a higher maximum": spec(bets={"punto": {"max": 500_100}}),
    "a minimum off the step": spec(bets={"punto": {"min": 150}}),
    "a maximum off the step": spec(bets={"punto": {"max": 150}}),
    "a minimum above the maximum": spec(bets={"egalite": {"min": 500, "max": 400}}),
    "a minimum above the coup": spec(coup_max=1_000, bets={"punto": {"min": 2_000}}),
    "a maximum above the coup": spec(coup_max=1_000, bets={"punto": {"max": 2_000}}),
}


@pytest.mark.parametrize("name", WIDER)
def test_a_table_with_wider_limits_than_its_house_is_refused(name: str) -> None:
    asked = read_spec(WIDER[name])
    with pytest.raises(BadTable):
        effective_sheet(house(asked.house).sheet, asked)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("a coup off the step", "coup_max: 1.50 must be at most 10,000.00, and a multiple of 1.00"),
        (
            "a minimum off the step",
            "bets.punto: 1.50 to 5,000.00 must be within 1.00 to 5,000.00, in multiples of 1.00",
        ),
    ],
)
def test_the_refusal_of_a_limit_names_the_step(name: str, why: str) -> None:
    asked = read_spec(WIDER[name])
    with pytest.raises(BadTable) as refused:
        effective_sheet(house(asked.house).sheet, asked)
    assert refused.value.message.endswith(why)


@pytest.mark.parametrize(
    "address",
    [
        "https://[::1/x",
        "https://[::g]/x",
        "https://[fe80::1%eth0]/x",
        "https://[1.2.3.4]/x",
        "https://\x00x/y",
        "https://x/\x00y",
        "https://x;script-src/",
        "https://a,b/",
        "https://*/x",
        "https://*.example/x",
        "https://u:p@film.example/x",
        "https://film.example\\@other.example/x",
        "https://film.example:99999999/x",
        "https://film.example:65536/x",
        "https://film.example:0/x",
        "https://film.example:/x",
        "https://film.example:٨٠/x",
        "https://例え.jp/x",
        "https:///x",
        "https://-x/",
        "https://film..example/x",
        "https://film.example./x",
    ],
)
def test_a_video_without_a_valid_address_is_refused(address: str) -> None:
    asked = read_spec(spec(video={"kind": "hls", "address": address}))
    with pytest.raises(BadTable, match=r"video\.address"):
        effective_sheet(LIVE, asked)


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("https://film.example/table.m3u8?key=1#t", "https://film.example"),
        ("HTTP://Film-1.example:8443", "HTTP://Film-1.example:8443"),
        ("https://xn--r8jz45g.jp/映画", "https://xn--r8jz45g.jp"),
        ("http://127.0.0.1:8889/whep", "http://127.0.0.1:8889"),
        ("http://[::1]:65535/whep?a=b", "http://[::1]:65535"),
        ("http://media_server?x", "http://media_server"),
    ],
)
def test_the_origin_of_a_video(address: str, origin: str) -> None:
    video = Video("hls", address)
    assert video.origin == origin
    effective_sheet(LIVE, TableSpec("live-1", "live-mini", video=video))


def test_a_bet_the_house_does_not_offer_is_refused() -> None:
    asked = read_spec(spec(bets={"grande": {"max": 100}}))
    sheet = house("live-mini").sheet
    without = replace(sheet, bets=replace(sheet.bets, grande=None))
    with pytest.raises(BadTable, match="grande"):
        effective_sheet(without, asked)


NARROWER: dict[str, dict[str, Any]] = {
    "a higher minimum": spec(bets={"punto": {"min": 1_000}}),
    "a lower maximum": spec(bets={"punto": {"max": 1_000}}),
    "a lower coup": spec(coup_max=10_000),
    "other times": spec(betting_s=7),
    "another title": spec(title="Sala privata"),
}


@pytest.mark.parametrize("name", NARROWER)
def test_a_narrowed_sheet_is_certified_again_and_has_its_own_hash(name: str) -> None:
    sheet = effective_sheet(LIVE, read_spec(NARROWER[name]))
    certify(sheet, "the table")
    assert hash_sheet(sheet) != hash_sheet(LIVE)


def test_a_table_without_wishes_uses_the_sheet_of_its_house() -> None:
    assert hash_sheet(effective_sheet(LIVE, read_spec(spec()))) == hash_sheet(LIVE)


def test_the_limit_of_a_bet_is_at_most_the_limit_of_the_coup() -> None:
    sheet = effective_sheet(LIVE, read_spec(spec(coup_max=10_000)))
    assert sheet.money.coup_max == 10_000
    assert all(rule.max <= 10_000 for rule in sheet.offers.values())
    assert sheet.offers[Bet.PUNTO].min == 100


def test_the_pace_of_a_table_is_not_in_its_sheet() -> None:
    sheet = effective_sheet(LIVE, read_spec(spec(pace={"card": 100})))
    assert hash_sheet(sheet) == hash_sheet(LIVE)


@st.composite
def specs(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """Any spec that a house may accept."""
    name = draw(st.sampled_from(["campione", "st-moritz", "live-mini"]))
    sheet = house(name).sheet
    step = sheet.money.step
    limits = {
        bet.value: {"max": step * draw(st.integers(rule.min // step, rule.max // step))}
        for bet, rule in sheet.offers.items()
        if draw(st.booleans())
    }
    wishes: dict[str, Any] = {
        "title": st.sampled_from(["Salon rouge", "Tavolo 3", sheet.title]),
        "boxes": st.sampled_from(sheet.table.boxes) if sheet.table.boxes else None,
        "faces": st.sampled_from([faces.value for faces in sheet.cards.faces]),
        "betting_s": st.integers(1, 60) if sheet.times.betting_s else None,
        "squeeze_s": st.integers(1, sheet.times.squeeze_s) if sheet.times.squeeze_s else None,
    }
    said = {
        key: draw(wish) for key, wish in wishes.items() if wish is not None and draw(st.booleans())
    }
    return name, {"name": "any", "house": name, "bets": limits} | said


@given(specs())
def test_the_effective_sheet_contains_what_the_spec_asks_for(
    drawn: tuple[str, dict[str, Any]],
) -> None:
    name, said = drawn
    ours = house(name).sheet
    played = effective_sheet(ours, read_spec(said))
    again = effective_sheet(ours, spec_of(played))
    assert again == played
    assert hash_sheet(again) == hash_sheet(played)
