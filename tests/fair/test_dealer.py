"""The order of dealing, and every way to cheat at the mixing."""

from collections.abc import Callable

import msgspec
import pytest

from puntobanco.errors import (
    AllOpen,
    AlreadyIn,
    DoesNotOpen,
    NotInList,
    NotNow,
    NotText,
    OldEpoch,
    OutOfRange,
    SeedReused,
    SeedTooShort,
    SitsOut,
    Unopened,
    WrongLength,
)
from puntobanco.fair.commitment import CommitmentEnding, Terms, commit, hash_seed
from puntobanco.fair.dealer import TRANSITIONS, Dealer, DealerPhase, DealerStep, Mixing

FIRST = Terms(table="t", epoch=1, number=1, sheet=bytes(32), decks=8, cut=104)
ANNA, BRUNO = "a" * 32, "b" * 32


def seed(number: int) -> bytes:
    return number.to_bytes(32, "big")


def committed() -> Dealer:
    dealer = Dealer(Mixing(FIRST))
    dealer.commit(seed(1))
    return dealer


def joined() -> Dealer:
    dealer = committed()
    dealer.join("anna", hash_seed(ANNA))
    dealer.join("bruno", hash_seed(BRUNO))
    return dealer


def closed() -> Dealer:
    dealer = joined()
    dealer.close()
    return dealer


def mixed() -> Dealer:
    dealer = closed()
    dealer.open("anna", ANNA)
    dealer.open("bruno", BRUNO)
    dealer.fix()
    return dealer


def test_a_mixed_sabot() -> None:
    dealer = mixed()
    commitment, order = dealer.state.commitment, dealer.deal()
    assert not dealer.exhibition
    over = dealer.reveal()
    assert over.commitment == commitment == commit(over.seed, over.terms)
    assert over.order() == order
    assert over.order(6) == order[:6]
    assert dealer.state.terms.number == 2
    assert [each.player for each in over.players] == ["anna", "bruno"]


ACTIONS: dict[DealerStep, Callable[[Dealer], object]] = {
    DealerStep.COMMIT: lambda dealer: dealer.commit(seed(9)),
    DealerStep.JOIN: lambda dealer: dealer.join("carla", hash_seed("c" * 32)),
    DealerStep.CLOSE: lambda dealer: dealer.close(),
    DealerStep.OPEN: lambda dealer: dealer.open("anna", ANNA),
    DealerStep.FIX: lambda dealer: dealer.fix(),
    DealerStep.DEAL: lambda dealer: dealer.deal(),
    DealerStep.REVEAL: lambda dealer: dealer.reveal(),
    DealerStep.RETIRE: lambda dealer: dealer.retire(),
    DealerStep.RESTORE: lambda dealer: dealer.restore(epoch=2),
}
PHASES: dict[DealerPhase, Callable[[], Dealer]] = {
    DealerPhase.IDLE: lambda: Dealer(Mixing(FIRST)),
    DealerPhase.COMMITTED: committed,
    DealerPhase.JOINED: joined,
    DealerPhase.CLOSED: closed,
    DealerPhase.FIXED: mixed,
}


@pytest.mark.parametrize(
    ("phase", "step"),
    [
        (phase, step)
        for phase in DealerPhase
        for step in DealerStep
        if (phase, step) not in TRANSITIONS
    ],
)
def test_every_step_out_of_turn_is_refused_and_changes_nothing(
    phase: DealerPhase, step: DealerStep
) -> None:
    dealer = PHASES[phase]()
    assert dealer.state.phase is phase
    state = dealer.state
    with pytest.raises(NotNow):
        ACTIONS[step](dealer)
    assert dealer.state == state


def test_cards_before_the_list_of_seeds_is_closed() -> None:
    with pytest.raises(NotNow, match="deal is not possible now: committed"):
        committed().deal()


def test_an_unopened_seed_fixes_nothing() -> None:
    dealer = closed()
    dealer.open("anna", ANNA)
    with pytest.raises(Unopened, match="bruno"):
        dealer.fix()
    with pytest.raises(NotNow):
        dealer.deal()


