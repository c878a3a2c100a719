"""A table, counter or shelf in the foreground, in focus, with a room out of focus behind it."""

import math

import numpy as np

import materials as m
import props
from common import area, box, ellipsoid, lathe, point, sky, tube
from builders.studio import hang_gobo
from stage import Stage

OAK = ((0.52, 0.33, 0.17), (0.27, 0.15, 0.07))
WALNUT = ((0.22, 0.11, 0.055), (0.075, 0.035, 0.018))
ASH = ((0.66, 0.51, 0.34), (0.42, 0.29, 0.17))


def _top(rng, kind, s, back):
    """The top in the foreground, from well before the camera's near edge to `back`."""
    wide, front = s.wide(back) + 0.35, -s.distance + 0.1
    if kind in ("oak", "walnut", "ash"):
        light, dark = {"oak": OAK, "walnut": WALNUT, "ash": ASH}[kind]
        props.plank_top(rng, m.planks(kind, light, dark, 0.40 if kind != "walnut" else 0.32, 0.16), wide, front, back)
    elif kind == "rustic":
        props.plank_top(rng, m.planks("rustic", (0.36, 0.24, 0.15), (0.10, 0.06, 0.035), 0.6, 0.35, bump=0.8), wide, front, back, 0.045, 0.11, 0.004, 0.005)
    elif kind == "painted":
        props.plank_top(rng, m.planks("painted", (0.78, 0.76, 0.71), (0.62, 0.59, 0.53), 0.5, 0.06, bump=0.5), wide, front, back, 0.03, 0.1, 0.002, 0.003)
    elif kind == "white-marble":
        props.slab(m.marble("marble", (0.84, 0.83, 0.81), (0.30, 0.30, 0.31)), wide, front, back)
    elif kind == "green-marble":
        props.slab(m.marble("marble", (0.035, 0.075, 0.055), (0.5, 0.58, 0.5), 0.12), wide, front, back)
    elif kind == "travertine":
        props.slab(m.travertine("travertine", (0.76, 0.66, 0.53), (0.52, 0.40, 0.28)), wide, front, back, 0.04)
    elif kind == "slate":
        props.slab(m.slate("slate", (0.014, 0.015, 0.017), (0.06, 0.063, 0.068)), wide, front, back, 0.02)
    elif kind == "concrete":
        props.slab(m.concrete("concrete", (0.40, 0.385, 0.36), 0.55, 0.2), wide, front, back, 0.05)
    elif kind == "terrazzo":
        props.slab(m.terrazzo("terrazzo", (0.76, 0.74, 0.70), ((0.5, 0.2, 0.12), (0.16, 0.2, 0.2), (0.62, 0.5, 0.34), (0.32, 0.33, 0.3), (0.7, 0.42, 0.3))), wide, front, back)
    elif kind == "pink-marble":
        props.slab(m.marble("marble", (0.72, 0.48, 0.42), (0.42, 0.2, 0.17)), wide, front, back)
    elif kind == "white":
        props.slab(m.plain("lacquer", (0.78, 0.775, 0.76), 0.3), wide, front, back, 0.03)
    elif kind == "black":
        props.slab(m.plain("lacquer", (0.012, 0.012, 0.013), 0.16), wide, front, back, 0.03)
    elif kind == "steel":
        steel = m.Shader("steel")
        lines = steel.noise(1.0, 3, 0.6, steel.place((3, 420, 1)))
        steel.surface(steel.principled(steel.ramp(lines, [(0.3, (0.50, 0.50, 0.51)), (0.7, (0.62, 0.62, 0.63))]), steel.grey(lines, 0.22, 0.36), steel.bump(lines, 0.08, 0.0003), Metallic=1.0).outputs[0])
        props.slab(steel.material, wide, front, back, 0.03)
    elif kind == "leather":
        hide = m.Shader("leather")
        cells = hide.node("TexVoronoi", Scale=420.0)
        hide.tree.links.new(hide.place(), cells.inputs["Vector"])
        cloud = hide.noise(5, 4, 0.6)
        m.done(hide, hide.principled(hide.ramp(cloud, [(0.3, (0.16, 0.065, 0.03)), (0.7, (0.26, 0.11, 0.05))]), hide.grey(cloud, 0.34, 0.5), hide.bump(cells.outputs["Distance"], 0.45, 0.0008)), (0.2, 0.09, 0.04))
        props.slab(hide.material, wide, front, back, 0.03, 0.012)
    elif kind == "bamboo":
        props.plank_top(rng, m.planks("bamboo", (0.66, 0.50, 0.26), (0.44, 0.30, 0.13), 0.4, 0.12, bump=0.2), wide, front, back, 0.03, 0.045, 0.0006, 0.001)
    elif kind == "red-lacquer":
        props.slab(m.plain("lacquer", (0.30, 0.012, 0.010), 0.22), wide, front, back, 0.03)
    else:
        raise KeyError(kind)


