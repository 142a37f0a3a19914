"""The state of a client at its table, and how each message changes it: no socket, no clock.

`ask` adds a request, which waits under its key for an answer.
`hear` returns the state after a message, which requests it answers, and what happened.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from puntobanco.client.fairness import check_coup, check_retired, seen_before
from puntobanco.client.refusals import CommitmentRetired, DoesNotHold, NotUnderstood, refused
from puntobanco.client.seen_table import Folded, SeenTable, fold_in, look, read_events
from puntobanco.client.shared_fairness import wrong_payment
from puntobanco.errors import OtherCoup, OurFault, Refusal, StoreHalted
from puntobanco.fair.proof import Seen
from puntobanco.game.bets import Bet
from puntobanco.game.sheet import Sheet
from puntobanco.wire.messages import (
    AutomaticSet,
    Closed,
    CoupPlayed,
    Done,
    Event,
    Happened,
    LinesChanged,
    MixTaken,
    NotTaken,
    Paid,
    Placed,
    PrivateEvent,
    Refused,
    Retired,
    ServerMessage,
    SharedEvent,
    SharedWelcome,
    Staying,
    Warned,
    Watching,
    Welcome,
)
from puntobanco.wire.requests import (
    AskManager,
    Automatic,
    Box,
    Call,
    Carte,
    Confirm,
    Hello,
    Place,
    SeatRequest,
    Show,
    Stay,
)
from puntobanco.wire.seat_fold import PrivateView, SharedView, fold_seat
from puntobanco.wire.stream import BettingOpened, Streamed, StreamEvent, TableView

_MIXING: Final = ("mix", "open_seed")


class Link(StrEnum):
    """The state of the connection."""

    CONNECTING = "connecting"  # for the first time
    CONNECTED = "connected"
    RECONNECTING = "reconnecting"
    STOPPED = "stopped"  # until `reconnect` is called, or for ever
    OVER = "over"  # the session is closed


class LinkChanged(Struct, frozen=True):
    """The connection was made, lost or given up."""

    link: Link
    why: str = ""


class PendingRequest(Struct, frozen=True):
    """A request that waits for its answer."""

    request: SeatRequest | Box | Call | Show | AskManager
    bound: Seen | None = None  # the commitment that a bet's seed was drawn for

    @property
    def key(self) -> str:
        return getattr(self.request, "key", "")

    @property
    def tag(self) -> str:
        return str(self.request.__struct_config__.tag)


class ClientState(Struct, frozen=True):
    """Everything a client knows about its table."""

    session: str
    house: str
    table: str
    player: str  # the name under which the seed is mixed in
    currency: str
    sheets: Mapping[str, Sheet]  # by hash, all sheets of the session
    sheet_hash: str  # of the rules in force
    seat: PrivateView | SharedView  # the fold of the events received
    next: Seen  # the next coup and the house's commitment to it
    closes_in_ms: int = 0  # as last told by the server
    link: Link = Link.CONNECTING
    waiting: tuple[PendingRequest, ...] = ()
    closed: Closed | None = None
    distrust: str = ""  # the check that failed, if any; then nothing is bet any more
    asked_again: frozenset[str] = frozenset()  # keys of requests repeated after a server error
    shared: SeenTable | None = None  # only at a shared table, which commits to sabots
    house_now: int = 0  # the house's clock at the time of the welcome

    @property
    def is_shared(self) -> bool:
        return self.shared is not None

    @property
    def sheet(self) -> Sheet:
        return self.sheets[self.sheet_hash]

    @property
    def credit(self) -> int:
        return self.seat.credit

    @property
    def draft(self) -> Mapping[Bet, int]:
        """The chips on the cloth, as the server knows them."""
        return self.seat.draft

    @property
    def hello(self) -> Hello:
        seat = self.seat
        if self.shared is None:
            return Hello(seat.epoch, seat.offset)
        view = self.shared.view
        return Hello(seat.epoch, seat.offset, view.epoch, view.offset)


Answer = Event | Placed | Staying | AutomaticSet | Done | Refusal


class Heard(Struct, frozen=True):
    """What a message changed."""

    state: ClientState
    answers: tuple[tuple[PendingRequest, Answer], ...] = ()
    tells: tuple[
        Event | Warned | NotTaken | LinesChanged | StreamEvent, ...
    ] = ()  # events, whoever caused them
    noted: tuple[Seen, ...] = ()  # commitments to keep, for checking the house
    adrift: tuple[
        PendingRequest, ...
    ] = ()  # bets on old commitments: only the history has their answers
    again: tuple[PendingRequest, ...] = ()  # to be sent again with the same keys


def ask(state: ClientState, pending: PendingRequest) -> ClientState:
    return replace(state, waiting=(*state.waiting, pending))


def settle_waiting(state: ClientState, pending: PendingRequest) -> ClientState:
    return replace(state, waiting=tuple([each for each in state.waiting if each is not pending]))


def hear(state: ClientState, message: ServerMessage | StreamEvent) -> Heard:
    """The state after a message."""
    heard = _hear(state, message)
    if heard.state.next is not state.next and not state.is_shared:
        return replace(heard, noted=(heard.state.next,))
    return heard


def _hear(state: ClientState, message: ServerMessage | StreamEvent) -> Heard:
    match message:
        case Streamed():
            return _streamed(state, message)
        case Happened():
            return _event(state, message)
        case Welcome():
            return _welcome(state, message)
        case Placed(bets=bets):
            return _answered(_with_draft(state, bets), _first(state, Place), message)
        case AutomaticSet() | MixTaken() | Done():
            return _of_table(state, message)
        case Staying(closes_in_ms=left):
            return _answered(replace(state, closes_in_ms=left), _first(state, Stay), message)
        case Warned() | NotTaken() | LinesChanged():
            return _unasked(state, message)
        case Refused():
            return _refused(state, message)
        case Watching():
            raise NotUnderstood(why="a message for watchers was sent to a player")


def _unasked(state: ClientState, message: Warned | NotTaken | LinesChanged) -> Heard:
    """Messages that are neither answers nor events."""
    match message:
        case LinesChanged():
            return Heard(state, tells=(message,))  # lines are read over HTTP
        case NotTaken():
            return Heard(_with_draft(state, {}), tells=(message,))
        case Warned(closes_in_ms=left):
            return Heard(replace(state, closes_in_ms=left), tells=(message,))


def _with_draft(state: ClientState, bets: dict[Bet, int]) -> ClientState:
    return replace(state, seat=replace(state.seat, draft=bets))


def _first(state: ClientState, kind: type[SeatRequest]) -> PendingRequest | None:
    return next((each for each in state.waiting if type(each.request) is kind), None)


def _by_key(state: ClientState, key: str) -> PendingRequest | None:
    return next((each for each in state.waiting if key and each.key == key), None)


def _answered(
    state: ClientState,
    pending: PendingRequest | None,
    answer: Answer,
    tells: tuple[Event, ...] = (),
) -> Heard:
    if pending is None:
        return Heard(state, tells=tells)
    return Heard(settle_waiting(state, pending), ((pending, answer),), tells)


def _refused(state: ClientState, message: Refused) -> Heard:
    if message.code == StoreHalted.code:
        return Heard(state)  # not an answer: the result is known after the restart
    if message.request in _MIXING and state.shared is not None:
        return Heard(replace(state, shared=replace(state.shared, unmixed=message.code)))
    pending = _by_key(state, message.key)
    if (
        message.code == OurFault.code
        and pending is not None
        and pending.key not in state.asked_again
    ):
        # The request may have been done: repeat it with the same key, but only once.
        known = state.asked_again | {pending.key}
        return Heard(replace(state, asked_again=known), again=(pending,))
    if pending is None:
        pending = next((e for e in state.waiting if not e.key and e.tag == message.request), None)
    return _answered(state, pending, refused(message.code, message.message))


def _event(state: ClientState, event: Event) -> Heard:
    """Process an event, or the repetition of one after a repeated request."""
    if isinstance(event, PrivateEvent if state.is_shared else SharedEvent):
        raise NotUnderstood(why=f"{type(event).__name__} at the other kind of table")
    pending = _by_key(state, event.key)
    is_new = event.epoch != state.seat.epoch or event.offset > state.seat.offset
    tells = (event,) if is_new else ()
    answer: Answer = event
    try:
        _check(state, event, pending, is_new=is_new)
    except DoesNotHold as refusal:
        answer = refusal
        state = replace(state, distrust=refusal.message)
    if is_new:
        state = _after(state, event)
    heard = _answered(state, pending, answer, tells)
    if isinstance(event, Retired):
        return _without_bets_on(heard, event)
    return heard


def _check(
    state: ClientState, event: Event, pending: PendingRequest | None, *, is_new: bool
) -> None:
    if isinstance(event, CoupPlayed) and (pending or is_new):
        seen = pending.bound if pending and pending.bound else state.next
        request = pending.request if pending and isinstance(pending.request, Carte) else None
        check_coup(event, seen, state.sheets[seen.sheet or ""], state.player, request)
        if is_new and event.offset == state.seat.offset + 1 and event.credit_before != state.credit:
            raise DoesNotHold(
                number=event.number, table=event.table, what="its credit before the coup is wrong"
            )
    elif isinstance(event, Retired) and is_new:
        check_retired(event, state.next, state.sheets[state.next.sheet or ""])
    elif isinstance(event, Paid) and is_new and state.shared is not None:
        _check_payment(state, state.shared, event)


def _check_payment(state: ClientState, shared: SeenTable, event: Paid) -> None:
    mine = event.of_session == state.session and not event.to_account
    stakes = state.seat.stakes if mine and isinstance(state.seat, SharedView) else {}
    _, cards = shared.sabot.coups.get(event.number, (0, None)) if shared.sabot else (0, None)
    wrong = wrong_payment(event, state.sheets.get(event.sheet), stakes or None, cards)
    if wrong:
        raise DoesNotHold(number=event.number, table=event.table, what=wrong)


def _after(state: ClientState, event: Event) -> ClientState:
    state = replace(state, seat=fold_seat(state.seat, event))
    match event:
        case CoupPlayed(next=coming):
            rules = state.next.sheet or state.sheet_hash
            return replace(state, next=seen_before(state.table, event.epoch, coming, rules))
        case Retired(next=coming):
            rules = state.sheet_hash
            return replace(state, next=seen_before(state.table, event.epoch, coming, rules))
        case Closed():
            return replace(state, closed=event)
        case _:
            return state


def _without_bets_on(heard: Heard, event: Retired) -> Heard:
    """Drop bets on a retired commitment: the house has seen their seed."""
    gone = tuple(
        each
        for each in heard.state.waiting
        if each.bound is not None and each.bound.commitment == event.commitment
    )
    state = heard.state
    for each in gone:
        state = settle_waiting(state, each)
    refusals = tuple((each, CommitmentRetired(number=event.number)) for each in gone)
    return replace(heard, state=state, answers=(*heard.answers, *refusals))


def _welcome(state: ClientState, message: Welcome) -> Heard:
    was = state.shared and state.shared.view.epoch
    answers: list[tuple[PendingRequest, Answer]] = []
    tells: list[Event | Warned | NotTaken | LinesChanged | StreamEvent] = []
    for raw in message.missed or ():
        heard = _event(state, _read_event(raw))
        state = heard.state
        answers += heard.answers
        tells += heard.tells
    noted: tuple[Seen, ...] = ()
    if message.shared is not None:
        seen = _welcome_shared(state, message.shared)
        state, tells, noted = seen.state, [*seen.tells, *tells], seen.noted
        answers += seen.answers
    coming = seen_before(message.table, message.epoch, message.next, state.sheet_hash)
    if state.is_shared:
        coming = state.next
    elif coming.identity == state.next.identity:
        if coming.commitment != state.next.commitment:
            state = replace(state, distrust=f"coup {coming.number}: two commitments for one number")
        coming = state.next
    state = replace(
        state,
        seat=_seated(state.seat, message),
        next=coming,
        closes_in_ms=message.closes_in_ms,
        link=Link.CONNECTED,
    )
    # After a restore coups are numbered anew, so only the history has the answers.
    is_restored = state.shared is not None and was is not None and state.shared.view.epoch != was
    adrift = [
        each
        for each in state.waiting
        if (each.bound and each.bound.commitment != coming.commitment)
        or (is_restored and isinstance(each.request, Confirm))
    ]
    again = [each for each in state.waiting if each not in adrift]
    return Heard(state, tuple(answers), tuple(tells), noted, tuple(adrift), tuple(again))


def _seated(seat: PrivateView | SharedView, welcome: Welcome) -> PrivateView | SharedView:
    """The seat from the welcome, which may not repeat all missed events."""
    stands = {
        "epoch": welcome.epoch, "offset": welcome.offset,
        "credit": welcome.credit, "draft": welcome.draft,
    }  # fmt: skip
    if isinstance(seat, PrivateView):
        return replace(seat, next=welcome.next, **stands)
    mine = welcome.shared
    if mine is None:
        raise NotUnderstood(why="a shared table's welcome without its table")
    return replace(seat, stakes=mine.stakes, left=mine.left, held=mine.held, **stands)


def _read_event(raw: msgspec.Raw) -> Event:
    try:
        event: Event = msgspec.json.decode(raw, type=Event)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise NotUnderstood(why=str(error)) from None
    return event


# --- a shared table --------------------------------------------------------------------------


def _streamed(state: ClientState, event: StreamEvent) -> Heard:
    """Process an event of the table's stream."""
    if state.shared is None:
        raise NotUnderstood(why=f"{event.table} sends table events but is private")
    view = state.shared.view
    is_new = event.epoch != view.epoch or event.offset > view.offset
    heard = _folded(state, fold_in(state.shared, event, state.sheets, state.player))
    if isinstance(event, BettingOpened) and is_new:  # a new coup starts with an empty cloth
        heard = replace(heard, state=_with_draft(heard.state, {}))
    return replace(heard, tells=(event,) if is_new else ())


