"""How many training questions bAbI's tasks need: a column of Table 3."""

import dataclasses

from recipes.memory.published import EXAMPLES_NEEDED, FAIL
from recipes.memory.table_settings import TableSettings
from recipes.recipe import Recipe
from recipes.running.settings import setting

SOLVED = 0.95


@dataclasses.dataclass(frozen=True)
class ExamplesSettings(TableSettings):
    """A method with more and more questions, up to the first that do."""

    sizes: str = setting("100,250,500,1000", "as in the paper")

    def __post_init__(self):
        super().__post_init__()
        self.require(
            "sizes",
            "numbers above 0 such as 100,250,500,1000",
            lambda text: all(
                part.strip().isdecimal() and int(part)
                for part in text.split(",")
            ),
        )

    @property
    def counts(self):
        """The numbers of questions, from the least."""
        return sorted({int(part) for part in self.sizes.split(",")})


def prepare(settings, context):
    """Reads or simulates the questions of all tasks."""
    from recipes.memory.babi_data import read_tasks

    tasks = read_tasks(settings, context)
    for task, questions in tasks.items():
        if len(questions.train) < settings.counts[-1]:
            raise ValueError(
                f"`sizes` goes up to {settings.counts[-1]:,}, but there are "
                f"{len(questions.train):,} questions of task {task} to train "
                "on. Give lower ones, or raise `train_questions`."
            )
    return tasks


def build(settings, data):
    """Models are made cell by cell; see `evaluate`."""
    from recipes.memory.cell_table import CellModels

    return CellModels()


def train(settings, data, model):
    """Nothing, as the cells are trained one by one."""
    return None


def evaluate(settings, data, model, context):
    """Trains on more and more questions those tasks that are not solved."""
    from recipes.memory.babi_data import GENERATED, TaskQuestions
    from recipes.memory.run_cells import run_cells
    from recipes.running.evaluation import Evaluation

    accuracy, needed = {}, {task: FAIL for task in data}
    runs = {}
    for count in settings.counts:
        left = [task for task, size in needed.items() if size == FAIL]
        context.progress.message(f"{count} training questions")
        cells = run_cells(
            {
                f"task_{task:02}_{count}": (
                    settings,
                    task,
                    TaskQuestions(
                        data[task].train.first(count), data[task].test
                    ),
                )
                for task in left
            },
            context.output,
            context.progress,
            settings.workers,
        )
        for cell in cells.values():
            task = cell["task"]
            model.parameters[task] = cell["parameters"]
            accuracy.setdefault(f"test, {count} questions", {})[
                f"task {task}"
            ] = round(cell["test"], 4)
            runs[f"task {task}, {count}"] = [
                round(run["test"], 4) for run in cell["runs"]
            ]
            if cell["test"] >= SOLVED:
                needed[task] = count
    return Evaluation(
        scores={
            "questions needed": {f"task {t}": n for t, n in needed.items()},
            **accuracy,
        },
        notes=[GENERATED] if context.data_dir is None else [],
        details={"accuracies of all runs": runs},
    )


RECIPE = Recipe(
    name="babi_examples_needed",
    title="How many questions the tasks of bAbI need for 95 %",
    paper=(
        "Weston, Bordes, Chopra, Rush, van Merrienboer, Joulin and Mikolov, "
        "Towards AI-Complete Question Answering: A Set of Prerequisite Toy "
        "Tasks, 2015, table 3, examples for 95 %."
    ),
    settings=ExamplesSettings,
    prepare=prepare,
    build=build,
    train=train,
    evaluate=evaluate,
    metric=("questions needed", "task 1"),
    published={
        "questions needed": {
            f"task {task}": count
            for task, count in enumerate(EXAMPLES_NEEDED, start=1)
        }
    },
    variants={
        "smoke": {
            "tasks": "1,4",
            "sizes": "20,40",
            "train_questions": 40,
            "test_questions": 20,
            "workers": 1,
            "epochs": 2,
            "restarts": 1,
        }
    },
)
