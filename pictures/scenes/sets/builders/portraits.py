"""Backgrounds for portraits, in which no floor is seen, and rooms in which a person or a piece of furniture stands."""

import math

import numpy as np

import materials as m
import nature as n
import props
from builders.studio import hang_gobo
from common import area, box, lathe, sky, tube
from stage import Stage


def behind(rng, room, wall=(0.7, 0.67, 0.6), side="left", key=0.3, tone=(1, 0.95, 0.88), plan=None, fill=0.4, power=60, height=0.62, horizon=0.52, aperture=0.06, focal=1.9, distance=1.5):
    """A room, far out of focus, at the height of a sitting person's eyes; the subject is cut by the lower edge."""
    from builders.tabletop import ROOMS
    s = Stage(height, distance, focal, horizon, 0.5, aperture, key=key, ground=False, samples=12, contrast=1.08)
    hand = -1 if side == "left" else 1
    ROOMS[room](rng, hand, wall, tone, **(plan or {}))
    box("floor", (0, 2, -1.02), (14, 9, 0.04), m.planks("floor", (0.42, 0.27, 0.15), (0.22, 0.13, 0.07), 0.4), 0)
    sky((0.8, 0.88, 1.0), (0.8, 0.76, 0.7), fill)
    if power:
        area("window", (hand * 1.9, -0.5, 1.1), (0, 0, 0.1), 1.2, power, tone)
    return s


def canvas(rng, colour=(0.20, 0.20, 0.21), spread=0.30, light="left", key=0.2, warm=(1, 0.96, 0.92)):
    """A painted canvas for portraits: clouds of one colour, brighter behind the head, darker to the edges."""
    s = Stage(0.5, 1.9, 1.9, 0.5, 0.5, 0.03, key=key, ground=False, samples=12, contrast=1.08, vignette=0.22, focus=2.1)
    s.camera.location.z = 0.0
    hand = -1 if light == "left" else 1
    cloth = m.Shader("canvas")
    brush = cloth.noise(1.6, 7, 0.62, cloth.place((1, 1, 1.25)), 1.1)
    fine = cloth.noise(11, 5, 0.6, None, 0.8)
    weave = cloth.noise(900, 2, 0.5)
    tone = cloth.mix(0.28, brush, fine)
    paint = cloth.ramp(tone, [(0.30, m.shade(colour, 1 - spread)), (0.5, colour), (0.70, m.shade(colour, 1 + spread))])
    m.done(cloth, cloth.principled(paint, 0.9, cloth.bump(weave, 0.15, 0.0005), Specular=0.15), colour)
    box("canvas", (0, 1.2, 0), (6, 0.05, 5), cloth.material)
    area("backdrop light", (hand * 0.5, -0.2, 1.1), (0, 1.2, 0.1), 0.5, 26, warm, spread=110)
    area("softbox", (hand * 1.5, -0.9, 0.8), (0, 0, 0), 1.0, 30, warm)
    sky((0.7, 0.75, 0.85), (0.6, 0.6, 0.6), 0.14)
    return s


