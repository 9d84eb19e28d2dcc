"""A small network and questions for it."""

WORDS = ["what", "who", "is", "wrote", "a", "dog", "?", "the", "first"]
QUESTIONS = [
    "Who wrote Hamlet?",
    "What is a dog?",
    "Who is the first?",
    "what ?",
    "What is the dog the first dog wrote ?",
]
CLASSES = ["thing", "person"]
LABELS = ["person", "thing", "person", "thing", "thing"]
SMALL = {"embedding_dim": 8, "widths": (4, 3), "maps": (2, 3), "k_top": 2}
