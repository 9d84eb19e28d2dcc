"""The twenty tasks of bAbI, each a class that tells stories."""

from recipes.datasets.babi.tasks.agents_motivations import AgentsMotivations
from recipes.datasets.babi.tasks.basic_coreference import BasicCoreference
from recipes.datasets.babi.tasks.basic_deduction import BasicDeduction
from recipes.datasets.babi.tasks.basic_induction import BasicInduction
from recipes.datasets.babi.tasks.compound_coreference import (
    CompoundCoreference,
)
from recipes.datasets.babi.tasks.conjunction import Conjunction
from recipes.datasets.babi.tasks.counting import Counting
from recipes.datasets.babi.tasks.indefinite_knowledge import (
    IndefiniteKnowledge,
)
from recipes.datasets.babi.tasks.lists_sets import ListsSets
from recipes.datasets.babi.tasks.path_finding import PathFinding
from recipes.datasets.babi.tasks.positional_reasoning import (
    PositionalReasoning,
)
from recipes.datasets.babi.tasks.simple_negation import SimpleNegation
from recipes.datasets.babi.tasks.single_supporting_fact import (
    SingleSupportingFact,
)
from recipes.datasets.babi.tasks.size_reasoning import SizeReasoning
from recipes.datasets.babi.tasks.three_arg_relations import ThreeArgRelations
from recipes.datasets.babi.tasks.three_supporting_facts import (
    ThreeSupportingFacts,
)
from recipes.datasets.babi.tasks.time_reasoning import TimeReasoning
from recipes.datasets.babi.tasks.two_arg_relations import TwoArgRelations
from recipes.datasets.babi.tasks.two_supporting_facts import TwoSupportingFacts
from recipes.datasets.babi.tasks.yes_no_questions import YesNoQuestions

TASKS = {
    1: SingleSupportingFact,
    2: TwoSupportingFacts,
    3: ThreeSupportingFacts,
    4: TwoArgRelations,
    5: ThreeArgRelations,
    6: YesNoQuestions,
    7: Counting,
    8: ListsSets,
    9: SimpleNegation,
    10: IndefiniteKnowledge,
    11: BasicCoreference,
    12: Conjunction,
    13: CompoundCoreference,
    14: TimeReasoning,
    15: BasicDeduction,
    16: BasicInduction,
    17: PositionalReasoning,
    18: SizeReasoning,
    19: PathFinding,
    20: AgentsMotivations,
}
