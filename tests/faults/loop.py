"""An event loop with simulated time that runs ready callbacks in random order."""

import asyncio
import heapq
import inspect
from collections.abc import Callable
from random import Random
from typing import Any


class ShuffledLoop(asyncio.BaseEventLoop):
    """Runs one random ready callback per turn; if none is ready, the clock jumps to the next timer.

    Work for other threads is run as a whole at some later turn.
    """

    def __init__(self, random: Random) -> None:
        super().__init__()
        self.set_debug(False)  # debug mode would be too slow for thousands of loops
        self._random = random
        self._at = 0.0
        self._dies_at = 10**12
        self._tasks: list[asyncio.Task[Any]] = []
        self.turns = 0
        self.after_work: Callable[[Callable[..., Any], tuple[Any, ...]], None] = lambda *_: None
        self.before_work: Callable[[Callable[..., Any], tuple[Any, ...]], None] = lambda *_: None
        self.errors: list[dict[str, Any]] = []

    def die_in(self, turns: int) -> None:
        """Stop after this many turns, whatever is under way."""
        self._dies_at = self.turns + turns

    @property
    def is_dead(self) -> bool:
        return self.turns >= self._dies_at

    def time(self) -> float:
        return self._at

    def _run_once(self) -> None:
        ready: Any = self._ready  # type: ignore[attr-defined]
        timers: Any = self._scheduled  # type: ignore[attr-defined]
        if self.turns >= self._dies_at:
            self.stop()
            return
        if not ready and timers:
            self._at = max(self._at, timers[0].when())
        while timers and timers[0].when() <= self._at:
            ready.append(heapq.heappop(timers))
        if not ready:
            raise RuntimeError("nothing will ever happen again")
        if len(ready) > 1:
            ready.rotate(int(self._random.random() * len(ready)))
        handle = ready.popleft()
        self.turns += 1
        if not handle._cancelled:
            handle._run()

    def create_task(self, *values: Any, **options: Any) -> asyncio.Task[Any]:
        task = super().create_task(*values, **options)
        self._tasks.append(task)
        return task

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, function: Callable[..., Any], *values: Any
    ) -> asyncio.Future[Any]:
        future: asyncio.Future[Any] = self.create_future()

        def work() -> None:
            try:
                self.before_work(function, values)
                result = function(*values)
                self.after_work(function, values)
            except Exception as error:
                if not future.cancelled():
                    future.set_exception(error)
                return
            if not future.cancelled():
                future.set_result(result)

        self.call_later(self._random.choice((0, 0, 0.001, 0.004)), work)
        return future

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if not self.is_dead:
            self.errors.append(context)

    def _process_events(self, event_list: Any) -> None:
        """There are no sockets here."""

    def _write_to_self(self) -> None:
        """There are no threads that could wake the loop."""

    def bury(self) -> None:
        """Drop everything that was under way, as a killed process does."""
        self._dies_at = self.turns
        for task in self._tasks:
            if task.done():
                continue
            task._log_destroy_pending = False  # type: ignore[attr-defined]
            _close(task.get_coro())
        self._ready.clear()  # type: ignore[attr-defined]
        self._scheduled.clear()  # type: ignore[attr-defined]
        self.close()


def _close(coroutine: Any) -> None:
    """Also close the awaited coroutines: Python warns of those that never started."""
    if inspect.getcoroutinestate(coroutine) == inspect.CORO_CREATED:
        for value in coroutine.cr_frame.f_locals.values():
            if inspect.iscoroutine(value):
                _close(value)
    coroutine.close()
