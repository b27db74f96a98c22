"""Editing the jobs of hand-built heads. Every function takes jobs and returns the new ones."""

from __future__ import annotations

from dataclasses import replace

from attnviz.core.jobs import LONGEST_NAME, Job
from attnviz.core.limits import COLORS
from attnviz.core.tokens import same_word, tokenize

Jobs = tuple[Job, ...]


def add_job(jobs: Jobs) -> Jobs:
    """The jobs and one more that asks for nothing yet, under a name of its own."""
    taken = {job.name for job in jobs}
    number = next(number for number in range(len(jobs) + 1, 2 * len(jobs) + 2) if f"job {number}" not in taken)
    return (*jobs, Job(f"job {number}"))


def remove_job(jobs: Jobs, index: int) -> Jobs:
    """The jobs without one of them."""
    return jobs[:index] + jobs[index + 1 :]


def rename_job(jobs: Jobs, index: int, name: str) -> Jobs:
    """The jobs with another name for one of them; white space is trimmed."""
    return _with(jobs, index, replace(jobs[index], name=" ".join(name.split())[:LONGEST_NAME]))


def recolor_job(jobs: Jobs, index: int, heads: int) -> Jobs:
    """The jobs with the next color for one of them; its head, of `heads`, wears it."""
    color = jobs[index].color
    shown = index % heads if color is None else color
    return _with(jobs, index, replace(jobs[index], color=(shown + 1) % COLORS))


def rule_job(jobs: Jobs, index: int, rule: str) -> Jobs:
    """The jobs with another rule for one of them, one of RULES."""
    return _with(jobs, index, replace(jobs[index], rule=rule))


def pair_job(jobs: Jobs, index: int, sentence: str, query: int, key: int) -> Jobs:
    """The jobs with a pair of the sentence's tokens added to one of them, or taken away when it has it already."""
    tokens = tokenize(sentence)
    asks, asked = tokens[query], tokens[key]
    kept = tuple(pair for pair in jobs[index].pairs if not (same_word(pair[0], asks) and same_word(pair[1], asked)))
    pairs = kept if len(kept) < len(jobs[index].pairs) else (*kept, (asks, asked))
    return _with(jobs, index, replace(jobs[index], pairs=pairs))


def _with(jobs: Jobs, index: int, job: Job) -> Jobs:
    return (*jobs[:index], job, *jobs[index + 1 :])
