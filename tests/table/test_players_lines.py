"""Lines of players: what is refused, how often they may write, and who answers."""

import msgspec
import pytest

from puntobanco.errors import (
    KeyReused,
    LineAddress,
    LineDigits,
    LineTooSoon,
    LineWord,
    NotAllowed,
    NotOpenLine,
    Refusal,
)
from puntobanco.table.players_lines import (
    KNOWN,
    answer,
    check_pace,
    check_words,
    simple,
    views_of,
    write,
)
from puntobanco.table.shared.shared_table import StaffActor
from puntobanco.wire.lines import AnswerEntry, LineEntry, LineTo, LineWritten, ReadyAnswer

CARLA = StaffActor(7, "carla", is_manager=False)
MARA = StaffActor(8, "mara", is_manager=True)
REFUSED = frozenset(
    map(
        simple,
        (
            "Mannaggia",
            "porco mondo",
            "idiota",
            "con",
            "arsch",
            "ass",
            "a b",
            "imbecille",
            "isole",
            "da te",
        ),
    )
)
SECOND, MINUTE = 1_000, 60_000


def line(
    *records: LineWritten, words: str = "Buona sera!", key: str = "k1", at: int = 0
) -> LineWritten:
    return write(records, LineEntry(key, LineTo.CROUPIER, words), 17, "17.1", "live-1", at)


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        ("look at https://x.example", LineAddress),
        ("www.esempio.it", LineAddress),
        ("scrivimi: anna@posta.it", LineAddress),
        ("t.me/anna", LineAddress),
        ("esempio.COM", LineAddress),
        ("t.Me/anna", LineAddress),
        ("esempio\u200b.com", LineAddress),
        ("call me: +41 79 123 45 67", LineDigits),
        ("4111-1111-1111-1111", LineDigits),
        ("１２３４５６７", LineDigits),
        ("079–123_45:67", LineDigits),
        ("0791\u200b2345\u00ad67", LineDigits),
        ("79.12.3456", LineDigits),
        ("14.11.2026 079", LineDigits),
        ("MANNAGGIA!", LineWord),
        ("ma porco  móndo", LineWord),
        ("man\u200bnag\u034fgia", LineWord),
        ("Sei un i.d.i.o.t.a!", LineWord),
        ("un i d i o t a, direi", LineWord),
        ("id--io__ta", LineWord),
        ("i . D .. í - o . t . a", LineWord),
        ("PorcoMondo", LineWord),
        ("l'idiota_di_turno", LineWord),
        ("A.R.S.C.H.", LineWord),
        ("Si è ... a s s", LineWord),
        ("a s s, e basta", LineWord),
        ("C'è c o n à côté", LineWord),
        ("A.B.", LineWord),
        ("id10ta!", LineWord),
        ("1D1O7A", LineWord),
        ("l'1d10t4", LineWord),
        ("p0rco m0nd0", LineWord),
        ("P0rc0Mondo", LineWord),
        ("a55", LineWord),
        ("c0n", LineWord),
        ("man\u200bn4gg1a", LineWord),
        ("1mbec1lle, 1mbeci11e", LineWord),
        ("i.d.1.o.t.a", LineWord),
        ("i d 1 o t a", LineWord),
        ("１dιo... id１０ta", LineWord),
    ],
)
def test_a_line_is_refused(words: str, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        check_words(words, REFUSED)


@pytest.mark.parametrize(
    "words",
    [
        "Why did Banco draw with 6? I staked 1.000,00.",
        "Mannaggiare is another word.",
        "Grazie.Alla prossima",
        "va bene.Me lo dica",
        "On 14.11.2026 at the last coup I staked 10.000,00, or 10'000.00",
        "2026-11-14, 21:45: the picture stopped from 21:45–22:30",
        "At 21:45 the picture stopped, coup 123456",
        "日本語でもいいですか",
        "Il conto è giusto? A me e a voi manca l'asso: passo.",
        "Ho puntato a 5, e i 3 di prima? Mi dio... ta-ta!",
        "I saw a six as she assumed; a class act, as s/he said.",
        "Marsch an den Tisch, bitte: Das war schön, A, B und C.",
        "Was it A, B or C?",
        "È a me o a te? E c'è o non c'è, e i 3 a o i 5 a chi?",
        "I'm a C, it's a B, and I'd a 5; he's a D, so: a or b?",
        "Gibt's 'n A, O, S? Wie geht's, S. A. Berger, z. B. a) oder b)",
        "N'y a-t-il pas à l'a.c. ? L'a-t-on dit, ou c'a été à 3, y a d'o ?",
        "455, 455 e 10: i 150,13 sul 4. Il 15013 è il 150.13?",
        "Box 4, posto 55; a 5, 5 e 3: 1 5 0 1 3, o 10, o 1000?",
        "A 55, da 73, e poi 10e, 1a, 3a, 21h45, 4B, 1st",
        "Qu'on m'explique, c'est-à-dire on a compté à 3 ; c.-à-d. le contrôle.",
    ],
)
def test_a_line_is_sent(words: str) -> None:
    check_words(words, REFUSED)


def test_a_line_too_soon_is_refused_before_its_words_are_read() -> None:
    """Reading costs most with a long list of refused words."""
    first = line()
    with pytest.raises(LineTooSoon):
        line(first, words="www.esempio.it", key="k2", at=1)


def test_one_line_in_five_seconds_and_ten_in_ten_minutes() -> None:
    check_pace([], 0)
    with pytest.raises(LineTooSoon, match="Wait 5 s"):
        check_pace([1], 2)
    check_pace([0], 5 * SECOND)
    ten = [n * 6 * SECOND for n in range(10)]
    with pytest.raises(LineTooSoon, match="Wait 540 s"):
        check_pace(ten, MINUTE)
    check_pace(ten, 10 * MINUTE)
    check_pace(ten[1:], MINUTE)


def test_the_same_key_gives_the_same_line_once() -> None:
    first = line()
    assert (first.number, line(first, at=1)) == (1, first)
    with pytest.raises(KeyReused):
        line(first, words="something else")
    assert line(first, key="k2", at=5 * SECOND).number == 2


def test_live_and_audit_forget_a_key_at_the_same_line() -> None:
    lines = [line()]
    for n in range(2, KNOWN + 2):
        lines.append(msgspec.structs.replace(lines[0], number=n, player=18, key=f"k{n}"))
    assert line(*lines[:KNOWN], at=MINUTE) == lines[0]
    live, audit = line(*lines[-KNOWN:], at=MINUTE), line(*lines, at=MINUTE)
    assert live == audit
    assert live.number == KNOWN + 2


def test_a_line_has_one_answer() -> None:
    first = line()
    told = answer([first], 1, AnswerEntry("a1", "Buona fortuna!"), CARLA, 9)
    assert answer([first, told], 1, AnswerEntry("a1", "Buona fortuna!"), CARLA, 10) == told
    with pytest.raises(KeyReused):
        answer([first, told], 1, AnswerEntry("a1", "Other words"), CARLA, 10)
    for number in (1, 2):  # answered already; not there
        with pytest.raises(NotOpenLine):
            answer([first, told], number, AnswerEntry("a2", "Grazie"), MARA, 10)
    (view,) = views_of([told, first])
    assert (view.words, view.answer, view.answered_by) == ("Buona sera!", told.words, "carla")


def test_only_managers_answer_lines_to_the_manager() -> None:
    private = write((), LineEntry("k1", LineTo.MANAGER, "The croupier..."), 17, "17.1", "t", 0)
    with pytest.raises(NotAllowed):
        answer([private], 1, AnswerEntry("a1", "What?"), CARLA, 1)
    assert answer([private], 1, AnswerEntry("a1", "I am coming."), MARA, 1).name == "mara"


def test_a_ready_answer_is_kept_by_its_code() -> None:
    first = line()
    ready = AnswerEntry("a1", ready=ReadyAnswer.COMING)
    told = answer([first], 1, ready, CARLA, 9)
    assert (told.words, told.ready) == (None, ReadyAnswer.COMING)
    with pytest.raises(KeyReused):
        answer([first, told], 1, AnswerEntry("a1", "coming"), CARLA, 10)
    (view,) = views_of([first, told])
    assert (view.answer, view.ready, view.answered_by) == ("", ReadyAnswer.COMING, "carla")


def test_an_answer_is_either_in_words_or_ready() -> None:
    for words, ready in ((None, None), ("I am coming.", ReadyAnswer.COMING)):
        with pytest.raises(ValueError, match="either"):
            AnswerEntry("a1", words, ready)