def _cloth(rng, s, back, colour, wild=1.0):
    """A cloth on the table: long soft folds that run away from the place of the subject."""
    wide = s.wide(back) + 0.3
    xs, ys = np.linspace(-wide, wide, 420), np.linspace(-s.distance + 0.1, back + 0.04, 420)
    gx, gy = np.meshgrid(xs, ys)
    z = np.zeros_like(gx)
    for _ in range(9):
        a, off = rng.uniform(-0.9, 0.9), rng.uniform(-0.6, 0.6)
        u = gx * np.cos(a) + gy * np.sin(a) - off
        t = -gx * np.sin(a) + gy * np.cos(a)
        ridge = np.exp(-(u / rng.uniform(0.012, 0.03)) ** 2) * np.exp(-((t - rng.uniform(-0.5, 0.5)) / rng.uniform(0.15, 0.4)) ** 2)
        z += rng.uniform(0.004, 0.013) * ridge * wild
    calm = 1 - 0.85 * np.exp(-(gx / 0.2) ** 4 - ((gy + 0.02) / 0.16) ** 4)
    z = z * calm + 0.0015 * np.sin(9 * gx + 3 * gy) * np.sin(7 * gy - 2 * gx)
    drop = np.clip((gy - back + 0.03) / 0.05, 0, 1)
    z = z - 0.05 * drop ** 2 + 0.002
    props.sheet("cloth", xs, ys, z, m.linen("linen", colour))
    box("table under cloth", (0, -0.2, -0.03), (2 * wide, 2 * (back + 0.2) - 0.1, 0.04), m.plain("under", colour, 0.8))


# ------------------------------------------------------------------ rooms behind the table (y from 1.2 to 4.5)


