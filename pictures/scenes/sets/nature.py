"""Sky, land, water and plants of the outdoor sets."""

import math

import bpy
import numpy as np

import materials as m
import props
from common import rod


# ------------------------------------------------------------------ noise for land


def value_noise(x, y, seed):
    """Smooth noise in 0…1 on the plane."""
    def dice(i, j):
        h = (i.astype(np.int64) * 374761393 + j.astype(np.int64) * 668265263 + seed * 974711) & 0x7FFFFFFF
        h = ((h ^ (h >> 13)) * 1274126177) & 0x7FFFFFFF
        return ((h ^ (h >> 16)) & 0xFFFF) / 65535.0

    i, j = np.floor(x), np.floor(y)
    u, v = x - i, y - j
    u, v = u * u * u * (u * (6 * u - 15) + 10), v * v * v * (v * (6 * v - 15) + 10)
    a = dice(i, j) * (1 - u) + dice(i + 1, j) * u
    b = dice(i, j + 1) * (1 - u) + dice(i + 1, j + 1) * u
    return a * (1 - v) + b * v


def fbm(x, y, seed, octaves=5, gain=0.5, ridged=False):
    total, size, norm = 0.0, 1.0, 0.0
    for k in range(octaves):
        n = value_noise(x * 2 ** k + 17.3 * k, y * 2 ** k - 9.1 * k, seed + k)
        if ridged:
            n = (1 - np.abs(2 * n - 1)) ** 2
        total = total + size * n
        norm += size
        size *= gain
    return total / norm


def graded(first, last, count, power=2.2):
    """Distances that lie close together near the camera and far apart far away."""
    return first + (last - first) * np.linspace(0, 1, count) ** power


# ------------------------------------------------------------------ sky


def atmosphere(zenith, horizon, sun=None, glow=(1.0, 0.6, 0.3), glow_size=14.0, glow_power=1.0, strength=1.0, clouds=None, band=0.35, disc=0.0, below=(0.2, 0.18, 0.16)):
    """A sky: gradient, glow about the sun, and clouds (colour, shade, cover 0…1, scale). `sun` is (azimuth, elevation) as in Stage.sun."""
    world = bpy.data.worlds.new("atmosphere")
    bpy.context.scene.world = world
    world.use_nodes = True
    tree = world.node_tree
    tree.nodes.clear()
    s = m.Shader.__new__(m.Shader)
    s.tree = tree
    out = tree.nodes.new("ShaderNodeOutputWorld")
    way = s.node("TexCoord").outputs["Generated"]
    parts = s.node("SeparateXYZ", _0=way)
    up = parts.outputs[2]
    mid = tuple(0.45 * a + 0.55 * b for a, b in zip(zenith, horizon))
    colour = s.ramp(s.grey(up, 0.0, 1.0, -0.1, 1.0), [(0.0, below), (0.088, below), (0.094, horizon), (0.094 + 0.3 * band, mid), (0.094 + band * 1.4, zenith)])
    if clouds:
        tone, shade, cover, scale = clouds
        flat = m.maths(s, "ADD", m.maths(s, "MAXIMUM", up, 0.0), 0.09)
        spot = s.node("CombineXYZ", X=m.maths(s, "DIVIDE", parts.outputs[0], flat), Y=m.maths(s, "DIVIDE", parts.outputs[1], flat), Z=0.0)
        puff = s.noise(scale, 6, 0.58, spot.outputs[0], 0.35)
        under = s.noise(scale * 1.9, 4, 0.55, spot.outputs[0], 0.2)
        edge = 0.68 - 0.36 * cover
        mask = m.maths(s, "MULTIPLY", s.grey(puff, 0.0, 1.0, edge - 0.06, edge + 0.14), s.grey(up, 0.0, 1.0, 0.015, 0.13))
        colour = s.mix(m.maths(s, "MULTIPLY", mask, 0.9), colour, s.ramp(under, [(0.34, shade), (0.62, tone)]))
    if sun:
        a, e = math.radians(sun[0]), math.radians(sun[1])
        to = (math.sin(a) * math.cos(e), -math.cos(a) * math.cos(e), math.sin(e))
        dot = s.node("VectorMath", _0=way, _1=to)
        dot.operation = "DOT_PRODUCT"
        near = m.maths(s, "MAXIMUM", dot.outputs["Value"], 0.0)
        veil = m.maths(s, "ADD", m.maths(s, "MULTIPLY", m.maths(s, "POWER", near, glow_size), 0.6 * glow_power), m.maths(s, "MULTIPLY", m.maths(s, "POWER", near, glow_size * 14), 1.5 * glow_power))
        colour = s.mix(1.0, colour, s.mix(1.0, (*glow,), s.node("CombineXYZ", X=veil, Y=veil, Z=veil).outputs[0], "MULTIPLY"), "ADD")
        if disc:
            round_ = m.maths(s, "MULTIPLY", s.grey(near, 0.0, disc, math.cos(math.radians(0.75)), math.cos(math.radians(0.6))), s.node("LightPath").outputs["Is Camera Ray"])
            colour = s.mix(1.0, colour, s.mix(1.0, (*glow,), s.node("CombineXYZ", X=round_, Y=round_, Z=round_).outputs[0], "MULTIPLY"), "ADD")
    tree.links.new(s.node("Background", Color=colour, Strength=strength).outputs[0], out.inputs["Surface"])


