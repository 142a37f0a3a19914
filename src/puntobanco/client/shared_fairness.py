"""Checks a shared table against its commitments: its list, its order, its cards, its payments.

Each function returns what is wrong, or an empty text.
"""

from collections.abc import Mapping
from typing import Final

from puntobanco.errors import Refusal
from puntobanco.fair.commitment import (
    CommitmentEnding,
    Mixed,
    Terms,
    commit,
    deal_order,
    fix,
    hash_seed,
    parse_hex,
)
from puntobanco.fair.proof import Proof, Seen, lay_out
from puntobanco.fair.verify import verify
from puntobanco.game.bets import Bet
from puntobanco.game.cards import parse_cards
from puntobanco.game.coup import Side, deal
from puntobanco.game.settlement import Payment, left_on_cloth, pay
from puntobanco.game.sheet import Sheet
from puntobanco.wire.messages import Paid
from puntobanco.wire.stream import Listed, Result, Revealed

_DEALT: Final = (
    CommitmentEnding.PLAYED,
    CommitmentEnding.CLOSED,
)  # played to the cut card, or until the table closed
NO_SHEET = "it is dealt by rules the table doesn't show"


def wrong_fixed(seen: Seen, players: tuple[Listed, ...], fixed: str) -> str:
    """Check that the list is unchanged, all its seeds are open, and the hash fits both."""
    if seen.hashes is not None and [(each.player, each.hash) for each in players] != seen.hashes:
        return "the order is fixed with another list than the closed one"
    if any(each.seed is None for each in players):
        return "the order was fixed although a seed was not opened"
    try:
        mixed = _mixed(players)
    except Refusal as refusal:
        return refusal.message
    if not _all_open(mixed):
        return "a seed is not the one whose hash is in the list"
    if fix(bytes.fromhex(seen.commitment), mixed).hex() != fixed:
        return "the order is fixed by another hash than the list's"
    return ""


def wrong_result(event: Result, sheet: Sheet | None) -> str:
    """Check that the cards give this result by the sheet's tiraggio."""
    if sheet is None:
        return NO_SHEET
    try:
        coup = deal(sheet.rule, parse_cards(event.cards))
    except Refusal as refusal:
        return refusal.message
    given = (coup.points[Side.PUNTO], coup.points[Side.BANCO], coup.outcome)
    return "" if given == (event.punto, event.banco, event.outcome) else "the cards don't give it"


def wrong_payment(
    paid: Paid, sheet: Sheet | None, stakes: Mapping[Bet, int] | None, cards: str | None
) -> str:
    """Check the payment by the sheet, and against the stakes and cards that were seen."""
    if sheet is None:
        return NO_SHEET
    if cards is not None and cards != paid.cards:
        return "the cards of the payment are not those on the table"
    laid = {each.bet: each.stake for each in paid.bets}
    if stakes is not None and stakes != laid:
        return "the stakes of the payment are not mine"
    try:
        coup = deal(sheet.rule, parse_cards(paid.cards))
        settled = pay(sheet, coup, laid)
    except Refusal as refusal:
        return refusal.message
    if sorted(settled.payments, key=_bet) != sorted(paid.bets, key=_bet):
        return "the bets aren't paid as the sheet says"
    if paid.left and paid.left != left_on_cloth(sheet, coup, laid):
        return "the stakes left on the cloth are not those that the sheet says"
    if (paid.staked, paid.returned + sum(paid.left.values())) != (settled.staked, settled.total):
        return "the sums don't follow from the bets"
    if not paid.to_account and paid.credit != paid.credit_before - paid.staked + paid.returned:
        return "the credit doesn't add up"
    return ""


def wrong_reveal(
    event: Revealed,
    seen: Seen,
    sheet: Sheet | None,
    first: str,
    burned: int,
    coups: tuple[tuple[int, str], ...],
) -> str:
    """Check that the seed opens the commitment and gives all cards that were seen."""
    if (event.of_epoch, event.sabot) != (seen.epoch, seen.number):
        return f"sabot {seen.number} was on the table"
    if sheet is None:
        return NO_SHEET
    try:
        seed = parse_hex("the server's seed", event.server_seed)
        players = _mixed(event.players)
        sheet_hash = parse_hex("the sheet's hash", event.sheet)
    except Refusal as refusal:
        return refusal.message
    cards = sheet.cards
    terms = Terms(*seen.identity, sheet_hash, cards.decks, cards.cut or 0)
    if event.sheet != seen.sheet or event.commitment != seen.commitment:
        return "it names another commitment"
    if commit(seed, terms).hex() != seen.commitment:
        return "the house's seed is not the one it committed to"
    wrong = _wrong_list(event, seen, players)
    if wrong or event.ended not in _DEALT:
        return wrong
    if any(index > event.coups for index, _ in coups):
        return f"it says that only {event.coups} coups of it were dealt"
    return _wrong_cards(sheet, seed, terms, players, first, burned, coups)


def _wrong_list(event: Revealed, seen: Seen, players: tuple[Mixed, ...]) -> str:
    if seen.hashes is not None and [(e.player, e.hash) for e in event.players] != seen.hashes:
        return "its list is not the closed one"
    if not _all_open(players):
        return "a seed is not the one whose hash is in the list"
    if event.ended == CommitmentEnding.RETIRED and seen.fixed is not None:
        return "it was given up after its order was fixed"
    fixed = fix(bytes.fromhex(seen.commitment), players).hex()
    if event.ended in _DEALT and seen.fixed not in (None, fixed):
        return "its order is not the one that was fixed"
    return ""


def _wrong_cards(
    sheet: Sheet,
    seed: bytes,
    terms: Terms,
    players: tuple[Mixed, ...],
    first: str,
    burned: int,
    coups: tuple[tuple[int, str], ...],
) -> str:
    under, dealt = lay_out(sheet, deal_order(seed, terms, players))
    return _other_cards(under, dealt, first, burned, coups)


def wrong_proof(
    proof: Proof, seen: list[Seen], first: str, burned: int, coups: tuple[tuple[int, str], ...]
) -> str:
    """Check a proof that was fetched later against all that was seen of its sabot."""
    wrong = [check for check, holds in verify(proof, seen).items() if not holds]
    if wrong:
        return f"the proof of sabot {proof.number} doesn't hold: {', '.join(wrong)}"
    return _other_cards(proof.burned, proof.coups, first, burned, coups)


def _other_cards(
    under: str,
    dealt: tuple[str, ...],
    first: str,
    burned: int,
    coups: tuple[tuple[int, str], ...],
) -> str:
    if first and (under[:2], len(under) // 2 - 1) != (first, burned):
        return "the burned cards don't follow from the seeds"
    for index, cards in coups:
        if not 1 <= index <= len(dealt) or dealt[index - 1] != cards:
            return f"the cards {cards} don't follow from the seeds"
    return ""


def _mixed(players: tuple[Listed, ...]) -> tuple[Mixed, ...]:
    return tuple(Mixed(each.player, parse_hex("a hash", each.hash), each.seed) for each in players)


def _all_open(players: tuple[Mixed, ...]) -> bool:
    """Whether every open seed fits its hash."""
    return all(each.seed is None or hash_seed(each.seed) == each.hash for each in players)


def _bet(payment: Payment) -> str:
    return payment.bet