def _folded(state: ClientState, folded: Folded) -> Heard:
    return Heard(
        replace(state, shared=folded.shared, distrust=state.distrust or folded.wrong),
        noted=() if folded.noted is None else (folded.noted,),
    )


def _of_table(state: ClientState, message: AutomaticSet | MixTaken | Done) -> Heard:
    """Process a shared table's answer to this player."""
    shared = state.shared
    if shared is None:
        raise NotUnderstood(why=f"{type(message).__name__} at a private table")
    if isinstance(message, AutomaticSet):
        after = replace(state, shared=replace(shared, automatic=message.on))
        return _answered(after, _first(state, Automatic), message)
    if isinstance(message, Done):
        pending = next((each for each in state.waiting if each.tag == message.request), None)
        return _answered(state, pending, message)
    if message.sabot == shared.view.sabot:
        shared = replace(shared, mixed=True, opened=message.opened)
    return Heard(replace(state, shared=shared))


def _welcome_shared(state: ClientState, message: SharedWelcome) -> Heard:
    """Process the missed events, then take over the snapshot."""
    before = state.shared or SeenTable(message.view)
    state = replace(state, shared=before, house_now=message.now)
    tells: list[Event | Warned | NotTaken | LinesChanged | StreamEvent] = []
    noted: list[Seen] = []
    for event in read_events(message.missed):
        heard = _streamed(state, event)
        state = heard.state
        tells += heard.tells
        noted += heard.noted
    looked = _folded(state, look(state.shared or before, message.view))
    shared = replace(
        looked.state.shared or before,
        automatic=message.automatic,
        mixed=message.mixed,
        opened=message.opened,
    )
    heard = _without_chips(replace(looked.state, shared=shared), before.view, message.view)
    return replace(heard, tells=tuple(tells), noted=(*noted, *looked.noted))


def _without_chips(state: ClientState, before: TableView, now: TableView) -> Heard:
    """Drop unanswered chips for a coup that is over: they are not meant for the next one.

    This is for reconnects only: on a working connection the house answers them.
    """
    gone = [
        each
        for each in state.waiting
        if isinstance(each.request, Place)
        and (before.epoch, each.request.coup) != (now.epoch, now.coup)
    ]
    for each in gone:
        state = settle_waiting(state, each)
    return Heard(state, tuple([(each, OtherCoup(next=now.coup)) for each in gone]))