def hall(rng, kind, key=0.34, side="left", wall=(0.76, 0.75, 0.72), tone=(1, 0.96, 0.9), subject=1.0, sun=None, gobo=None, floor="oak", evening=False):
    """An empty room with a floor: `kind` is gallery, panels, loft, tatami or bedroom."""
    from builders.tabletop import ASH, OAK, WALNUT
    s = Stage(1.05, 3.7, 1.75, 0.42, subject, 0.03, key=key, front=-0.7, back=0.6, samples=14, contrast=1.08)
    hand = -1 if side == "left" else 1
    back = 2.2
    if floor == "concrete":
        concrete = m.concrete("floor", (0.34, 0.335, 0.325), 0.4, 0.3)
        box("floor", (0, 0, -0.02), (12, 12, 0.04), concrete)
    elif floor == "tatami":
        mat = m.linen("tatami", (0.55, 0.50, 0.27), 0.004, 0.7, 0.1)
        edge = m.linen("hem", (0.05, 0.08, 0.05), 0.002, 0.4)
        for i, x in enumerate(np.arange(-3.64, 3.7, 1.82)):
            for y in np.arange(-3.0, 2.4, 0.91):
                shift = 0.91 * (round((y + 3) / 0.91) % 2)
                xs, ys = np.array([x - 0.91 + shift, x + 0.91 + shift]), np.array([y, y + 0.905])
                props.sheet("mat", xs, ys, np.zeros((2, 2)), mat)
                for k in (0.0, 0.88):
                    box("hem", (x + shift, y + k + 0.012, 0.001), (1.82, 0.026, 0.004), edge)
    else:
        props.floor_boards(rng, m.planks("floor", *{"oak": OAK, "walnut": WALNUT, "ash": ASH}[floor], 0.34, 0.16, along="y"), -4.2, 4.2, -3.2, 2.3, 0.0, 0.14, 1.8)
    plaster = m.plaster("wall", wall, 0.04)
    if kind == "gallery":
        box("wall", (0, back + 0.05, 1.6), (10, 0.1, 3.4), plaster)
        box("side wall", (-hand * 3.0, 0, 1.6), (0.1, 6, 3.4), plaster)
        box("gap", (0, back - 0.005, 0.02), (10, 0.02, 0.04), m.plain("gap", (0.03, 0.03, 0.03), 0.8))
        area("spot", (0.25 * hand, 0.4, 2.9), (0.1 * hand, back, 1.2), 0.3, 60, (1, 0.93, 0.83), spread=110)
    elif kind == "panels":
        box("wall", (0, back + 0.05, 1.6), (10, 0.1, 3.4), m.plain("wall", wall, 0.55))
        trim = m.plain("trim", tuple(min(1, 1.04 * c) for c in wall), 0.5)
        box("skirting", (0, back - 0.012, 0.09), (10, 0.03, 0.18), trim, 0.008)
        box("rail", (0, back - 0.012, 0.92), (10, 0.035, 0.05), trim, 0.012)
        for x in (-2.6, -1.3, 0.0, 1.3, 2.6):
            for z0, z1 in ((0.28, 0.80), (1.05, 2.75)):
                for k in (-1, 1):
                    box("moulding", (x + k * 0.53, back - 0.01, (z0 + z1) / 2), (0.035, 0.03, z1 - z0 + 0.035), trim, 0.010)
                for z in (z0, z1):
                    box("moulding", (x, back - 0.01, z), (1.06, 0.03, 0.035), trim, 0.010)
        props.potted(rng, (-hand * 1.75, 1.7, 0), 1.5, 0.5, 170, (0.22, 0.12), pot_size=0.17)
    elif kind == "loft":
        brick = m.bricks("brick", (0.30, 0.12, 0.07), (0.42, 0.39, 0.36))
        props.wall_with_hole(brick, back, -5, 5, 0, 3.8, (hand * 1.35 - 0.66, hand * 1.35 + 0.66, 0.75, 2.7))
        iron = m.plain("iron", (0.02, 0.02, 0.022), 0.45)
        view = m.window_view("view", (0.82, 0.9, 1.0), (0.62, 0.64, 0.62), (0.34, 0.35, 0.34), 5.0)
        props.window((hand * 1.35, back - 0.03, 1.72), (1.25, 1.9), view, bars=(3, 4), power=90, colour=tone, frame=iron)
        tube("pipe", [(-hand * 1.9, back - 0.1, 0), (-hand * 1.9, back - 0.1, 3.6)], 0.045, iron)
        props.pendant((-hand * 0.7, 1.3, 1.95), iron, 0.2, 14, bulb=22)
        props.potted(rng, (-hand * 1.5, 1.6, 0), 1.1, 0.45, 150, (0.2, 0.11), pot_size=0.15)
        box("bench", (-hand * 0.75, 1.85, 0.42), (1.0, 0.34, 0.05), m.planks("bench", *WALNUT, 0.5), 0.006)
        for k in (-1, 1):
            box("bench leg", (-hand * 0.75 + 0.42 * k, 1.85, 0.2), (0.03, 0.3, 0.4), iron, 0.003)
    elif kind == "tatami":
        wood = m.planks("hinoki", (0.50, 0.35, 0.20), (0.32, 0.20, 0.10), 0.5, along="y")
        paper = m.Shader("shoji paper")
        glow = paper.node("AddShader", _0=paper.node("Emission", Color=(1, 0.94, 0.84, 1), Strength=0.9).outputs[0], _1=paper.node("BsdfDiffuse", Color=(0.8, 0.77, 0.7, 1)).outputs[0])
        paper.surface(glow.outputs[0])
        props.shown_only(box("paper", (0, back + 0.02, 1.05), (7, 0.01, 1.9), paper.material))
        for x in np.arange(-3.5, 3.6, 0.235):
            thick = 0.05 if round((x + 3.5) / 0.235) % 4 == 0 else 0.012
            box("bar", (x, back, 1.05), (thick, 0.03, 1.9), wood)
        for z in np.arange(0.12, 2.05, 0.27):
            box("cross", (0, back - 0.002, z), (7, 0.02, 0.012), wood)
        box("sill", (0, back - 0.02, 0.05), (7, 0.09, 0.1), wood, 0.004)
        box("lintel", (0, back - 0.02, 2.03), (7, 0.09, 0.1), wood, 0.004)
        box("upper wall", (0, back + 0.03, 2.8), (8, 0.05, 1.5), m.plaster("clay", (0.58, 0.50, 0.36), 0.08))
        box("low table", (-hand * 1.45, 1.35, 0.27), (0.95, 0.6, 0.045), m.planks("table", *WALNUT, 0.4), 0.01)
        for k in (-1, 1):
            box("table leg", (-hand * 1.45 + 0.4 * k, 1.35, 0.12), (0.05, 0.5, 0.25), m.planks("leg", *WALNUT, 0.4), 0.004)
        props.branches_in_vase(rng, (-hand * 1.45, 1.35, 0.293), 0.55, 60, glaze=m.plain("vase", (0.1, 0.11, 0.1), 0.4))
        area("shoji light", (0, back - 0.1, 1.2), (0, 0, 0.3), 2.6, 60, (1, 0.95, 0.86), 1.6)
    elif kind == "bedroom":
        props.wall_with_hole(plaster, back + 0.56, -5, 5, 0, 3.3, (hand * 1.5 - 0.5, hand * 1.5 + 0.5, 0.73, 2.27))
        linen = m.linen("bed linen", (0.72, 0.69, 0.63), 0.004, 0.5)
        x = -hand * 1.15
        box("headboard", (x, back + 0.45, 0.68), (1.9, 0.1, 0.85), m.linen("headboard", (0.44, 0.38, 0.31), 0.004, 0.5), 0.05)
        box("base", (x, 1.5, 0.16), (1.75, 1.9, 0.2), m.planks("base", *OAK, 0.5), 0.02)
        box("mattress", (x, 1.5, 0.38), (1.72, 1.88, 0.26), linen, 0.1)
        xs, ys = np.linspace(-0.93, 0.93, 120), np.linspace(-0.98, 0.62, 120)
        gx, gy = np.meshgrid(xs, ys)
        z = 0.525 + 0.05 * n.fbm(gx * 2.4, gy * 2.4, 3, 4) - 0.26 * np.clip((np.abs(gx) - 0.84) / 0.09, 0, 1) ** 1.4 - 0.22 * np.clip((-gy - 0.88) / 0.1, 0, 1) ** 1.4
        cover = props.sheet("cover", xs, ys, np.stack([gx + x, gy + 1.5, z], 2), m.linen("cover", (0.58, 0.56, 0.50), 0.005, 0.7))
        cover.data.update()
        for k, px in enumerate((-0.42, 0.42)):
            box("pillow", (x + px, back + 0.22, 0.68), (0.68, 0.2, 0.44), m.linen("pillow", ((0.8, 0.78, 0.74), (0.74, 0.70, 0.63))[k], 0.004, 0.4), 0.095, (-26, 0, rng.normal(0, 3)))
        box("cushion", (x, back - 0.02, 0.66), (0.44, 0.14, 0.3), m.linen("cushion", (0.50, 0.28, 0.17), 0.005, 0.6), 0.065, (-26, 0, 0))
        box("night table", (x + hand * 1.2, back + 0.25, 0.24), (0.45, 0.4, 0.48), m.planks("night table", *WALNUT, 0.4), 0.01)
        props.table_lamp((x + hand * 1.2, back + 0.25, 0.48), 0.42, 9 if not evening else 26, shade_strength=1.6 if not evening else 3.2)
        view = m.window_view("view", (0.8, 0.9, 1.0), (0.5, 0.62, 0.36), (0.2, 0.28, 0.12), 5.0)
        props.window((hand * 1.5, back + 0.58, 1.5), (0.95, 1.5), view, bars=(2, 2), power=80, colour=tone)
        sheer = m.sheer("sheer", (0.88, 0.86, 0.82), 0.4)
        for a, b in ((0.72, 1.08), (1.92, 2.3)):
            props.curtain(rng, sheer, hand * a, hand * b, back + 0.42, 0.02, 2.6, 5, 0.05)
        xs, ys = np.linspace(-1.2, 1.2, 60), np.linspace(-0.8, 1.2, 60)
        props.sheet("rug", xs, ys, np.full((60, 60), 0.012) + 0.002 * rng.normal(size=(60, 60)), m.linen("rug", (0.62, 0.57, 0.49), 0.008, 0.8))
    sky((0.8, 0.88, 1.0), (0.8, 0.76, 0.7), 0.36 if not evening else 0.06)
    area("big window", (hand * 2.9, -0.6, 1.7), (0, 0.6, 0.7), 1.9, 170 if not evening else 40, tone)
    if sun:
        s.sun(*sun, 4.6, (1, 0.9, 0.76), 0.7)
        if gobo:
            a, e = math.radians(sun[0]), math.radians(sun[1])
            hang_gobo(rng, gobo, (math.sin(a) * math.cos(e), -math.cos(a) * math.cos(e), math.sin(e)), (0.1, back, 1.3))
    return s


