"""Rooms in which the subject stands on a floor or on a shelf in front of a wall."""

import numpy as np

import materials as m
import props
from common import area, box, lathe, sky, tube
from stage import Stage


def living(rng, floor="oak", wall=(0.70, 0.67, 0.60), sofa=(0.30, 0.33, 0.30), key=0.3, side="left", tone=(1, 0.95, 0.87), rug=(0.62, 0.57, 0.49), sun=None, samples=14, evening=False):
    """A living room: boarded floor, rug, sofa, window with curtains, plant, lamp, prints."""
    from builders.tabletop import ASH, OAK, WALNUT
    s = Stage(1.15, 3.9, 1.7, 0.40, 1.0, 0.035, key=key, front=-0.75, back=0.5, samples=samples, contrast=1.08)
    hand = -1 if side == "left" else 1
    light, dark = {"oak": OAK, "walnut": WALNUT, "ash": ASH}[floor]
    props.floor_boards(rng, m.planks("floor", light, dark, 0.38, 0.18, along="y"), -4.2, 4.2, -3.2, 3.4, 0.0, 0.16, 2.2)
    x = hand * 1.75
    view = m.window_view("view", (0.75, 0.88, 1.0), (0.45, 0.6, 0.30), (0.16, 0.24, 0.08), 7.0 if not evening else 0.25)
    props.wall_with_hole(m.plaster("wall", wall, 0.04), 3.2, -4.2, 4.2, 0, 2.9, (x - 0.75, x + 0.75, 0.75, 2.35))
    props.window((x, 3.24, 1.55), (1.5, 1.6), view, bars=(2, 2), power=110 if not evening else 0, colour=tone)
    sheer = m.sheer("sheer", (0.88, 0.86, 0.82), 0.5)
    props.curtain(rng, sheer, x - 1.25, x - 0.62, 3.02, 0.02, 2.6, 7, 0.06)
    props.curtain(rng, sheer, x + 0.62, x + 1.25, 3.02, 0.02, 2.6, 7, 0.06)
    tube("rail", [(x - 1.4, 3.02, 2.62), (x + 1.4, 3.02, 2.62)], 0.014, m.metal("rail", (0.5, 0.4, 0.25), 0.35))
    box("skirting", (0, 3.18, 0.06), (8.4, 0.02, 0.12), m.plain("skirting", (0.78, 0.77, 0.74), 0.4), 0.003)
    box("side wall", (-hand * 3.6, 0.4, 1.45), (0.1, 6, 2.9), m.plaster("side", wall, 0.04))
    props.sofa((-hand * 0.75, 2.45, 0), m.linen("sofa", sofa, 0.003, 0.3), 2.1)
    xs, ys = np.linspace(-1.35, 1.35, 60), np.linspace(-0.9, 1.6, 60)
    props.sheet("rug", xs, ys, np.full((60, 60), 0.012) + 0.002 * rng.normal(size=(60, 60)), m.linen("rug", rug, 0.008, 0.8))
    props.potted(rng, (hand * 2.9, 2.6, 0), 1.5, 0.6, 150, (0.26, 0.15), pot_size=0.2)
    props.framed((-hand * 1.15, 3.18, 1.75), (0.62, 0.8), ((0.62, 0.5, 0.36), (0.74, 0.7, 0.62), (0.16, 0.2, 0.19)), rng)
    props.framed((-hand * 0.38, 3.18, 1.68), (0.5, 0.62), ((0.72, 0.68, 0.6), (0.32, 0.36, 0.34), (0.6, 0.32, 0.2)), rng)
    wood = m.planks("side table", *WALNUT, 0.4)
    box("side table", (-hand * 2.15, 2.5, 0.25), (0.45, 0.45, 0.5), wood, 0.01)
    props.table_lamp((-hand * 2.15, 2.5, 0.5), 0.5, 14 if not evening else 45, shade_strength=1.8 if not evening else 4.0)
    lathe("coffee table", [(0, 0.36), (0.4, 0.36), (0.4, 0.4), (0, 0.4)], wood, 96).location = (-hand * 1.0, 1.45, 0)
    for k in range(3):
        a = k * 2.1
        tube("leg", [(-hand * 1.0 + 0.3 * np.cos(a), 1.45 + 0.3 * np.sin(a), 0.0), (-hand * 1.0 + 0.24 * np.cos(a), 1.45 + 0.24 * np.sin(a), 0.37)], 0.018, wood)
    props.vase((-hand * 0.92, 1.4, 0.4), m.plain("vase", (0.72, 0.68, 0.6), 0.5), 0.07, 2.3)
    for k in range(3):
        box("book", (-hand * 1.15, 1.5, 0.415 + 0.03 * k), (0.24, 0.17, 0.028), m.plain("book", props.BOOK_COLOURS[k * 3], 0.6), 0.002, (0, 0, rng.uniform(-10, 10)))
    if sun:
        s.sun(*sun)
    sky((0.8, 0.88, 1.0), (0.8, 0.76, 0.7), 0.42 if not evening else 0.06)
    area("big window", (hand * 3.1, -0.6, 1.7), (0, 0.4, 0.7), 2.0, 230 if not evening else 40, tone)
    return s


