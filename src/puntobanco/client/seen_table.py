"""A shared table as a client sees it: the fold of its stream, and notes on its sabots."""

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from puntobanco.client.refusals import NotUnderstood
from puntobanco.client.shared_fairness import (
    wrong_fixed,
    wrong_result,
    wrong_reveal,
)
from puntobanco.fair.proof import Seen
from puntobanco.game.sheet import Sheet
from puntobanco.wire.stream import (
    BettingOpened,
    Burned,
    Fixed,
    ListClosed,
    Listed,
    Result,
    Revealed,
    Shuffled,
    Stage,
    StreamEvent,
    TableView,
)
from puntobanco.wire.table_fold import fold

_event: Final[msgspec.json.Decoder[StreamEvent]] = msgspec.json.Decoder(StreamEvent)


class SeenSabot(Struct, frozen=True):
    """What the client saw of one sabot."""

    seen: Seen
    first: str = ""  # the first card, which was shown
    burned: int = 0  # how many cards were burned after it, unseen
    coups: Mapping[int, tuple[int, str]] = {}  # by number: position in the sabot, cards


class SeenTable(Struct, frozen=True):
    """The table, and the player's part in its mixing (none for a watcher)."""

    view: TableView
    sabot: SeenSabot | None = None
    automatic: bool = False
    mixed: bool = False  # the house confirmed that my hash is in the list
    opened: bool = False  # the house confirmed that it has my seed
    unmixed: str = ""  # why the house refused my hash or my seed
    verified: int = 0  # the last sabot that was revealed and verified
    proved: frozenset[tuple[str, int, int]] = frozenset()  # all of them: table, epoch, number
    unheard: tuple[SeenSabot, ...] = ()  # ended before the client heard their reveal


class Folded(Struct, frozen=True):
    """The table after an event, what to note, and what is wrong, if anything."""

    shared: SeenTable
    noted: Seen | None = None
    wrong: str = ""


def _sabot_of(view: TableView, before: SeenSabot | None) -> SeenSabot | None:
    """The sabot in a snapshot, with what was seen of the same sabot before."""
    if view.sabot == 0 or view.stage is Stage.RESTING or not view.commitment:
        return None  # there is no commitment for a real sabot
    seen = Seen(
        view.table,
        view.epoch,
        view.sabot,
        view.commitment,
        view.sheet,
        None if view.stage is Stage.MIXING else _hashes(view.players),
        view.fixed or None,
    )
    if before is not None and before.seen.identity == seen.identity:
        return replace(before, seen=seen, first=view.first, burned=view.burned)
    return SeenSabot(seen, view.first, view.burned)


def look(shared: SeenTable, view: TableView) -> Folded:
    """The table after a snapshot."""
    sabot = _sabot_of(view, shared.sabot)
    wrong, unheard = _contradicts(shared.sabot, sabot), shared.unheard
    if shared.sabot is not None and (
        sabot is None or sabot.seen.identity != shared.sabot.seen.identity
    ):
        unheard += (shared.sabot,)
    after = replace(shared, view=view, sabot=sabot, unheard=unheard)
    return Folded(after, sabot.seen if sabot else None, wrong)


def read_events(missed: tuple[msgspec.Raw, ...] | None) -> list[StreamEvent]:
    """Decode the events that were missed while disconnected."""
    try:
        return [_event.decode(each) for each in missed or ()]
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise NotUnderstood(why=str(error)) from None


def _contradicts(before: SeenSabot | None, after: SeenSabot | None) -> str:
    """How a snapshot contradicts what was seen of the same sabot, or an empty text."""
    if before is None or after is None or before.seen.identity != after.seen.identity:
        return ""
    old, new = before.seen, after.seen
    if (old.commitment, old.sheet) != (new.commitment, new.sheet):
        return "two commitments for one sabot"
    if old.hashes is not None and old.hashes != new.hashes:
        return "two lists for one sabot"
    if old.fixed is not None and old.fixed != new.fixed:
        return "two orders for one sabot"
    return ""


def fold_in(
    shared: SeenTable, event: StreamEvent, sheets: Mapping[str, Sheet], player: str = ""
) -> Folded:
    """The table after an event; a repeated event changes nothing."""
    view = shared.view
    if event.epoch == view.epoch and event.offset <= view.offset:
        return Folded(shared)
    shared, sabot = replace(shared, view=fold(view, event)), shared.sabot
    match event:
        case Shuffled(commitment=""):
            return Folded(replace(shared, sabot=None, mixed=False, opened=False, unmixed=""))
        case Shuffled():
            seen = Seen(event.table, event.epoch, event.sabot, event.commitment, event.sheet)
            fresh = replace(shared, sabot=SeenSabot(seen), mixed=False, opened=False, unmixed="")
            return Folded(fresh, seen)
        case Revealed():
            return _revealed(shared, event, sheets)
        case BettingOpened(fixed=fixed) if sabot is not None:
            wrong = "" if fixed == sabot.seen.fixed else "another order than the one that was fixed"
            return Folded(shared, wrong=wrong)
        case _ if sabot is not None:
            return _of_sabot(shared, sabot, event, sheets, player)
        case _:
            return Folded(shared)


def _of_sabot(
    shared: SeenTable,
    sabot: SeenSabot,
    event: StreamEvent,
    sheets: Mapping[str, Sheet],
    player: str,
) -> Folded:
    seen, noted, wrong = sabot.seen, None, ""
    match event:
        case ListClosed(players=players):
            noted = replace(seen, hashes=_hashes(players))
            sabot = replace(sabot, seen=noted)
            if shared.mixed and player not in {each.player for each in players}:
                wrong = "my hash was accepted but is not in the list"
        case Fixed(players=players, fixed=fixed):
            noted = replace(seen, hashes=_hashes(players), fixed=fixed)
            wrong = wrong_fixed(seen, players, fixed)
            sabot = replace(sabot, seen=noted)
        case Burned(first=first, burned=burned):
            sabot = replace(sabot, first=first, burned=burned)
        case Result():
            index = event.statistics.coups
            coups = {**sabot.coups, event.coup: (index, event.cards)}
            sabot = replace(sabot, coups=coups)
            wrong = wrong_result(event, sheets.get(seen.sheet or ""))
        case _:
            pass
    return Folded(replace(shared, sabot=sabot), noted, wrong)


def _revealed(shared: SeenTable, event: Revealed, sheets: Mapping[str, Sheet]) -> Folded:
    sabot = shared.sabot
    after = replace(shared, sabot=None, mixed=False, opened=False, unmixed="")
    if sabot is None:
        return Folded(after)  # nothing was seen of this sabot, so there is nothing to compare
    sheet = sheets.get(sabot.seen.sheet or "")
    wrong = wrong_reveal(
        event, sabot.seen, sheet, sabot.first, sabot.burned, tuple(sabot.coups.values())
    )
    return Folded(after if wrong else hold(after, sabot.seen), wrong=wrong)


def hold(shared: SeenTable, seen: Seen) -> SeenTable:
    """Mark a sabot as verified."""
    unheard = tuple([each for each in shared.unheard if each.seen.identity != seen.identity])
    proved = shared.proved | {seen.identity}
    *_, last = max(proved, key=lambda identity: identity[1:])
    return replace(shared, verified=last, proved=proved, unheard=unheard)


def _hashes(players: tuple[Listed, ...]) -> list[tuple[str, str]]:
    return [(each.player, each.hash) for each in players]
