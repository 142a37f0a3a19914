"""Every refusal, with its stable code.

Refusal
├── CardsRefused
│   ├── NotACard             cards/not-a-card
│   ├── TooFewCards          cards/too-few
│   ├── TooManyCards         cards/too-many
│   ├── NotInSabot           cards/not-in-sabot
│   ├── NotACount            cards/not-a-count
│   ├── TooFewLeft           cards/too-few-left
│   └── TooManyLeft          cards/too-many-left
├── BetRefused
│   ├── UnknownBet           bet/unknown
│   ├── NotOffered           bet/not-offered
│   ├── NotAnAmount          bet/not-an-amount
│   ├── OffStep              bet/off-step
│   ├── BelowMinimum         bet/below-minimum
│   ├── AboveMaximum         bet/above-maximum
│   ├── CoupAboveMaximum     bet/coup-above-maximum
│   ├── TooLate              bet/too-late
│   ├── BettingClosed        bet/closed
│   ├── Exhibition           bet/exhibition
│   └── AlreadyConfirmed     bet/already-confirmed
├── NotationRefused
│   ├── BadLine              notation/bad-line
│   ├── BadCoup              notation/bad-coup
│   ├── BadBurn              notation/bad-burn
│   ├── AfterCut             notation/after-cut
│   ├── NeedNotInsist        notation/need-not-insist
│   └── NotPrintable         notation/not-printable
├── InputRefused
│   ├── NotJson              input/not-json
│   ├── BadField             input/bad-field
│   ├── DuplicateKey         input/duplicate-key
│   ├── Unreadable           input/unreadable
│   ├── Unwritable           input/unwritable
│   └── BadSetting           input/bad-setting
├── HouseRefused
│   └── UnknownHouse         house/unknown
├── SheetRefused             (each names file, key and value)
│   ├── NotToml              sheet/not-toml
│   ├── UnknownKey           sheet/unknown-key
│   ├── MissingKey           sheet/missing-key
│   ├── BadValue             sheet/bad-value
│   ├── BadTiraggio          sheet/bad-tiraggio
│   ├── BadOdds              sheet/bad-odds
│   ├── BadPercentage        sheet/bad-percentage
│   ├── StepBreaksOdds       sheet/step-breaks-odds
│   ├── ReturnTooHigh        sheet/return-too-high
│   ├── ReturnTooLow         sheet/return-too-low
│   └── PrintedDiffers       sheet/printed-differs
├── FairRefused
│   ├── NotNow               fair/not-now
│   ├── OldEpoch             fair/old-epoch
│   ├── WrongLength          fair/wrong-length
│   ├── SeedTooShort         fair/seed-too-short
│   ├── SeedReused           fair/seed-reused
│   ├── AlreadyIn            fair/already-in
│   ├── NotInList            fair/not-in-list
│   ├── DoesNotOpen          fair/does-not-open
│   ├── Unopened             fair/unopened
│   ├── AllOpen              fair/all-open
│   ├── SitsOut              fair/sits-out
│   ├── NotHex               fair/not-hex
│   ├── NotText              fair/not-text
│   ├── OutOfRange           fair/out-of-range
│   ├── BadProof             fair/bad-proof
│   └── BadSeen              fair/bad-seen
├── TableRefused
│   ├── UnknownTable         table/unknown
│   ├── BadTable             table/bad
│   ├── TableTaken           table/taken
│   ├── TableClosed          table/closed
│   ├── SabotGoesOn          table/sabot-goes-on
│   ├── NoSuchBox            table/no-such-box
│   ├── NoSuchPlace          table/no-such-place
│   ├── BoxFull              table/box-full
│   ├── NoBox                table/no-box
│   ├── NotHolding           table/not-holding
│   ├── AgainstTheRule       table/against-the-rule
│   ├── MovedOn              table/moved-on
│   ├── HasCroupier          table/has-croupier
│   ├── NotTheCroupier       table/not-the-croupier
│   ├── NoCroupier           table/no-croupier
│   ├── ManagersOnly         table/managers-only
│   ├── ManagerCalled        table/manager-called
│   ├── ManagerNotCalled     table/manager-not-called
│   ├── RunsItself           table/runs-itself
│   ├── FromOurSabot         table/from-our-sabot
│   ├── FromARealSabot       table/from-a-real-sabot
│   └── ReadIn               table/read-in
├── CashRefused
│   ├── NoChips              cash/no-chips
│   ├── CashOpen             cash/open
│   ├── CashNotOpen          cash/not-open
│   ├── CashUnsigned         cash/unsigned
│   ├── CashBelowZero        cash/below-zero
│   ├── CashZero             cash/zero
│   ├── CashInPlay           cash/in-play
│   ├── NoSuchLine           cash/no-such-line
│   └── OtherSigner          cash/other-signer
├── LineRefused
│   ├── LinesOff             line/not-here
│   ├── LineTooSoon          line/too-soon
│   ├── LineAddress          line/address
│   ├── LineDigits           line/digits
│   ├── LineWord             line/word
│   └── NotOpenLine          line/not-open
├── MessageRefused
│   └── BadMessage           message/bad
├── AccountRefused
│   ├── NoAccount            account/unknown
│   ├── NotCovered           account/not-covered
│   ├── WrongMoney           account/wrong-money
│   ├── RefillNotNeeded      account/refill-not-needed
│   ├── RefillTooSoon        account/refill-too-soon
│   ├── KeyReused            account/key-reused
│   ├── NameTaken            account/name-taken
│   ├── BadName              account/bad-name
│   ├── BadPassword          account/bad-password
│   ├── WrongPassword        account/wrong-password
│   ├── WrongOldPassword     account/wrong-old-password
│   ├── NoLogin              account/no-login
│   ├── NotSignedIn          account/not-signed-in
│   └── NotAllowed           account/not-allowed
├── SessionRefused
│   ├── NoSession            session/none
│   ├── SessionOpen          session/open
│   ├── NotEnoughCredit      session/not-enough-credit
│   ├── TakenOver            session/taken-over
│   ├── OtherCoup            session/other-coup
│   ├── NotPlayable          session/not-playable
│   ├── NoRecord             session/no-record
│   ├── NoTicket             session/no-ticket
│   └── ForeignOrigin        session/foreign-origin
├── TooMuch
│   ├── TooFast              limit/too-fast
│   ├── TooManyWaiting       limit/too-many-waiting
│   ├── TooManyExports       limit/too-many-exports
│   └── TooManyConnections   limit/too-many-connections
├── StoreRefused
│   ├── StoreFailed          store/failed
│   ├── StoreHalted          store/halted
│   ├── StoreUnreachable     store/unreachable
│   ├── StoreDamaged         store/damaged
│   ├── OtherVersion         store/other-version
│   ├── NotRenewed           store/not-renewed
│   ├── NodeTaken            store/node-taken
│   └── WrongSealingKey      store/wrong-sealing-key
├── ClientRefused            (in client/refusals.py)
│   ├── Unreachable          client/unreachable
│   ├── GaveUp               client/gave-up
│   ├── ShutOut              client/shut-out
│   ├── DoesNotHold          client/does-not-hold
│   ├── CommitmentRetired    client/commitment-retired
│   ├── NoBets               client/no-bets
│   ├── NotUnderstood        client/not-understood
│   └── ServerRefused        client/server-refused
├── SimulationRefused
│   ├── NoCoups              simulate/no-coups
│   ├── NoCluster            simulate/no-cluster
│   └── NotANumber           simulate/not-a-number
├── OurFault                 server/error
└── ExtraMissing             extra/missing
"""

