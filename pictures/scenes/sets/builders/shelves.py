"""Shelves and window sills: the subject stands close to a wall or to panes of glass."""

import math

import numpy as np

import materials as m
import nature as n
import props
from builders.studio import hang_gobo
from common import area, box, ellipsoid, lathe, mesh, sky, tube
from stage import Stage

CLAY, CREAM, INK = (0.52, 0.28, 0.17), (0.74, 0.69, 0.60), (0.07, 0.08, 0.09)


def _group(rng, hand, things, colours):
    """A still life at one side of the shelf; `things` is a word of letters, from the outer edge to the middle."""
    x = hand * 0.385
    for letter in things:
        paint = m.plaster("ware", colours[rng.integers(len(colours))], 0.08, 0.35, 0.6)
        if letter == "v":
            props.vase((x, 0.10, 0), paint, 0.055, 2.6)
        elif letter == "t":
            props.branches_in_vase(rng, (x, 0.10, 0), 0.40, 80, glaze=paint, size=0.05, leaf=0.045)
        elif letter == "o":
            props.bowl((x, 0.07, 0), paint, 0.07, 0.05)
        elif letter == "b":
            for k in range(3):
                box("book", (x + hand * 0.01 * k, 0.09, 0.014 + 0.028 * k), (0.20 - 0.015 * k, 0.14, 0.026), m.plain("book", props.BOOK_COLOURS[rng.integers(11)], 0.6), 0.002, (0, 0, rng.uniform(-7, 7)))
            props.bowl((x, 0.09, 0.085), paint, 0.045, 0.04)
        elif letter == "s":
            props.books(rng, x - 0.11, x + 0.11, 0.10, 0.0, tall=0.22, deep=0.13, fill=1.0)
        elif letter == "p":
            props.potted(rng, (x, 0.10, 0), 0.26, 0.17, 110, (0.075, 0.04), pot=paint, pot_size=0.055)
        elif letter == "c":
            for k, (dx, dy, h) in enumerate(((0, 0.06, 0.17), (0.055, 0.1, 0.11), (-0.05, 0.02, 0.08))):
                wax = m.plain("wax", (0.80, 0.75, 0.64), 0.5, Subsurface=0.0)
                lathe("candle", [(0, 0), (0.021, 0), (0.021, h - 0.003), (0.018, h), (0, h - 0.004)], wax, 48).location = (x + dx, dy, 0)
                tube("wick", [(x + dx, dy, h - 0.005), (x + dx + 0.002, dy, h + 0.012)], 0.0012, m.plain("wick", (0.05, 0.04, 0.03), 0.9))
        elif letter == "f":
            props.framed((x, 0.17, 0.20), (0.26, 0.36), ((0.66, 0.56, 0.43), (0.78, 0.74, 0.66), colours[0]), rng)
        x -= hand * 0.125


