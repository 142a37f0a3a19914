"""The sheet of a shared table: the sheet of its house with the table's narrower limits."""

from typing import Any

import msgspec
from msgspec.structs import replace

from puntobanco.errors import BadTable
from puntobanco.game.bets import Bet
from puntobanco.game.sheet import BetRule, EndedBy, Faces, Sheet, SheetTable, Source, Times
from puntobanco.ledger.accounts import PLAY_MONEY
from puntobanco.money import euros
from puntobanco.wire.stream import TableLimits
from puntobanco.wire.table_spec import Narrowed, TableSpec
from puntobanco.wire.validation import explain


def read_spec(data: Any) -> TableSpec:
    try:
        return msgspec.convert(data, TableSpec)
    except msgspec.ValidationError as error:
        raise BadTable(table=_name(data), why=explain(error)) from None


def _name(data: Any) -> str:
    return str(data.get("name", "?"))[:40] if isinstance(data, dict) else "?"


def effective_sheet(sheet: Sheet, spec: TableSpec) -> Sheet:
    """Return the sheet of a table; its limits must be within those of the house."""
    if sheet.betting.ended_by is EndedBy.PLAYER:
        raise BadTable(table=spec.name, why=f"{sheet.name} is only played at private tables")
    if spec.currency not in (PLAY_MONEY, sheet.money.currency):
        raise BadTable(table=spec.name, why=f"{sheet.name} doesn't take {spec.currency}")
    if sheet.money.play_only and spec.currency != PLAY_MONEY:
        raise BadTable(table=spec.name, why=f"{sheet.name} is for play money only")
    if spec.video is not None and spec.video.origin is None:
        raise BadTable(table=spec.name, why="video.address: the host, port or path is not valid")
    for bet in spec.bets:
        if bet not in sheet.offers:
            raise BadTable(table=spec.name, why=f"bets.{bet}: {sheet.name} doesn't offer it")
    most = sheet.money.coup_max if spec.coup_max is None else spec.coup_max
    if most > sheet.money.coup_max or most % sheet.money.step:
        raise BadTable(
            table=spec.name,
            why=f"coup_max: {euros(most)} must be at most {euros(sheet.money.coup_max)},"
            f" and a multiple of {euros(sheet.money.step)}",
        )
    bets = {bet: _narrow(spec, bet, rule, most, sheet) for bet, rule in sheet.offers.items()}
    return replace(
        sheet,
        title=spec.title or sheet.title,
        money=replace(sheet.money, coup_max=most),
        bets=replace(sheet.bets, **bets),
        times=_times(sheet, spec),
        cards=replace(sheet.cards, faces=(_faces(sheet, spec),), sources=_sources(sheet, spec)),
        table=_table(sheet, spec),
    )


def limits_of(sheet: Sheet) -> TableLimits:
    """Return the limits in force by a table's sheet."""
    bets = {bet: Narrowed(rule.min, rule.max) for bet, rule in sheet.offers.items()}
    return TableLimits(sheet.money.coup_max, bets)


def has_limits(sheet: Sheet, limits: TableLimits) -> bool:
    """Return whether a table's sheet has these limits; it may have other bets as well."""
    found = limits_of(sheet)
    named = {bet: found.bets.get(bet) for bet in limits.bets}
    return (found.coup_max, named) == (limits.coup_max, limits.bets)


def limited(spec: TableSpec, limits: TableLimits | None) -> TableSpec:
    """Return a table's specification with the limits that were set last."""
    return replace(spec, coup_max=limits.coup_max, bets=limits.bets) if limits else spec


def spec_of(sheet: Sheet) -> TableSpec:
    """Return a specification that could have given this sheet.

    To know whether it really does, apply `effective_sheet` to it and compare.
    """
    return TableSpec(
        name="any",
        house=sheet.name,
        title=sheet.title,
        **msgspec.structs.asdict(limits_of(sheet)),
        betting_s=sheet.times.betting_s,
        squeeze_s=sheet.times.squeeze_s,
        boxes=next(iter(sheet.table.boxes), None),
        faces=sheet.cards.faces[0],
    )


def _table(sheet: Sheet, spec: TableSpec) -> SheetTable:
    """Return the same object if nothing is narrowed: a copy would change the sheet's hash."""
    boxes = _boxes(sheet, spec)
    return sheet.table if boxes == sheet.table.boxes else replace(sheet.table, boxes=boxes)


def _times(sheet: Sheet, spec: TableSpec) -> Times:
    times = sheet.times
    if spec.betting_s is not None:
        if times.betting_s is None:
            raise BadTable(table=spec.name, why="betting_s: this house has no betting clock")
        times = replace(times, betting_s=spec.betting_s)
    if spec.squeeze_s is not None:
        if times.squeeze_s is None or spec.squeeze_s > times.squeeze_s:
            raise BadTable(
                table=spec.name,
                why=f"squeeze_s: {sheet.name} allows at most {times.squeeze_s or 0} seconds",
            )
        times = replace(times, squeeze_s=spec.squeeze_s)
    return times


def _faces(sheet: Sheet, spec: TableSpec) -> Faces:
    faces = spec.faces or sheet.cards.faces[0]
    if faces not in sheet.cards.faces:
        raise BadTable(table=spec.name, why=f"faces: {sheet.name} is not dealt face {faces}")
    return faces


def _sources(sheet: Sheet, spec: TableSpec) -> tuple[Source, ...]:
    """Keep the sheet's sources for our own sabot, so that the sheet's hash does not change."""
    if spec.cards not in sheet.cards.sources:
        raise BadTable(table=spec.name, why=f'cards: {sheet.name} does not allow "{spec.cards}"')
    if spec.cards is Source.CROUPIER and spec.croupier != "person":
        raise BadTable(table=spec.name, why='cards: a real sabot needs croupier = "person"')
    is_down = spec.cards is Source.CROUPIER and _faces(sheet, spec) is Faces.DOWN
    if spec.reading == "leaving" and not is_down:
        raise BadTable(table=spec.name, why="reading: only of a real sabot that is dealt face down")
    if spec.stakes == "keyed" and spec.cards is not Source.CROUPIER:
        raise BadTable(table=spec.name, why="stakes: they can be keyed only with a real sabot")
    if spec.stakes == "keyed" and not sheet.table.boxes:
        raise BadTable(table=spec.name, why=f"stakes: {sheet.name} has no boxes for keyed stakes")
    return sheet.cards.sources if spec.cards is Source.SABOT else (Source.CROUPIER,)


def _boxes(sheet: Sheet, spec: TableSpec) -> tuple[int, ...]:
    offered = sheet.table.boxes
    if spec.boxes is None:
        return offered[:1]
    if spec.boxes not in offered:
        words = " or ".join(map(str, offered)) or "no boxes"
        raise BadTable(table=spec.name, why=f"boxes: {sheet.name} has {words}")
    return (spec.boxes,)


def _narrow(spec: TableSpec, bet: Bet, rule: BetRule, coup_max: int, sheet: Sheet) -> BetRule:
    """Apply a table's limits to a bet: within the sheet's limits, and at most `coup_max`."""
    limits, step = spec.bets.get(bet, Narrowed()), sheet.money.step
    highest = min(rule.max, coup_max)
    least = rule.min if limits.min is None else limits.min
    most = highest if limits.max is None else limits.max
    if not rule.min <= least <= most <= highest or least % step or most % step:
        raise BadTable(
            table=spec.name,
            why=f"bets.{bet}: {euros(least)} to {euros(most)} must be within"
            f" {euros(rule.min)} to {euros(highest)}, in multiples of {euros(step)}",
        )
    return replace(rule, min=least, max=most)