# ------------------------------------------------------------------ land and water


def land(name, xs, ys, height, material):
    """A height field; `height(x, y)` works on arrays."""
    gx, gy = np.meshgrid(xs, ys)
    return props.sheet(name, xs, ys, height(gx, gy), material)


def fan(name, near, far, stage, rows, columns, height, material, power=2.6, spare=1.25, z=0.0):
    """A height field whose grid follows the camera's view from `near` to `far` (y of the set)."""
    ys = graded(near, far, rows, power)
    t = np.linspace(-1, 1, columns)
    gx = t[None] * (np.array([stage.wide(y) for y in ys]) * spare + 0.2)[:, None]
    gy = np.repeat(ys[:, None], columns, axis=1)
    place = np.stack([gx, gy, height(gx, gy) + z], axis=2)
    return props.sheet(name, t, ys, place, material, uv=False)


def sea(stage, rng, near, far=2500.0, level=0.0, wind=250, high=0.12, colour=(0.012, 0.035, 0.045), ripple=5.0, rough=0.07, foam=None):
    """The sea: a spectrum of waves that run before the wind (degrees), with finer ripples as bumps."""
    waves = []
    for _ in range(70):
        length = math.exp(rng.uniform(math.log(0.35), math.log(14)))
        a = math.radians(wind + rng.normal(0, 32))
        waves.append((2 * math.pi / length, a, rng.uniform(0, 6.28), high * 0.09 * length ** 0.75 / 2))

    def height(x, y):
        away = np.maximum(y - near, 0) + 2
        z = np.zeros_like(x)
        for k, a, phase, amp in waves:
            length = 2 * math.pi / k
            keep = np.clip(1.6 - away * 0.012 / length * 4, 0, 1)
            w = np.sin(k * (x * math.cos(a) + y * math.sin(a)) + phase)
            z += keep * amp * (w + 0.25 * w * w)
        return z

    mat = m.water("sea", colour, rough, ripple, 0.05, 0.45, (1, 0.55, 1))
    return fan("sea", near, far, stage, 520, 300, height, mat, 3.2, 1.15, level)


