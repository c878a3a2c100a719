"""Makes the pictures that need no camera, and the list of all pictures.

    python3 scenes/derive.py --out .

* creature-exif-6.jpg: the creature stored lying on its side, with EXIF orientation 6, so
  that a viewer that reads EXIF shows it upright and creature.alpha.png still fits;
* mug-transparent.png is left by scenes/mug.py itself;
* pictures.json: every picture with its alpha, its upright size and what it shows.

Every picture is checked on the way: sizes agree, and the alpha is white in the subject
and black at the top corners. Needs Pillow.
"""

import argparse
import json
import os

from PIL import Image, ImageOps

SHOWS = {
    "creature.jpg": "plush bear with a red scarf on a garden table",
    "mug.jpg": "teal stoneware mug with an open handle on an oak table",
    "lamp.webp": "green desk lamp with thin arms, springs and a flex",
    "plant.jpg": "pilea in a clay pot, thin stalks and round leaves",
    "chair.jpg": "wooden chair with a spindle back",
    "large.jpg": "red two-handled vase with pussy willow, 12 megapixels",
    "figure.jpg": "clay figure with brown hair, ivory roll-neck and dark jacket, facing the camera; for ID photos",
    "shoe.jpg": "ochre canvas sneaker with white laces on a birch block",
    "bottle.jpg": "amber dropper bottle with a blank label on travertine",
    "glass.jpg": "stemmed glass of pale wine on a window sill, truly transparent",
    "throw.jpg": "woven wool throw with a fringe over a wooden rail",
    "basket.jpg": "thin wire basket of lemons and pears on a linen cloth",
    "headphones.jpg": "headphones with tan leather cushions on a walnut desk",
    "cat.jpg": "cream long-haired toy cat on a white cushion before a pale wall",
    "creature-exif-6.jpg": "the plush bear, stored on its side with EXIF orientation 6",
    "mug-transparent.png": "the mug, already cut out: a PNG with alpha",
}
ALPHA = {"creature-exif-6.jpg": "creature.alpha.png", "mug-transparent.png": None}


def turned(folder):
    """The creature on its side: what a camera held upright stores when it writes orientation 6."""
    photo = Image.open(os.path.join(folder, "creature.jpg"))
    exif = Image.Exif()
    exif[0x0112] = 6
    lying = photo.transpose(Image.Transpose.ROTATE_90)
    lying.save(os.path.join(folder, "creature-exif-6.jpg"), quality=88, optimize=True, exif=exif)


def entry(folder, file):
    """One line of the list, checked."""
    upright = ImageOps.exif_transpose(Image.open(os.path.join(folder, file)))
    width, height = upright.size
    alpha = ALPHA.get(file, file.rsplit(".", 1)[0] + ".alpha.png")
    if alpha:
        coverage = Image.open(os.path.join(folder, alpha))
        assert coverage.mode == "L" and coverage.size == upright.size, file
        assert coverage.getpixel((2, 2)) == 0 and coverage.getpixel((width - 3, 2)) == 0, file
        assert coverage.getextrema() == (0, 255), file
    return {"file": file, "alpha": alpha, "widthPx": width, "heightPx": height, "shows": SHOWS[file]}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", default=".", help="folder that holds the pictures")
    folder = parser.parse_args().out
    turned(folder)
    rows = [entry(folder, file) for file in SHOWS if os.path.exists(os.path.join(folder, file))]
    for row in rows:
        cutout = row["file"].rsplit(".", 1)[0] + ".cutout.webp"
        if os.path.exists(os.path.join(folder, cutout)):
            row["cutout"] = cutout
    with open(os.path.join(folder, "pictures.json"), "w", encoding="utf-8") as out:
        out.write(json.dumps(rows, indent=2) + "\n")
    for row in rows:
        print(row["file"], row["widthPx"], row["heightPx"], row["alpha"])