class TestAttacks:
    def test_choosing_last_a_player_after_the_list(self) -> None:
        """Who has seen others' seeds cannot come in any more."""
        dealer = closed()
        dealer.open("anna", ANNA)
        with pytest.raises(NotNow):
            dealer.join("carla", hash_seed("c" * 32))
        with pytest.raises(NotInList):
            dealer.open("carla", "c" * 32)

    def test_choosing_last_another_seed_than_the_one_published(self) -> None:
        dealer = closed()
        dealer.open("anna", ANNA)
        with pytest.raises(DoesNotOpen):
            dealer.open("bruno", "x" * 32)

    def test_choosing_last_the_house_after_the_seeds(self) -> None:
        """The commitment cannot be made anew once hashes are in."""
        for dealer in (committed(), closed(), mixed()):
            with pytest.raises(NotNow):
                dealer.commit(seed(2))

    def test_not_opening_retires_the_sabot_and_the_silent_sit_out(self) -> None:
        dealer = closed()
        dealer.open("anna", ANNA)
        over = dealer.retire()
        assert over.ended is CommitmentEnding.RETIRED
        assert over.commitment == commit(over.seed, over.terms)  # the trace: its seed is open
        assert len(over.order()) == 416  # and its cards are on record
        dealer.commit(seed(2))
        with pytest.raises(SitsOut):
            dealer.join("bruno", hash_seed("n" * 32))
        dealer.join("anna", hash_seed("m" * 32))
        dealer.close()
        dealer.open("anna", "m" * 32)
        dealer.fix()
        dealer.reveal()
        dealer.commit(seed(3))
        dealer.join("bruno", hash_seed("o" * 32))  # one mixing is enough

    def test_the_house_cannot_give_up_what_is_fixed(self) -> None:
        with pytest.raises(NotNow):
            mixed().retire()

    def test_the_house_cannot_give_up_once_it_has_seen_every_seed(self) -> None:
        dealer = closed()
        dealer.open("anna", ANNA)
        dealer.open("bruno", BRUNO)
        with pytest.raises(AllOpen):
            dealer.retire()

    def test_giving_up_leaves_a_gap_filled_by_a_record(self) -> None:
        """Grinding by retiring: every try consumes a number and opens its seed."""
        dealer = committed()
        assert dealer.retire().terms.number == 1
        dealer.commit(seed(2))
        assert dealer.retire().terms.number == 2
        assert dealer.state.terms.number == 3

    def test_copying_anothers_hash(self) -> None:
        """Two equal seeds would hide that one of them knew nothing of its own."""
        dealer = committed()
        dealer.join("anna", hash_seed(ANNA))
        with pytest.raises(SeedReused):
            dealer.join("bruno", hash_seed(ANNA))

    def test_joining_twice(self) -> None:
        dealer = committed()
        dealer.join("anna", hash_seed(ANNA))
        with pytest.raises(AlreadyIn):
            dealer.join("anna", hash_seed(BRUNO))

    def test_replaying_after_a_restore(self) -> None:
        """Nothing unrevealed is played again, and the same number is another nonce."""
        for dealer in (committed(), closed(), mixed()):
            over = dealer.restore(epoch=2)
            assert over is not None
            assert over.ended is CommitmentEnding.RESTORED
            assert (dealer.state.terms.epoch, dealer.state.terms.number) == (2, 1)
            assert dealer.state.phase is DealerPhase.IDLE
            assert dealer.commit(seed(1)) != commit(seed(1), FIRST)
        assert Dealer(Mixing(FIRST)).restore(epoch=2) is None

    def test_restoring_into_an_epoch_that_was_used(self) -> None:
        """The second time needs yet another one."""
        dealer = Dealer(Mixing(FIRST))
        dealer.restore(epoch=2)
        for epoch in (1, 2):
            with pytest.raises(OldEpoch):
                dealer.restore(epoch)

    def test_an_exhibition_is_sat_out_like_any_other(self) -> None:
        """Somebody alone at a table comes back after it: nobody was there to be cheated."""
        dealer = closed()
        dealer.open("anna", ANNA)
        dealer.retire()
        dealer.commit(seed(2))
        with pytest.raises(SitsOut):
            dealer.join("bruno", hash_seed("n" * 32))
        dealer.close()
        dealer.fix()
        dealer.reveal()
        dealer.commit(seed(3))
        dealer.join("bruno", hash_seed("n" * 32))

    def test_the_same_backup_restored_twice_leaves_a_trace(self) -> None:
        """Two houses go on from one backup: both commit to the same number, and both are seen."""
        one, two = (Dealer(Mixing(FIRST)) for _ in range(2))
        for dealer, its_seed in ((one, seed(2)), (two, seed(3))):
            dealer.restore(epoch=2)
            dealer.commit(its_seed)
        assert one.state.terms == two.state.terms
        assert one.state.commitment != two.state.commitment

    def test_sitting_out_is_not_shortened_by_retiring_again(self) -> None:
        dealer = closed()
        dealer.open("anna", ANNA)
        dealer.retire()
        dealer.commit(seed(2))
        dealer.retire()
        dealer.commit(seed(3))
        with pytest.raises(SitsOut):
            dealer.join("bruno", hash_seed("n" * 32))

    def test_a_hash_that_can_never_open(self) -> None:
        with pytest.raises(WrongLength):
            committed().join("anna", b"")

    def test_a_refused_seed_is_not_used_up(self) -> None:
        dealer = committed()
        with pytest.raises(NotText):
            dealer.join("\ud800", hash_seed(ANNA))
        dealer.join("anna", hash_seed(ANNA))
        assert dealer.state.phase is DealerPhase.JOINED


def test_a_sabot_nobody_mixed_is_an_exhibition() -> None:
    dealer = committed()
    dealer.close()
    dealer.fix()
    assert dealer.exhibition


def test_a_players_seed_holds_128_bits() -> None:
    with pytest.raises(SeedTooShort):
        closed().open("anna", "a" * 31)


def test_the_last_number_could_never_be_revealed() -> None:
    last = msgspec.structs.replace(FIRST, number=2**63 - 1)
    with pytest.raises(OutOfRange):
        Dealer(Mixing(last)).commit(seed(1))


def test_a_dealer_in_a_log_keeps_its_seed() -> None:
    assert seed(1).hex() not in repr(committed().state)
    assert repr(seed(1)) not in repr(committed().state)


@pytest.mark.parametrize("phase", DealerPhase)
def test_a_dealer_goes_on_after_a_restart_where_it_stood(phase: DealerPhase) -> None:
    """Its state is written down and read again."""
    before = PHASES[phase]()
    after = Dealer(msgspec.json.decode(msgspec.json.encode(before.state), type=Mixing))
    step = next(step for step in DealerStep if (phase, step) in TRANSITIONS)
    assert ACTIONS[step](after) == ACTIONS[step](before)
    assert after.state == before.state


@pytest.mark.parametrize(
    "phase", [phase for phase in DealerPhase if phase is not DealerPhase.FIXED]
)
def test_nothing_is_fixed_before_it_is(phase: DealerPhase) -> None:
    with pytest.raises(NotNow):
        _ = PHASES[phase]().fixed
    with pytest.raises(NotNow):
        _ = PHASES[phase]().exhibition


@pytest.mark.parametrize("cards", [-1, 0, 417])
def test_as_many_cards_as_there_are(cards: int) -> None:
    with pytest.raises(OutOfRange):
        mixed().deal(cards)
