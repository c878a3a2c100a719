"""Writes the small squares by which the site offers its samples, and the wide pictures of those on its empty tool page.

    python3 scenes/thumbnails.py <folder of pictures>
"""

import sys
from pathlib import Path

from PIL import Image, ImageOps

SIDE_PX = 156  # 52 CSS px at three device pixels each
WIDE_PX = (480, 360)  # 235 CSS px at two device pixels each
WIDE = ["creature", "mug", "plant", "shoe"]
SAMPLES = ["creature", "mug", "plant", "figure", "shoe", "bottle", "glass", "throw", "basket", "headphones", "cat"]

folder = Path(sys.argv[1])
for name in SAMPLES:
    if not (folder / f"{name}.jpg").exists():
        continue
    photo = Image.open(folder / f"{name}.jpg")
    square = ImageOps.fit(photo, (SIDE_PX, SIDE_PX), Image.LANCZOS)
    (folder / "thumbnails").mkdir(exist_ok=True)
    square.save(folder / "thumbnails" / f"{name}.webp", quality=82)
    if name in WIDE:
        wide = ImageOps.fit(photo, WIDE_PX, Image.LANCZOS)
        wide.save(folder / "thumbnails" / f"{name}-wide.webp", quality=74)