from typing import ClassVar

from puntobanco.money import euros


class Refusal(ValueError):
    """An error with a stable code, a message for people and the facts it was made of.

    The message says what was wrong and what to do. Facts named in `amounts` are cents; the message
    shows them as people write them.
    """

    code: ClassVar[str]
    sentence: ClassVar[str]
    amounts: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, **facts: object) -> None:
        self.facts = facts
        shown = {name: self._shown(name, fact) for name, fact in facts.items()}
        super().__init__(self.sentence.format_map(shown))

    def _shown(self, name: str, fact: object) -> object:
        return euros(fact) if name in self.amounts and isinstance(fact, int) else fact

    @property
    def message(self) -> str:
        return str(self)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.facts)


def _rebuild(kind: type[Refusal], facts: dict[str, object]) -> Refusal:
    return kind(**facts)


class CardsRefused(Refusal):
    """Cards that cannot be dealt or counted as given."""


class NotACard(CardsRefused):
    code = "cards/not-a-card"
    sentence = "{text!r} is not a card. Write a rank of A23456789TJQK and a suit of cdhs, as in Td."


class TooFewCards(CardsRefused):
    code = "cards/too-few"
    sentence = "Too few cards ({given}). Add the next one, which goes to {side}."


class TooManyCards(CardsRefused):
    code = "cards/too-many"
    sentence = "Too many cards ({given}). This coup ends after {used}: leave out the others."


