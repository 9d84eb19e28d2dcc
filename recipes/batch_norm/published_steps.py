"""Updates and accuracies of the runs on ImageNet; data only.

Batch Normalization (ICML 2015), figure 3.
"""

# The network without batch normalisation, the measure of the others.
PLAIN = "none"
# Million updates to 72.2 %, and the highest accuracy.
FIGURE_3 = {
    PLAIN: (31.0, 0.722),
    "baseline": (13.3, 0.727),
    "x5": (2.1, 0.730),
    "x30": (2.7, 0.748),
    "x5_sigmoid": (None, 0.698),
}
# As `steps_scores` has them.
PUBLISHED_SHARES = {
    f"{name}: steps": {"share_of_plain": round(steps / FIGURE_3[PLAIN][0], 3)}
    for name, (steps, _) in FIGURE_3.items()
    if steps is not None
}
