"""Renders sets inside Blender: `blender -b -P one.py -- --out folder --only id[,id] [--preview]`. `render.py` calls this for each set."""

import argparse
import os
import sys
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]

import numpy as np  # noqa: E402

import common  # noqa: E402
import builders  # noqa: E402
from rows import ROWS  # noqa: E402


def main():
    argv = sys.argv[sys.argv.index("--") + 1:]
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", required=True)
    parser.add_argument("--only", required=True)
    parser.add_argument("--preview", action="store_true")
    options = parser.parse_args(argv)
    wanted = options.only.split(",")
    for row in ROWS:
        if row["id"] in wanted:
            common.begin()
            # Each set has its own seed, so it does not change when others are added.
            rng = np.random.default_rng(zlib.crc32(row["id"].encode()))
            stage = builders.find(row["build"])(rng, **row.get("with", {}))
            stage.shoot(row, options)


main()
