"""Tests of the commands for houses, odds, settlements and replays."""

import json
import subprocess
import sys
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path

import pytest

import puntobanco
from tests.cli.command import code_of_refusal, run


def test_houses_lists_all_six() -> None:
    ran = run("houses")
    assert ran.returncode == 0
    assert {line.split()[0] for line in ran.stdout.strip().splitlines()[1:]} >= {
        "campione",
        "for-fun",
        "live-mini",
        "punto-e-banco",
        "punto-e-banco-egalite",
        "st-moritz",
    }


@pytest.mark.parametrize("house", puntobanco.HOUSES)
def test_house_shows_bets_tiraggio_and_readings(house: str) -> None:
    ran = run("house", house)
    assert ran.returncode == 0, ran.stderr
    banco = puntobanco.house(house).odds["banco"]
    for word in (f"{float(banco.exact) * 100:.4f}", "Tiraggio", "draws", "Readings"):
        assert word in ran.stdout
    lines = ran.stdout.splitlines()
    assert lines[lines.index("Bets") - 1] == ""
    assert max(map(len, lines)) <= 100


def test_odds_of_live_mini_in_json() -> None:
    ran = run("odds", "live-mini", "--json")
    odds = json.loads(ran.stdout)
    assert (odds["house"], odds["decks"], odds["total"]) == ("live-mini", 8, 4998398275503360)
    assert list(odds["bets"]["banco"]) == [
        "wins", "pushes", "return", "lowest_return", "rtp", "variance", "printed", "printed_holds",
    ]  # fmt: skip
    assert odds["bets"]["banco"]["wins"] == 2292252566437888
    assert odds["bets"]["banco"]["pushes"] == 475627426473216
    assert odds["bets"]["banco"]["printed"] == 98.94
    assert odds["bets"]["banco"]["printed_holds"] is True
    assert odds["bets"]["perfect_pair"]["return"] == "1469338/1689465"


def test_the_lowest_return_takes_rounding_down_into_account() -> None:
    """0.50 on Banco wins 0.47 instead of 0.475."""
    banco = json.loads(run("odds", "punto-e-banco-egalite", "--json").stdout)["bets"]["banco"]
    wins, total, pushes = 6737232640, 14658134400, 1372227328
    assert banco["return"] == "4823747/4873050"
    assert Fraction(banco["lowest_return"]) == Fraction(wins * 97 + pushes * 50, total * 50)


def test_odds_of_a_given_stake() -> None:
    odds = json.loads(run("odds", "live-mini", "--json", "--stake", "1").stdout)
    assert odds["bets"]["banco"]["at_stake"]["winnings"] == 0
    assert odds["bets"]["piccolo"]["at_stake"]["winnings"] == 1
    assert odds["bets"]["grande"]["at_stake"]["rtp"] == pytest.approx(62.1132, abs=1e-4)


FULL = " ".join(["8"] * 52)
BY_RANK = " ".join(f"{rank}=32" for rank in "A23456789TJQK")


@pytest.mark.parametrize("left", [FULL, BY_RANK, " ".join(["32"] * 13)])
def test_a_full_sabot_left_has_the_odds_of_a_fresh_one(left: str) -> None:
    fresh = json.loads(run("odds", "live-mini", "--json").stdout)
    full = json.loads(run("odds", "live-mini", "--json", "--left", left).stdout)
    assert full["total"] == fresh["total"]
    for bet, each in full["bets"].items():
        assert each["return"] == fresh["bets"][bet]["return"]
        assert each["printed"] is None
    # Counts by rank don't tell the suits, which a perfect pair depends on.
    assert ("perfect_pair" in full["bets"]) == (left == FULL)


def test_odds_of_six_cards_left() -> None:
    """Six tens: every coup ties at zero, with pairs on both sides."""
    odds = json.loads(run("odds", "live-mini", "--json", "--left", "TcTcTcTcTcTc").stdout)
    assert odds["total"] == 720
    assert {bet: each["wins"] for bet, each in odds["bets"].items()} == {
        "punto": 0,
        "banco": 0,
        "egalite": 720,
        "punto_pair": 720,
        "banco_pair": 720,
        "either_pair": 720,
        "perfect_pair": 720,
        "grande": 720,
        "piccolo": 0,
    }


