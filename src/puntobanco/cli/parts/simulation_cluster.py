"""Deal the pieces of a run on a Dask cluster."""

import logging
import re
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError
from itertools import islice
from typing import TYPE_CHECKING, Any

from puntobanco.errors import ExtraMissing, NoCluster
from puntobanco.simulate.runs import deal

try:
    import distributed
except ModuleNotFoundError:
    raise ExtraMissing(what="--cluster", module="distributed", extra="cluster") from None

if TYPE_CHECKING:
    from puntobanco.simulate.runs import Piece, Tally

LOOK_AGAIN_S = 2  # seconds between checks that a worker is still there
PATIENCE_S = 10  # seconds to find the scheduler, and to wait for a worker
TRIES = 5  # if its worker dies, a piece is dealt again elsewhere, with the same result


def deal_on_cluster(work: "Iterable[Piece]", address: str) -> "Iterator[Tally]":
    """The tallies of the pieces, in order; raises if there is no cluster."""
    return _deal_all(_connect(address), work, address)


def _deal_all(client: Any, work: "Iterable[Piece]", address: str) -> "Iterator[Tally]":
    """Submit only a few pieces at a time."""
    with client:
        waiting = iter(work)
        at_once = max(1, 4 * sum(client.nthreads().values()))
        running = [_submit(client, piece) for piece in islice(waiting, at_once)]
        while running:
            yield _result(client, running.pop(0), address)
            running += [_submit(client, piece) for piece in islice(waiting, 1)]


def _connect(address: str) -> Any:
    connect: Any = distributed.Client  # Dask's own functions have no types
    if not re.fullmatch(r"tcp://[^\s/]+:[0-9]{1,5}", address):
        raise NoCluster(address=address, why="an address looks like tcp://127.0.0.1:8786")
    # We report errors ourselves; asyncio would complain about tasks that Dask abandons.
    for log in ("distributed", "distributed.client", "asyncio"):
        logging.getLogger(log).setLevel(logging.CRITICAL)
    try:
        client = connect(address, timeout=PATIENCE_S, set_as_default=False)
        client.wait_for_workers(1, timeout=PATIENCE_S)
    except (OSError, ValueError, TimeoutError) as error:
        raise NoCluster(address=address, why=str(error).splitlines()[0][:200]) from None
    return client


def _result(client: Any, future: Any, address: str) -> "Tally":
    """The tally of a piece; waits as long as there are workers."""
    while True:
        try:
            tally: Tally = future.result(timeout=LOOK_AGAIN_S)
            return tally
        except TimeoutError:
            _wait_for_workers(client, address)
        except (OSError, CancelledError, distributed.KilledWorker) as error:
            why = f"lost on the way ({type(error).__name__})"
            raise NoCluster(address=address, why=why) from None
        except (RuntimeError, ImportError, AttributeError, ExtraMissing) as error:
            why = f"a worker can't deal; has it puntobanco[fast]? ({str(error)[:120]})"
            raise NoCluster(address=address, why=why) from None


def _wait_for_workers(client: Any, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=PATIENCE_S)
    except (OSError, TimeoutError):
        raise NoCluster(address=address, why="no worker is left") from None


def _submit(client: Any, piece: "Piece") -> Any:
    return client.submit(deal, piece, pure=False, retries=TRIES)
