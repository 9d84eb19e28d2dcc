"""One Memory Network for all tasks of bAbI: the column MT of Table 3."""

import dataclasses

from recipes.memory.memnn_settings import MemNNSettings
from recipes.memory.published import JOINT, published_scores
from recipes.recipe import PresetCard, Recipe
from recipes.running.settings import setting

VARIANT = "am_ng_nl"


@dataclasses.dataclass(frozen=True)
class JointSettings(MemNNSettings):
    """The Memory Network with AM, NG and NL on the questions of all tasks."""

    epochs: int = setting(30, "20,000 questions each")
    learning_rate: float = setting(
        0.005, "of Adam, falling to a twentieth; chosen on the training score"
    )


@dataclasses.dataclass(frozen=True)
class JointData:
    """The questions of all tasks, together and apart.

    Args:
        tasks: Dict from numbers of tasks to `TaskQuestions`.
        train: `StoryData` of all training questions.
        simulated: Whether they are not the released ones.
    """

    tasks: dict
    train: object
    simulated: bool


def prepare(settings, context):
    """Reads or simulates the questions and puts those to train on together."""
    from recipes.memory.babi_data import read_tasks
    from recipes.memory.story_data import StoryData

    tasks = read_tasks(settings, context)
    parts = [questions.train for questions in tasks.values()]
    train = StoryData(
        {
            name: [value for part in parts for value in part.x[name]]
            for name in parts[0].x
        },
        [answer for part in parts for answer in part.answers],
        [facts for part in parts for facts in part.support],
    )
    return JointData(tasks, train, context.data_dir is None)


def build(settings, data):
    """The model, compiled."""
    import zoo
    from zoo.memory.memnn_variants import VARIANTS

    words = max(len(answer.split(",")) for answer in data.train.answers)
    model = zoo.memnn(
        variant=VARIANT,
        vocabulary=zoo.story_vocabulary(
            data.train.x,
            data.train.answers,
            ngrams=VARIANTS[VARIANT].ngrams,
            max_answer_words=words,
        ),
        max_answer_words=words,
        **settings.network(),
    )
    updates = -(-len(data.train) // settings.batch_size)
    model.compile(settings.optimizer(updates))
    return model


def train(settings, data, model):
    """The last weights are kept: nothing is held out to choose by."""
    from recipes.memory.story_stream import story_stream
    from recipes.running.training import Training

    batches, fingerprint, stream = story_stream(
        model, data.train, settings.batch_size, settings.seed
    )
    return Training(
        batches=stream,
        updates_per_epoch=len(batches),
        epochs=settings.epochs,
        monitor=None,
        fingerprint=fingerprint,
    )


def evaluate(settings, data, model, context):
    """Accuracy on each task, and questions with the facts that were found."""
    from recipes.memory.babi_data import GENERATED
    from recipes.memory.story_examples import story_examples
    from recipes.memory.without_word_warnings import without_word_warnings
    from recipes.running.evaluation import Evaluation

    scores = {"test": {}, "training": {}}
    facts = {}
    with (
        context.progress.phase("tasks", total=len(data.tasks)) as bar,
        without_word_warnings(),
    ):
        for task, questions in data.tasks.items():
            name = f"task {task}"
            for split, part in (
                ("test", questions.test),
                ("training", questions.train),
            ):
                found = model.evaluate(
                    {**part.x, "support": part.support},
                    part.answers,
                    batch_size=250,
                    return_dict=True,
                    verbose=0,
                )
                scores[split][name] = round(float(found["accuracy"]), 4)
                if split == "test":
                    facts[name] = round(float(found["fact_accuracy"]), 4)
            bar.advance(1)
            bar.check(f"{name}: {100 * scores['test'][name]:.1f} %")
        examples = story_examples(model, data.tasks)
    for split, by_task in scores.items():
        mean = sum(by_task.values()) / len(by_task)
        scores[split] = {"mean": round(mean, 4), **by_task}
    return Evaluation(
        scores=scores,
        notes=[GENERATED] if data.simulated else [],
        sections=[examples],
        details={
            "words and n-grams": model.backbone.vocabulary_size,
            "facts all found, test": facts,
        },
    )


RECIPE = Recipe(
    name="babi_joint",
    title="One Memory Network for the twenty tasks of bAbI",
    paper=(
        "Weston, Bordes, Chopra, Rush, van Merrienboer, Joulin and Mikolov, "
        "Towards AI-Complete Question Answering: A Set of Prerequisite Toy "
        "Tasks, 2015, table 3, multi-task training."
    ),
    settings=JointSettings,
    prepare=prepare,
    build=build,
    train=train,
    evaluate=evaluate,
    metric=("test", "mean"),
    preset=PresetCard(
        name="memnn_babi_en",
        model="memnn",
        data="babi_tasks",
        licence="CC BY 3.0",
    ),
    published={"test": published_scores(JOINT)},
    variants={
        "smoke": {
            "tasks": "1,4,19",
            "train_questions": 40,
            "test_questions": 20,
            "epochs": 2,
            "embedding_dim": 16,
        }
    },
)