@pytest.mark.parametrize(
    ("left", "code"),
    [
        ("", "cards/too-few-left"),
        ("7dKs9c2h3", "cards/not-a-card"),
        ("A=99999999", "cards/not-in-sabot"),
        ("A=1x" * 1_000, "cards/not-a-count"),
        ("7dKs9c2h", "cards/too-few-left"),
        ("7d=9 Ks=8", "cards/not-in-sabot"),
        ("A=33", "cards/not-in-sabot"),
        ("A=3 A=3", "cards/not-a-count"),
        ("A=31 23=5 2=32", "cards/not-a-count"),
        ("QK=8 A=31", "cards/not-a-count"),
        ("A=3 7d=3", "cards/not-a-count"),
        ("1 2 3", "cards/not-a-count"),
        ("７=3", "cards/not-a-count"),
        ("7d" * 9, "cards/not-in-sabot"),
    ],
)
def test_impossible_cards_left_are_refused(left: str, code: str) -> None:
    assert code_of_refusal("odds", "live-mini", "--left", left) == code


def test_the_plot_is_written_as_a_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "odds.png"
    ran = run("odds", "live-mini", "--plot", file)
    assert ran.returncode == 0, ran.stderr
    assert file.read_bytes().startswith(b"\x89PNG")
    ran = run("odds", "live-mini", "--plot", tmp_path / "no" / "x.png")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("puntobanco: input/unwritable: ")
    for bad in (tmp_path / "x.xyz", tmp_path, "/dev/null"):
        assert code_of_refusal("odds", "live-mini", "--plot", str(bad)) == "input/unwritable"
    assert capsys.readouterr().out == ""


LINE = '{"cards": "7dKs9c2h3s", "stakes": {"punto": 1000, "grande": 200}}'
ANSWER = {
    "punto": "7d9c",
    "banco": "Ks2h3s",
    "points": {"punto": 6, "banco": 5},
    "outcome": "punto",
    "returned": {"punto": 2000, "grande": 308},
    "explanation": ["Punto 6: Punto stands", "Banco 2, Punto stood: Banco draws"],
}


def test_settle_from_standard_input_and_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "coups.jsonl"
    file.write_text(LINE + "\n" + LINE, encoding="utf-8")
    for ran in (
        run("settle", "live-mini", stdin=f"{LINE}\n\n{LINE}\n"),
        run("settle", "live-mini", file),
    ):
        assert ran.returncode == 0
        assert [json.loads(line) for line in ran.stdout.splitlines()] == [ANSWER, ANSWER]


REFUSED = [
    ('{"cards": "7dKs9c2h"}', "cards/too-few"),
    ('{"cards": "7dKs9c2h3s4c"}', "cards/too-many"),
    ('{"cards": "7dKs9c2h3"}', "cards/not-a-card"),
    ('{"cards": "10dKs9c2h3s"}', "cards/not-a-card"),
    ('{"cards": "7dKs9c2h3s", "stakes": {"dragon": 100}}', "bet/unknown"),
    ('{"cards": "7dKs9c2h3s", "stakes": {"self": 100}}', "bet/unknown"),
    ('{"cards": "7dKs9c2h3s", "stakes": {"punto": 1050}}', "bet/off-step"),
    ('{"cards": "7dKs9c2h3s", "stakes": {"punto": 500100}}', "bet/above-maximum"),
    ('{"cards": "7dKs9c2h3s", "stakes": {"punto": 50}}', "bet/below-minimum"),
    ('{"cards": "7dKs9c2h3s", "stakes": {"punto": -1}}', "bet/not-an-amount"),
    ('{"cards": "7dKs9c2h3s", "stakes": {"punto": 0}}', "bet/not-an-amount"),
    ('{"cards": "7dKs9c2h3s", "stakes": {"punto": true}}', "bet/not-an-amount"),
    ('{"cards": "7dKs9c2h3s", "stakes": {"punto": 1e3}}', "bet/not-an-amount"),
    ('{"cards": "7dKs9c2h3s", "stakes": {"punto": 0.5}}', "bet/not-an-amount"),
    ('{"cards": "7dKs9c2h3s", "stakes": {"punto": "１００"}}', "bet/not-an-amount"),
    ('{"cards": "7dKs9c2h3s", "stakes": {"punto": null}}', "bet/not-an-amount"),
    ('{"cards": "7dKs9c2h3s", "stakes": {"punto": 9223372036854775808}}', "bet/above-maximum"),
    ('{"cards": "7dKs9c2h3s", "stakes": {"punto": ' + "9" * 4301 + "}}", "input/bad-field"),
    ('{"cards": "7dKs9c2h3s", "stakes": {"punto": NaN}}', "input/not-json"),
    ('{"cards": "7dKs9c2h3s", "stakes": {"punto": [[1]]}}', "input/bad-field"),
    ('{"cards": "7dKs9c2h3s", "stakes": {"punto": ' + "[" * 100000 + "}}", "input/bad-field"),
    ('{"cards": "7dKs9c2h3s", "stakes": {"punto": 100, "punto": 200}}', "input/duplicate-key"),
    ('{"cards": "7dKs9c2h3s", "cards": "7dKs9c2h3s"}', "input/duplicate-key"),
    ('{"cards": "7d:s9c2h3s", "stakes": {}}', "cards/not-a-card"),
    ('{"cards": "7dKs9c2h3s", "stakes": {"punto": "10:00"}}', "bet/not-an-amount"),
    ('{"cards": "7dKs9c2h3s", "stakes": {"a:b": 100}}', "bet/unknown"),
    ('{"cards": "7dKs9c2h3s", "stake": 100}', "input/bad-field"),
    ('{"stakes": {"punto": 100}}', "input/bad-field"),
    ('{"cards": "7dKs9c2h3s", "stakes": null}', "input/bad-field"),
    ("[]", "input/bad-field"),
    ("{", "input/not-json"),
    ("seven of diamonds", "input/not-json"),
]