def _room_window(rng, hand, wall, tone, plan="sideboard"):
    """A bright room: a big window with sheer curtains; `plan` puts a sideboard, a sofa, a dining table or a bed next to it."""
    view = m.window_view("view", (0.75, 0.88, 1.0), (0.45, 0.6, 0.30), (0.16, 0.24, 0.08), 7.0)
    x = hand * 0.95
    props.wall_with_hole(m.plaster("wall", wall, 0.05), 3.4, -4.5, 4.5, -1, 3, (x - 0.7, x + 0.7, -0.1, 1.75))
    props.window((x, 3.42, 0.82), (1.4, 1.85), view, bars=(2, 3), power=70, colour=tone)
    area("room light", (-hand * 0.6, 0.7, 2.3), (-hand * 0.9, 3.4, 0.2), 2.2, 46, tone)
    cloth = m.sheer("sheer", (0.9, 0.88, 0.84))
    props.curtain(rng, cloth, x - 1.15, x - 0.5, 3.25, -0.75, 2.3, 7)
    props.curtain(rng, cloth, x + 0.52, x + 1.15, 3.25, -0.75, 2.3, 7)
    if plan == "sideboard":
        box("sideboard", (-hand * 1.15, 3.1, -0.42), (1.7, 0.42, 0.62), m.planks("sideboard", *WALNUT, 0.4), 0.006)
        props.potted(rng, (-hand * 1.55, 3.0, -0.11), 0.75, 0.4, 110)
        props.table_lamp((-hand * 0.72, 3.05, -0.11), 0.45, 6, shade_strength=1.6)
        props.framed((-hand * 1.15, 3.36, 1.15), (0.6, 0.8), ((0.6, 0.5, 0.38), (0.72, 0.68, 0.6), (0.2, 0.24, 0.22)), rng)
        props.vase((-hand * 1.12, 3.0, -0.11), m.plain("vase", (0.72, 0.68, 0.6), 0.5), 0.09, 2.2)
    elif plan == "sofa":
        props.sofa((-hand * 0.95, 2.5, -0.75), m.linen("sofa", (0.46, 0.42, 0.36), 0.004, 0.4), 2.0)
        tube("lamp post", [(-hand * 1.75, 3.0, -0.75), (-hand * 1.75, 3.0, 0.62)], 0.014, m.metal("brass", (0.75, 0.5, 0.2), 0.3))
        props.table_lamp((-hand * 1.75, 3.0, 0.42), 0.42, 8, shade_strength=1.8)
        props.framed((-hand * 0.6, 3.36, 0.95), (0.55, 0.75), ((0.6, 0.5, 0.38), (0.72, 0.68, 0.6), (0.2, 0.24, 0.22)), rng)
        props.framed((-hand * 1.3, 3.36, 0.95), (0.55, 0.75), ((0.7, 0.66, 0.58), (0.5, 0.3, 0.2), (0.3, 0.34, 0.3)), rng)
        props.potted(rng, (hand * 1.75, 2.7, -0.75), 1.35, 0.5, 160, (0.2, 0.11), pot_size=0.16)
    elif plan == "dining":
        wood = m.planks("dining", *OAK, 0.4)
        box("dining table", (-hand * 0.9, 2.55, -0.06), (1.7, 0.8, 0.045), wood, 0.006)
        for x in (-0.75, 0.75):
            box("leg", (-hand * 0.9 + x, 2.45, -0.42), (0.06, 0.06, 0.7), wood, 0.004)
        for x in (-1.35, -0.85, -0.35):
            box("chair back", (hand * x, 2.02, 0.05), (0.42, 0.03, 0.22), wood, 0.02)
            for k in (-1, 1):
                box("chair post", (hand * x + k * 0.19, 2.02, -0.3), (0.03, 0.03, 0.9), wood, 0.004)
        for x in (-1.3, -0.55):
            props.pendant((hand * x, 2.5, 0.72), m.plain("shade", (0.72, 0.69, 0.62), 0.6), 0.17, 7, bulb=14)
        props.branches_in_vase(rng, (-hand * 0.9, 2.5, -0.03), 0.6, 90)
        props.framed((-hand * 1.0, 3.36, 0.95), (1.0, 0.7), ((0.6, 0.5, 0.38), (0.74, 0.7, 0.62), (0.3, 0.33, 0.3)), rng)
    elif plan == "bed":
        linen = m.linen("bed linen", (0.74, 0.71, 0.66), 0.004, 0.5)
        box("headboard", (-hand * 0.95, 3.2, 0.12), (1.8, 0.1, 0.85), m.linen("headboard", (0.46, 0.40, 0.33), 0.004, 0.5), 0.04)
        box("mattress", (-hand * 0.95, 2.35, -0.42), (1.7, 1.7, 0.4), linen, 0.1)
        for k, x in enumerate((-1.35, -0.55)):
            box("pillow", (hand * x, 2.95, -0.05), (0.72, 0.2, 0.42), m.linen("pillow", ((0.8, 0.78, 0.74), (0.62, 0.56, 0.48))[k], 0.004, 0.4), 0.09, (-24, 0, 0))
        box("throw", (-hand * 0.95, 1.75, -0.30), (1.74, 0.5, 0.2), m.linen("throw", (0.42, 0.3, 0.2), 0.008, 0.8), 0.09)
        props.table_lamp((-hand * 2.05, 3.0, -0.25), 0.42, 8, shade_strength=1.8)