def park(rng, light="golden", sun=(205, 26), key=0.24, leaves_=((0.07, 0.15, 0.02), (0.13, 0.22, 0.04), (0.22, 0.28, 0.06)), cut=True, blossom=None, aperture=0.09, trees=16):
    """Lawn, a path and trees far out of focus, for a portrait or for a person who stands."""
    from builders.outdoors import SKIES, _light
    s = Stage(1.45, 2.6 if cut else 4.4, 1.9, 0.48 if cut else 0.42, 0.5 if cut else 1.7, aperture, key=key, ground=not cut, front=-0.6, back=1.6, samples=10, contrast=1.1)
    n.fan("lawn", -2.0, 70, s, 120, 100, lambda x, y: 0.02 * n.fbm(x, y, 3, 3), m.ground("lawn", (m.shade(leaves_[0], 0.8), leaves_[1], leaves_[2]), 1.4, 40, 0.02), 2.2)
    xs, ys = np.linspace(-1.1, 1.1, 30), np.linspace(-3.0, 40, 160)
    gx, gy = np.meshgrid(xs, ys)
    props.sheet("path", xs, ys, np.stack([gx + 1.6 * np.sin(gy * 0.11), gy, np.full_like(gx, 0.035)], 2), m.ground("gravel", ((0.30, 0.26, 0.21), (0.42, 0.37, 0.31), (0.5, 0.46, 0.4)), 2, 90, 0.01))
    green = m.leaf("foliage", 0.4, 0.5, (0.42, 0.5, 0.05) if blossom is None else (0.9, 0.6, 0.65))
    bark = m.ground("bark", ((0.03, 0.024, 0.018), (0.09, 0.07, 0.055)), 3, 20, 0.03)
    for k in range(trees):
        y = 5 + 30 * k / trees
        hand = 1 if k % 2 else -1
        x = hand * rng.uniform(1.9 + 0.05 * y, 3.5 + 0.36 * y) + 1.6 * math.sin(y * 0.11)
        n.tree(rng, (x, y, -0.05), rng.uniform(5.5, 8.5), rng.uniform(1.9, 2.8), round(1100 + 10 * y), 0.13 + 0.005 * y, blossom or leaves_, rng.uniform(0.12, 0.2), bark, green, 0.28)
    hedge = m.leaf("hedge", 0.5, 0.4)
    for x in np.linspace(-20, 20, 13):
        props.crown(rng, "hedge", (x, 44 + rng.uniform(-2, 2), 2.0), 3.6, 700, 0.45, tuple(m.shade(g, 0.8) for g in leaves_), hedge)
    for k in range(3):
        box("bench", (2.3 + 1.6 * math.sin(0.11 * (9 + 7 * k)), 9 + 7 * k, 0.45), (1.5, 0.4, 0.06), m.planks("bench", (0.3, 0.18, 0.09), (0.15, 0.08, 0.04), 0.5), 0.01)
        box("bench back", (2.3 + 1.6 * math.sin(0.11 * (9 + 7 * k)), 9.25 + 7 * k, 0.75), (1.5, 0.05, 0.3), m.planks("bench", (0.3, 0.18, 0.09), (0.15, 0.08, 0.04), 0.5), 0.01)
    _light(s, light, sun, ((1, 1, 1), (0.7, 0.75, 0.84), 0.4, 1.1) if light == "noon" else None, 0.0, leaves_[1])
    s.air = dict(length=120, tint=tuple(0.6 * c for c in SKIES[light]["horizon"]))
    return s