@pytest.fixture(scope="module")
def refused() -> subprocess.CompletedProcess[str]:
    """One run with all refused lines, each between two valid ones."""
    return run(
        "settle", "live-mini", stdin="".join(f"{LINE}\n{line}\n" for line, _ in REFUSED) + LINE
    )


@pytest.mark.parametrize(
    ("place", "code"), [(place, code) for place, (_, code) in enumerate(REFUSED)]
)
def test_a_refused_line_gets_its_code(
    place: int, code: str, refused: subprocess.CompletedProcess[str]
) -> None:
    answer = json.loads(refused.stdout.splitlines()[2 * place + 1])
    assert answer["error"]["code"] == code
    assert answer["error"]["message"]


def test_a_refused_line_does_not_stop_the_others(
    refused: subprocess.CompletedProcess[str],
) -> None:
    answers = [json.loads(line) for line in refused.stdout.splitlines()]
    assert len(answers) == 2 * len(REFUSED) + 1
    assert all(answer == ANSWER for answer in answers[::2])
    assert (refused.returncode, refused.stderr) == (1, "")


def test_a_card_dealt_more_often_than_the_deck_holds_it_is_refused() -> None:
    ran = run("settle", "punto-e-banco", stdin='{"cards": "7dKs9c2h7d"}')
    assert json.loads(ran.stdout)["error"]["code"] == "cards/not-in-sabot"


def test_a_bet_that_the_house_does_not_offer_is_refused() -> None:
    ran = run("settle", "campione", stdin='{"cards": "7dKs9c2h3s", "stakes": {"grande": 1000}}')
    assert json.loads(ran.stdout)["error"]["code"] == "bet/not-offered"


@pytest.mark.parametrize("command", ["house", "odds", "settle"])
def test_an_unknown_house_is_refused(command: str) -> None:
    ran = run(command, "monte-carlo")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("puntobanco: house/unknown: ")


def test_settle_refuses_an_unreadable_file(tmp_path: Path) -> None:
    ran = run("settle", "live-mini", tmp_path / "none.jsonl")
    assert ran.returncode == 2
    assert ran.stderr.startswith("puntobanco: input/unreadable: ")


def test_replay_lists_the_cards_that_were_insisted_on() -> None:
    """Six decks hold six nines of hearts."""
    text = "sabot campione\naside 9h9h9h9h9h9h\n1 9hKcKdKs\n"
    ran = run("replay", "-", stdin=text)
    assert (ran.returncode, "The sabot holds 6 of 9h, but this makes 7." in ran.stderr) == (2, True)
    ran = run("replay", "-", stdin=f"{text}insisted 9h\n")
    assert ran.returncode == 0, ran.stderr
    assert "insisted on, coup 1: 9h" in ran.stdout


def test_replay_pays_again_and_draws_the_roads(tmp_path: Path) -> None:
    file = tmp_path / "evening.sabot"
    file.write_text(
        "sabot live-mini\ndate 2026-11-15\nburn 3h9cTd2s\n"
        "1 7dKs9c2h3s anna: punto=1000 grande=200 bruno: banco=500\n2 8d2cKcKs\n",
        encoding="utf-8",
    )
    ran = run("replay", file)
    assert ran.returncode == 0, ran.stderr
    assert "live-mini  date 2026-11-15" in ran.stdout
    assert "17.00" in ran.stdout
    assert "bruno     5.00      0.00   -5.00" in ran.stdout
    assert "23.08" in ran.stdout
    assert "Cockroach road" in ran.stdout
    file.write_text("sabot live-mini\n2 8d2cKcKs\n", encoding="utf-8")
    ran = run("replay", file)
    assert ran.returncode == 2
    said = "Line 2 is not in our notation ('2 8d2cKcKs'): coup 1 comes next"
    assert ran.stderr.startswith(f"puntobanco: notation/bad-line: {said}")


