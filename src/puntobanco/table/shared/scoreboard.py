"""The roads and the statistics of a sabot."""

from collections.abc import Sequence

from puntobanco.game.cards import Card, parse_cards, points
from puntobanco.game.coup import NATURAL, Coup, Outcome, Side, deal_exactly
from puntobanco.game.roads import (
    Mark,
    Road,
    RoadResult,
    T,
    bead_plate,
    big_eye_boy,
    big_road,
    cockroach_road,
    forecast,
    letters,
    result,
    small_road,
)
from puntobanco.game.sabot import Sabot
from puntobanco.game.sheet import Sheet
from puntobanco.game.tiraggio import Tiraggio
from puntobanco.wire.stream import Cell, Roads, Statistics


def coups_until(sheet: Sheet, order: tuple[Card, ...], gone: int) -> list[Coup]:
    """Return the coups dealt when `gone` cards have left the sabot."""
    sabot = Sabot(order, sheet.cards.cut or 0)
    if sheet.cards.burn:
        _, sabot = sabot.burn(sheet.cards.burn)
    coups = []
    while sabot.gone < gone:
        coup, sabot = sabot.coup(sheet.rule)
        coups.append(coup)
    return coups


def read_in_scores(rule: Tiraggio, past: Sequence[str]) -> tuple[Roads, Statistics]:
    """Return the roads and the statistics of coups whose cards were read in."""
    return scores_of([deal_exactly(rule, parse_cards(each)) for each in past])


def scores_of(coups: list[Coup]) -> tuple[Roads, Statistics]:
    results = [result(each) for each in coups]
    return roads_of(results), statistics_of(coups, results)


def roads_of(results: list[RoadResult]) -> Roads:
    """Return the five roads, and what the next coup would add to them."""

    return Roads(
        bead_plate=_cells(bead_plate(results)),
        big_road=_cells(big_road(results)),
        big_eye_boy=_cells(big_eye_boy(results)),
        small_road=_cells(small_road(results)),
        cockroach_road=_cells(cockroach_road(results)),
        if_punto=_would_add(results, Side.PUNTO),
        if_banco=_would_add(results, Side.BANCO),
    )


def _cells(road: Road[T]) -> tuple[Cell, ...]:
    return tuple([Cell(at.column, at.row, letters(at.content)) for at in road])


def _would_add(results: list[RoadResult], side: Side) -> tuple[str, str, str]:
    def letter(mark: Mark | None) -> str:
        return letters(mark) if mark else ""

    marks = forecast(results, side)
    return letter(marks.big_eye_boy), letter(marks.small_road), letter(marks.cockroach_road)


def statistics_of(coups: list[Coup], results: list[RoadResult]) -> Statistics:
    won = [each.outcome for each in results]
    return Statistics(
        coups=len(results),
        punto=won.count(Outcome.PUNTO),
        banco=won.count(Outcome.BANCO),
        egalite=won.count(Outcome.EGALITE),
        punto_pair=sum(each.punto_pair for each in results),
        banco_pair=sum(each.banco_pair for each in results),
        naturals=sum(
            max(points(coup.punto[:2]), points(coup.banco[:2])) >= NATURAL for coup in coups
        ),
    )
