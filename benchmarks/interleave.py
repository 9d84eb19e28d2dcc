"""Timing of peers that take turns, so that a machine's drift cancels out."""

import time

import numpy as np

CLOCKS = {"wall": time.perf_counter, "cpu": time.process_time}


def interleave(candidates, runs, clock="wall"):
    """Median seconds of each candidate, all taking turns.

    Args:
        candidates: Dict from names to functions without arguments. Each is
            called twice beforehand, to make its graphs.
        runs: How often each is timed.
        clock: A key of `CLOCKS`.

    Returns:
        A dict from names to seconds.
    """
    now = CLOCKS[clock]
    times = {name: [] for name in candidates}
    for run in candidates.values():
        run()
        run()
    for _ in range(runs):
        for name, run in candidates.items():
            begin = now()
            run()
            times[name].append(now() - begin)
    return {name: float(np.median(taken)) for name, taken in times.items()}
