"""Writes the small squares by which the site offers its samples.

    python3 scenes/thumbnails.py <folder of pictures>
"""

import sys
from pathlib import Path

from PIL import Image, ImageOps

SIDE_PX = 156  # 52 CSS px at three device pixels each
SAMPLES = ["creature", "mug", "plant", "figure", "shoe", "bottle", "glass", "throw", "basket", "headphones", "cat"]

folder = Path(sys.argv[1])
for name in SAMPLES:
    if not (folder / f"{name}.jpg").exists():
        continue
    photo = Image.open(folder / f"{name}.jpg")
    square = ImageOps.fit(photo, (SIDE_PX, SIDE_PX), Image.LANCZOS)
    (folder / "thumbnails").mkdir(exist_ok=True)
    square.save(folder / "thumbnails" / f"{name}.webp", quality=82)