def bathroom(rng, tile=(0.72, 0.76, 0.74), shelf="travertine", key=0.36, side="left", tone=(1, 0.97, 0.93), grout=(0.6, 0.58, 0.55), size=(0.075, 0.15), stagger=0.5, metal=(0.72, 0.5, 0.24), towel=(0.70, 0.66, 0.58), shadow=None):
    """A stone shelf before a wall of hand-made tiles: towel, brush, twigs; light from a window at the side."""
    s = Stage(0.24, 1.0, 1.6, 0.36, 0.22, 0.016, key=key, front=-0.2, back=0.12, samples=12)
    hand = -1 if side == "left" else 1
    stone = m.travertine("shelf", (0.76, 0.66, 0.53), (0.52, 0.40, 0.28)) if shelf == "travertine" else m.marble("shelf", (0.84, 0.83, 0.81), (0.35, 0.35, 0.36))
    props.slab(stone, 1.2, -0.9, 0.30, 0.035)
    nu, nv = round(2.4 / size[0]), round(1.5 / size[1])
    props.tiles(rng, m.glaze("tile", tile, 0.09, 0.16, 0.3), (-1.2, 0.33, -0.15), (1, 0, 0), (0, 0, 1), nu, nv, size, 0.004, 0.009, 0.5, stagger, m.plain("grout", grout, 0.9))
    cloth = m.linen("towel", towel, 0.0035, 0.9, 0.5)
    for k in range(3):
        turn, shift = rng.uniform(-3, 3), rng.uniform(-0.008, 0.008)
        for layer in range(2):
            box("towel", (-hand * 0.43 + shift, 0.13, 0.012 + 0.052 * k + 0.024 * layer), (0.25 - 0.01 * k, 0.19, 0.026), cloth, 0.0125, (0, 0, turn))
        tube("fold", [(-hand * 0.43 + shift - 0.115 + 0.005 * k, 0.042, 0.024 + 0.052 * k), (-hand * 0.43 + shift + 0.115 - 0.005 * k, 0.042, 0.024 + 0.052 * k)], 0.0235, cloth)
    props.branches_in_vase(rng, (hand * 0.43, 0.20, 0.0), 0.46, 70, glaze=m.plaster("vase", (0.66, 0.6, 0.52), 0.1, 0.4), size=0.055, leaf=0.045)
    props.bottle((hand * 0.30, 0.15, 0), m.plain("amber", (0.18, 0.06, 0.012), 0.07, Transmission=0.35), 0.033, 0.15, 0.4)
    lathe("pump", [(0, 0.15), (0.008, 0.15), (0.008, 0.175), (0.016, 0.176), (0.016, 0.186), (0, 0.188)], m.metal("pump", metal, 0.25), 30).location = (hand * 0.30, 0.15, 0)
    brass = m.metal("brass", metal, 0.22)
    tube("towel bar", [(-hand * 0.9, 0.26, 0.52), (-hand * 0.28, 0.26, 0.52)], 0.007, brass)
    for x in (-0.85, -0.33):
        tube("holder", [(hand * x * 1.0, 0.26, 0.52), (hand * x * 1.0, 0.33, 0.52)], 0.009, brass)
    sky((0.85, 0.9, 1.0), (0.8, 0.8, 0.78), 0.30)
    area("window", (hand * 1.25, -0.15, 0.75), (0, 0.1, 0.1), 0.8, 24, tone, 1.0)
    return s