class NotInSabot(CardsRefused):
    code = "cards/not-in-sabot"
    sentence = (
        "The sabot holds {held} of {card}, but this makes {times}. Check which card was misread."
    )


class NotACount(CardsRefused):
    code = "cards/not-a-count"
    sentence = (
        "{text!r} does not say which cards are left. List them (7dKs9c), count them (7d=3 Ks=8, or"
        " A=31 2=32 by rank), or give 13 or 52 numbers in the order of the deck."
    )


class TooFewLeft(CardsRefused):
    code = "cards/too-few-left"
    sentence = "{left} cards are left, but a coup may need {needed}. Give at least {needed}."


class TooManyLeft(CardsRefused):
    code = "cards/too-many-left"
    sentence = "{left} cards are left, but at most {most} can be counted. Give fewer."


class BetRefused(Refusal):
    """Stakes that the house does not accept."""

    def _shown(self, name: str, fact: object) -> object:
        if name == "bet" and isinstance(fact, str):
            return fact.replace("_", " ").capitalize()  # punto_pair: Punto pair
        return super()._shown(name, fact)


class UnknownBet(BetRefused):
    code = "bet/unknown"
    sentence = "{text!r} is not a bet of this game. Choose one of {known}."


class NotOffered(BetRefused):
    code = "bet/not-offered"
    sentence = "{house} does not offer {bet}. Choose a bet that its sheet lists."


class NotAnAmount(BetRefused):
    code = "bet/not-an-amount"
    sentence = "The amount for {what} is {stake!r}; it must be a positive whole number of cents."


class OffStep(BetRefused):
    code = "bet/off-step"
    sentence = "Stakes on {bet} are multiples of {step}; you staked {stake}."
    amounts = frozenset({"stake", "step"})


class BelowMinimum(BetRefused):
    code = "bet/below-minimum"
    sentence = "The minimum on {bet} is {minimum}; you staked {stake}."
    amounts = frozenset({"stake", "minimum"})


class AboveMaximum(BetRefused):
    code = "bet/above-maximum"
    sentence = "The maximum on {bet} is {maximum}; you staked {stake}."
    amounts = frozenset({"stake", "maximum"})


class CoupAboveMaximum(BetRefused):
    code = "bet/coup-above-maximum"
    sentence = "The maximum on one coup is {maximum}; you staked {stake} in all."
    amounts = frozenset({"stake", "maximum"})


class TooLate(BetRefused):
    code = "bet/too-late"
    sentence = (
        "Your bet arrived {late} ms after the betting on coup {coup} was closed. Bet on the next"
        " coup."
    )


class BettingClosed(BetRefused):
    code = "bet/closed"
    sentence = "This is not possible now: {why}."


class Exhibition(BetRefused):
    code = "bet/exhibition"
    sentence = "Nobody has mixed this sabot, so nobody can bet on it. Wait for the next sabot."


