"""What a table's wishes make of its house's sheet."""

from typing import Any

import msgspec
from msgspec.structs import replace

from puntobanco.errors import BadTable
from puntobanco.game.bets import Bet
from puntobanco.game.sheet import BetRule, EndedBy, Sheet
from puntobanco.ledger.accounts import PLAY_MONEY
from puntobanco.wire.spec import Narrowed, TableSpec
from puntobanco.wire.words import explain


def read_spec(data: Any) -> TableSpec:
    try:
        return msgspec.convert(data, TableSpec)
    except msgspec.ValidationError as error:
        raise BadTable(table=_name(data), why=explain(error)) from None


def _name(data: Any) -> str:
    return str(data.get("name", "?"))[:40] if isinstance(data, dict) else "?"


def effective_sheet(sheet: Sheet, spec: TableSpec) -> Sheet:
    """The sheet a table plays by. It may ask for less than its house, never for more."""
    if sheet.betting.ended_by is EndedBy.PLAYER:
        raise BadTable(table=spec.name, why=f"{sheet.name} is played at private tables")
    if sheet.betting.ended_by is not EndedBy.CLOCK:
        raise BadTable(table=spec.name, why=f"no clock ends the betting at {sheet.name}")
    if spec.currency not in (PLAY_MONEY, sheet.money.currency):
        raise BadTable(table=spec.name, why=f"{sheet.name} doesn't take {spec.currency}")
    if sheet.money.play_only and spec.currency != PLAY_MONEY:
        raise BadTable(table=spec.name, why=f"{sheet.name} is for play money only")
    for bet in spec.bets:
        if bet not in sheet.offers:
            raise BadTable(table=spec.name, why=f"bets.{bet}: {sheet.name} doesn't offer it")
    most = sheet.money.coup_max if spec.coup_max is None else spec.coup_max
    if most > sheet.money.coup_max or most % sheet.money.step:
        raise BadTable(table=spec.name, why=f"coup_max: {most} is not within the sheet's limits")
    times = sheet.times
    if spec.betting_s is not None:
        times = replace(times, betting_s=spec.betting_s)
    bets = {bet: _narrow(spec, bet, rule, most, sheet) for bet, rule in sheet.offers.items()}
    return replace(
        sheet,
        title=spec.title or sheet.title,
        money=replace(sheet.money, coup_max=most),
        bets=replace(sheet.bets, **bets),
        times=times,
    )


def _narrow(spec: TableSpec, bet: Bet, rule: BetRule, coup_max: int, sheet: Sheet) -> BetRule:
    """Within the limits of the sheet, and no more than a whole coup takes."""
    limits, step = spec.bets.get(bet, Narrowed()), sheet.money.step
    highest = min(rule.max, coup_max)
    least = rule.min if limits.min is None else limits.min
    most = highest if limits.max is None else limits.max
    if not rule.min <= least <= most <= highest or least % step or most % step:
        raise BadTable(
            table=spec.name,
            why=f"bets.{bet}: {least} to {most} is not within {rule.min} to {highest},"
            f" on steps of {step}",
        )
    return replace(rule, min=least, max=most)