def test_text_of_a_sheet_is_not_read_as_markup(tmp_path: Path) -> None:
    ours = Path(puntobanco.__file__).parent / "houses" / "campione.toml"
    text = ours.read_text(encoding="utf-8").replace("AVENDO ", "[b] ")
    text = text.replace('label = "Punta"', 'label = "Punta :smile: [/nope]"')
    sheet = tmp_path / "mine.toml"
    sheet.write_text(text.replace('words = "otto', 'words = "[sic] otto'), encoding="utf-8-sig")
    shown = run("house", sheet).stdout
    for said in ("Punta :smile: [/nope]", "“[sic] otto", "[b] "):
        assert said in shown
    assert "Punta :smile: [/nope]" in run("odds", sheet).stdout


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("x" * 300, "house/unknown"),
        ("x" * 300 + ".toml", "input/unreadable"),
        ("nul\0", "house/unknown"),
        ("nul\0.toml", "input/unreadable"),
        ("", "house/unknown"),
        (".", "house/unknown"),
    ],
)
def test_a_name_that_no_file_can_have_is_refused(name: str, code: str) -> None:
    with pytest.raises(puntobanco.Refusal) as refused:
        puntobanco.house(name)
    assert refused.value.code == code


def test_unusable_input_or_output_ends_without_a_traceback(tmp_path: Path) -> None:
    coups = tmp_path / "coups.jsonl"
    coups.write_text(LINE, encoding="utf-8")
    for redirection, command in (
        (">/dev/full", "odds campione"),
        (">/dev/full", "settle live-mini"),
        (">/dev/full", f"settle live-mini {coups}"),
        (">&-", "settle live-mini"),
        (">&-", "houses"),
        ("<&-", "settle live-mini"),
        ("2>&-", "house monte-carlo"),
    ):
        ran = subprocess.run(
            f"echo '{LINE}' | {sys.executable} -m puntobanco {command} {redirection}",
            shell=True, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert ran.returncode == 2, (command, redirection)
        assert "Traceback" not in ran.stderr


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1"])
def test_a_terminal_with_few_letters_causes_no_error(encoding: str) -> None:
    for command in (["odds", "live-mini"], ["house", "campione"], ["houses"]):
        ran = subprocess.run(
            [sys.executable, "-m", "puntobanco", *command],
            env={"PYTHONIOENCODING": encoding}, capture_output=True, check=False,
        )  # fmt: skip
        assert (ran.returncode, ran.stderr) == (0, b"")


def test_a_table_is_never_wrapped_in_a_narrow_terminal() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "puntobanco", "odds", "live-mini"],
        env={"COLUMNS": "20"}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "19283843717413/19524993263685" in ran.stdout


def test_version_is_printed() -> None:
    assert run("--version").stdout == f"puntobanco {version('puntobanco')}\n"


def test_help_is_shown_without_arguments() -> None:
    assert "Commands:" in run().stdout + run().stderr
    assert "Commands:" in run("--help").stdout


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from puntobanco.cli import app; app(['--help'], standalone_mode=False);"
        "print(sys.modules.keys() & {'rich', 'numpy', 'numba', 'pandas', 'polars', 'matplotlib'})"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.endswith("set()\n")


def test_settle_writes_each_answer_at_once() -> None:
    """So that a program can send a line and wait for its answer."""
    with subprocess.Popen(
        [sys.executable, "-m", "puntobanco", "settle", "live-mini"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as ran:  # fmt: skip
        assert ran.stdin
        assert ran.stdout
        for _ in range(2):
            ran.stdin.write(LINE + "\n")
            ran.stdin.flush()
            assert json.loads(ran.stdout.readline()) == ANSWER
        ran.stdin.close()
        assert ran.wait(timeout=10) == 0


def test_houses_says_which_houses_have_private_tables() -> None:
    lines = run("houses").stdout.strip().splitlines()
    assert lines[0].split()[-1] == "play"
    playable = {line.split()[0] for line in lines[1:] if line.rstrip().endswith("yes")}
    assert playable == {"punto-e-banco", "punto-e-banco-egalite", "for-fun"}