class AlreadyConfirmed(BetRefused):
    code = "bet/already-confirmed"
    sentence = (
        "You have confirmed a bet on this coup, and only one confirmation is allowed here. Bet on"
        " the next coup."
    )


class NotationRefused(Refusal):
    """Text that is not our notation of a sabot."""


class BadLine(NotationRefused):
    code = "notation/bad-line"
    sentence = "Line {line} is not in our notation ({text!r}): {why}"


class BadCoup(NotationRefused):
    code = "notation/bad-coup"
    sentence = "Coup {coup} could not have happened: {why}"


class BadBurn(NotationRefused):
    code = "notation/bad-burn"
    sentence = "Burned cards noted: {noted}; by the rule: {rule}. Correct the burn line."


class AfterCut(NotationRefused):
    code = "notation/after-cut"
    sentence = (
        "Coup {coup} comes after the cut card, which {where}. Remove the coup, or write in which"
        " coup the cut card appeared."
    )


class NeedNotInsist(NotationRefused):
    code = "notation/need-not-insist"
    sentence = (
        "{card} is noted as insisted on, but the sabot holds {held} and only {times} have come."
        " Remove it from that line."
    )


class NotPrintable(NotationRefused):
    code = "notation/not-printable"
    sentence = (
        "The notation can't hold this sabot of {house!r}. Remove spaces and empty words from its"
        " names and remarks."
    )


class InputRefused(Refusal):
    """Files, lines and settings that cannot be read or written."""


class NotJson(InputRefused):
    code = "input/not-json"
    sentence = "This is not a JSON object: {why}"


class BadField(InputRefused):
    code = "input/bad-field"
    sentence = "{why}"


class DuplicateKey(InputRefused):
    code = "input/duplicate-key"
    sentence = "The key {key!r} is there twice. Remove one of them."


class Unreadable(InputRefused):
    code = "input/unreadable"
    sentence = "{file} cannot be read: {why}"


class Unwritable(InputRefused):
    code = "input/unwritable"
    sentence = "{file} cannot be written: {why}"


class BadSetting(InputRefused):
    code = "input/bad-setting"
    sentence = "{why}"


class HouseRefused(Refusal):
    """A house that does not exist."""


class UnknownHouse(HouseRefused):
    code = "house/unknown"
    sentence = (
        "There is no house or sheet {house!r}. Name one of {known}, or give the path of a sheet."
    )


class SheetRefused(Refusal):
    """A rule sheet with a mistake in it."""


class NotToml(SheetRefused):
    code = "sheet/not-toml"
    sentence = "{file} is not TOML: {why}"


class UnknownKey(SheetRefused):
    code = "sheet/unknown-key"
    sentence = "{file}: {key} = {value!r}: a sheet has no such key. Remove it or correct its name."


class MissingKey(SheetRefused):
    code = "sheet/missing-key"
    sentence = "{file}: {key} is missing. Add it."


class BadValue(SheetRefused):
    code = "sheet/bad-value"
    sentence = "{file}: {key} = {value!r}: {why}"


class BadTiraggio(SheetRefused):
    code = "sheet/bad-tiraggio"
    sentence = "{file}: {key} = {value!r}: {why}"


class BadOdds(SheetRefused):
    code = "sheet/bad-odds"
    sentence = "{file}: {key} = {value!r}: odds are two positive integers up to 999, as in 19:20."


class BadPercentage(SheetRefused):
    code = "sheet/bad-percentage"
    sentence = "{file}: {key} = {value!r}: a printed return is written as 98,94%."


class StepBreaksOdds(SheetRefused):
    code = "sheet/step-breaks-odds"
    sentence = (
        "{file}: {key} = {value!r}: a stake of {stake} cents would win a fraction of a cent."
        ' Change money.step or set money.rounding = "down".'
    )


class ReturnTooHigh(SheetRefused):
    code = "sheet/return-too-high"
    sentence = (
        "{file}: {key} = {value!r}: a stake of {stake} cents returns {rtp} %. Lower the odds: at"
        " most 100 % is allowed."
    )


