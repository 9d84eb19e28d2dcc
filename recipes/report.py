"""The page that shows the result of a run."""

import html
import pathlib

from recipes.running.figure_html import figure_html
from recipes.running.learning_curves import learning_curves
from recipes.running.run_directory import (
    RESULT,
    SECTIONS,
    read_json,
    read_result,
)
from recipes.running.run_error import RunError
from zoo.atomic_file import atomic_file

REPORT = "report.html"
_NEEDED = (
    "title",
    "paper",
    "notes",
    "published",
    "command",
    "details",
    "settings",
    "versions",
)

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 68rem;
       margin: 2rem auto; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .25rem .8rem; border-bottom: 1px solid #ddd;
         text-align: left; vertical-align: top; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
figure { margin: 1rem 0; display: inline-block; vertical-align: top; }
figcaption { color: #555; }
img { max-width: 100%; }
.note { background: #fff6dd; padding: .5rem 1rem; }
"""


def write_report(folder):
    """Writes `report.html` from the result that a run left in a folder.

    The page is one file: pictures are inside it and nothing is fetched.

    Args:
        folder: The folder of a finished run.

    Returns:
        Path of the page.

    Raises:
        RunError: If the folder has no result, or a damaged one.
    """
    folder = pathlib.Path(folder)
    result = read_result(folder)
    missing = [name for name in _NEEDED if name not in result]
    if missing:
        raise RunError(
            f"{folder / RESULT} lacks {', '.join(missing)}. Delete it and give "
            "the command of the run again: what was trained is kept."
        )
    sections = []
    if (folder / SECTIONS).exists():
        sections = read_json(
            folder / SECTIONS, "Delete it for a report without examples."
        )
    page = _page(result, sections)
    with atomic_file(folder / REPORT) as file:
        file.write(page)
    return folder / REPORT


def _page(result, sections):
    parts = [
        f"<h1>{html.escape(result['title'])}</h1>",
        f"<p>{html.escape(result['paper'])}</p>",
        *(f'<p class="note">{html.escape(n)}</p>' for n in result["notes"]),
        "<h2>Scores</h2>",
        _scores(result),
    ]
    curves = learning_curves(result.get("history", []))
    if curves is not None:
        parts += ["<h2>Training</h2>", figure_html(curves, "Training curves")]
    for title, fragment in sections:
        parts += [f"<h2>{html.escape(title)}</h2>", fragment]
    parts += [
        "<h2>How to repeat it</h2>",
        f"<pre>{html.escape(result['command'])}</pre>",
        _table(_facts(result)),
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{html.escape(result['title'])}</title>"
        f"<style>{_STYLE}</style></head><body>\n"
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def score_rows(result):
    """Lists `(split, score, value, published)` of a result, all as text.

    Only what was measured is listed. `value` has the spread behind it if the
    result is of several seeds; `published` is empty where the paper has no
    figure.
    """
    rows = []
    for split, scores in result["scores"].items():
        published = result["published"].get(split, {})
        spread = result.get("spread", {}).get(split, {})
        for name, score in scores.items():
            value = _number(score)
            if spread.get(name) is not None:
                value += f" ± {_number(spread[name])}"
            rows.append((split, name, value, _number(published.get(name))))
    return rows


def _scores(result):
    rows = score_rows(result)
    if not rows:
        return "<p>There are no scores; the notes above say why.</p>"
    with_paper = any(published for *_, published in rows)
    head = ["data", "score", "here", *["paper"] * with_paper]
    body = "".join(
        f"<tr><td>{html.escape(split)}</td><td>{html.escape(name)}</td>"
        + "".join(
            f'<td class="number">{number}</td>'
            for number in (value, *[published] * with_paper)
        )
        + "</tr>"
        for split, name, value, published in rows
    )
    head = "".join(f"<th>{name}</th>" for name in head)
    return f"<table><tr>{head}</tr>{body}</table>"


def _facts(result):
    facts = {}
    for name in ("seed", "seeds", "parameters", "wall_time_seconds"):
        if name in result:
            facts[name.replace("_", " ")] = result[name]
    return facts | result["details"] | result["settings"] | result["versions"]


def _table(facts):
    rows = "".join(
        f"<tr><th>{html.escape(str(name))}</th>"
        f"<td>{html.escape(str(value))}</td></tr>"
        for name, value in facts.items()
    )
    return f"<table>{rows}</table>"


def _number(value):
    if value is None:
        return ""
    return f"{value:.4f}" if isinstance(value, float) else str(value)
