"""Tests of the dealer's steps, and of every way to cheat at the mixing."""

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


def test_a_mixed_sabot_is_dealt_and_revealed() -> None:
    dealer = mixed()
    commitment, order = dealer.state.commitment, dealer.deal()
    assert not dealer.exhibition
    over = dealer.reveal()
    assert over.commitment == commitment == commit(over.seed, over.terms)
    assert over.order() == order
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


def test_no_cards_are_dealt_before_the_list_is_closed() -> None:
    with pytest.raises(NotNow, match="deal is not possible now: committed"):
        committed().deal()


def test_the_order_is_not_fixed_before_every_seed_is_open() -> None:
    dealer = closed()
    dealer.open("anna", ANNA)
    with pytest.raises(Unopened, match="bruno"):
        dealer.fix()
    with pytest.raises(NotNow):
        dealer.deal()


class TestAttacks:
    def test_a_player_cannot_join_after_the_list_is_closed(self) -> None:
        """A player who has seen the others' seeds could choose last."""
        dealer = closed()
        dealer.open("anna", ANNA)
        with pytest.raises(NotNow):
            dealer.join("carla", hash_seed("c" * 32))
        with pytest.raises(NotInList):
            dealer.open("carla", "c" * 32)

    def test_a_player_cannot_open_another_seed_than_the_one_in_the_list(self) -> None:
        dealer = closed()
        dealer.open("anna", ANNA)
        with pytest.raises(DoesNotOpen):
            dealer.open("bruno", "x" * 32)

    def test_the_house_cannot_commit_again_after_players_joined(self) -> None:
        for dealer in (committed(), closed(), mixed()):
            with pytest.raises(NotNow):
                dealer.commit(seed(2))

    def test_an_unopened_seed_retires_the_sabot_and_its_player_sits_out(self) -> None:
        dealer = closed()
        dealer.open("anna", ANNA)
        over = dealer.retire()
        assert over.ended is CommitmentEnding.RETIRED
        assert over.commitment == commit(over.seed, over.terms)  # its seed is published
        assert len(over.order()) == 416  # and so are its cards
        dealer.commit(seed(2))
        with pytest.raises(SitsOut):
            dealer.join("bruno", hash_seed("n" * 32))
        dealer.join("anna", hash_seed("m" * 32))
        dealer.close()
        dealer.open("anna", "m" * 32)
        dealer.fix()
        dealer.reveal()
        dealer.commit(seed(3))
        dealer.join("bruno", hash_seed("o" * 32))  # after sitting out one mixing

    def test_the_house_cannot_retire_a_fixed_sabot(self) -> None:
        with pytest.raises(NotNow):
            mixed().retire()

    def test_the_house_cannot_retire_a_sabot_once_every_seed_is_open(self) -> None:
        dealer = closed()
        dealer.open("anna", ANNA)
        dealer.open("bruno", BRUNO)
        with pytest.raises(AllOpen):
            dealer.retire()

    def test_every_retired_sabot_uses_a_number_and_reveals_its_seed(self) -> None:
        """So a house that retires sabots until it likes one leaves a trace."""
        dealer = committed()
        assert dealer.retire().terms.number == 1
        dealer.commit(seed(2))
        assert dealer.retire().terms.number == 2
        assert dealer.state.terms.number == 3

    def test_a_player_cannot_copy_anothers_hash(self) -> None:
        """The copier has no seed of their own, and waits to see the other's."""
        dealer = committed()
        dealer.join("anna", hash_seed(ANNA))
        with pytest.raises(SeedReused):
            dealer.join("bruno", hash_seed(ANNA))

    def test_a_player_cannot_join_twice(self) -> None:
        dealer = committed()
        dealer.join("anna", hash_seed(ANNA))
        with pytest.raises(AlreadyIn):
            dealer.join("anna", hash_seed(BRUNO))

    def test_a_restore_ends_every_unrevealed_commitment(self) -> None:
        """None of them is played again, and the same number in a new epoch makes another nonce."""
        for dealer in (committed(), closed(), mixed()):
            over = dealer.restore(epoch=2)
            assert over is not None
            assert over.ended is CommitmentEnding.RESTORED
            assert (dealer.state.terms.epoch, dealer.state.terms.number) == (2, 1)
            assert dealer.state.phase is DealerPhase.IDLE
            assert dealer.commit(seed(1)) != commit(seed(1), FIRST)
        assert Dealer(Mixing(FIRST)).restore(epoch=2) is None

    def test_a_restore_needs_an_epoch_that_was_never_used(self) -> None:
        dealer = Dealer(Mixing(FIRST))
        dealer.restore(epoch=2)
        for epoch in (1, 2):
            with pytest.raises(OldEpoch):
                dealer.restore(epoch)

    def test_an_exhibition_counts_as_the_mixing_that_a_player_sits_out(self) -> None:
        """So a player who is alone at a table can come back after it; it could cheat nobody."""
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

    def test_a_backup_restored_twice_makes_two_commitments_for_one_number(self) -> None:
        """Two houses continue from one backup; players can show both commitments."""
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

    def test_a_hash_of_the_wrong_length_is_refused(self) -> None:
        with pytest.raises(WrongLength):
            committed().join("anna", b"")

    def test_a_hash_that_was_refused_can_be_used_again(self) -> None:
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


def test_a_players_seed_shorter_than_128_bits_is_refused() -> None:
    with pytest.raises(SeedTooShort):
        closed().open("anna", "a" * 31)


def test_the_highest_number_is_refused() -> None:
    last = msgspec.structs.replace(FIRST, number=2**63 - 1)
    with pytest.raises(OutOfRange):
        Dealer(Mixing(last)).commit(seed(1))


def test_the_repr_of_a_dealer_does_not_show_its_seed() -> None:
    assert seed(1).hex() not in repr(committed().state)
    assert repr(seed(1)) not in repr(committed().state)


@pytest.mark.parametrize("phase", DealerPhase)
def test_a_dealer_continues_from_its_stored_state(phase: DealerPhase) -> None:
    before = PHASES[phase]()
    after = Dealer(msgspec.json.decode(msgspec.json.encode(before.state), type=Mixing))
    step = next(step for step in DealerStep if (phase, step) in TRANSITIONS)
    assert ACTIONS[step](after) == ACTIONS[step](before)
    assert after.state == before.state


@pytest.mark.parametrize(
    "phase", [phase for phase in DealerPhase if phase is not DealerPhase.FIXED]
)
def test_the_fixed_hash_cannot_be_read_before_the_order_is_fixed(phase: DealerPhase) -> None:
    with pytest.raises(NotNow):
        _ = PHASES[phase]().fixed
    with pytest.raises(NotNow):
        _ = PHASES[phase]().exhibition


@pytest.mark.parametrize("cards", [-1, 0, 417])
def test_an_impossible_number_of_cards_is_refused(cards: int) -> None:
    with pytest.raises(OutOfRange):
        mixed().deal(cards)