class ReturnTooLow(SheetRefused):
    code = "sheet/return-too-low"
    sentence = (
        "{file}: {key} = {value!r}: a stake of {stake} cents returns {rtp} %. Raise the odds or"
        " the minimum: at least 75 % is needed."
    )


class PrintedDiffers(SheetRefused):
    code = "sheet/printed-differs"
    sentence = (
        "{file}: {key} = {value!r}: the exact return is {rtp} %. Check the odds, the tiraggio and"
        " the printed figure."
    )


class FairRefused(Refusal):
    """Dealing in the wrong order, or with seeds that cannot be used."""


class NotNow(FairRefused):
    code = "fair/not-now"
    sentence = "{step} is not possible now: {phase}."


class OldEpoch(FairRefused):
    code = "fair/old-epoch"
    sentence = (
        "Epoch {epoch} can't be used: the table was at {last}, and no number may come twice."
        " Choose a higher epoch."
    )


class WrongLength(FairRefused):
    code = "fair/wrong-length"
    sentence = "{what} has {given} bytes; it must have {needed}."


class SeedTooShort(FairRefused):
    code = "fair/seed-too-short"
    sentence = "A player's seed needs at least {least} characters; this one has {given}."


class SeedReused(FairRefused):
    code = "fair/seed-reused"
    sentence = "This seed was used before. Draw a new one for every coup or sabot."


class AlreadyIn(FairRefused):
    code = "fair/already-in"
    sentence = "{player} is already in the list. A player joins a mixing once."


class NotInList(FairRefused):
    code = "fair/not-in-list"
    sentence = "{player} is not in the list and has no seed to open. Join the next mixing."


class DoesNotOpen(FairRefused):
    code = "fair/does-not-open"
    sentence = (
        "This seed does not have the hash that {player} put into the list. Open the seed that was"
        " hashed."
    )


class Unopened(FairRefused):
    code = "fair/unopened"
    sentence = "Some seeds are still closed: {players}. The order is fixed once all are open."


class AllOpen(FairRefused):
    code = "fair/all-open"
    sentence = "All seeds are open, so this sabot must be played and can't be given up."


class SitsOut(FairRefused):
    code = "fair/sits-out"
    sentence = "{player} left a seed closed and sits out this mixing. Join the next one."


class NotHex(FairRefused):
    code = "fair/not-hex"
    sentence = "{what} has {given} characters; it must be {digits} lower-case hex digits."


class NotText(FairRefused):
    code = "fair/not-text"
    sentence = "{what} can't be encoded as UTF-8. Remove unpaired surrogates."


class OutOfRange(FairRefused):
    code = "fair/out-of-range"
    sentence = "{what} is {number}; it must be from {least} to {most}."


class BadProof(FairRefused):
    code = "fair/bad-proof"
    sentence = "{file} is not a proof: {why}"


class BadSeen(FairRefused):
    code = "fair/bad-seen"
    sentence = "{file}, line {line}, is not something a client received: {why}"


class TableRefused(Refusal):
    """A table that does not exist, or does not allow the request now."""


class UnknownTable(TableRefused):
    code = "table/unknown"
    sentence = "There is no table {table}. Choose one from the list of tables."


class BadTable(TableRefused):
    code = "table/bad"
    sentence = "Table {table} can't be made like this: {why}"


class TableTaken(TableRefused):
    code = "table/taken"
    sentence = "There is already a table {table}. Choose another name."


class TableClosed(TableRefused):
    code = "table/closed"
    sentence = "Table {table} is closed. Choose another table."


class SabotGoesOn(TableRefused):
    code = "table/sabot-goes-on"
    sentence = "The sabot of table {table} is still being played. Wait for its last coup."


class NoSuchBox(TableRefused):
    code = "table/no-such-box"
    sentence = "There is no box {box} here. Choose one from 1 to {boxes}."


