"""Runs the cells of a table, in several processes, and keeps what is done."""

import concurrent.futures
import contextlib
import multiprocessing
import os

from recipes.memory.cell import train_cell
from recipes.running.run_directory import read_json
from zoo.atomic_file import write_json

CELLS = "cells"


def run_cells(cells, output, progress, workers):
    """Runs what is not there yet, and gives the results of all.

    Each result is written as soon as it is there, so that a run that was
    killed goes on with the next cell.

    Args:
        cells: Dict from names to `(settings, task, questions)`.
        output: Folder of the run.
        progress: A `RunProgress`.
        workers: Number of processes.

    Returns:
        A dict from names to dicts of `train_cell`.
    """
    files = {name: output / CELLS / f"{name}.json" for name in cells}
    found = {
        name: read_json(file) for name, file in files.items() if file.exists()
    }
    missing = [name for name in cells if name not in found]
    with progress.phase("cells") as bar, _runner(workers, missing) as run:
        bar.start(len(cells), completed=len(found))
        for name, result in run({name: cells[name] for name in missing}):
            write_json(files[name], result)
            found[name] = result
            note = f"{name}: {100 * result['test']:.1f} %"
            bar.advance(1, lambda note=note: note)
            bar.check(note)
    return {name: found[name] for name in cells}


@contextlib.contextmanager
def _runner(workers, missing):
    """A function from cells to their results, as they come."""
    workers = min(workers, len(missing))
    if workers <= 1:
        yield lambda cells: (
            (name, train_cell(*cell)) for name, cell in cells.items()
        )
        return
    # Not forked: TensorFlow has threads.
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(
        workers, mp_context=context, initializer=_one_thread
    ) as pool:

        def run(cells):
            futures = {
                pool.submit(train_cell, *cell): name
                for name, cell in cells.items()
            }
            try:
                for future in concurrent.futures.as_completed(futures):
                    yield futures[future], future.result()
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise

        yield run


def _one_thread():
    """As many processes as cores leave one for each."""
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    import keras

    if keras.config.backend() == "tensorflow":
        import tensorflow as tf

        tf.config.threading.set_intra_op_parallelism_threads(1)
        tf.config.threading.set_inter_op_parallelism_threads(1)
