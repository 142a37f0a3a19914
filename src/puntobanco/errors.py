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
├── MessageRefused
│   └── BadMessage           message/bad
├── AccountRefused
│   ├── NoAccount            account/unknown
│   ├── NotCovered           account/not-covered
│   ├── WrongMoney           account/wrong-money
│   ├── KeyReused            account/key-reused
│   ├── NameTaken            account/name-taken
│   ├── BadName              account/bad-name
│   ├── BadPassword          account/bad-password
│   ├── WrongPassword        account/wrong-password
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


class Refusal(ValueError):
    """What we say no to: a stable code, a sentence for people, and the facts behind it."""

    code: ClassVar[str]
    sentence: ClassVar[str]

    def __init__(self, **facts: object) -> None:
        self.facts = facts
        super().__init__(self.sentence.format_map(facts))

    @property
    def message(self) -> str:
        return str(self)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.facts)


def _rebuild(kind: type[Refusal], facts: dict[str, object]) -> Refusal:
    return kind(**facts)


class CardsRefused(Refusal):
    """Cards that cannot be what they are said to be."""


class NotACard(CardsRefused):
    code = "cards/not-a-card"
    sentence = "{text!r} is not a card: a rank of A23456789TJQK and a suit of cdhs, as in Td"


class TooFewCards(CardsRefused):
    code = "cards/too-few"
    sentence = "too few cards, {given}: the next one goes to {side}"


class TooManyCards(CardsRefused):
    code = "cards/too-many"
    sentence = "too many cards, {given}: the coup ends with {used}"


class NotInSabot(CardsRefused):
    code = "cards/not-in-sabot"
    sentence = "{card}: {times} of them, the sabot holds {held}"


class NotACount(CardsRefused):
    code = "cards/not-a-count"
    sentence = (
        "{text!r} does not say which cards are left: list them (7dKs9c), count them"
        " (7d=3 Ks=8, or A=31 2=32 by rank), or give 13 or 52 numbers in the order of the deck"
    )


class TooFewLeft(CardsRefused):
    code = "cards/too-few-left"
    sentence = "cards left: {left}; a coup may need {needed}"


class TooManyLeft(CardsRefused):
    code = "cards/too-many-left"
    sentence = "cards left: {left}; at most {most} can be counted"


class BetRefused(Refusal):
    """Stakes the house does not take."""


class UnknownBet(BetRefused):
    code = "bet/unknown"
    sentence = "{bet!r} is not a bet of this game: {known}"


class NotOffered(BetRefused):
    code = "bet/not-offered"
    sentence = "{house} does not offer {bet}"


class NotAnAmount(BetRefused):
    code = "bet/not-an-amount"
    sentence = "{bet}: {stake!r} is not a positive whole number of cents"


class OffStep(BetRefused):
    code = "bet/off-step"
    sentence = "{bet}: {stake} is not a multiple of {step} (cents)"


class BelowMinimum(BetRefused):
    code = "bet/below-minimum"
    sentence = "{bet}: {stake} is below the minimum of {minimum} (cents)"


class AboveMaximum(BetRefused):
    code = "bet/above-maximum"
    sentence = "{bet}: {stake} is above the maximum of {maximum} (cents)"


class CoupAboveMaximum(BetRefused):
    code = "bet/coup-above-maximum"
    sentence = "{stake} in all is above the coup's maximum of {maximum} (cents)"


class TooLate(BetRefused):
    code = "bet/too-late"
    sentence = "no more bets: coup {coup} was closed {late} ms before this came in"


class BettingClosed(BetRefused):
    code = "bet/closed"
    sentence = "there is no betting now: {why}"


class Exhibition(BetRefused):
    code = "bet/exhibition"
    sentence = "nobody has mixed this sabot, so there is no betting on it; a new one follows"


class AlreadyConfirmed(BetRefused):
    code = "bet/already-confirmed"
    sentence = "a confirmed bet is final here, and the first one ends the betting"


class NotationRefused(Refusal):
    """Text that is not our notation of a sabot."""


class BadLine(NotationRefused):
    code = "notation/bad-line"
    sentence = "line {line}: {why}: {text!r}"


class BadCoup(NotationRefused):
    code = "notation/bad-coup"
    sentence = "coup {coup}: {why}"


class BadBurn(NotationRefused):
    code = "notation/bad-burn"
    sentence = "cards burned: {noted}; the rule says {rule}"


