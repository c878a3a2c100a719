"""One picture of the trial, or several: `blender -b -P scenes/trial.py -- --out trial --only dog-grass,wine-dark`."""

import os
import sys
import zlib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import *  # noqa: E402,F403
import trial_subjects as subjects  # noqa: E402
from trial_rows import ROWS  # noqa: E402
from trial_sets import SETS  # noqa: E402

EXPOSURES = {"grass": 1.05, "dark": 1.3, "shelves": 1.0}

if __name__ == "__main__":
    only = None
    if "--only" in sys.argv:
        at = sys.argv.index("--only")
        only = sys.argv[at + 1].split(",")
        del sys.argv[at:at + 2]
    options = arguments()
    for name, subject, place, group, part, shows in ROWS:
        if only and name not in only:
            continue
        # Each picture has a seed of its own: it stays the same when others are made or left out.
        rng = np.random.default_rng(zlib.crc32(name.encode()))
        begin()
        parts = getattr(subjects, subject)(rng)
        SETS[place](rng)
        high, away = rng.uniform(0.17, 0.34), rng.uniform(1.12, 1.3)
        camera((rng.uniform(-0.12, 0.12), -away, high), (0.004, 0, 0.132), rng.uniform(90, 104), rng.uniform(2.8, 5.6), (0, -0.03, 0.14), roll=rng.uniform(-1.5, 1.5))
        shoot(name, parts, (960, 720), 32 if group == "glass" else 16, options, threshold=0.05, exposure=EXPOSURES[place], grain=rng.uniform(0.006, 0.02), set_scale=0.5,
              set_samples=9, quality=int(rng.integers(78, 93)), cutout=(960, 90), warmth=rng.uniform(-0.02, 0.03))
