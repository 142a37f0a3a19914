"""Sabots as text: one line per coup, with its cards and the stakes on it.

    sabot live-mini
    date 2026-11-15
    cut 2
    burn 3h9cTd2s
    1 7dKs9c2h3s anna: punto=1000 grande=200 bruno: banco=500
    2 8d2cKcKs
    aside 9d9h
    insisted 9h

The grammar stands in docs/notation.md. Amounts are cents. A sabot has one text, and reading
that text gives the same sabot back.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from puntobanco.errors import BadLine, NotPrintable
from puntobanco.game.bets import Bet, parse_bet
from puntobanco.game.cards import Card, parse_cards, print_cards

_HOUSE = re.compile(r"\S+")
_REMARK = re.compile(r"[a-z][a-z0-9_-]*")
_PLAYER = re.compile(r"([^\s:=]+):")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,3}")
_STAKE = re.compile(r"([a-z_]+)=([1-9][0-9]{0,11})")
_BEHIND = ("aside", "insisted")
UNSEEN: Final = "unseen"


class PlayerStakes(Struct, frozen=True):
    """The stakes of one player on a coup."""

    player: str  # empty when nobody is named
    stakes: tuple[tuple[Bet, int], ...]


class NotedCoup(Struct, frozen=True):
    """A coup's cards in drawing order, and who staked what on it."""

    cards: tuple[Card, ...]
    stakes: tuple[PlayerStakes, ...] = ()
    aside: tuple[Card, ...] = ()  # left the sabot after this coup and belong to none
    insisted: tuple[Card, ...] = ()  # of all these, cards that the sabot could not hold


class NotedSabot(Struct, frozen=True):
    """A sabot's house, remarks, burned cards and coups."""

    house: str
    remarks: tuple[tuple[str, str], ...] = ()
    burned: tuple[Card, ...] = ()  # the card that was shown, then the others if known
    coups: tuple[NotedCoup, ...] = ()
    aside: tuple[Card, ...] = ()  # left the sabot before the first coup and belong to none
    insisted: tuple[Card, ...] = ()  # of these, the cards that the sabot could not hold
    # Of a real sabot: the coup after which there is none, as the cut card appeared in it.
    cut: int | Literal["unseen"] | None = None  # None: it is where the sheet puts it


def print_sabot(sabot: NotedSabot) -> str:
    """Write a sabot as text; refuse one that could not be read back unchanged."""
    text = "".join(f"{line}\n" for line in _lines(sabot))
    with suppress(BadLine):
        if parse_sabot(text) == sabot:
            return text
    raise NotPrintable(house=sabot.house)


def _lines(sabot: NotedSabot) -> Iterator[str]:
    yield f"sabot {sabot.house}"
    yield from (f"{word} {text}" for word, text in sabot.remarks)
    if sabot.cut is not None:
        yield f"cut {sabot.cut}"
    if sabot.burned:
        yield f"burn {print_cards(sabot.burned)}"
    yield from _lines_behind(sabot)
    for number, coup in enumerate(sabot.coups, 1):
        stakes = "".join(map(_print_stakes, coup.stakes))
        yield f"{number} {print_cards(coup.cards)}{stakes}"
        yield from _lines_behind(coup)


def _lines_behind(noted: NotedSabot | NotedCoup) -> Iterator[str]:
    if noted.aside:
        yield f"aside {print_cards(noted.aside)}"
    if noted.insisted:
        yield f"insisted {print_cards(noted.insisted)}"


def _print_stakes(player: PlayerStakes) -> str:
    name = f" {player.player}:" if player.player else ""
    return name + "".join(f" {bet}={stake}" for bet, stake in player.stakes)


