"""Renders the sets of `rows.py`, one after another; sets whose inputs have not changed are skipped.

    python3 render.py                                 all sets into packages/sets/sets
    python3 render.py --only oak-table-window         some sets
    python3 render.py --preview --out /tmp/previews   512 × 384 px PNG with few samples

Plain Python; Blender is started for each set, so an interrupted run loses at most one set.
"""

import argparse
import ast
import contextlib
import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SETS = os.path.normpath(os.path.join(HERE, "../../../packages/sets/sets"))
RENDERED = os.path.join(HERE, "rendered.json")

sys.path.insert(0, HERE)
from ends import with_end  # noqa: E402
from rows import ROWS  # noqa: E402

# Raise this number when a change of the stage, the materials or the development should render every set again.
LOOK = 1


def builder_sources():
    """Source text of each builder function by name."""
    found = {}
    folder = os.path.join(HERE, "builders")
    for file in sorted(os.listdir(folder)):
        if file.endswith(".py"):
            text = open(os.path.join(folder, file)).read()
            for node in ast.parse(text).body:
                if isinstance(node, ast.FunctionDef):
                    found[node.name] = ast.get_source_segment(text, node)
    return found


def fingerprint(row, sources):
    """Changes with the row, with its builder and with LOOK."""
    picture = {"build": row["build"], "with": row["with"]}
    text = json.dumps([LOOK, row["id"], picture, sources[row["build"]]], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def read(path, empty):
    if not os.path.exists(path):
        return empty
    with open(path) as file:
        return json.load(file)


def write(path, value):
    with open(path + ".part", "w") as file:
        json.dump(value, file, indent=2)
        file.write("\n")
    os.replace(path + ".part", path)


@contextlib.contextmanager
def locked(name):
    """Keeps other runs of this command from writing the same list at the same time."""
    with open(os.path.join(tempfile.gettempdir(), f"isola-sets-{name}.lock"), "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def enter(folder, entry):
    """Puts an entry into `sets.json`, which is sorted by id."""
    path = os.path.join(folder, "sets.json")
    with locked("entries"):
        entries = [e for e in read(path, []) if e["id"] != entry["id"]] + [entry]
        write(path, sorted(entries, key=lambda e: e["id"]))


def note(id_, mark):
    """Puts the fingerprint of a rendered set into `rendered.json`, which is sorted by id."""
    with locked("rendered"):
        write(RENDERED, dict(sorted({**read(RENDERED, {}), id_: mark}.items())))


def render(row, out, preview, blender):
    """Renders one set into `out`; returns its entry, or None after a failure, whose log is printed."""
    with tempfile.TemporaryDirectory() as work:
        command = [*blender, "-b", "--factory-startup", "-P", os.path.join(HERE, "one.py"), "--", "--out", work, "--only", row["id"]]
        # Blender and numpy take and return large arrays all the time; keeping the memory saves a third of the time.
        keep = {**os.environ, "MALLOC_CONF": "dirty_decay_ms:-1,muzzy_decay_ms:-1,thp:always"}
        done = subprocess.run(command + (["--preview"] if preview else []), capture_output=True, text=True, check=False, env=keep)
        entry = read(os.path.join(work, row["id"] + ".json"), None)
        if entry is None:
            print(done.stdout[-3000:], done.stderr[-3000:])
            return None
        for line in done.stdout.splitlines():
            if line.startswith(("SET", "cpu")):
                print(line, flush=True)
        for file in os.listdir(work):
            if not file.endswith(".json"):
                shutil.move(os.path.join(work, file), os.path.join(out, file))
        return entry


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", help="ids, separated by commas")
    parser.add_argument("--out", default=SETS)
    parser.add_argument("--preview", action="store_true")
    parser.add_argument("--again", action="store_true", help="renders sets that have not changed too")
    parser.add_argument("--blender", default="blender", help="command that starts Blender, with a prefix such as nice")
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    wanted = options.only.split(",") if options.only else [row["id"] for row in ROWS]
    unknown = set(wanted) - {row["id"] for row in ROWS}
    if unknown:
        sys.exit(f"No set is called {', '.join(sorted(unknown))}.")
    sources, failed = builder_sources(), []
    for row in sorted(ROWS, key=lambda row: wanted.index(row["id"]) if row["id"] in wanted else 0):
        if row["id"] not in wanted:
            continue
        mark, whole = fingerprint(row, sources), not options.preview
        there = os.path.exists(os.path.join(options.out, row["id"] + ".avif"))
        if whole and there and not options.again and read(RENDERED, {}).get(row["id"]) == mark:
            continue
        began = time.time()
        entry = render(row, options.out, options.preview, options.blender.split())
        if entry is None:
            failed.append(row["id"])
            continue
        if whole:
            enter(options.out, with_end(entry, options.out))
            if options.out == SETS:
                note(row["id"], mark)
        print(f"{row['id']} took {time.time() - began:.0f} s", flush=True)
    if failed:
        sys.exit(f"Failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