class NoSuchPlace(TableRefused):
    code = "table/no-such-place"
    sentence = "Box {box} has no place {place}: it takes {most} players. Choose a place from 1 on."


class BoxFull(TableRefused):
    code = "table/box-full"
    sentence = "Box {box} is full: it takes {most}, and {players} sit there. Choose another box."


class NoBox(TableRefused):
    code = "table/no-box"
    sentence = "At this table you bet from a box. Take one first."


class NotHolding(TableRefused):
    code = "table/not-holding"
    sentence = "You don't hold {side}'s cards. Only the player who holds them can do this."


class AgainstTheRule(TableRefused):
    code = "table/against-the-rule"
    sentence = "The rule says otherwise: {rule}."


class MovedOn(TableRefused):
    code = "table/moved-on"
    sentence = (
        "The table has moved on: it is at event {offset}, and your command was for event {seen}."
        " Look again."
    )


class HasCroupier(TableRefused):
    code = "table/has-croupier"
    sentence = "{name} runs this table. Wait until they hand it over, or let a manager take it."


class NotTheCroupier(TableRefused):
    code = "table/not-the-croupier"
    sentence = "You don't run this table. Take it first."


class NoCroupier(TableRefused):
    code = "table/no-croupier"
    sentence = "Nobody runs this table now. Bets are accepted again once a croupier is here."


class ManagersOnly(TableRefused):
    code = "table/managers-only"
    sentence = "Only a manager may do this. Call the manager on duty."


class ManagerCalled(TableRefused):
    code = "table/manager-called"
    sentence = "The manager on duty has been called already. Wait for the decision."


class ManagerNotCalled(TableRefused):
    code = "table/manager-not-called"
    sentence = "There is no call to decide: nobody called the manager, or it is decided already."


class RunsItself(TableRefused):
    code = "table/runs-itself"
    sentence = "This table runs by itself and has no croupier's console."


class FromOurSabot(TableRefused):
    code = "table/from-our-sabot"
    sentence = (
        "This table uses our sabot, whose cards come as committed. They can't be read in or"
        " corrected, and no coup can be declared void."
    )


class FromARealSabot(TableRefused):
    code = "table/from-a-real-sabot"
    sentence = "The cards of this table come from a real sabot. Read them in."


class ReadIn(TableRefused):
    code = "table/read-in"
    sentence = (
        "Sabot {sabot} was a real one, whose cards were read in. It has no seed and no proof; its"
        " cards are in the table's stream."
    )


class MessageRefused(Refusal):
    """A message or request that cannot be read."""


class BadMessage(MessageRefused):
    code = "message/bad"
    sentence = "{why}"


class CashRefused(Refusal):
    """A line that the cash sheet of a table does not take."""


class NoChips(CashRefused):
    code = "cash/no-chips"
    sentence = "Table {table} is played for credit. Only tables with real chips have lines."


class CashOpen(CashRefused):
    code = "cash/open"
    sentence = "The cash sheet of table {table} is open. Close it first, and have it countersigned."


class CashNotOpen(CashRefused):
    code = "cash/not-open"
    sentence = "Table {table} has no open cash sheet. Enter the opening float first."


class CashUnsigned(CashRefused):
    code = "cash/unsigned"
    sentence = "These lines are not countersigned yet: {lines}. Have them signed before closing."


class CashBelowZero(CashRefused):
    code = "cash/below-zero"
    sentence = (
        "The sum of all lines of the kind {kind} is {sum}, and it can't fall below zero. An amount"
        " below zero needs a note."
    )
    amounts = frozenset({"sum"})


class CashZero(CashRefused):
    code = "cash/zero"
    sentence = "A {kind} of 0.00 changes nothing. Enter its amount, or write no line."


class CashInPlay(CashRefused):
    code = "cash/in-play"
    sentence = (
        "A coup is being played at {table}, or was decided after this count. Finish it, then count"
        " again."
    )


class NoSuchLine(CashRefused):
    code = "cash/no-such-line"
    sentence = "Line {line} is not waiting for a signature. Read the sheet again."