def grass(rng, x0, x1, y0, y1, count, tall=(0.05, 0.12), colours=((0.07, 0.15, 0.02), (0.13, 0.23, 0.04), (0.22, 0.3, 0.07)), height=None, width=0.0035, lean=0.5, keep=None, dense_near=1.8):
    """Blades of three segments; more of them near the camera."""
    y = y0 + (y1 - y0) * rng.uniform(0, 1, count) ** dense_near
    x = rng.uniform(-1, 1, count) * (x1 + (y - y0) * 0.45) if x1 == -x0 else rng.uniform(x0, x1, count)
    if keep is not None:
        sel = keep(x, y)
        x, y = x[sel], y[sel]
    n = len(x)
    z = height(x, y) if height else np.zeros(n)
    a = rng.uniform(0, 6.28, n)
    h = rng.uniform(*tall, n) * (0.7 + 0.6 * value_noise(x * 1.3, y * 1.3, 5))
    bend = h * rng.uniform(0.1, 1.0, n) * lean
    dx, dy = np.cos(a) * bend, np.sin(a) * bend
    w = width * rng.uniform(0.7, 1.4, n) * (1 + np.maximum(y - y0, 0) * 0.25)
    ux, uy = -np.sin(a) * w, np.cos(a) * w
    rows = []
    for t, k in ((0, 1.0), (0.5, 0.85), (0.82, 0.5)):
        cx, cy, cz = x + dx * t * t, y + dy * t * t, z + h * t * (1 - 0.15 * t * lean)
        rows += [np.stack([cx - ux * k, cy - uy * k, cz], 1), np.stack([cx + ux * k, cy + uy * k, cz], 1)]
    rows.append(np.stack([x + dx, y + dy, z + h * (1 - 0.15 * lean)], 1))
    tint = props.mixed(rng, n, colours, 0.25)
    return props.soup("grass", np.stack(rows, 1), [[0, 1, 3, 2], [2, 3, 5, 4], [4, 5, 6]], m.leaf("grass", 0.45, 0.4), tint)


def flowers(rng, x0, x1, y0, y1, count, tall=(0.12, 0.25), colours=((0.85, 0.82, 0.75), (0.8, 0.55, 0.05), (0.55, 0.05, 0.08), (0.35, 0.2, 0.6)), size=0.02, keep=None):
    """Small blossoms on stems: six petals each."""
    y = y0 + (y1 - y0) * rng.uniform(0, 1, count) ** 1.5
    x = rng.uniform(-1, 1, count) * (x1 + (y - y0) * 0.45)
    if keep is not None:
        sel = keep(x, y)
        x, y = x[sel], y[sel]
    n = len(x)
    h = rng.uniform(*tall, n)
    top = np.stack([x, y, h], 1)
    tint = props.mixed(rng, n, colours, 0.12)
    petals = 6
    a = np.tile(np.arange(petals) * 2 * math.pi / petals, n) + np.repeat(rng.uniform(0, 1, n), petals)
    along = np.stack([np.cos(a), np.sin(a), np.full(n * petals, 0.35)], 1)
    length = np.repeat(size * rng.uniform(0.7, 1.3, n), petals)
    props.leaves("petals", np.repeat(top, petals, 0), along, np.tile((0.0, 0.0, 1.0), (n * petals, 1)), length, length * 0.75, np.repeat(tint, petals, 0), m.leaf("petal", 0.5, 0.35, (0.8, 0.7, 0.5)))
    w = 0.0015
    rows = [np.stack([x - w, y, np.zeros(n)], 1), np.stack([x + w, y, np.zeros(n)], 1), top + (w, 0, 0), top - (w, 0, 0)]
    props.soup("stems", np.stack(rows, 1), [[0, 1, 2, 3]], m.leaf("stem", 0.5, 0.2), np.tile((0.08, 0.16, 0.03), (n, 1)))


