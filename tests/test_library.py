"""The package as a library: frames, notebooks, reprs."""

from copy import copy, deepcopy
from pathlib import Path

import polars
import pytest

import puntobanco

COUP = "7dKs9c2h3s"


def test_a_coup_reads_like_the_rule_book() -> None:
    coup = puntobanco.play("live-mini", COUP)
    assert repr(coup) == "<live-mini: Punto 7♦ 9♣ = 6, Banco K♠ 2♥ 3♠ = 5: Punto wins>"
    assert coup.outcome == "punto"
    assert coup.points["punto"] == 6
    assert coup.settle(punto=1000).returned == {"punto": 2000}


def test_cards_may_be_given_as_text_or_as_cards() -> None:
    cards = puntobanco.parse_cards(COUP)
    assert puntobanco.play("live-mini", cards) == puntobanco.play("live-mini", COUP)


def test_odds_can_be_converted_to_frames() -> None:
    odds = puntobanco.house("live-mini").odds
    pandas = odds.to_pandas().set_index("bet")
    frame = odds.to_polars()
    assert len(pandas) == frame.height == 9
    assert pandas.loc["banco", "rtp"] == pytest.approx(98.94209)
    assert frame.row(by_predicate=polars.col("bet") == "punto", named=True)["odds"] == "1:1"


def test_a_replayed_sabot_can_be_converted_to_frames() -> None:
    sabot = puntobanco.parse_sabot(f"sabot live-mini\n1 {COUP} punto=1000\n2 8d2cKcKs\n")
    played = puntobanco.house(sabot.house).replay(sabot)
    assert played.to_pandas()["returned"].to_list() == [2000, 0]
    assert played.to_polars()["outcome"].to_list() == ["punto", "punto"]


def test_payments_can_be_converted_to_frames() -> None:
    paid = puntobanco.play("live-mini", "2d3sAc4h9s").settle(banco=2000, egalite=100)
    assert paid.to_pandas()["returned"].to_list() == [3900, 0]
    assert paid.to_pandas()["commission"].to_list() == [100, 0]


def test_notebooks_get_html() -> None:
    coup = puntobanco.play("live-mini", COUP)
    assert "K♠" in coup._repr_html_()
    assert "Punto wins" in coup._repr_html_()
    assert "98.76" in puntobanco.house("live-mini").odds._repr_html_()
    assert "<td>308</td>" in coup.settle(grande=200)._repr_html_()


def test_html_is_escaped(tmp_path: Path) -> None:
    ours = Path(puntobanco.__file__).parent / "houses" / "live-mini.toml"
    text = ours.read_text(encoding="utf-8").replace('"Live Mini', '"<b>Live</b> Mini')
    sheet = tmp_path / "mine.toml"
    sheet.write_text(text.replace('"Giocatore"', '"<i>Giocatore</i>"'), encoding="utf-8")
    house = puntobanco.house(str(sheet))
    assert "&lt;i&gt;" in house.odds._repr_html_()
    assert "&lt;b&gt;" in house.play(COUP)._repr_html_()


def test_refusals_can_be_pickled() -> None:
    with pytest.raises(puntobanco.Refusal) as refused:
        puntobanco.play("live-mini", "7d")
    again = copy(refused.value)  # uses __reduce__, as pickle does
    assert again is not refused.value
    assert (again.code, again.message) == ("cards/too-few", refused.value.message)


def test_dir_lists_the_public_names_only() -> None:
    assert "play" in dir(puntobanco)
    assert not hasattr(puntobanco, "shoe")


def test_a_house_can_be_pickled() -> None:
    house = puntobanco.house("live-mini")
    again = deepcopy(house)  # uses __reduce__, as pickle does
    assert again.odds["banco"].exact == house.odds["banco"].exact
    assert again.play(COUP) == house.play(COUP)


def test_odds_are_a_mapping() -> None:
    odds = puntobanco.house("campione").odds
    assert list(odds) == ["punto", "banco", "egalite"]
    assert len(odds) == 3
    for bet, code in (("grande", "bet/not-offered"), ("dragon", "bet/unknown")):
        with pytest.raises(puntobanco.Refusal) as refused:
            odds[bet]
        assert refused.value.code == code
    for stake in (0, -1, True, 1.5):
        with pytest.raises(puntobanco.Refusal) as refused:
            odds["banco"].at(stake)  # type: ignore[arg-type]
        assert refused.value.code == "bet/not-an-amount"


@pytest.mark.parametrize("left", [[8] * 51 + [-1], [True] * 52, [1.0] * 52, [8] * 51, [9] * 52])
def test_impossible_counts_of_cards_left_are_refused(left: list[int]) -> None:
    with pytest.raises(puntobanco.Refusal, match=r"which cards are left|The sabot holds 8"):
        puntobanco.house("live-mini").odds_left(left)


def test_reprs_are_short() -> None:
    house = puntobanco.house("campione")
    odds = "<odds of campione: punto 98.7626 %, banco 98.9442 %, egalite 85.5618 %>"
    assert repr(house) == "<house campione: punto, banco, egalite>"
    assert repr(house.odds) == odds
    assert repr(house.odds["banco"]) == "<banco at 19:20: 98.9442 %>"
    assert repr(house.sheet) == "<sheet campione: Casinò Campione d'Italia>"
    settled = house.play("8d2cKcKs").settle(punto=1000)
    assert repr(settled) == "<staked 10.00, returned 20.00: {'punto': 2000}>"


def test_a_house_can_be_loaded_by_its_path() -> None:
    sheet = Path(puntobanco.__file__).parent / "houses" / "campione.toml"
    assert puntobanco.house(sheet) == puntobanco.house("campione")
    assert puntobanco.play(sheet, COUP).outcome == "punto"