def _room_kitchen(rng, hand, wall, tone, front=(0.72, 0.71, 0.67), hood=False):
    """A kitchen: tiles, base units, shelves with bowls and jars, and a window above the sink or a cooker hood with pendants."""
    if hood:
        steel = m.metal("steel", (0.62, 0.62, 0.63), 0.28)
        lathe("hood", [(0.46, 0.72), (0.46, 0.78), (0.17, 1.02), (0.16, 2.2)], steel, 4).location = (hand * 0.75, 2.42, 0)
        box("oven", (hand * 0.75, 1.985, -0.42), (0.58, 0.03, 0.56), m.plain("oven glass", (0.012, 0.012, 0.013), 0.1), 0.006)
        lathe("pot", [(0, 0.006), (0.13, 0.006), (0.135, 0.02), (0.135, 0.17), (0.128, 0.17), (0, 0.15)], m.plain("pot", (0.55, 0.2, 0.1), 0.3), 64).location = (hand * 0.68, 2.3, 0)
        for x in (-0.9, -0.25, 0.4):
            props.pendant((-hand * 0.3 + x, 1.75, 0.78), m.plain("shade", (0.06, 0.065, 0.07), 0.4), 0.13, 5, bulb=22)
    view = m.window_view("view", (0.8, 0.9, 1.0), (0.5, 0.62, 0.36), (0.18, 0.28, 0.1), 7.0)
    x = hand * 0.85
    if hood:
        props.tiles(rng, m.glaze("wall tile", wall, 0.12, 0.1, 0.3), (-2.4, 2.6, -0.1), (1, 0, 0), (0, 0, 1), 32, 24, (0.15, 0.075), 0.004, 0.009, 0.4, 0.5, m.plain("grout", (0.62, 0.6, 0.57), 0.9))
        area("side window", (hand * 2.6, 0.6, 1.3), (0, 2.3, 0.3), 1.4, 75, tone)
    else:
        props.wall_with_hole(m.glaze("tiled wall", wall, 0.2), 2.6, -4, 4, -1, 3, (x - 0.55, x + 0.55, 0.35, 1.5))
        props.window((x, 2.62, 0.92), (1.1, 1.15), view, bars=(2, 1), power=55, colour=tone)
    brass = m.metal("brass", (0.75, 0.5, 0.2), 0.3)
    props.cabinets(-3, 3, 2.0, -0.9, -0.04, m.plain("front", front, 0.4), 0.6, brass, 0.58, True)
    box("counter", (0, 2.28, -0.015), (6, 0.64, 0.04), m.planks("counter", *OAK, 0.4), 0.004)
    wood = m.planks("shelf", *OAK, 0.45)
    for z in (0.52, 0.92):
        box("shelf", (-hand * 0.95, 2.46, z), (1.5, 0.24, 0.03), wood, 0.003)
        at = -hand * 0.95 - 0.65
        while at < -hand * 0.95 + 0.62:
            kind, r = rng.integers(4), rng.uniform(0.04, 0.07)
            paint = m.plain("ware", tuple(np.array(((0.8, 0.77, 0.7), (0.55, 0.36, 0.24), (0.24, 0.32, 0.33), (0.85, 0.84, 0.8))[rng.integers(4)])), 0.25)
            if kind == 0:
                for k in range(3):
                    props.bowl((at + r, 2.46, z + 0.016 + 0.03 * k), paint, r * 1.15, 0.06)
            elif kind == 1:
                props.bottle((at + r, 2.46, z + 0.016), m.thin_glass("jar", (0.8, 0.72, 0.5), 0.15), r * 0.75, 0.2, 0.5)
            elif kind == 2:
                props.vase((at + r, 2.46, z + 0.016), paint, r * 0.8, 2.2)
            else:
                props.potted(rng, (at + r, 2.46, z + 0.016), 0.16, 0.14, 50, (0.07, 0.04), pot_size=0.05)
            at += 2.4 * r + rng.uniform(0.02, 0.08)
    props.bottle((-hand * 0.35, 2.3, 0.005), m.plain("oil", (0.1, 0.12, 0.02), 0.1), 0.035, 0.28)
    props.bowl((-hand * 1.15, 2.2, 0.005), m.plain("fruit bowl", (0.75, 0.72, 0.66), 0.4), 0.15, 0.08)
    for k in range(6):
        ellipsoid("lemon", (-hand * 1.15 + rng.uniform(-0.07, 0.07), 2.2 + rng.uniform(-0.06, 0.06), 0.085), (0.04, 0.034, 0.034), m.plain("lemon", (0.85, 0.6, 0.06), 0.4), (0, 0, rng.uniform(0, 180)))
    props.branches_in_vase(rng, (hand * 0.2, 2.25, 0.005), 0.5, 70)
    box("board", (-hand * 0.62, 2.52, 0.17), (0.24, 0.02, 0.34), m.planks("chopping board", *WALNUT, 0.5, along="y"), 0.01, (-8, 0, 0))


def _room_wall(rng, hand, wall, tone, kind="plaster"):
    """A textured wall close behind, crossed by light, with a few things at its foot."""
    if kind == "brick":
        box("wall", (0, 1.9, 0.6), (7, 0.1, 3.4), m.bricks("brick", wall, (0.45, 0.42, 0.38)))
    else:
        box("wall", (0, 1.5, 0.6), (7, 0.1, 3.4), m.plaster("wall", wall, 0.09, 0.5))