class AfterCut(NotationRefused):
    code = "notation/after-cut"
    sentence = "coup {coup} comes after the cut card: {gone} cards are gone and {cut} lie behind it"


class NeedNotInsist(NotationRefused):
    code = "notation/need-not-insist"
    sentence = "{card}: noted as insisted on, and the sabot holds {held} of them; {times} have come"


class NotPrintable(NotationRefused):
    code = "notation/not-printable"
    sentence = "the notation can't hold this sabot of {house!r}: spaces or empty words in a name?"


class InputRefused(Refusal):
    """Files and lines that cannot be read as what they should be, or not be written."""


class NotJson(InputRefused):
    code = "input/not-json"
    sentence = "not a JSON object: {why}"


class BadField(InputRefused):
    code = "input/bad-field"
    sentence = "{why}"


class DuplicateKey(InputRefused):
    code = "input/duplicate-key"
    sentence = "the key {key!r} stands twice"


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
    """A house that is not there."""


class UnknownHouse(HouseRefused):
    code = "house/unknown"
    sentence = "there is no house or sheet {house!r}; ours are {known}"


class SheetRefused(Refusal):
    """A rule sheet that cannot be played by."""


class NotToml(SheetRefused):
    code = "sheet/not-toml"
    sentence = "{file}: not TOML: {why}"


class UnknownKey(SheetRefused):
    code = "sheet/unknown-key"
    sentence = "{file}: {key} = {value!r}: a sheet has no such key"


class MissingKey(SheetRefused):
    code = "sheet/missing-key"
    sentence = "{file}: {key} is missing"


class BadValue(SheetRefused):
    code = "sheet/bad-value"
    sentence = "{file}: {key} = {value!r}: {why}"


class BadTiraggio(SheetRefused):
    code = "sheet/bad-tiraggio"
    sentence = "{file}: {key} = {value!r}: {why}"


class BadOdds(SheetRefused):
    code = "sheet/bad-odds"
    sentence = "{file}: {key} = {value!r}: odds are two positive integers, as in 19:20, up to 999"


class BadPercentage(SheetRefused):
    code = "sheet/bad-percentage"
    sentence = "{file}: {key} = {value!r}: a printed return looks like 98,94%"


class StepBreaksOdds(SheetRefused):
    code = "sheet/step-breaks-odds"
    sentence = (
        "{file}: {key} = {value!r}: a stake of {stake} would win a fraction of a cent;"
        ' change money.step or say money.rounding = "down"'
    )


class ReturnTooHigh(SheetRefused):
    code = "sheet/return-too-high"
    sentence = "{file}: {key} = {value!r}: returns {rtp} % at a stake of {stake} cents, over 100 %"


class ReturnTooLow(SheetRefused):
    code = "sheet/return-too-low"
    sentence = "{file}: {key} = {value!r}: returns {rtp} % at a stake of {stake} cents, under 75 %"


class PrintedDiffers(SheetRefused):
    code = "sheet/printed-differs"
    sentence = "{file}: {key} = {value!r}: the exact return is {rtp} %"


class FairRefused(Refusal):
    """Dealing in a wrong order, or with seeds that won't do."""


class NotNow(FairRefused):
    code = "fair/not-now"
    sentence = "no {step} while {phase}"


class OldEpoch(FairRefused):
    code = "fair/old-epoch"
    sentence = "epoch {epoch}: the table has been at {last}, and numbers may not come twice"


class WrongLength(FairRefused):
    code = "fair/wrong-length"
    sentence = "{what}: {given} bytes, not {needed}"


class SeedTooShort(FairRefused):
    code = "fair/seed-too-short"
    sentence = "a player's seed has {least} characters or more, not {given}"


class SeedReused(FairRefused):
    code = "fair/seed-reused"
    sentence = "this seed has been used before: every one is drawn afresh"


class AlreadyIn(FairRefused):
    code = "fair/already-in"
    sentence = "{player} is in the list already"


class NotInList(FairRefused):
    code = "fair/not-in-list"
    sentence = "{player} is not in the list"


class DoesNotOpen(FairRefused):
    code = "fair/does-not-open"
    sentence = "{player}'s seed is not the one whose hash is in the list"


class Unopened(FairRefused):
    code = "fair/unopened"
    sentence = "seeds still closed: {players}"


class AllOpen(FairRefused):
    code = "fair/all-open"
    sentence = "all seeds are open: this sabot is played, not given up"


class SitsOut(FairRefused):
    code = "fair/sits-out"
    sentence = "{player} left a seed closed and sits out this mixing"


