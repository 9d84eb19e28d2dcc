"""Table 3 of the bAbI paper: eight methods on twenty tasks."""

from recipes.memory.methods import FURTHER, METHODS
from recipes.memory.published import TABLE_3, published_scores
from recipes.memory.table_settings import TableSettings
from recipes.recipe import Recipe

MEMNN_MEAN = (
    "The published mean of `memnn` is that of its entries, 70; the paper "
    "prints 75."
)
SVM_RESOURCES = (
    "`svm` has no trained systems of coreference and of semantic roles, as "
    "the published one had: pronouns stand for the nearest subject, and rules "
    "on nltk's tagger split the short sentences."
)


def prepare(settings, context):
    """Reads or simulates the questions of all tasks."""
    from recipes.memory.babi_data import read_tasks

    return read_tasks(settings, context)


def build(settings, data):
    """Models are made cell by cell; see `evaluate`."""
    from recipes.memory.cell_table import CellModels

    return CellModels()


def train(settings, data, model):
    """Nothing, as the cells are trained one by one."""
    return None


def evaluate(settings, data, model, context):
    """Trains and scores the method on each task."""
    from recipes.memory.babi_data import GENERATED
    from recipes.memory.cell_table import evaluation_of_cells
    from recipes.memory.run_cells import run_cells

    found = run_cells(
        {
            f"task_{task:02}": (settings, task, questions)
            for task, questions in data.items()
        },
        context.output,
        context.progress,
        settings.workers,
    )
    cells = {cell["task"]: cell for cell in found.values()}
    model.parameters = {task: c["parameters"] for task, c in cells.items()}
    notes = [GENERATED] if context.data_dir is None else []
    notes += [MEMNN_MEAN] if settings.method == "memnn" else []
    notes += [SVM_RESOURCES] if settings.method == "svm" else []
    published = {}
    if settings.method in TABLE_3:
        published = published_scores(TABLE_3[settings.method])
    return evaluation_of_cells(cells, published, notes)


RECIPE = Recipe(
    name="babi_table3",
    title="Table 3 of bAbI: eight methods on twenty tasks",
    paper=(
        "Weston, Bordes, Chopra, Rush, van Merrienboer, Joulin and Mikolov, "
        "Towards AI-Complete Question Answering: A Set of Prerequisite Toy "
        "Tasks, 2015, table 3."
    ),
    settings=TableSettings,
    prepare=prepare,
    build=build,
    train=train,
    evaluate=evaluate,
    metric=("am_ng_nl: test", "mean"),
    rows={method: {"method": method} for method in METHODS},
    further_rows=FURTHER,
    published={
        f"{method}: test": published_scores(percents)
        for method, percents in TABLE_3.items()
    },
    variants={
        "smoke": {
            "tasks": "1,4",
            "train_questions": 40,
            "test_questions": 20,
            "workers": 1,
            "epochs": 2,
            "restarts": 1,
            "lstm_epochs": 2,
            "memn2n_epochs": 2,
            "memn2n_restarts": 1,
        }
    },
)
