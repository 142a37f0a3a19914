"""A table as its client knows it, and what each message makes of that: no socket, no clock.

`ask`: a request waits, under its key, until something answers it.
`hear`: the state after a message, what it answers, what it tells.
"""

from collections.abc import Mapping
from enum import StrEnum

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from puntobanco.client.fairness import check_coup, check_retired, seen_before
from puntobanco.client.refusals import CommitmentRetired, DoesNotHold, NotUnderstood, refused
from puntobanco.errors import Refusal, StoreHalted
from puntobanco.fair.proof import Seen
from puntobanco.game.bets import Bet
from puntobanco.game.sheet import Sheet
from puntobanco.wire.messages import (
    Closed,
    Coup,
    Event,
    Opened,
    Placed,
    Refused,
    Retired,
    Staying,
    Told,
    ToppedUp,
    Warned,
    Welcome,
)
from puntobanco.wire.requests import Asking, Carte, Hello, Place, Stay


class Link(StrEnum):
    """How the connection is."""

    CONNECTING = "connecting"  # for the first time
    CONNECTED = "connected"
    RECONNECTING = "reconnecting"
    STOPPED = "stopped"  # for good, or until somebody asks to reconnect
    OVER = "over"  # the session is closed


class LinkChanged(Struct, frozen=True):
    """The connection came, went or was given up."""

    link: Link
    why: str = ""


class Asked(Struct, frozen=True):
    """A request that waits for its answer."""

    request: Asking
    bound: Seen | None = None  # a coup's: the commitment its seed was drawn after

    @property
    def key(self) -> str:
        return getattr(self.request, "key", "")

    @property
    def tag(self) -> str:
        return str(self.request.__struct_config__.tag)


class State(Struct, frozen=True):
    """All a client knows of its table."""

    session: str
    house: str
    table: str
    player: str  # as it is mixed in with the seed
    currency: str
    sheets: Mapping[str, Sheet]  # by hash, all the session was played by
    sheet_hash: str  # of the rules in force
    epoch: int
    offset: int  # the last event heard
    credit: int
    next: Seen  # the coup to come, and what the house has committed to
    draft: Mapping[Bet, int] = {}  # chips on the cloth, as the server knows them
    closes_in_ms: int = 0  # as it was last told
    link: Link = Link.CONNECTING
    waiting: tuple[Asked, ...] = ()
    closed: Closed | None = None
    distrust: str = ""  # why the house isn't believed any more

    @property
    def sheet(self) -> Sheet:
        return self.sheets[self.sheet_hash]

    @property
    def hello(self) -> Hello:
        return Hello(self.epoch, self.offset)


Answer = Event | Placed | Staying | Refusal


class Heard(Struct, frozen=True):
    """What a message changed."""

    state: State
    answers: tuple[tuple[Asked, Answer], ...] = ()
    tells: tuple[Event | Warned, ...] = ()  # what happened, whoever asked for it
    adrift: tuple[Asked, ...] = ()  # coups whose commitment is gone: only the history knows
    again: tuple[Asked, ...] = ()  # to be sent once more, under the same keys


def ask(state: State, asked: Asked) -> State:
    return replace(state, waiting=(*state.waiting, asked))


def settle_waiting(state: State, asked: Asked) -> State:
    return replace(state, waiting=tuple([each for each in state.waiting if each is not asked]))


def hear(state: State, told: Told) -> Heard:
    """The state after a message."""
    match told:
        case Opened() | ToppedUp() | Coup() | Retired() | Closed():
            return _event(state, told)
        case Welcome():
            return _welcome(state, told)
        case Placed(bets=bets):
            return _answered(replace(state, draft=bets), _first(state, Place), told)
        case Staying(closes_in_ms=left):
            return _answered(replace(state, closes_in_ms=left), _first(state, Stay), told)
        case Warned(closes_in_ms=left):
            return Heard(replace(state, closes_in_ms=left), tells=(told,))
        case Refused():
            return _refused(state, told)


def _first(state: State, kind: type[Asking]) -> Asked | None:
    return next((each for each in state.waiting if type(each.request) is kind), None)


def _by_key(state: State, key: str) -> Asked | None:
    return next((each for each in state.waiting if key and each.key == key), None)