def tree(rng, at, tall=8.0, spread=2.6, n=2600, leaf=0.16, colours=((0.06, 0.13, 0.02), (0.1, 0.18, 0.03)), trunk=0.16, bark=None, foliage=None, crown_from=0.4):
    """A broad-leaved tree: trunk, a few limbs and a crown in clumps."""
    bark = bark or m.ground("bark", ((0.03, 0.022, 0.016), (0.09, 0.07, 0.05)), 4, 30, 0.02)
    foliage = foliage or m.leaf("foliage", 0.4, 0.45)
    x, y, z = at
    top = np.array((x + rng.normal(0, 0.3), y + rng.normal(0, 0.3), z + tall * 0.75))
    rod("trunk", (x, y, z - 0.2), tuple(top), trunk, trunk * 0.35, bark)
    for _ in range(5):
        t, a = rng.uniform(0.4, 0.8), rng.uniform(0, 6.28)
        foot = np.array((x, y, z)) + (top - np.array((x, y, z))) * t
        end = foot + np.array((math.cos(a) * spread * 0.7, math.sin(a) * spread * 0.7, tall * 0.18))
        rod("limb", tuple(foot), tuple(end), trunk * 0.35, trunk * 0.1, bark)
    if n:
        props.crown(rng, "crown", (x, y, z + tall * (crown_from + (1 - crown_from) * 0.55)), spread, n, leaf, colours, foliage, tall * (1 - crown_from) * 0.5 / spread)


def fir(rng, at, tall=7.0, n=1400, colours=((0.015, 0.04, 0.02), (0.03, 0.06, 0.03)), snow=0.0, material=None):
    """A conifer: whorls of drooping boughs."""
    material = material or m.leaf("fir", 0.6, 0.15)
    rod("stem", at, (at[0], at[1], at[2] + tall * 0.95), tall * 0.022, tall * 0.004, m.plain("fir bark", (0.05, 0.035, 0.025), 0.9))
    t = rng.uniform(0, 1, n) ** 1.25
    reach = tall * 0.24 * (1 - t) ** 0.85 * (0.75 + 0.25 * np.abs(np.sin(t * 40)))
    a = rng.uniform(0, 6.28, n)
    r = reach * rng.uniform(0.1, 0.9, n)
    c = np.stack([at[0] + np.cos(a) * r, at[1] + np.sin(a) * r, at[2] + tall * (0.08 + 0.9 * t) - 0.25 * r], 1)
    along = np.stack([np.cos(a), np.sin(a), -0.35 + 0 * a], 1) + rng.normal(0, 0.25, (n, 3))
    length = tall * 0.075 * (1.15 - t) * rng.uniform(0.7, 1.2, n)
    tint = props.mixed(rng, n, colours, 0.3)
    if snow:
        white = (rng.uniform(0, 1, n) < snow)[:, None]
        tint = np.where(white, (0.8, 0.83, 0.88), tint)
    props.leaves("boughs", c, along, np.tile((0, 0, 1.0), (n, 1)) + rng.normal(0, 0.2, (n, 3)), length, length * 0.5, tint, material)


def palm(rng, at, tall, material, fronds=15, colours=((0.05, 0.12, 0.02), (0.1, 0.2, 0.04))):
    """A palm: a slightly bent trunk and arching fronds of narrow leaves."""
    x, y, z = at
    lean = rng.normal(0, 0.25, 2)
    head = np.array((x + lean[0], y + lean[1], z + tall))
    rod("palm trunk", at, tuple(head), 0.13, 0.09, m.ground("palm bark", ((0.08, 0.06, 0.045), (0.2, 0.16, 0.12)), 6, 40, 0.02))
    c, d, size = [], [], []
    for k in range(fronds):
        a, rise, long = k * 2.399 + rng.normal(0, 0.2), rng.uniform(0.1, 1.0), tall * rng.uniform(0.32, 0.42)
        way = np.array((math.cos(a), math.sin(a), 0.0))
        for t in np.linspace(0.12, 1, 26):
            p = head + way * long * t + np.array((0, 0, long * (rise * t - 0.95 * t * t)))
            side = np.cross(way, (0, 0, 1.0))
            for hand in (-1, 1):
                c.append(p)
                d.append(side * hand + way * 0.7 - np.array((0, 0, 0.45)))
                size.append(long * 0.32 * math.sin(math.pi * min(1, 0.15 + 0.85 * t)) + 0.08)
    c, d, size = np.array(c), np.array(d), np.array(size)
    props.leaves("frond", c, d, np.tile((0, 0, 1.0), (len(c), 1)), size, np.full(len(c), 0.06), props.mixed(rng, len(c), colours, 0.2), material)
