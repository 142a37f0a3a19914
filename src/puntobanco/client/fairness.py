"""Checks that a coup matches the house's commitment and was paid by its sheet."""

from collections.abc import Mapping

from msgspec.structs import replace

from puntobanco.client.refusals import DoesNotHold
from puntobanco.errors import Refusal
from puntobanco.fair.commitment import Terms, commit, deal_order, fix, mix, parse_hex
from puntobanco.fair.proof import Seen
from puntobanco.game.bets import Bet
from puntobanco.game.cards import print_cards
from puntobanco.game.coup import MOST_CARDS, Side, deal
from puntobanco.game.settlement import Payment, settle
from puntobanco.game.sheet import Sheet
from puntobanco.wire.messages import CoupPlayed, Next, Retired
from puntobanco.wire.requests import Carte


def seen_before(table: str, epoch: int, coming: Next, sheet_hash: str) -> Seen:
    """What a client notes of a coup before it bets."""
    return Seen(table, epoch, coming.number, coming.commitment, sheet_hash)


def with_fixed(seen: Seen, player: str, seed: str) -> Seen:
    """Add the hash that fixes the order, which needs the player's seed."""
    return replace(seen, fixed=fix(bytes.fromhex(seen.commitment), (mix(player, seed),)).hex())


def check_coup(
    coup: CoupPlayed, seen: Seen, sheet: Sheet, player: str, request: Carte | None
) -> None:
    """Deal and pay a coup again; raise if anything differs.

    `request` is None for a coup that another connection of the same player asked for.
    """
    bets = request.bets if request else {paid.bet: paid.stake for paid in coup.bets}
    try:
        wrong = _wrong_terms(coup, seen, sheet, player, request) or _wrong_play(coup, sheet, bets)
    except Refusal as refusal:  # not a hash, not cards, or stakes outside the limits
        wrong = refusal.message
    if wrong:
        raise DoesNotHold(number=coup.number, table=coup.table, what=wrong)


def _wrong_terms(
    coup: CoupPlayed, seen: Seen, sheet: Sheet, player: str, request: Carte | None
) -> str | None:
    if (coup.table, coup.epoch, coup.number) != seen.identity:
        return f"number {seen.number} was announced"
    if coup.commitment != seen.commitment:
        return "it names another commitment"
    if coup.sheet != seen.sheet:
        return "it was played by other rules"
    seed = parse_hex("the server's seed", coup.server_seed)
    if commit(seed, _terms(seen, sheet)).hex() != seen.commitment:
        return "the house's seed is not the one it committed to"
    if coup.player != player or (request is not None and coup.seed != request.seed):
        return "the seed that was mixed in is not the player's"
    return None


def _wrong_play(coup: CoupPlayed, sheet: Sheet, bets: Mapping[Bet, int]) -> str | None:
    terms = Terms(
        coup.table, coup.epoch, coup.number, bytes.fromhex(coup.sheet), sheet.cards.decks, 0
    )
    mine = mix(coup.player, coup.seed)
    order = deal_order(bytes.fromhex(coup.server_seed), terms, (mine,), MOST_CARDS)
    dealt = deal(sheet.rule, order)
    if print_cards(dealt.cards) != coup.cards:
        return "the cards don't follow from the seeds"
    points = (dealt.points[Side.PUNTO], dealt.points[Side.BANCO])
    if (*points, dealt.outcome) != (coup.punto, coup.banco, coup.outcome):
        return "the cards don't give this result"
    paid = settle(sheet, dealt, bets)
    if sorted(paid.payments, key=_bet) != sorted(coup.bets, key=_bet):
        return "the bets aren't paid as the sheet says"
    if (coup.staked, coup.returned) != (paid.staked, paid.total):
        return "the sums don't follow from the bets"
    if coup.credit != coup.credit_before - coup.staked + coup.returned:
        return "the credit doesn't add up"
    return None


def _bet(payment: Payment) -> str:
    return payment.bet


def check_retired(retired: Retired, seen: Seen, sheet: Sheet) -> None:
    """Check that the seed of a retired commitment opens it."""
    try:
        seed = parse_hex("the server's seed", retired.server_seed)
        holds = (
            (retired.of_epoch, retired.number) == (seen.epoch, seen.number)
            and retired.commitment == seen.commitment
            and commit(seed, _terms(seen, sheet)).hex() == seen.commitment
        )
    except Refusal:
        holds = False
    if not holds:
        raise DoesNotHold(
            number=retired.number, table=retired.table, what="the retired seed doesn't open it"
        )


def _terms(seen: Seen, sheet: Sheet) -> Terms:
    cards = sheet.cards
    return Terms(*seen.identity, bytes.fromhex(seen.sheet or ""), cards.decks, cards.cut or 0)
