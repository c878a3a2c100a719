"""Finds where the ground of a set ends, from its depth map, and writes it into `sets.json`.

    python3 ends.py [folder]

The ground plane predicts the depth of each row. Going up from the row at which subjects stand, the ground ends at the first row whose
depth is another one: farther behind a table's edge, nearer in front of a wall.
"""

import json
import os
import sys

import numpy as np
from PIL import Image

HERE = os.path.dirname(os.path.abspath(__file__))
SETS = os.path.normpath(os.path.join(HERE, "../../../packages/sets/sets"))

# Share by which a depth may differ from that of the plane.
SLACK = 0.12
# A wall's foot is at the depth of the ground's end, within this share.
WALL = 0.35


def end_of(entry, folder):
    """Returns the end of an entry's ground, or None when the ground reaches the horizon."""
    ground = entry["ground"]
    near = np.asarray(Image.open(os.path.join(folder, entry["id"] + ".depth.webp")).convert("L"), np.float64) / 255
    height, width = near.shape
    middle = near[:, int(0.42 * width):int(0.58 * width)]
    depth = entry["nearM"] / np.maximum(np.median(middle, axis=1), 1 / 512)
    rows = (np.arange(height) + 0.5) / height
    plane = entry["focal"] * ground["cameraHeightM"] / np.maximum(rows - entry["horizonY"], 1e-3)
    row = int(0.5 * (ground["backY"] + ground["frontY"]) * height)
    while row > 0 and abs(depth[row] / plane[row] - 1) < SLACK:
        row -= 1
    if rows[row] < entry["horizonY"] + 0.03:
        return None
    last = min(row + 2, height - 1)
    beyond = depth[max(row - 3, 0)]
    return {"y": round(float(rows[last]), 3), "isWall": bool(abs(beyond / plane[last] - 1) < WALL)}


def with_end(entry, folder):
    """Returns the entry with the end of its ground. Its depth map must be in the folder."""
    if entry["ground"] is None:
        return entry
    end = end_of(entry, folder)
    ground = {k: v for k, v in entry["ground"].items() if k != "end"}
    return entry | {"ground": ground | ({"end": end} if end else {})}


def add_ends(folder):
    """Writes the ends of all grounds into the folder's `sets.json`."""
    path = os.path.join(folder, "sets.json")
    with open(path) as file:
        entries = [with_end(entry, folder) for entry in json.load(file)]
    with open(path + ".part", "w") as file:
        json.dump(entries, file, indent=2)
        file.write("\n")
    os.replace(path + ".part", path)


if __name__ == "__main__":
    add_ends(sys.argv[1] if len(sys.argv) > 1 else SETS)
