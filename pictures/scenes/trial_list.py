"""Writes the list of the trial's pictures, and checks each on the way: sizes agree, and no subject touches a corner.

    python3 scenes/trial_list.py trial
"""

import json
import sys
from pathlib import Path

from PIL import Image

from trial_rows import ROWS

folder = Path(sys.argv[1])
rows = []
for name, _, _, group, part, shows in ROWS:
    with Image.open(folder / f"{name}.jpg") as photo, Image.open(folder / f"{name}.alpha.png") as alpha, Image.open(folder / f"{name}.cutout.webp") as cutout:
        width, height = photo.size
        assert alpha.mode == "L" and alpha.size == cutout.size == photo.size, name
        assert all(alpha.getpixel((x, y)) == 0 for x in (2, width - 3) for y in (2, height - 3)), name
        assert alpha.getextrema() == (0, 255), name
    rows.append({"file": f"{name}.jpg", "alpha": f"{name}.alpha.png", "widthPx": width, "heightPx": height, "shows": shows, "cutout": f"{name}.cutout.webp", "group": group, "part": part})
(folder / "pictures.json").write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