class OtherSigner(CashRefused):
    code = "cash/other-signer"
    sentence = (
        "{name} wrote line {line}. Somebody else has to countersign it, and one of the two must be"
        " a manager."
    )


class LineRefused(Refusal):
    """A line to the croupier or the manager that is not sent."""


class LinesOff(LineRefused):
    code = "line/not-here"
    sentence = "At table {table} nobody writes to the croupier or the manager."


class LineTooSoon(LineRefused):
    code = "line/too-soon"
    sentence = "At a table one line in five seconds, and ten in ten minutes. Wait {seconds} s."


class LineAddress(LineRefused):
    code = "line/address"
    sentence = "A line can't have an address or a link in it. Nothing was sent."


class LineDigits(LineRefused):
    code = "line/digits"
    sentence = "A line can't have a number of seven or more digits in it. Nothing was sent."


class LineWord(LineRefused):
    code = "line/word"
    sentence = "This house doesn't send lines with one of these words. Nothing was sent."


class NotOpenLine(LineRefused):
    code = "line/not-open"
    sentence = "Line {line} is not there, or it is answered already."


class AccountRefused(Refusal):
    """Money that cannot move, and people who are not let in."""


class NoAccount(AccountRefused):
    code = "account/unknown"
    sentence = (
        "There is no such account: {account}. Check its number, or its owner's name and currency."
    )


class NotCovered(AccountRefused):
    code = "account/not-covered"
    sentence = "The account holds less than {amount}. Choose a smaller amount."
    amounts = frozenset({"amount"})


class WrongMoney(AccountRefused):
    code = "account/wrong-money"
    sentence = "{house} is not played for {currency}. Choose another currency or table."


class RefillNotNeeded(AccountRefused):
    code = "account/refill-not-needed"
    sentence = "Play money is refilled once it is below {below}; you still have {held}."
    amounts = frozenset({"below", "held"})


class RefillTooSoon(AccountRefused):
    code = "account/refill-too-soon"
    sentence = "The next refill is possible in {seconds} seconds. Try again then."


class KeyReused(AccountRefused):
    code = "account/key-reused"
    sentence = "The key {key} was used before for another request. Use a new key."


class NameTaken(AccountRefused):
    code = "account/name-taken"
    sentence = "The name {name} is taken. Choose another."


class BadName(AccountRefused):
    code = "account/bad-name"
    sentence = (
        "A name has 3 to 32 letters, digits, dots, dashes or underscores."
        " A staff name must not be only digits."
    )


class BadPassword(AccountRefused):
    code = "account/bad-password"
    sentence = "A password has {least} to {most} characters. Choose another."


class WrongPassword(AccountRefused):
    code = "account/wrong-password"
    sentence = "Name and password don't match. Check both and try again."


class WrongOldPassword(AccountRefused):
    code = "account/wrong-old-password"
    sentence = "The old password is wrong. Type it again."


class NoLogin(AccountRefused):
    code = "account/no-login"
    sentence = "You have no login {login}. It may have ended already."


class NotSignedIn(AccountRefused):
    code = "account/not-signed-in"
    sentence = "This needs a valid token, and yours is missing, expired or revoked. Sign in again."


class NotAllowed(AccountRefused):
    code = "account/not-allowed"
    sentence = "Only {role} may do this."


class SessionRefused(Refusal):
    """Requests that a session does not allow now."""


class NoSession(SessionRefused):
    code = "session/none"
    sentence = "{why}"

    def __init__(self, why: str = "There is no open session here. Sit down first.") -> None:
        super().__init__(why=why)


class SessionOpen(SessionRefused):
    code = "session/open"
    sentence = "A session is open at this seat already. Continue it, or cash out first."


class NotEnoughCredit(SessionRefused):
    code = "session/not-enough-credit"
    sentence = "The credit is {credit}; you staked {staked}. Stake less, or top up."
    amounts = frozenset({"staked", "credit"})


class TakenOver(SessionRefused):
    code = "session/taken-over"
    sentence = "A newer connection has taken this session over. Play there, or reconnect."


