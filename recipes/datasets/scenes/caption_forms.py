"""The sentence patterns of the captions.

Every picture gets one caption of each family. A pattern is `(weight, text)`:
words with their tags, and names in braces for the phrases that
`caption_slots` provides. A pattern whose phrases a scene lacks, such as those
of a shape flanked by two others, is left out. Patterns for what few scenes
have weigh more, as people remark on it.
"""

CAPTION_FORMS = {
    # How the two most salient objects lie to each other.
    "relation": (
        (5, "{a} is/VBZ {a_to_b} {other_b}"),
        (2, "{a} sits/VBZ {a_to_b} {other_b}"),
        (1, "{a} is/VBZ placed/VBN {a_to_b} {other_b}"),
        (2, "{a} {a_to_b} {other_b}"),
        (2, "{b} is/VBZ {b_to_a} {other_a}"),
    ),
    # What there is.
    "existential": (
        (3, "there/EX is/VBZ {a} {a_to_b} {other_b}"),
        (2, "there/EX is/VBZ {a} {a_place}"),
        (3, "there/EX {list_is} {list}"),
        (1, "there/EX are/VBP only/RB {two} shapes/NNS on/IN {ground}"),
        (1, "there/EX are/VBP {many} shapes/NNS on/IN {ground}"),
        (2, "there/EX are/VBP {group} {group_to_b} {group_b}"),
    ),
    # Where an object is in the picture.
    "place": (
        (3, "{a} {a_place}"),
        (2, "{a} is/VBZ {a_place} of/IN the/DT picture/NN"),
        (1, "{a_place} there/EX is/VBZ {a}"),
        (1, "{a_place} is/VBZ {a}"),
        (1, "{a} {a_place} on/IN {ground}"),
        (2, "{a_with_texture} {a_place}"),
        (2, "{brief_a} {a_spot} and/CC {brief_b} {b_spot}"),
        (2, "the/DT {most} shape/NN is/VBZ {extreme}"),
    ),
    # Everything at once. Captions have no commas.
    "list": (
        (3, "{list}"),
        (2, "the/DT picture/NN shows/VBZ {list}"),
        (3, "{list} on/IN {ground}"),
        (1, "{list} are/VBP drawn/VBN on/IN {ground}"),
    ),
    # Relative clauses, passives, comparisons, plurals.
    "complex": (
        (3, "{a} that/WDT is/VBZ {a_to_b} {other_b}"),
        (2, "{a} which/WDT sits/VBZ {a_to_b} {other_b}"),
        (3, "{a} with/IN {other_b} {b_to_a} it/PRP"),
        (2, "{a} {a_to_b} {comparative_b}"),
        (1, "{a} is/VBZ {than} {other_b}"),
        (8, "{middle} is/VBZ flanked/VBN by/IN {ends}"),
        (8, "{middle} between/IN {ends}"),
        (8, "{inner} is/VBZ surrounded/VBN by/IN {other_outer}"),
        (4, "{outer} contains/VBZ {other_inner}"),
        (5, "{every} are/VBP {trait}"),
        (
            4,
            "{one} is/VBZ {one_trait} and/CC the/DT other/JJ "
            "is/VBZ {other_trait}",
        ),
        (5, "{group} that/WDT are/VBP {group_to_b} {group_b}"),
    ),
}
