"""A small vector language: Python code is traced once and compiled for this machine.

What is written of one number is done to all the lanes of a register. LLVM cuts the vectors
to what the CPU has, so a kernel runs anywhere, and fastest with AVX-512. numba would not do:
it widens all whole numbers to 64 bits, and these kernels live on 32 lanes of 16.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

from llvmlite import ir

Builder: TypeAlias = Any  # llvmlite has no types

POINTER: Final = ir.PointerType()
_I64: Final = ir.IntType(64)


def integers(bits: int, lanes: int = 1) -> Any:
    """The type of so many whole numbers side by side."""
    return ir.VectorType(ir.IntType(bits), lanes) if lanes > 1 else ir.IntType(bits)


class Lanes:
    """Unsigned numbers side by side, or one alone; a comparison gives lanes of one bit."""

    def __init__(self, build: Builder, value: Any) -> None:
        self.build, self.value = build, value
        self.count: int = getattr(value.type, "count", 1)
        self.bits: int = getattr(value.type, "element", value.type).width

    def __add__(self, other: "Lanes | int") -> "Lanes":
        return self._with(self.build.add, other)

    def __sub__(self, other: "Lanes | int") -> "Lanes":
        return self._with(self.build.sub, other)

    def __mul__(self, other: "Lanes | int") -> "Lanes":
        return self._with(self.build.mul, other)

    def __and__(self, other: "Lanes | int") -> "Lanes":
        return self._with(self.build.and_, other)

    def __or__(self, other: "Lanes | int") -> "Lanes":
        return self._with(self.build.or_, other)

    def __xor__(self, other: "Lanes | int") -> "Lanes":
        return self._with(self.build.xor, other)

    def __lshift__(self, other: "Lanes | int") -> "Lanes":
        return self._with(self.build.shl, other)

    def __rshift__(self, other: "Lanes | int") -> "Lanes":
        return self._with(self.build.lshr, other)

    def __invert__(self) -> "Lanes":
        return Lanes(self.build, self.build.not_(self.value))

    def __lt__(self, other: "Lanes | int") -> "Lanes":
        return self._compare("<", other)

    def __gt__(self, other: "Lanes | int") -> "Lanes":
        return self._compare(">", other)

    def __le__(self, other: "Lanes | int") -> "Lanes":
        return self._compare("<=", other)

    def __ge__(self, other: "Lanes | int") -> "Lanes":
        return self._compare(">=", other)

    def equals(self, other: "Lanes | int") -> "Lanes":
        return self._compare("==", other)

    def bit(self, place: "Lanes | int") -> "Lanes":
        """Whether the bit at this place is set."""
        return ((self >> place) & 1) > 0

    def least(self, other: "Lanes | int") -> "Lanes":
        other = self.like(other)
        return (self < other).where(self, other)

    def where(self, yes: "Lanes", no: "Lanes | int") -> "Lanes":
        """Of lanes of one bit: one number where it is set, another where it is not."""
        no = yes.like(no)
        return Lanes(self.build, self.build.select(self.value, yes.value, no.value))

    def rotate(self, by: int) -> "Lanes":
        return (self << by) | (self >> (self.bits - by))

    def to(self, bits: int) -> "Lanes":
        """The same numbers in wider or narrower lanes."""
        if bits == self.bits:
            return self
        cast = self.build.zext if bits > self.bits else self.build.trunc
        return Lanes(self.build, cast(self.value, integers(bits, self.count)))

    def parts(self, bits: int) -> "Lanes":
        """Every number cut into narrower ones, its low part first."""
        return self._cast(integers(bits, self.count * self.bits // bits))

    def scale(self, to: "Lanes | int") -> tuple["Lanes", "Lanes"]:
        """The upper and the lower half of a product. If a lane is a fraction of all its bits
        can hold, the upper half is the same fraction of `to`, and the lower half the rest."""
        wide = self.to(2 * self.bits) * self.like(to).to(2 * self.bits)
        return (wide >> self.bits).to(self.bits), self * to

    def splat(self, bits: int, lanes: int) -> "Lanes":
        """This one number in every lane."""
        empty = ir.Constant(integers(bits, lanes), ir.Undefined)
        zeros = ir.Constant(integers(32, lanes), [0] * lanes)
        first = self.build.insert_element(empty, self.to(bits).value, ir.Constant(_I64, 0))
        return Lanes(self.build, self.build.shuffle_vector(first, empty, zeros))

    def like(self, other: "Lanes | int") -> "Lanes":
        """A plain number in as many lanes as this."""
        if isinstance(other, Lanes):
            return other
        constant = [other] * self.count if self.count > 1 else other
        return Lanes(self.build, ir.Constant(self.value.type, constant))

    def mask(self) -> "Lanes":
        """Lanes of one bit as one number."""
        return self._cast(integers(self.count))

    def population(self) -> "Lanes":
        """How many bits of a number are set."""
        return Lanes(self.build, self.build.ctpop(self.value)).to(64)

    def _cast(self, kind: Any) -> "Lanes":
        return Lanes(self.build, self.build.bitcast(self.value, kind))

    def _with(self, operation: Callable[..., Any], other: "Lanes | int") -> "Lanes":
        return Lanes(self.build, operation(self.value, self.like(other).value))

    def _compare(self, how: str, other: "Lanes | int") -> "Lanes":
        compared = self.build.icmp_unsigned(how, self.value, self.like(other).value)
        return Lanes(self.build, compared)


class Variable:
    """A number or lanes that change in each pass of a loop."""

    def __init__(self, start: Lanes) -> None:
        self._build, self._kind = start.build, start.value.type
        with self._build.goto_entry_block():
            self._place = self._build.alloca(self._kind)
        self.now = start

    @property
    def now(self) -> Lanes:
        return Lanes(self._build, self._build.load(self._place, typ=self._kind))

    @now.setter
    def now(self, value: Lanes) -> None:
        self._build.store(value.value, self._place)


class Memory:
    """An array handed in, or room of our own; offsets are in bytes."""

    def __init__(self, build: Builder, address: Any) -> None:
        self._build, self._address = build, address

    @classmethod
    def room(cls, build: Builder, size: int) -> "Memory":
        with build.goto_entry_block():
            place = build.alloca(integers(8), size=size)
        place.align, place.type = 64, POINTER  # of anything, not of bytes alone
        return cls(build, place)

    @property
    def address(self) -> Lanes:
        return Lanes(self._build, self._build.ptrtoint(self._address, _I64))

    def at(self, offset: Lanes | int) -> "Memory":
        """The memory at this offset."""
        return Memory(self._build, self._at(offset))

    def load(self, offset: Lanes | int, bits: int = 64, lanes: int = 1) -> Lanes:
        kind, place = integers(bits, lanes), self._at(offset)
        return Lanes(self._build, self._build.load(place, typ=kind, align=bits // 8))

    def store(self, offset: Lanes | int, what: Lanes) -> None:
        self._build.store(what.value, self._at(offset), align=what.bits // 8)

    def _at(self, offset: Lanes | int) -> Any:
        place = ir.Constant(_I64, offset) if isinstance(offset, int) else offset.value
        return self._build.gep(self._address, [place], source_etype=integers(8))


def gather(addresses: Lanes) -> Lanes:
    """Eight bytes from each address."""
    build, lanes = addresses.build, addresses.count
    pointers = build.inttoptr(addresses.value, ir.VectorType(POINTER, lanes))
    words, flags = integers(64, lanes), integers(1, lanes)
    kind = ir.FunctionType(words, [pointers.type, integers(32), flags, words])
    name = f"llvm.masked.gather.v{lanes}i64.v{lanes}p0"
    function = build.module.globals.get(name) or ir.Function(build.module, kind, name)
    nothing = ir.Constant(words, ir.Undefined)
    align, all_lanes = ir.Constant(integers(32), 1), ir.Constant(flags, [1] * lanes)
    return Lanes(build, build.call(function, [pointers, align, all_lanes, nothing]))


def numbered(build: Builder, lanes: int) -> Lanes:
    """Lanes that hold 0, 1, 2..."""
    return Lanes(build, ir.Constant(integers(64, lanes), list(range(lanes))))


def whole(build: Builder, value: int) -> Lanes:
    return Lanes(build, ir.Constant(_I64, value))


@contextmanager
def loop(build: Builder) -> Iterator[Callable[[Lanes], None]]:
    """An endless loop; its body says when to leave."""
    body, after = build.append_basic_block(), build.append_basic_block()

    def leave_if(condition: Lanes) -> None:
        rest = build.append_basic_block()
        build.cbranch(condition.value, after, rest)
        build.position_at_end(rest)

    build.branch(body)
    build.position_at_end(body)
    yield leave_if
    build.branch(body)
    build.position_at_end(after)


@contextmanager
def times(build: Builder, end: Lanes | int) -> Iterator[Lanes]:
    """A loop that counts from 0 to `end`."""
    place = Variable(whole(build, 0))
    with loop(build) as leave_if:
        at = place.now
        leave_if(at >= end)
        yield at
        place.now = at + 1