def _room_dark(rng, hand, wall, tone):
    """A dim room: panelled wall, a lamp, shelves of bottles that catch the light."""
    box("wall", (0, 2.7, 0.8), (8, 0.1, 4), m.plaster("wall", wall, 0.12, 0.4))
    for x in np.arange(-3, 3.1, 0.62):
        box("panel", (x, 2.64, 0.55), (0.5, 0.03, 1.9), m.plain("panel", tuple(c * 0.8 for c in wall), 0.5), 0.012)
    board = m.planks("dark shelf", *WALNUT, 0.4)
    for z in (0.28, 0.66):
        box("shelf", (-hand * 0.85, 2.5, z), (1.7, 0.22, 0.03), board, 0.003)
        for x in np.arange(-0.75, 0.76, 0.15):
            tint = ((0.35, 0.12, 0.02), (0.05, 0.12, 0.05), (0.5, 0.3, 0.1), (0.08, 0.05, 0.04))[rng.integers(4)]
            props.bottle((-hand * 0.85 + x + rng.uniform(-0.03, 0.03), 2.5, z + 0.016), m.plain("bottle", tint, 0.08), rng.uniform(0.03, 0.045), rng.uniform(0.22, 0.31))
    props.table_lamp((hand * 0.95, 2.35, 0.0), 0.5, 14, shade_strength=3.0)
    box("bar", (hand * 0.7, 2.35, -0.5), (2.4, 0.5, 1.0), board, 0.01)
    area("shelf light", (-hand * 0.85, 2.2, 1.25), (-hand * 0.85, 2.6, 0.4), 1.2, 10, (1, 0.72, 0.42), 0.1)


def _room_office(rng, hand, wall, tone):
    """Book shelves over the whole wall, a window at the side, an arm of a lamp."""
    board = m.plain("shelf", (0.74, 0.72, 0.68), 0.5) if wall is None else m.planks("shelf", *(WALNUT if wall == "walnut" else OAK), 0.45)
    props.bookcase(rng, -2.6, 2.6, 2.6, -1.0, 7, 0.36, board)
    view = m.window_view("view", (0.8, 0.9, 1.0), (0.6, 0.68, 0.6), (0.3, 0.34, 0.3), 7.0)
    props.window((hand * 2.2, 1.9, 0.8), (1.2, 1.8), view, turn=90 if hand < 0 else -90, power=90, colour=tone)
    props.potted(rng, (hand * 1.15, 2.2, -0.6), 1.0, 0.45, 130)
    props.table_lamp((-hand * 0.9, 1.9, -0.02), 0.5, 5, shade_strength=1.6)
    box("side table", (-hand * 0.9, 1.95, -0.4), (0.7, 0.5, 0.76), board, 0.006)


def _room_cafe(rng, hand, wall, tone):
    """A café: counter, machine, shelves with cups and bottles, pendants, stools, a street window."""
    box("wall", (0, 4.6, 0.8), (10, 0.1, 4.4), m.bricks("brick", wall, (0.3, 0.28, 0.26)))
    counter = m.planks("counter", *WALNUT, 0.4, along="x")
    slat = m.planks("slat", *OAK, 0.4, along="y")
    box("counter", (-hand * 0.9, 3.52, -0.18), (3.2, 0.6, 0.9), counter, 0.01)
    for x in np.arange(-1.55, 1.56, 0.11):
        box("slat", (-hand * 0.9 + x, 3.2, -0.18), (0.075, 0.03, 0.88), slat, 0.006)
    area("counter light", (-hand * 0.9, 2.3, 1.5), (-hand * 0.9, 3.3, 0.0), 2.2, 26, (1, 0.78, 0.52), 0.4)
    box("counter top", (-hand * 0.9, 3.48, 0.28), (3.3, 0.7, 0.05), m.marble("counter marble", (0.7, 0.69, 0.66), (0.3, 0.3, 0.3)), 0.005)
    steel = m.metal("steel", (0.7, 0.7, 0.72), 0.22)
    box("machine", (-hand * 1.35, 3.55, 0.50), (0.75, 0.45, 0.4), steel, 0.03)
    box("machine top", (-hand * 1.35, 3.52, 0.72), (0.8, 0.5, 0.05), m.plain("black", (0.02, 0.02, 0.02), 0.3), 0.01)
    for k in range(9):
        props.bowl((-hand * 1.35 - 0.3 + 0.075 * k, 3.5, 0.745), m.plain("cup", (0.85, 0.84, 0.8), 0.2), 0.036, 0.06)
    for z in (0.95, 1.35):
        box("shelf", (-hand * 0.8, 4.45, z), (3.0, 0.24, 0.04), counter, 0.003)
        for x in np.arange(-1.4, 1.4, 0.14):
            tint = ((0.4, 0.14, 0.03), (0.06, 0.14, 0.07), (0.75, 0.72, 0.66), (0.5, 0.32, 0.12), (0.1, 0.07, 0.05))[rng.integers(5)]
            props.bottle((-hand * 0.8 + x + rng.uniform(-0.03, 0.03), 4.42, z + 0.02), m.plain("bottle", tint, 0.15), rng.uniform(0.03, 0.05), rng.uniform(0.17, 0.3), rng.uniform(0.3, 0.8))
    shade = m.metal("pendant", (0.55, 0.32, 0.12), 0.3)
    for x in (-1.75, -1.0, -0.25, 0.5):
        props.pendant((-hand * 0.6 + x + 0.4, 3.2, 1.15), shade, 0.14, 8, bulb=28)
    view = m.window_view("street", (0.7, 0.8, 0.95), (0.5, 0.5, 0.46), (0.22, 0.22, 0.2), 5.0)
    props.window((hand * 2.1, 4.0, 0.75), (1.6, 2.0), view, bars=(3, 2), power=70, colour=tone, frame=m.plain("dark frame", (0.02, 0.025, 0.03), 0.4))
    for k, (x, y) in enumerate(((hand * 0.8, 2.4), (hand * 1.5, 2.9), (hand * 0.5, 3.2))):
        box("café table", (x, y, -0.06), (0.6, 0.6, 0.03), counter, 0.005)
        box("leg", (x, y, -0.45), (0.05, 0.05, 0.76), m.plain("iron", (0.02, 0.02, 0.02), 0.4))
        box("chair back", (x + 0.1, y - 0.42, 0.12), (0.4, 0.03, 0.34), counter, 0.02)
        for leg in (-1, 1):
            box("chair post", (x + 0.1 + leg * 0.18, y - 0.42, -0.3), (0.03, 0.03, 1.1), m.plain("iron", (0.02, 0.02, 0.02), 0.4))
    props.potted(rng, (hand * 1.25, 4.2, -0.3), 1.2, 0.5, 150)


