"""A recorded coup, dealt and paid once more."""

from puntobanco.audit.findings import Check, Findings
from puntobanco.audit.rules import Rules
from puntobanco.errors import Refusal
from puntobanco.fair.commitment import commit, deal_order, mix
from puntobanco.game.cards import print_cards
from puntobanco.game.coup import MOST_CARDS, Outcome, Side, deal
from puntobanco.game.settlement import settle
from puntobanco.wire.messages import Coup, Retired


def replay(record: int, told: Coup, rules: Rules, findings: Findings) -> None:
    """From its seeds to its last cent, by the sheet it names."""
    terms = rules.terms(told.table, told.epoch, told.number)
    seed = bytes.fromhex(told.server_seed)
    if commit(seed, terms).hex() != told.commitment:
        findings.miss(Check.COMMITMENTS, record, "its seed does not open its commitment")
    sheet = rules.sheet
    coup = deal(sheet.rule, deal_order(seed, terms, (mix(told.player, told.seed),), MOST_CARDS))
    points = coup.points
    dealt = (
        print_cards(coup.cards),
        points[Side.PUNTO],
        points[Side.BANCO],
        coup.outcome,
        coup.decisions,
    )
    if dealt != (told.cards, told.punto, told.banco, told.outcome, told.decisions):
        findings.miss(Check.CARDS, record, f"its seeds give {dealt[0]}, it tells {told.cards}")
    stakes = {paid.bet: paid.stake for paid in told.bets}
    try:
        settlement = settle(sheet, coup, stakes)
    except Refusal as refusal:
        findings.miss(Check.SETTLEMENT, record, refusal.message)
        return
    staked, returned = sum(stakes.values()), settlement.total
    if settlement.payments != told.bets or (staked, returned) != (told.staked, told.returned):
        findings.miss(
            Check.SETTLEMENT,
            record,
            f"{staked} staked return {returned}, it tells {told.returned} for {told.staked}",
        )


def would_have_come(told: Retired, rules: Rules) -> Outcome:
    """What a retired seed would have dealt to a player who mixed nothing in."""
    terms = rules.terms(told.table, told.of_epoch, told.number)
    cards = deal_order(bytes.fromhex(told.server_seed), terms, (), MOST_CARDS)
    return deal(rules.sheet.rule, cards).outcome
