"""What a house tells its guests besides its rules, in four languages.

These texts are not part of the sheet, so a translation doesn't change the sheet's hash.
"""

from puntobanco.errors import BadValue
from puntobanco.game.sheet import Part, Sheet, Text
from puntobanco.game.sheet_text import convert, parse


class HouseNotice(Part, frozen=True):
    """A notice of the house, such as its address or how to dress."""

    it: Text
    en: Text
    de: Text
    fr: Text


class Explained(Part, frozen=True):
    reads: Text
    because: Text


class TranslatedReading(Part, frozen=True):
    """A reading of the sheet, found by the words it quotes.

    Its English is in the sheet, unless players should read it in other words.
    """

    words: Text
    it: Explained
    de: Explained
    fr: Explained
    en: Explained | None = None


class HouseTexts(Part, frozen=True):
    notices: tuple[HouseNotice, ...] = ()
    readings: tuple[TranslatedReading, ...] = ()


def read_texts(text: str, file: str, sheet: Sheet) -> HouseTexts:
    """Read the texts of a house; refuse a translation of a reading that is not in its sheet."""
    texts = convert(parse(text, file), HouseTexts, file)
    quoted = {reading.words for reading in sheet.readings}
    for number, reading in enumerate(texts.readings):
        if reading.words not in quoted:
            key, why = f"readings.{number}.words", "the sheet has no reading of these words"
            raise BadValue(file=file, key=key, value=reading.words, why=why)
    return texts
