"""Data sets prepared by TFDS from local copies, or fetched."""

import contextlib
import io
import pathlib

from recipes.running.run_error import PreparationError


def prepared(builder_cls, context):
    """Prepares a data set, unless it is, and opens it.

    Args:
        builder_cls: A TFDS builder whose files may be in its `manual_dir`.
        context: The `Context` of the run: the files are in its `data_dir`, the
            prepared data in its `cache_dir`.

    Returns:
        A dict from splits to lists of examples, in the order of the files.

    Raises:
        PreparationError: If the files are not there.
    """
    import tensorflow_datasets as tfds

    tfds.disable_progress_bar()
    builder = builder_cls(
        data_dir=pathlib.Path(context.cache_dir) / "datasets",
        file_format="array_record",
    )
    config = tfds.download.DownloadConfig(manual_dir=context.data_dir)
    # TFDS announces what it does on standard output.
    with contextlib.redirect_stdout(io.StringIO()):
        _prepare(builder, config)
    # TFDS stores them in an order of its own.
    return {
        split: sorted(builder.as_data_source(split), key=lambda e: e["id"])
        for split in builder.info.splits
    }


def _prepare(builder, config):
    try:
        builder.download_and_prepare(download_config=config)
    except AssertionError as error:
        # So TFDS says that there is no folder, and what it should hold.
        if "anual" not in str(error):
            raise
        raise PreparationError(
            f"{error}\nName the folder with `--data-dir`."
        ) from error