def _room_shop(rng, hand, wall, tone):
    """A boutique: shelves with folded goods and boxes under spots, a rail of clothes, a window to the street."""
    box("wall", (0, 3.8, 0.8), (10, 0.1, 4.4), m.plaster("wall", wall, 0.05))
    board = m.planks("shelf", *ASH, 0.45)
    cloths = [m.linen(f"folded {k}", c, 0.004, 0.5) for k, c in enumerate(((0.62, 0.56, 0.47), (0.26, 0.30, 0.32), (0.55, 0.3, 0.2), (0.72, 0.7, 0.66), (0.16, 0.2, 0.16)))]
    for z in (-0.15, 0.27, 0.69, 1.11):
        box("shelf", (-hand * 0.95, 3.55, z), (2.4, 0.36, 0.03), board, 0.003)
        box("glow strip", (-hand * 0.95, 3.42, z - 0.022), (2.3, 0.012, 0.008), m.glow("strip", (1, 0.8, 0.55), 10))
        for x in np.arange(-1.05, 1.06, 0.36):
            kind = rng.integers(4)
            at = -hand * 0.95 + x + rng.uniform(-0.03, 0.03)
            if kind < 2:
                for k in range(rng.integers(2, 5)):
                    box("folded", (at, 3.52, z + 0.035 + 0.042 * k), (0.26, 0.26, 0.04), cloths[rng.integers(5)], 0.016)
            elif kind == 2:
                box("box", (at, 3.52, z + 0.095), (0.2, 0.2, 0.16), m.plain("box", tuple(rng.uniform(0.2, 0.7) * np.array((1, 0.9, 0.78))), 0.6), 0.003)
            else:
                props.vase((at, 3.52, z + 0.016), m.plain("vase", (0.7, 0.66, 0.6), 0.4), 0.06, 2.2)
    view = m.window_view("street", (0.7, 0.8, 0.95), (0.55, 0.55, 0.5), (0.25, 0.25, 0.22), 6.0)
    props.window((hand * 1.7, 3.7, 0.6), (1.5, 2.2), view, bars=(2, 1), power=80, colour=tone, frame=m.plain("dark frame", (0.02, 0.02, 0.022), 0.4))
    for k, x in enumerate(np.linspace(0.35, 1.0, 9)):
        box("garment", (hand * x, 2.9, 0.02), (0.05, 0.42, 0.95), cloths[k % 5], 0.02, (0, 0, rng.uniform(-8, 8)))
    tube("clothes rail", [(hand * 0.25, 2.9, 0.52), (hand * 1.1, 2.9, 0.52)], 0.014, m.metal("brass", (0.75, 0.5, 0.2), 0.3))
    props.pendant((-hand * 0.5, 2.6, 1.1), m.plain("shade", (0.75, 0.72, 0.66), 0.5), 0.18, 14, bulb=20)
    props.potted(rng, (hand * 0.4, 3.4, -0.7), 1.1, 0.45, 120)
    area("spots", (-hand * 0.9, 2.7, 2.2), (-hand * 0.95, 3.6, 0.4), 2.0, 40, (1, 0.86, 0.68), 0.3)