def shelf(rng, board="oak", wall=(0.72, 0.66, 0.57), finish="plaster", left="tv", right="b", key=0.34, side="left", tone=(1, 0.95, 0.88), colours=(CLAY, CREAM), sun=None, gobo=None,
          niche=False, cloth=None, height=0.17, power=26, fill=0.32, warm_strip=False):
    """A shelf before a wall, seen almost from its own height; ceramics, books or plants stand at its ends."""
    from builders.tabletop import _cloth, _top
    s = Stage(height, 1.05, 1.65, 0.46, 0.24, 0.014, key=key, front=-0.12, back=0.05, samples=12, contrast=1.08)
    hand = -1 if side == "left" else 1
    wide = 1.3
    if board in ("oak", "walnut", "ash"):
        from builders.tabletop import ASH, OAK, WALNUT
        box("shelf", (0, -0.02, -0.022), (2 * wide, 0.44, 0.044), m.planks("shelf", *{"oak": OAK, "walnut": WALNUT, "ash": ASH}[board], 0.42, 0.1), 0.004)
    elif board == "tiles":
        props.tiles(rng, m.glaze("ledge tile", (0.80, 0.79, 0.76), 0.10, 0.05, 0.2), (-1.3, -0.24, 0.0), (1, 0, 0), (0, 1, 0), 26, 5, (0.1, 0.1), 0.003, 0.008, 0.25, 0.0, m.plain("grout", (0.6, 0.58, 0.55), 0.9))
        props.tiles(rng, m.glaze("edge tile", (0.80, 0.79, 0.76), 0.10, 0.05, 0.2), (-1.3, -0.245, -0.1), (1, 0, 0), (0, 0, 1), 26, 1, (0.1, 0.1), 0.003, 0.008, 0.25, 0.0, m.plain("grout", (0.6, 0.58, 0.55), 0.9))
    else:
        stones = {"travertine": lambda: m.travertine("shelf", (0.76, 0.66, 0.53), (0.52, 0.40, 0.28)), "marble": lambda: m.marble("shelf", (0.84, 0.83, 0.81), (0.32, 0.32, 0.33)),
                  "concrete": lambda: m.concrete("shelf", (0.42, 0.405, 0.385), 0.55), "white": lambda: m.plain("shelf", (0.80, 0.79, 0.77), 0.4), "slate": lambda: m.slate("shelf", (0.02, 0.021, 0.023), (0.075, 0.078, 0.083))}
        box("shelf", (0, -0.02, -0.025), (2 * wide, 0.44, 0.05), stones[board](), 0.004)
    if cloth:
        xs, ys = np.linspace(-0.36, 0.36, 300), np.linspace(-0.243, 0.19, 200)
        gx, gy = np.meshgrid(xs, ys)
        z = 0.0025 + 0.0035 * np.clip(n.fbm(gx * 5 + 3, gy * 7, 4, 4) - 0.45, 0, 1) + 0.0012 * n.fbm(gx * 24, gy * 24, 9, 3)
        drop = np.clip((-gy - 0.225) / 0.018, 0, 1)
        place = np.stack([gx + 0.008 * np.sin(9 * gy), gy, z - 0.002 * drop ** 2], axis=2)
        props.sheet("runner", xs, ys, place, m.linen("runner", cloth))
        front = np.linspace(0.0, -0.24, 90)
        fx, fz = np.meshgrid(xs, front)
        wave = 0.009 * np.sin(fx * 34 + 2) * (-fz / 0.24) + 0.004 * np.sin(fx * 71) * (-fz / 0.24)
        props.sheet("fall", xs, front, np.stack([fx, -0.2445 + np.minimum(wave * 0.8, 0.0), fz + 0.0035], axis=2), m.linen("runner fall", cloth))
    if finish == "tiles":
        props.tiles(rng, m.glaze("tile", wall, 0.09, 0.14, 0.3), (-1.2, 0.2, -0.3), (1, 0, 0), (0, 0, 1), 32, 8, (0.075, 0.15), 0.004, 0.009, 0.4, 0.5, m.plain("grout", (0.62, 0.6, 0.56), 0.9))
    elif finish == "brick":
        box("wall", (0, 0.26, 0.3), (5, 0.1, 2.4), m.bricks("brick", wall, (0.5, 0.47, 0.43)))
    elif finish == "panels":
        box("wall", (0, 0.27, 0.3), (5, 0.1, 2.4), m.plain("panel", wall, 0.55))
        for x in np.arange(-1.5, 1.5, 0.11):
            box("batten", (x, 0.212, 0.3), (0.07, 0.02, 2.4), m.plain("batten", wall, 0.5), 0.006)
    elif niche:
        w, rise, y, deep = 0.44, 0.16, 0.02, 0.26
        outline = [(-w, -0.0), (-w, rise)] + [(-w * math.cos(a), rise + 0.86 * w * math.sin(a)) for a in np.linspace(0, math.pi, 64)] + [(w, 0.0)]
        count = len(outline)
        back = m.plaster("wall", wall, 0.07, 0.4)
        points = [(x, y, z) for x, z in outline] + [(x, y + deep, z) for x, z in outline]
        rim = mesh("reveal", points, [(i, i + 1, count + i + 1, count + i) for i in range(count - 1)], back)
        rim.data.use_auto_smooth = True
        face = [(x, y, z) for x, z in outline] + [(x * 6, y, min(2.2, z * 5 + 1)) if abs(x) < w else (math.copysign(2.6, x), y, z) for x, z in outline]
        mesh("face", face, [(i, i + 1, count + i + 1, count + i) for i in range(count - 1)], back, smooth=False)
        box("niche", (0, y + deep + 0.02, 0.4), (2, 0.02, 1.6), m.plaster("niche", tuple(0.94 * c for c in wall), 0.07, 0.4))
        box("below", (0, 0.02, -0.6), (6, 0.02, 1.1), back)
    else:
        box("wall", (0, 0.26, 0.3), (5, 0.1, 2.4), (m.concrete if finish == "concrete" else m.plaster)("wall", wall))
    if not niche:
        _group(rng, -1, left, colours)
        _group(rng, 1, right, colours)
    sky((0.85, 0.9, 1.0), (0.8, 0.78, 0.75), fill)
    if power:
        area("window", (hand * 1.25, -0.55, 0.75), (0, 0.1, 0.08), 0.7, power, tone, 1.0)
    if warm_strip:
        box("strip", (0, -0.16, 0.86), (2.2, 0.02, 0.012), m.glow("strip", (1, 0.78, 0.5), 6))
        area("shelf light", (0, -0.02, 0.84), (0, 0.12, 0.0), 1.6, 9, (1, 0.76, 0.48), 0.06)
    if sun:
        s.sun(*sun, 4.8, (1, 0.9, 0.76), 0.7)
        if gobo:
            a, e = math.radians(sun[0]), math.radians(sun[1])
            hang_gobo(rng, gobo, (math.sin(a) * math.cos(e), -math.cos(a) * math.cos(e), math.sin(e)), (0, 0.2, 0.28))
    return s