class NotHex(FairRefused):
    code = "fair/not-hex"
    sentence = "{what}: {given} characters, not {digits} small hex digits"


class NotText(FairRefused):
    code = "fair/not-text"
    sentence = "{what}: not a text that UTF-8 could hold"


class OutOfRange(FairRefused):
    code = "fair/out-of-range"
    sentence = "{what}: {number} is not from {least} to {most}"


class BadProof(FairRefused):
    code = "fair/bad-proof"
    sentence = "{file}: not a proof: {why}"


class BadSeen(FairRefused):
    code = "fair/bad-seen"
    sentence = "{file}, line {line}: not what a client received: {why}"


class TableRefused(Refusal):
    """A table that is not there, or can't be as somebody wants it."""


class UnknownTable(TableRefused):
    code = "table/unknown"
    sentence = "there is no table {table}"


class BadTable(TableRefused):
    code = "table/bad"
    sentence = "table {table}: {why}"


class TableTaken(TableRefused):
    code = "table/taken"
    sentence = "there is a table {table} already"


class TableClosed(TableRefused):
    code = "table/closed"
    sentence = "table {table} is closed"


class SabotGoesOn(TableRefused):
    code = "table/sabot-goes-on"
    sentence = "the sabot of table {table} is not over yet"


class NoSuchBox(TableRefused):
    code = "table/no-such-box"
    sentence = "there is no box {box} here: they are numbered from 1 to {boxes}"


class BoxFull(TableRefused):
    code = "table/box-full"
    sentence = "box {box} is full: {players} sit there, and {most} is the most"


class NoBox(TableRefused):
    code = "table/no-box"
    sentence = "a bet is made from a box at this table: take one first"


class NotHolding(TableRefused):
    code = "table/not-holding"
    sentence = "you don't hold {side}'s cards"


class AgainstTheRule(TableRefused):
    code = "table/against-the-rule"
    sentence = "{rule}"


class MovedOn(TableRefused):
    code = "table/moved-on"
    sentence = "the table is at {offset} by now, and this was meant for {seen}: look again"


class HasCroupier(TableRefused):
    code = "table/has-croupier"
    sentence = "{name} runs this table: they hand it over, or a manager takes it"


class NotTheCroupier(TableRefused):
    code = "table/not-the-croupier"
    sentence = "you don't run this table: take it first"


class NoCroupier(TableRefused):
    code = "table/no-croupier"
    sentence = "nobody runs this table now: bets are taken once somebody does"


class ManagersOnly(TableRefused):
    code = "table/managers-only"
    sentence = "that is for the manager on duty"


class ManagerCalled(TableRefused):
    code = "table/manager-called"
    sentence = "the manager on duty has been called already, and is on the way"


class ManagerNotCalled(TableRefused):
    code = "table/manager-not-called"
    sentence = "nobody waits for a decision: the manager has not been called, or has decided"


class RunsItself(TableRefused):
    code = "table/runs-itself"
    sentence = "nobody runs this table: it deals by itself"


class FromOurSabot(TableRefused):
    code = "table/from-our-sabot"
    sentence = "cards of our sabot come as they were committed to: nobody corrects or voids them"


class FromARealSabot(TableRefused):
    code = "table/from-a-real-sabot"
    sentence = "the cards of this table are read in, from a sabot on the cloth"


class ReadIn(TableRefused):
    code = "table/read-in"
    sentence = (
        "sabot {sabot} was a real one, its cards read in from the cloth: there is no seed to prove"
        " it by, only what the table told"
    )


class MessageRefused(Refusal):
    """What was said at a table and can't be understood."""


class BadMessage(MessageRefused):
    code = "message/bad"
    sentence = "{why}"


class AccountRefused(Refusal):
    """Money that can't move, and people who can't be let in."""


class NoAccount(AccountRefused):
    code = "account/unknown"
    sentence = "there is no such account: {account}"


class NotCovered(AccountRefused):
    code = "account/not-covered"
    sentence = "the account holds less than {amount} (cents)"


class WrongMoney(AccountRefused):
    code = "account/wrong-money"
    sentence = "{house} doesn't take {currency}"


class KeyReused(AccountRefused):
    code = "account/key-reused"
    sentence = "the key {key} was used before, for something else"


class NameTaken(AccountRefused):
    code = "account/name-taken"
    sentence = "the name {name} is taken"


class BadName(AccountRefused):
    code = "account/bad-name"
    sentence = (
        "a name has 3 to 32 letters, digits, dots, dashes or underscores;"
        " who works here is called by more than a number"
    )