def _room_street(rng, hand, wall, tone, night=False):
    """A shop window seen from inside: panes behind the top, a street with lights and passing colours beyond."""
    from builders.night import _lights
    dark = m.plain("frame", (0.03, 0.03, 0.033), 0.4)
    for x in (-1.25, 0.35 * hand, 1.6):
        box("post", (x, 1.3, 0.6), (0.05, 0.08, 2.6), dark, 0.006)
    box("rail", (0, 1.3, -0.1), (6, 0.08, 0.07), dark, 0.006)
    box("road", (0, 12, -1.3), (40, 22, 0.1), m.plain("road", (0.10, 0.10, 0.105) if not night else (0.03, 0.03, 0.034), 0.25))
    fronts = ((0.62, 0.54, 0.44), (0.46, 0.27, 0.18), (0.68, 0.66, 0.61), (0.36, 0.42, 0.46))
    x = -9.0
    while x < 9:
        w = rng.uniform(2.2, 3.6)
        paint = fronts[rng.integers(4)]
        front = m.day_front("front", paint, cell=(1.1, 1.5)) if not night else m.lit_windows("front", tuple(0.12 * c for c in paint), 0.45, (1.1, 1.5), 2.2, x)
        box("house", (x + w / 2, 13.5, 2.2), (w - 0.05, 3, 7), front)
        shop = ((1.0, 0.74, 0.45), (1.0, 0.86, 0.68), (0.8, 0.9, 1.0))[rng.integers(3)]
        props.shown_only(box("shop front", (x + w / 2, 11.9, -0.35), (w * 0.74, 0.05, 1.5), m.glow("shop front", shop, 2.0 if night else 0.5)))
        box("awning", (x + w / 2, 11.5, 0.6), (w * 0.82, 0.9, 0.08), m.plain("awning", ((0.45, 0.08, 0.06), (0.08, 0.2, 0.16), (0.6, 0.52, 0.4))[rng.integers(3)], 0.6), 0.02, (-16, 0, 0))
        x += w
    green = m.leaf("street tree", 0.4, 0.4)
    for x in (-4.5, 1.2, 5.6):
        props.crown(rng, "street tree", (x, 8.5, 1.4), 1.2, 900, 0.15, ((0.07, 0.14, 0.03), (0.13, 0.2, 0.05)), green)
        tube("trunk", [(x, 8.5, -1.3), (x, 8.5, 0.9)], 0.09, m.plain("trunk", (0.06, 0.05, 0.04), 0.9))
    if night:
        _lights("street lamp", [(x, 9.5, 1.6) for x in np.linspace(-6, 6, 7)], 0.09, (1.0, 0.62, 0.28), 60)
        _lights("tail light", [(rng.uniform(-4, 0), 8.0 + rng.uniform(0, 2), -0.85) for _ in range(8)], 0.05, (1.0, 0.05, 0.03), 60)
        _lights("head light", [(rng.uniform(0, 4), 8.0 + rng.uniform(0, 2), -0.85) for _ in range(8)], 0.06, (1.0, 0.9, 0.72), 70)
        area("shop spot", (hand * 0.7, -0.5, 1.3), (0, 0, 0.05), 0.4, 9, (1, 0.84, 0.64))
    else:
        area("street light", (0, 2.0, 2.4), (0, 0.2, 0), 2.4, 60, tone)