class OtherCoup(SessionRefused):
    code = "session/other-coup"
    sentence = "Your bet was for another coup. The next one is number {next}: bet on that."


class NotPlayable(SessionRefused):
    code = "session/not-playable"
    sentence = "There is no {kind} {name!r} to sit down at. Choose one of {known}."


class NoRecord(SessionRefused):
    code = "session/no-record"
    sentence = "There is no {record} here. Check the number, or wait until it is revealed."


class NoTicket(SessionRefused):
    code = "session/no-ticket"
    sentence = "The ticket is unknown, used or older than {seconds} seconds. Ask for a new one."


class ForeignOrigin(SessionRefused):
    code = "session/foreign-origin"
    sentence = (
        "Sockets may be opened only from the house's own pages or a configured origin. Check the"
        " Origin header and the setting origins."
    )


class TooMuch(Refusal):
    """More requests than one client may make."""


class TooFast(TooMuch):
    code = "limit/too-fast"
    sentence = "More than {most} requests in {seconds} seconds. Wait a little."


class TooManyWaiting(TooMuch):
    code = "limit/too-many-waiting"
    sentence = "{most} of your requests are waiting already. Wait for their answers."


class TooManyExports(TooMuch):
    code = "limit/too-many-exports"
    sentence = (
        "Only one export runs for a person at a time, and {most} in the house. Wait until one is"
        " finished."
    )


class TooManyConnections(TooMuch):
    code = "limit/too-many-connections"
    sentence = "Only {most} connections are allowed from one address. Close one first."


class StoreRefused(Refusal):
    """A database that cannot be opened or written."""


class StoreFailed(StoreRefused):
    code = "store/failed"
    sentence = "The database could not store this, and nothing has changed ({why}). Try again."


class StoreHalted(StoreRefused):
    code = "store/halted"
    sentence = (
        "Nobody knows whether the last commit succeeded, so the server stops. Send the request"
        " again with the same key after the restart."
    )


class StoreUnreachable(StoreRefused):
    code = "store/unreachable"
    sentence = "The database can't be opened: {why}"


class StoreDamaged(StoreRefused):
    code = "store/damaged"
    sentence = "{file} is damaged or not a database: {why}. Restore a backup."


class OtherVersion(StoreRefused):
    code = "store/other-version"
    sentence = (
        "The database has version {found}; this program needs version {known}. Use a program of"
        " the database's version, or let `puntobanco serve` update an older database."
    )


class NotRenewed(StoreRefused):
    code = "store/not-renewed"
    sentence = (
        "The database can't be served: {why}. Players may know seeds in it;"
        " run `puntobanco renew` first."
    )


class NodeTaken(StoreRefused):
    code = "store/node-taken"
    sentence = (
        "Another process writes to this database as node {node}. Stop it, or wait until it ends."
    )


class WrongSealingKey(StoreRefused):
    code = "store/wrong-sealing-key"
    sentence = (
        "The seed of number {number} at {table} was encrypted with another key. Use the sealing key"
        " with which this database was served."
    )


class SimulationRefused(Refusal):
    """A simulation that cannot be run."""


class NoCoups(SimulationRefused):
    code = "simulate/no-coups"
    sentence = "A run needs at least one coup, not {coups}."


class NoCluster(SimulationRefused):
    code = "simulate/no-cluster"
    sentence = "There is no cluster at {address}: {why}"


class NotANumber(SimulationRefused):
    code = "simulate/not-a-number"
    sentence = "{what}: {text!r} is not a whole number up to 1e15."


class OurFault(Refusal):
    """A bug of ours."""

    code = "server/error"
    sentence = (
        "Something went wrong in the server. Send the request again with the same key to learn"
        " what became of it."
    )


class ExtraMissing(Refusal):
    """Something that needs an optional dependency."""

    code = "extra/missing"
    sentence = "{what} needs {module}. Install it: pip install 'puntobanco[{extra}]'"