def sill(rng, outside="garden", board="painted", key=0.34, tone=(1, 0.96, 0.9), frame=(0.76, 0.75, 0.72), curtain=True, things="p", power=16, fill=0.25):
    """A window sill before panes; behind the glass lies a garden, a winter wood, a rainy street or a city at night."""
    from builders.tabletop import _top
    s = Stage(0.26, 0.98, 1.6, 0.40, 0.25, 0.03, key=key, front=-0.2, back=0.14, samples=12, contrast=1.1, bloom=0.07)
    _top(rng, board, s, 0.34)
    paint = m.plain("frame", frame, 0.4)
    for x in (-0.78, 0.0, 0.78):
        box("post", (x, 0.42, 0.5), (0.075 if x else 0.055, 0.09, 1.6), paint, 0.008)
    box("rail", (0, 0.42, 0.025), (2.4, 0.1, 0.07), paint, 0.008)
    box("bar", (0, 0.43, 0.52), (2.4, 0.04, 0.032), paint, 0.006)
    if curtain:
        cloth = m.sheer("sheer", (0.88, 0.86, 0.82), 0.25)
        for hand in (-1, 1):
            props.curtain(rng, cloth, hand * 1.05, hand * 0.50, 0.30, -0.1, 1.4, 6, 0.03)
    if things == "p":
        props.potted(rng, (-0.44, 0.24, 0), 0.3, 0.2, 120, (0.08, 0.045), pot_size=0.06)
    elif things == "b":
        for k in range(4):
            box("book", (0.43, 0.2, 0.016 + 0.032 * k), (0.22, 0.16, 0.03), m.plain("book", props.BOOK_COLOURS[(k * 4 + 1) % 11], 0.6), 0.002, (0, 0, rng.uniform(-9, 9)))
        props.bowl((0.43, 0.2, 0.13), m.plain("cup", CREAM, 0.3), 0.045, 0.07)
    elif things == "c":
        for x, h in ((-0.42, 0.16), (-0.35, 0.1), (0.44, 0.13)):
            lathe("candle", [(0, 0), (0.024, 0), (0.024, h), (0, h - 0.004)], m.plain("wax", (0.8, 0.75, 0.64), 0.5), 48).location = (x, 0.22, 0)
            props.shown_only(ellipsoid("flame", (x, 0.22, h + 0.02), (0.006, 0.006, 0.017), m.glow("flame", (1, 0.6, 0.22), 60)))
    if outside == "garden":
        box("lawn", (0, 14, -1.2), (50, 26, 0.04), m.ground("lawn", ((0.06, 0.13, 0.02), (0.11, 0.2, 0.04), (0.18, 0.27, 0.07)), 1.2, 30, 0.03))
        green = m.leaf("shrub", 0.35, 0.5)
        for x in np.linspace(-5, 5, 9):
            props.crown(rng, "shrub", (x, 6 + rng.uniform(-0.5, 2), -0.1 + rng.uniform(-0.4, 0.3)), rng.uniform(0.8, 1.4), 900, 0.1, ((0.06, 0.14, 0.02), (0.12, 0.22, 0.04), (0.2, 0.28, 0.07)), green)
        for x, y in ((-3.0, 11), (2.4, 12.5), (5.5, 10.5)):
            n.tree(rng, (x, y, -1.2), 6.5, 2.4, 2200, 0.2, ((0.07, 0.15, 0.03), (0.14, 0.22, 0.05)), 0.15, foliage=green)
        n.atmosphere((0.16, 0.34, 0.78), (0.62, 0.76, 0.95), (205, 40), strength=1.0, clouds=((1, 1, 1), (0.7, 0.75, 0.85), 0.4, 1.1))
        s.sun(205, 40, 4.0, (1, 0.93, 0.82), 0.7)
    elif outside == "snow":
        box("snow", (0, 20, -1.3), (80, 40, 0.04), m.ground("snow", ((0.78, 0.81, 0.87), (0.84, 0.86, 0.9)), 2, 200, 0.01))
        for k in range(16):
            y = 6 + 14 * (k / 16)
            n.fir(rng, (rng.uniform(-1, 1) * (2 + 0.55 * y), y, -1.4), rng.uniform(3.2, 6.5), 1000, snow=0.6, material=m.leaf("fir", 0.6, 0.15))
        n.atmosphere((0.35, 0.45, 0.62), (0.75, 0.78, 0.84), (215, 12), (1, 0.75, 0.55), 8, 0.8, 0.75)
        s.air = dict(length=60, tint=(0.5, 0.54, 0.62))
    elif outside == "night":
        from builders.night import _lights
        far = np.stack([rng.uniform(-16, 16, 150), rng.uniform(14, 34, 150), rng.uniform(-5, 6, 150)], 1)
        for k, colour in enumerate(((1.0, 0.62, 0.28), (1.0, 0.8, 0.55), (0.4, 0.62, 1.0), (1.0, 0.2, 0.22))):
            some = far[k * 55:k * 55 + 55] if k < 2 else far[110 + (k - 2) * 20:130 + (k - 2) * 20]
            _lights("far light", some, 0.06, colour, 60)
        for x in np.linspace(-18, 18, 12):
            h = rng.uniform(3, 10)
            box("house", (x, 30 + rng.uniform(0, 8), h / 2 - 6), (3.2, 3, h), m.lit_windows("front", (0.02, 0.022, 0.03), 0.3, (0.5, 0.55), 5.0, x), 0)
        n.atmosphere((0.01, 0.016, 0.04), (0.07, 0.07, 0.12), None, strength=0.8, below=(0.01, 0.01, 0.012))
    elif outside == "rain":
        for x in np.linspace(-14, 14, 9):
            h = rng.uniform(4, 9)
            box("house", (x, 16 + rng.uniform(0, 5), h / 2 - 4), (3.4, 3, h), m.day_front("front", tuple(rng.uniform(0.12, 0.3) * np.array((1.0, 0.92, 0.85))), cell=(0.9, 1.1)), 0)
        green = m.leaf("tree", 0.4, 0.4)
        for x in (-4, 1.5, 5.5):
            props.crown(rng, "tree", (x, 10, 0.2), 1.4, 900, 0.16, ((0.04, 0.09, 0.03), (0.08, 0.13, 0.04)), green)
        drop = m.plain("drop", (0.5, 0.55, 0.6), 0.02, Transmission=1.0, IOR=1.33)
        count = 900
        x, z, r = rng.uniform(-0.8, 0.8, count), rng.uniform(0.06, 1.0, count), 0.0012 + 0.0042 * rng.uniform(0, 1, count) ** 3
        ring = [(math.cos(a), math.sin(a)) for a in np.linspace(0, 2 * math.pi, 10, endpoint=False)]
        shape = np.array([(0.0, -0.55, 0.0)] + [(0.75 * c, -0.4, 0.75 * d) for c, d in ring] + [(c, 0.0, d) for c, d in ring])
        faces = [[0, 1 + (k + 1) % 10, 1 + k] for k in range(10)] + [[1 + k, 1 + (k + 1) % 10, 11 + (k + 1) % 10, 11 + k] for k in range(10)]
        at = np.stack([x, np.full(count, 0.40), z], 1)
        props.soup("drops", at[:, None] + r[:, None, None] * shape[None] * np.array((1, 1, 1.25)), faces, drop, smooth=True)
        n.atmosphere((0.34, 0.39, 0.45), (0.55, 0.58, 0.62), None, strength=0.8, below=(0.12, 0.13, 0.14))
        s.air = dict(length=55, tint=(0.34, 0.37, 0.41))
    area("room", (0.9, -0.9, 1.2), (0, 0, 0.05), 1.0, power, tone)
    if fill and outside in ("night", "rain", "snow"):
        area("room fill", (-1.0, -0.9, 1.0), (0, 0.2, 0.2), 1.2, power * fill, tone)
    return s
