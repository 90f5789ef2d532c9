"""Builds random trees, edits them, and compares what comes of it with clean builds.

    python benchmarks/fuzz.py [--trees 500] [--first 0] [--resident] [POOL...]

Half of the trees copy a folder whose files use one another; the others have names that nobody chose
and sources with something wrong. Both come from the folders POOL or from this project. A tree is
built in html, text and one more builder, edited and built again; every build must end, without a
warning, with what a clean one writes. Prints each failure with the seed of its tree, and at last
the slowest tree and the largest process; ends with 1 after a failure.

With ``--resident``, one process as that of ``serve`` builds html after each of ten steps: some
edits at once, other options, early pages while random pages are open, a build that is superseded or
a process that is killed.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from builds import build, difference, outputs
from fuzz_resident import resident_failure
from fuzz_trees import Tree, sources

HERE = Path(__file__).resolve().parent.parent
#: Seconds of CPU time and bytes of memory that the builds of one tree may take.
MOST_SECONDS, MOST_BYTES = 300, 4 << 30
MORE_BUILDERS = ("dirhtml", "singlehtml", "epub", "latex", "xml", "pseudoxml", "man", "texinfo")
#: What has the time of a build in it.
_TIMED = (".epub", "content.opf")
#: What a page says of a file whose parser crashed; both builds then lack its analysis.
_CRASH = re.compile(rb"crash\w*\s(?:of\sthe\sparser\s)?\(SIG\w+|process\s\(exit\sstatus\s\d+")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one tree; ``cpu`` in seconds, ``peak`` in bytes."""

    seed: int
    cpu: float
    peak: int
    failure: str


def main(arguments: Sequence[str] | None = None) -> int:
    """Try trees, print what went wrong, and return the exit code."""
    layout = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=layout)
    parser.add_argument("pool", nargs="*", type=Path, metavar="POOL")
    parser.add_argument("--trees", type=int, default=500)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first tree")
    parser.add_argument("--resident", action="store_true", help="build in one process")
    chosen = parser.parse_args(arguments)
    own = [HERE / name for name in ("sphinx_filedocs", "tests/languages", "demo_project")]
    outcomes, trial = [], resident_failure if chosen.resident else _failure
    seeds = range(chosen.first, chosen.first + chosen.trees)
    for outcome in tried(seeds, chosen.pool or own, trial):
        outcomes.append(outcome)
        if outcome.failure:
            print(f"seed {outcome.seed}: {outcome.failure}", flush=True)
    failed = sum(bool(one.failure) for one in outcomes)
    slowest = max(outcomes, key=lambda one: one.cpu)
    largest = max(outcomes, key=lambda one: one.peak)
    print(
        f"{len(outcomes)} trees, {failed} failed; slowest {slowest.cpu:.1f} s of CPU (seed "
        f"{slowest.seed}), largest {largest.peak / 1e6:.0f} MB (seed {largest.seed}); "
        f"{sum(one.cpu for one in outcomes):.0f} s in all"
    )
    return 1 if failed else 0


def tried(
    seeds: Sequence[int],
    pool: Sequence[Path],
    trial: Callable[[int, Sequence[Path]], str] | None = None,
) -> Iterator[Outcome]:
    """Yield what became of the tree of each seed, each tried in a process of its own."""
    trial = trial or _failure
    files = sources(pool)
    for seed in seeds:
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
            resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
            try:
                failure = trial(seed, files)
            except BaseException:  # noqa: BLE001 (whatever it is, it ended a build)
                failure = traceback.format_exc()[-3000:]
            os.write(writing, failure.encode("utf-8", "backslashreplace")[:30_000])
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            failure = pipe.read().decode()
        _, status, usage = os.wait4(child, 0)
        if status:
            failure = f"the process ended with {os.waitstatus_to_exitcode(status)}; {failure}"
        cpu = usage.ru_utime + usage.ru_stime
        yield Outcome(seed, cpu, usage.ru_maxrss * 1024, failure)


def _failure(seed: int, pool: Sequence[Path]) -> str:
    """Return what is wrong with the builds of one tree, ``""`` for nothing."""
    random = Random(seed)
    folder = Path(tempfile.mkdtemp(prefix="filedocs-fuzz-"))
    try:
        docs = folder / "docs"
        docs.mkdir()
        (docs / "conf.py").touch()
        (docs / "index.rst").write_text("Docs\n====\n\n.. toctree::\n\n   source/index\n")
        tree = Tree(folder / "tree", pool, random)
        builders = ["html", "text", random.choice(MORE_BUILDERS)]
        done = ["made"]
        for _ in range(3):
            for builder in random.sample(builders, len(builders)):
                if said := _build(docs, folder / "edited", builder):
                    return f"{builder} after {done}: {said}"
            for name, data in _outputs(folder / "edited").items():
                if crash := _CRASH.search(data):
                    return f"{name} after {done}: {crash[0].decode()}"
            if len(done) > 1:
                shutil.rmtree(folder / "clean", ignore_errors=True)
                for builder in builders:
                    _build(docs, folder / "clean", builder)
                found, wanted = (_outputs(folder / name) for name in ("edited", "clean"))
                if differs := difference(found, wanted):
                    return f"after {done}: {differs}"
            done += [tree.edit() for _ in range(random.randint(1, 3))]
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return ""


def _build(docs: Path, out: Path, builder: str) -> str:
    return build(docs, out, builder, nitpicky=True, man_pages=[("index", "x", "x", [], 1)])


def _outputs(out: Path) -> dict[str, bytes]:
    return {name: data for name, data in outputs(out).items() if not name.endswith(_TIMED)}


if __name__ == "__main__":
    sys.exit(main())
