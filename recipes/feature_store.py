"""Image features, computed once for an encoder and a set of images."""

import collections
import concurrent.futures
import hashlib
import io
import json
import os
import pathlib

import numpy as np
from keras import ops

from recipes.running.run_error import RunError
from zoo.atomic_file import write_json
from zoo.captioning.images import load_image


class FeatureStore:
    """A folder of features, one file for each encoder and set of images.

    Features are written batch by batch, so that an extraction that was
    stopped goes on where it was, and read through a memory map, so that they
    need not fit into memory.

    Args:
        folder: Where the files are kept; made if need be.

    Example:

    ```python
    store = FeatureStore("features")
    features = store.extract(image_encoder("efficientnet_lite0"), records)
    features.shape  # (len(records), 1280)
    ```
    """

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)

    def extract(self, encoder, records, batch_size=32, progress=None):
        """Returns the features of images, computing those that are missing.

        Args:
            encoder: A Keras model from images `(B, S, S, 3)` in 0..255 to
                `(B, n_v)`.
            records: `CaptionRecords`.
            batch_size: Images encoded at a time.
            progress: A bar of `RunProgress`, or `None`.

        Returns:
            A read-only memory map `(len(records), n_v)`, float32.

        Raises:
            ValueError: If an image cannot be read; its id is named.
        """
        path = self.path(encoder, records)
        shape = (len(records), encoder.output_shape[-1])
        if progress is not None:
            progress.start(len(records))
        if not path.exists():
            part = path.with_suffix(".part")
            _extract(part, shape, encoder, records, batch_size, progress)
            description = {
                "encoder": encoder.name,
                "image_size": encoder.input_shape[1],
                "shape": shape,
                "first_ids": [str(i) for i in records.ids[:5]],
            }
            write_json(path.with_suffix(".json"), description)
            os.replace(part, path)
        elif progress is not None:
            progress.advance(len(records))
        return np.load(path, mmap_mode="r")

    def path(self, encoder, records):
        """The file for an encoder, its weights and images."""
        digest = hashlib.sha256()
        shapes = [encoder.input_shape, encoder.output_shape]
        digest.update(json.dumps([encoder.name, shapes]).encode())
        for variable in encoder.variables:
            digest.update(ops.convert_to_numpy(variable).tobytes())
        digest.update(repr(list(records.ids)).encode())
        digest.update(_contents(records.images))
        name = f"{encoder.name}_{digest.hexdigest()[:20]}.npy"
        return self.folder / name


def _contents(images):
    """What tells images from others of the same ids, without decoding them."""
    if isinstance(images, np.ndarray):
        return images.tobytes()
    if isinstance(images, list):
        return repr([(p.name, p.stat().st_size) for p in images]).encode()
    return b""


def _extract(part, shape, encoder, records, batch_size, progress):
    part.parent.mkdir(parents=True, exist_ok=True)
    header = _header(shape)
    row_bytes = 4 * shape[1]
    with open(part, "a+b") as file:
        if file.tell() < len(header):
            file.truncate(0)
            file.write(header)
        done = (file.tell() - len(header)) // row_bytes
        # The end of the process may have cut a row.
        file.truncate(len(header) + done * row_bytes)
        if progress is not None:
            progress.advance(done)
        for images in _batches(encoder, records, done, batch_size):
            features = encoder.predict_on_batch(images)
            file.write(np.ascontiguousarray(features, "<f4").tobytes())
            file.flush()
            if progress is not None:
                progress.advance(len(images))
    if part.stat().st_size != len(header) + shape[0] * row_bytes:
        part.unlink()
        raise RunError(
            f"{part} was written by two processes at once. Run the command "
            "again, alone."
        )


def _header(shape):
    buffer = io.BytesIO()
    description = {"descr": "<f4", "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(buffer, description)
    return buffer.getvalue()


def _batches(encoder, records, begin, batch_size):
    """Yields images `(B, S, S, 3)`, the next ones being loaded meanwhile."""
    side = encoder.input_shape[1]

    def load(index):
        name = f"image {records.ids[index]}"
        return load_image(records.images[index], side, name=name)

    starts = range(begin, len(records), batch_size)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:

        def submit(start):
            stop = min(start + batch_size, len(records))
            return [pool.submit(load, i) for i in range(start, stop)]

        ahead = collections.deque()
        for start in starts:
            ahead.append(submit(start))
            if len(ahead) > 1:
                yield np.stack([f.result() for f in ahead.popleft()])
        while ahead:
            yield np.stack([f.result() for f in ahead.popleft()])