def parse_sabot(text: str) -> NotedSabot:
    """Read the text of a sabot; refuse a line that is not our notation, with its number."""
    remarks: list[tuple[str, str]] = []
    burned: tuple[Card, ...] = ()
    cut: int | Literal["unseen"] | None = None
    coups = [NotedCoup(())]  # an entry for the cards before the first coup, then one per coup
    house = ""
    for number, line in enumerate(text.replace("\r\n", "\n").removesuffix("\n").split("\n"), 1):
        try:
            word, rest = _parse_words(line)
            if not house:
                house = _parse_house(word, rest)
            elif word.isdecimal():
                coups.append(_parse_coup(word, rest, len(coups)))
            elif word in _BEHIND:
                coups[-1] = _parse_behind(word, rest, coups[-1])
            elif burned or coups != [NotedCoup(())]:
                raise ValueError("remarks and the burn come before the first coup")
            elif word == "burn":
                burned = _parse_some_cards(rest)
            elif cut is not None:
                raise ValueError("the cut card comes after the remarks and before the burn")
            elif word == "cut":
                cut = _parse_cut(rest)
            else:
                remarks.append(_parse_remark(word, rest))
        except ValueError as error:
            raise BadLine(line=number, why=str(error), text=line) from None
    before, *dealt = coups
    return NotedSabot(
        house, tuple(remarks), burned, tuple(dealt), before.aside, before.insisted, cut
    )


def _parse_words(line: str) -> tuple[str, str]:
    if not line.isprintable():
        raise ValueError("it contains characters that can't be printed")
    word, _, rest = line.partition(" ")
    return word, rest


def _parse_house(word: str, rest: str) -> str:
    if word != "sabot" or not _HOUSE.fullmatch(rest):
        raise ValueError("a sabot starts with its house, as in: sabot live-mini")
    return rest


def _parse_cut(text: str) -> int | Literal["unseen"]:
    if text == UNSEEN:
        return UNSEEN
    if not _NUMBER.fullmatch(text):
        raise ValueError("the cut card appeared in a coup, as in: cut 41, or is unseen")
    return int(text)


def _parse_remark(word: str, rest: str) -> tuple[str, str]:
    if not _REMARK.fullmatch(word) or word == "sabot" or not rest or rest != rest.strip():
        raise ValueError("it is neither a coup nor a remark (a word, a space, a text)")
    return word, rest


def _parse_coup(word: str, rest: str, expected: int) -> NotedCoup:
    if word != str(expected):
        raise ValueError(f"coup {expected} comes next")
    cards, *tokens = rest.split(" ")
    return NotedCoup(_parse_some_cards(cards), tuple(_parse_stakes(tokens)))


def _parse_behind(word: str, text: str, coup: NotedCoup) -> NotedCoup:
    """Read the lines below a coup: cards set aside, then cards insisted on."""
    cards = _parse_some_cards(text)
    if word == "insisted":
        if coup.insisted or not Counter(cards) <= Counter(coup.cards + coup.aside):
            raise ValueError("cards insisted on are on one line, and are among the cards above it")
        return replace(coup, insisted=cards)
    if coup.aside or coup.insisted:
        raise ValueError("cards set aside are on one line, before the cards insisted on")
    return replace(coup, aside=cards)


def _parse_some_cards(text: str) -> tuple[Card, ...]:
    if not text:
        raise ValueError("the cards are missing")
    return parse_cards(text)


def _parse_stakes(tokens: Sequence[str]) -> Iterator[PlayerStakes]:
    """Group the stakes by the player named before them."""
    groups: list[tuple[str, list[tuple[Bet, int]]]] = []
    for token in tokens:
        if player := _PLAYER.fullmatch(token):
            groups.append((player[1], []))
        elif stake := _STAKE.fullmatch(token):
            if not groups:
                groups.append(("", []))
            groups[-1][1].append((parse_bet(stake[1]), int(stake[2])))
        else:
            raise ValueError(f"{token!r} is neither a player (anna:) nor a stake (punto=1000)")
    players = [player_name for player_name, _ in groups]
    if len(set(players)) < len(players):
        raise ValueError("a player is named twice")
    for player_name, stakes in groups:
        bets = [bet for bet, _ in stakes]
        if not stakes or len(set(bets)) < len(bets):
            raise ValueError("a player needs stakes, at most one for each bet")
        yield PlayerStakes(player_name, tuple(stakes))