def _room_fire(rng, hand, wall, tone):
    """A fireplace of stone with logs, flames and a mantelpiece with candles."""
    stone = m.travertine("mantel", (0.42, 0.38, 0.33), (0.24, 0.21, 0.18))
    box("wall", (0, 3.3, 0.8), (9, 0.1, 4), m.bricks("chimney", wall, (0.3, 0.28, 0.25)))
    x = hand * 0.35
    box("left pier", (x - 0.85, 3.1, 0.0), (0.32, 0.3, 1.7), stone, 0.02)
    box("right pier", (x + 0.85, 3.1, 0.0), (0.32, 0.3, 1.7), stone, 0.02)
    box("mantelpiece", (x, 3.05, 0.9), (2.3, 0.46, 0.1), m.planks("beam", *WALNUT, 0.45), 0.01)
    box("hearth", (x, 3.22, 0.1), (1.4, 0.05, 1.5), m.plain("soot", (0.012, 0.01, 0.009), 0.9))
    for k in range(5):
        tube("log", [(x - 0.4 + 0.05 * k, 3.0 + 0.03 * k, -0.52 + 0.07 * (k % 3)), (x + 0.38 - 0.06 * k, 2.95 + 0.04 * k, -0.48 + 0.08 * (k % 2))], 0.06, m.plain("log", (0.05, 0.03, 0.02), 0.9))
    for k in range(34):
        t = rng.uniform(-1, 1)
        high = (0.34 - 0.2 * t * t) * rng.uniform(0.5, 1.1)
        props.shown_only(ellipsoid("flame", (x + 0.42 * t, 3.0 + rng.normal(0, 0.05), -0.42 + high * 0.75), (0.035, 0.03, high), m.glow("flame", (1.0, rng.uniform(0.22, 0.5), 0.06), rng.uniform(1.2, 3.0)), (rng.normal(0, 6), rng.normal(0, 9), 0), 20))
    point("fire", (x, 2.6, -0.2), 60, (1, 0.45, 0.15), 0.3)
    for k in range(5):
        cx = x - 0.9 + 0.16 * k + (0.9 if k > 2 else 0)
        lathe("candle", [(0, 0), (0.03, 0), (0.03, 0.12 + 0.05 * (k % 3)), (0, 0.12 + 0.05 * (k % 3))], m.plain("wax", (0.78, 0.72, 0.6), 0.5), 32).location = (cx, 3.0, 0.95)
        props.shown_only(ellipsoid("flame", (cx, 3.0, 1.1 + 0.05 * (k % 3)), (0.012, 0.012, 0.03), m.glow("flame", (1, 0.6, 0.22), 40)))
    props.potted(rng, (-hand * 1.5, 2.7, -0.8), 1.1, 0.5, 140)


def _room_candles(rng, hand, wall, tone, heads=26):
    """Candles of many heights in the dark; their flames melt into discs of light."""
    box("wall", (0, 3.4, 0.8), (8, 0.1, 4), m.plaster("wall", wall, 0.1, 0.4))
    wax = m.plain("wax", (0.78, 0.7, 0.58), 0.5)
    for _ in range(heads):
        x, y, h = rng.uniform(-1.5, 1.5), rng.uniform(0.75, 2.4), rng.uniform(0.08, 0.30)
        base = rng.choice([-0.03, 0.12, 0.26])
        box("plinth", (x, y, base - 0.3), (0.16, 0.16, 0.6), m.plain("plinth", (0.05, 0.035, 0.03), 0.6), 0.004)
        lathe("candle", [(0, base), (0.032, base), (0.032, base + h), (0, base + h)], wax, 32).location = (x, y, 0)
        # Reflections of flames this small would be single bright pixels.
        props.shown_only(ellipsoid("flame", (x, y, base + h + 0.03), (0.011, 0.011, 0.03), m.glow("flame", (1, 0.58, 0.2), 70))).visible_glossy = False
    for x in (-0.9, 0.0, 0.9):
        point("candle light", (x, 1.2, 0.5), 5, (1, 0.6, 0.28), 0.2)


ROOMS = {"street": _room_street, "fire": _room_fire, "candles": _room_candles, "shop": _room_shop, "window": _room_window, "kitchen": _room_kitchen, "wall": _room_wall, "dark": _room_dark, "office": _room_office, "cafe": _room_cafe}


def tabletop(rng, top, room, side="left", wall=(0.74, 0.71, 0.65), key=0.3, height=0.26, horizon=0.34, distance=0.95, focal=1.6, back=0.42, aperture=0.028,
             tone=(1, 0.96, 0.9), power=34, fill=0.35, cloth=None, sun=None, gobo=None, plan=None, subject=0.25, samples=10, low=False, warmth=0.0, wild=1.0):
    """A top in the foreground before one of the rooms; light comes through a window beside the table, or from the sun."""
    s = Stage(height, distance, focal, horizon, subject, aperture, key=key, front=-0.24, back=back - 0.16, samples=samples, warmth=warmth)
    hand = -1 if side == "left" else 1
    if cloth:
        _cloth(rng, s, back, cloth, wild)
    else:
        _top(rng, top, s, back)
    ROOMS[room](rng, hand, wall, tone, **(plan or {}))
    sky((0.8, 0.88, 1.0), (0.8, 0.76, 0.7), fill)
    if power:
        area("table window", (hand * 1.35, 0.25, 0.85 if not low else 0.5), (0, 0.0, 0.05), 1.1, power, tone, 1.3)
    if sun:
        azimuth, elevation, strength, colour = sun
        s.sun(azimuth, elevation, strength, colour, 0.7)
        if gobo:
            a, e = math.radians(azimuth), math.radians(elevation)
            hang_gobo(rng, gobo, (math.sin(a) * math.cos(e), -math.cos(a) * math.cos(e), math.sin(e)), (0, 0.7, 0.3))
    return s