def _answered(
    state: State, asked: Asked | None, answer: Answer, tells: tuple[Event, ...] = ()
) -> Heard:
    if asked is None:
        return Heard(state, tells=tells)
    return Heard(settle_waiting(state, asked), ((asked, answer),), tells)


def _refused(state: State, told: Refused) -> Heard:
    if told.code == StoreHalted.code:
        return Heard(state)  # no answer: what became of it shows after the restart
    asked = _by_key(state, told.key)
    if asked is None:
        asked = next((e for e in state.waiting if not e.key and e.tag == told.request), None)
    return _answered(state, asked, refused(told.code, told.message))


def _event(state: State, told: Event) -> Heard:
    """Something durable happened; or it had, and is told once more because we asked again."""
    asked = _by_key(state, told.key)
    is_new = told.epoch != state.epoch or told.offset > state.offset
    tells = (told,) if is_new else ()
    answer: Answer = told
    try:
        _check(state, told, asked, is_new=is_new)
    except DoesNotHold as refusal:
        answer = refusal
        state = replace(state, distrust=refusal.message)
    if is_new:
        state = _after(state, told)
    heard = _answered(state, asked, answer, tells)
    if isinstance(told, Retired):
        return _without_bets_on(heard, told)
    return heard


def _check(state: State, told: Event, asked: Asked | None, *, is_new: bool) -> None:
    if isinstance(told, Coup) and (asked or is_new):
        seen = asked.bound if asked and asked.bound else state.next
        request = asked.request if asked and isinstance(asked.request, Carte) else None
        check_coup(told, seen, state.sheets[seen.sheet or ""], state.player, request)
        if is_new and told.offset == state.offset + 1 and told.credit_before != state.credit:
            raise DoesNotHold(
                number=told.number, table=told.table, what="the credit before it was another"
            )
    elif isinstance(told, Retired) and is_new:
        check_retired(told, state.next, state.sheets[state.next.sheet or ""])


def _after(state: State, told: Event) -> State:
    state = replace(state, epoch=told.epoch, offset=told.offset)
    match told:
        case Coup(credit=credit, next=coming):
            rules = state.next.sheet or state.sheet_hash
            following = seen_before(state.table, told.epoch, coming, rules)
            return replace(state, credit=credit, next=following, draft={})
        case Retired(next=coming):
            following = seen_before(state.table, told.epoch, coming, state.sheet_hash)
            return replace(state, next=following, draft={})
        case ToppedUp(credit=credit):
            return replace(state, credit=credit)
        case Closed():
            return replace(state, credit=0, closed=told, draft={})
        case Opened():
            return state


def _without_bets_on(heard: Heard, told: Retired) -> Heard:
    """A bet on a retired commitment must not meet another one: the house has seen its seed."""
    gone = tuple(
        each
        for each in heard.state.waiting
        if each.bound is not None and each.bound.commitment == told.commitment
    )
    state = heard.state
    for each in gone:
        state = settle_waiting(state, each)
    refusals = tuple((each, CommitmentRetired(number=told.number)) for each in gone)
    return replace(heard, state=state, answers=(*heard.answers, *refusals))


def _welcome(state: State, told: Welcome) -> Heard:
    answers: list[tuple[Asked, Answer]] = []
    tells: list[Event | Warned] = []
    for raw in told.missed or ():
        heard = _event(state, _read_event(raw))
        state = heard.state
        answers += heard.answers
        tells += heard.tells
    coming = seen_before(told.table, told.epoch, told.next, state.sheet_hash)
    if coming.place == state.next.place:
        if coming.commitment != state.next.commitment:
            state = replace(state, distrust=f"coup {coming.number}: two commitments for one number")
        coming = state.next
    state = replace(
        state,
        epoch=told.epoch,
        offset=told.offset,
        credit=told.credit,
        draft=told.draft,
        next=coming,
        closes_in_ms=told.closes_in_ms,
        link=Link.CONNECTED,
    )
    adrift = [
        each for each in state.waiting if each.bound and each.bound.commitment != coming.commitment
    ]
    again = [each for each in state.waiting if each not in adrift]
    return Heard(state, tuple(answers), tuple(tells), tuple(adrift), tuple(again))


def _read_event(raw: msgspec.Raw) -> Event:
    try:
        event: Event = msgspec.json.decode(raw, type=Event)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise NotUnderstood(why=str(error)) from None
    return event