class BadPassword(AccountRefused):
    code = "account/bad-password"
    sentence = "a password has {least} to {most} characters"


class WrongPassword(AccountRefused):
    code = "account/wrong-password"
    sentence = "name and password don't go together"


class NotSignedIn(AccountRefused):
    code = "account/not-signed-in"
    sentence = "a token is needed, and this one isn't valid, or not any more"


class NotAllowed(AccountRefused):
    code = "account/not-allowed"
    sentence = "that is for the {role}"


class SessionRefused(Refusal):
    """What a seat doesn't do now."""


class NoSession(SessionRefused):
    code = "session/none"
    sentence = "{why}"

    def __init__(self, why: str = "there is no open session here") -> None:
        super().__init__(why=why)


class SessionOpen(SessionRefused):
    code = "session/open"
    sentence = "a session is open here already"


class NotEnoughCredit(SessionRefused):
    code = "session/not-enough-credit"
    sentence = "{staked} staked, the credit is {credit} (cents)"


class TakenOver(SessionRefused):
    code = "session/taken-over"
    sentence = "a newer connection plays here"


class OtherCoup(SessionRefused):
    code = "session/other-coup"
    sentence = "the house has committed to another coup meanwhile: number {next} is the next"


class NotPlayable(SessionRefused):
    code = "session/not-playable"
    sentence = "there is no house with private tables or shared table {house!r}; there are {known}"


class NoRecord(SessionRefused):
    code = "session/no-record"
    sentence = "there is no {record} here"


class NoTicket(SessionRefused):
    code = "session/no-ticket"
    sentence = "the ticket is unknown, used or older than {seconds} seconds"


class ForeignOrigin(SessionRefused):
    code = "session/foreign-origin"
    sentence = "a socket is opened from the house's own pages, or from an origin it knows"


class TooMuch(Refusal):
    """More than one client may ask for."""


class TooFast(TooMuch):
    code = "limit/too-fast"
    sentence = "more than {most} in {seconds} seconds: wait a little"


class TooManyWaiting(TooMuch):
    code = "limit/too-many-waiting"
    sentence = "{most} requests are waiting already"


class TooManyExports(TooMuch):
    code = "limit/too-many-exports"
    sentence = "one export to a person at a time, {most} in the house: wait until one is finished"


class TooManyConnections(TooMuch):
    code = "limit/too-many-connections"
    sentence = "no more than {most} connections from one address"


class StoreRefused(Refusal):
    """A store that can't keep what it is given."""


class StoreFailed(StoreRefused):
    code = "store/failed"
    sentence = "the store could not keep it, and nothing has changed ({why})"


class StoreHalted(StoreRefused):
    code = "store/halted"
    sentence = "the store has stopped: what is on the disk shows after a restart"


class StoreUnreachable(StoreRefused):
    code = "store/unreachable"
    sentence = "the database can't be opened: {why}"


class StoreDamaged(StoreRefused):
    code = "store/damaged"
    sentence = "{file} is damaged, or no database at all: {why}"


class OtherVersion(StoreRefused):
    code = "store/other-version"
    sentence = "the database's tables are of version {found}, this program's of {known}"


class NotRenewed(StoreRefused):
    code = "store/not-renewed"
    sentence = (
        "{why}: seeds in it may be known to players; renew it with `puntobanco renew` and serve"
    )


class NodeTaken(StoreRefused):
    code = "store/node-taken"
    sentence = "another process writes in this database as its node {node}"


class WrongSealingKey(StoreRefused):
    code = "store/wrong-sealing-key"
    sentence = "the seed of coup {number} at {table} was sealed with another key"


class SimulationRefused(Refusal):
    """A run that can't be made."""


class NoCoups(SimulationRefused):
    code = "simulate/no-coups"
    sentence = "a run has one coup or more, not {coups}"


class NoCluster(SimulationRefused):
    code = "simulate/no-cluster"
    sentence = "no cluster at {address}: {why}"


class NotANumber(SimulationRefused):
    code = "simulate/not-a-number"
    sentence = "{what}: {text!r} is not a whole number up to 1e15"


class OurFault(Refusal):
    """A bug of ours, told to whom it met."""

    code = "server/error"
    sentence = "something went wrong here; the same key tells what became of the request"


class ExtraMissing(Refusal):
    """Something that needs an optional dependency."""

    code = "extra/missing"
    sentence = "{what} needs {module}: pip install 'puntobanco[{extra}]'"
