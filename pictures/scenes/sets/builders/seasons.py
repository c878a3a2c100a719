"""Still lifes for an occasion, water with a stone, dunes, and other single ideas."""

import math

import numpy as np

import materials as m
import nature as n
import props
from common import area, box, ellipsoid, lathe, mesh, point, sky, tube
from stage import Stage


def basin(rng, colour=(0.62, 0.70, 0.74), water=(0.03, 0.07, 0.08), key=0.36, side="left", warm=(1, 0.95, 0.88), stone="slate", rings=True, plants=False):
    """A flat stone that rises from still water before a plain wall; rings run over the water."""
    s = Stage(0.34, 1.35, 1.7, 0.36, 0.24, 0.014, key=key, front=-0.13, back=0.13, samples=12, contrast=1.1)
    hand = -1 if side == "left" else 1
    body = {"slate": lambda: m.slate("stone", (0.05, 0.05, 0.052), (0.17, 0.168, 0.165), 0.55), "travertine": lambda: m.travertine("stone", (0.74, 0.65, 0.53), (0.52, 0.41, 0.29)), "white": lambda: m.plaster("stone", (0.78, 0.77, 0.75), 0.04, 0.3)}[stone]()
    r = 0.36
    profile = [(0, -0.12), (r + 0.02, -0.12), (r + 0.012, -0.02), (r - 0.004, -0.004), (r - 0.02, 0.0), (0, 0.0)]
    thing = lathe("stone", profile, body, 160)
    for v in thing.data.vertices:
        q = math.hypot(v.co.x, v.co.y)
        if q > 0.1 and stone == "slate":
            k = 1 + 0.10 * (n.fbm(np.array([3 + 1.3 * v.co.x / q]), np.array([5 + 1.3 * v.co.y / q]), 4, 4)[0] - 0.5)
            v.co.x *= k
            v.co.y *= k
    ys, t = n.graded(-1.0, 2.4, 460, 1.4), np.linspace(-1, 1, 460)
    gx = t[None] * np.array([s.wide(y) * 1.2 + 0.3 for y in ys])[:, None]
    gy = np.repeat(ys[:, None], len(t), axis=1)
    away = np.hypot(gx, gy)
    z = np.full_like(gx, -0.035)
    if rings:
        z += 0.0022 * np.sin(away * 46) * np.exp(-((away - 0.62) / 0.30) ** 2) + 0.0012 * np.sin(np.hypot(gx + 0.7, gy - 0.6) * 60) * np.exp(-(np.hypot(gx + 0.7, gy - 0.6) / 0.4) ** 2)
    z += 0.0014 * (n.fbm(gx * 4, gy * 4, 5, 3) - 0.5)
    liquid = m.Shader("water")
    liquid.surface(liquid.principled(water, 0.03, IOR=1.33, Specular=0.5).outputs[0])
    props.sheet("water", t, ys, np.stack([gx, gy, z], 2), liquid.material, uv=False)
    box("wall", (0, 2.2, 1.0), (9, 0.1, 4.6), m.plaster("wall", colour, 0.05, 0.25))
    if plants:
        for k in range(26):
            x = hand * -rng.uniform(0.55, 0.95)
            y = rng.uniform(0.5, 1.0)
            props.soup("reed", np.array([[(x - 0.004, y, -0.05), (x + 0.004, y, -0.05), (x + rng.normal(0, 0.12), y + rng.normal(0, 0.05), rng.uniform(0.3, 0.75))]]), [[0, 1, 2]], m.leaf("reed", 0.4, 0.4), np.array([[0.12, 0.2, 0.05]]))
    area("softbox", (hand * 1.6, 0.4, 1.4), (0, 0.2, 0.0), 0.9, 34, warm)
    area("wall light", (-hand * 0.3, 0.9, 2.3), (0, 2.2, 0.6), 0.8, 26, (1, 1, 1))
    sky((0.7, 0.8, 0.95), (0.6, 0.6, 0.6), 0.24)
    return s


def dunes(rng, light="golden", sun=(285, 13), key=0.26, sand=((0.40, 0.25, 0.13), (0.56, 0.37, 0.20), (0.66, 0.46, 0.27)), clouds=None):
    """Desert dunes with sharp crests and wind ripples in low sun."""
    from builders.outdoors import SKIES, _light
    s = Stage(0.48, 1.4, 1.6, 0.42, 0.3, 0.016, key=key, front=-0.35, back=0.6, samples=9, contrast=1.12, coarse=False)

    def height(x, y):
        calm = 1 - 0.92 * np.exp(-(x / 0.5) ** 4 - (y / 0.4) ** 4)
        near = 0.007 * np.sin(34 * y + 9 * n.fbm(x * 0.8, y * 0.8, 8, 3)) * calm + 0.05 * (n.fbm(x * 0.6, y * 0.9, 3, 3) - 0.5) * calm
        bent = y + 5.0 * np.sin(x * 0.11 + 0.6) + 2.4 * np.sin(x * 0.31 + 1.9)
        saw = (bent / 21.0 + 0.18) % 1.0
        crest = np.where(saw < 0.72, (saw / 0.72) ** 1.35, 1 - ((saw - 0.72) / 0.28) ** 0.8)
        far = (2.6 * crest * (0.55 + 0.9 * n.fbm(x * 0.05, y * 0.03, 11, 2, 0.4)) - 0.9) * np.clip((y - 3) / 9, 0, 1) * (1 + np.clip(y / 90, 0, 2))
        return near * np.clip(1.6 - 0.2 * y, 0, 1) + far

    n.fan("dunes", -1.1, 260, s, 620, 460, height, m.ground("sand", sand, 2.0, 300, 0.004, 0.92), 2.6)
    _light(s, light, sun, clouds, 0.0, sand[1], 0.5)
    s.air = dict(length=330, tint=tuple(0.6 * c for c in SKIES[light]["horizon"]))
    return s


def stars(rng, key=0.03, water=True):
    """A rock before a lake and mountains under a starry sky."""
    from builders.night import _lights
    s = Stage(0.42, 1.3, 1.6, 0.55, 0.28, 0.0022, key=key, front=-0.3, back=0.3, samples=10, contrast=1.15, coarse=False)
    xs, ys = np.linspace(-2.2, 2.2, 320), np.linspace(-1.2, 0.9, 200)

    def ledge(x, y):
        calm = 1 - 0.93 * np.exp(-(x / 0.42) ** 4 - (y / 0.34) ** 4)
        return (0.10 * (n.fbm(x * 1.5, y * 1.5, 3, 6) - 0.5)) * calm - 0.9 * np.clip((y - 0.6 - 0.3 * (n.fbm(x * 1.6, x * 0 + 2, 5, 4) - 0.5)) / 0.2, 0, 1.2) ** 1.5

    n.land("ledge", xs, ys, ledge, m.slate("rock", (0.08, 0.08, 0.085), (0.22, 0.215, 0.21), 0.7))
    n.fan("lake", 1.5, 2600, s, 30, 30, lambda x, y: 0 * x - 6, m.water("lake", (0.006, 0.014, 0.022), 0.07, 0.6, 0.05, 0.2), 2.0)
    for near, last, tall, cell in ((1500, 2600, 420, 700), (2600, 5200, 980, 1500)):
        n.fan("range", near, last, s, 120, 400, lambda x, y, near=near, last=last, tall=tall, cell=cell: -8 + tall * np.sin(np.pi * np.clip((y - near) / (last - near), 0, 1)) ** 0.7 * (0.1 + n.fbm(x / cell + 5, y / cell, 31 + int(near), 7, 0.48, ridged=True) ** 1.2) * (0.45 + 0.9 * np.clip(np.abs(x) / (0.4 * y), 0, 1)),
              m.ground("range", ((0.03, 0.032, 0.04), (0.09, 0.095, 0.11), (0.35, 0.37, 0.42)), 0.004, 0.03, 1.0), 1.0, 1.3)
    n.atmosphere((0.008, 0.016, 0.05), (0.05, 0.075, 0.15), (178, -4), (0.5, 0.45, 0.4), 5, 0.10, 1.0, band=0.9, below=(0.01, 0.012, 0.018))
    count = 1500
    z = rng.uniform(0, 1, count) ** 0.9
    az = rng.uniform(-0.62, 0.62, count)
    el = 0.06 + 0.5 * z
    at = np.stack([20000 * np.sin(az) * np.cos(el), 20000 * np.cos(az) * np.cos(el), 20000 * np.sin(el)], 1)
    for k, (size, power) in enumerate(((4, 3), (6, 7), (8, 16))):
        _lights("star", at[k::3] if k < 2 else at[2::9], size, ((0.8, 0.88, 1.0), (1, 0.95, 0.88), (0.9, 0.94, 1))[k], power)
    s.sun(312, 34, 0.16, (0.66, 0.78, 1.0), 0.6)
    s.air = dict(length=14000, tint=(0.035, 0.045, 0.08))
    return s


def bamboo(rng, key=0.24, light="noon", sun=(200, 50)):
    """A stone in a bamboo grove; stems and leaves fall out of focus into green light."""
    from builders.outdoors import SKIES, _light
    s = Stage(0.36, 1.2, 1.6, 0.40, 0.26, 0.028, key=key, front=-0.2, back=0.2, samples=10, contrast=1.1)
    props.slab(m.slate("stone", (0.07, 0.07, 0.068), (0.22, 0.22, 0.21), 0.65), s.wide(0.4) + 0.3, -1.1, 0.4, 0.06, 0.012)
    box("soil", (0, 16, -0.5), (40, 34, 0.04), m.ground("soil", ((0.03, 0.035, 0.015), (0.07, 0.08, 0.03), (0.14, 0.13, 0.06)), 1.5, 30, 0.03))
    foliage = m.leaf("bamboo leaf", 0.35, 0.5)
    for _ in range(120):
        y = 1.6 + 14 * rng.uniform(0, 1) ** 1.3
        x = rng.uniform(-1, 1) * (1.4 + 0.5 * y)
        r = rng.uniform(0.03, 0.05)
        tone = rng.uniform(0.8, 1.3)
        stem = m.plain("stem", (0.16 * tone, 0.27 * tone, 0.06 * tone), 0.35)
        lean = rng.normal(0, 0.12, 2)
        joints = [(r, 0.0)]
        for k in range(12):
            z = 0.45 * (k + 1)
            joints += [(r, z - 0.02), (r * 1.13, z), (r, z + 0.02)]
        thing = lathe("bamboo", joints, stem, 14)
        thing.location = (x, y, -0.5)
        thing.rotation_euler = (lean[0] * 0.3, lean[1] * 0.3, 0)
    count = 5200
    y = 1.8 + 13 * rng.uniform(0, 1, count)
    c = np.stack([rng.uniform(-1, 1, count) * (1.4 + 0.5 * y), y, 0.5 + rng.uniform(0, 1, count) ** 0.6 * (0.9 + 0.42 * y)], 1)
    a = rng.uniform(0, 6.28, count)
    size = rng.uniform(0.1, 0.2, count)
    props.leaves("bamboo leaves", c, np.stack([np.cos(a), np.sin(a), rng.uniform(-1.1, -0.1, count)], 1), rng.normal(0, 0.5, (count, 3)) + (0, 0, 1), size, size * 0.17, props.mixed(rng, count, ((0.10, 0.20, 0.03), (0.17, 0.29, 0.05), (0.26, 0.36, 0.09)), 0.2), foliage)
    _light(s, light, sun, None, 0.0, (0.08, 0.12, 0.03))
    area("open sky", (1.3, -0.6, 1.5), (0, 0, 0.1), 1.4, 8, (0.92, 1, 0.95))
    s.air = dict(length=26, tint=(0.34, 0.42, 0.26))
    return s


def jungle(rng, key=0.11, wet=True):
    """A stone between large tropical leaves."""
    s = Stage(0.34, 1.2, 1.6, 0.38, 0.26, 0.065, key=key, front=-0.18, back=0.16, samples=12, contrast=1.12)
    props.slab(m.slate("stone", (0.035, 0.037, 0.036), (0.14, 0.142, 0.138), 0.42), s.wide(0.32) + 0.3, -1.1, 0.32, 0.06, 0.012)
    shine = m.leaf("monstera", 0.22, 0.28, (0.35, 0.5, 0.06))

    def foliage(name, count, spot, long, wide, colours):
        at = np.array([spot() for _ in range(count)])
        d = at * (1, 0.2, 0.6) + rng.normal(0, 0.25, (count, 3)) - (0, 0.5, 0.1)
        props.leaves(name, at, d, rng.normal(0, 0.4, (count, 3)) + (0, -0.7, 0.7), rng.uniform(*long, count), rng.uniform(*wide, count), props.mixed(rng, count, colours, 0.25), shine, 0.3)

    dark, mid, light = (0.015, 0.05, 0.016), (0.03, 0.095, 0.025), (0.07, 0.16, 0.035)
    foliage("back leaves", 420, lambda: (rng.uniform(-1.7, 1.7), rng.uniform(1.4, 2.6), rng.uniform(-0.5, 1.7)), (0.35, 0.7), (0.14, 0.32), (dark, mid))
    foliage("middle leaves", 130, lambda: (rng.choice([-1, 1]) * rng.uniform(0.55, 1.3), rng.uniform(0.6, 1.4), rng.uniform(-0.15, 1.1)), (0.25, 0.5), (0.1, 0.24), (mid, light))
    foliage("near leaves", 26, lambda: (rng.choice([-1, 1]) * rng.uniform(0.5, 0.75), rng.uniform(0.35, 0.6), rng.uniform(0.02, 0.7)), (0.16, 0.32), (0.05, 0.13), (mid, light))
    box("dark", (0, 3.2, 0.5), (9, 0.1, 5), m.plain("dark", (0.008, 0.02, 0.01), 0.9))
    sky((0.7, 0.85, 0.9), (0.2, 0.3, 0.2), 0.22)
    area("canopy", (-0.9, 0.5, 2.0), (0, 0.4, 0.1), 0.9, 46, (1, 0.98, 0.86))
    area("back light", (1.1, 1.6, 1.9), (0, 0.3, 0.2), 0.5, 26, (1, 0.95, 0.75))
    return s


def harvest(rng, kind="autumn", top="rustic", key=0.2):
    """A rustic table outdoors or in the dark, with leaves and pumpkins (autumn, halloween) or eggs and tulips (easter)."""
    from builders.outdoors import AUTUMN, _light
    from builders.tabletop import _top
    dark = kind == "halloween"
    s = Stage(0.26, 0.95, 1.6, 0.37, 0.24, 0.032, key=key, front=-0.22, back=0.18, samples=12, contrast=1.12, bloom=0.08)
    _top(rng, top, s, 0.42)

    def pumpkin(x, y, r, colour):
        ribs = 11
        u, v = np.linspace(0, 2 * math.pi, 110), np.linspace(0.02, math.pi - 0.02, 40)
        gu, gv = np.meshgrid(u, v)
        rad = r * (0.86 + 0.14 * np.abs(np.cos(gu * ribs / 2)) ** 0.6) * np.sin(gv) ** 0.8
        zed = r * 0.72 * (np.cos(gv) - 0.28 * np.exp(-(np.sin(gv) / 0.35) ** 2) * np.sign(np.cos(gv))) + r * 0.62
        props.sheet("pumpkin", u, v, np.stack([x + rad * np.cos(gu), y + rad * np.sin(gu), zed], 2), m.plaster("pumpkin", colour, 0.14, 0.2, 0.4))
        tube("stalk", [(x, y, r * 0.95), (x + 0.1 * r, y, r * 1.25), (x + 0.3 * r, y, r * 1.45)], r * 0.12, m.plain("stalk", (0.16, 0.14, 0.06), 0.8), radii=[1.4, 0.9, 1.0])

    if kind in ("autumn", "halloween"):
        for x, y, r, c in ((-0.42, 0.14, 0.10, (0.66, 0.22, 0.03)), (-0.55, 0.02, 0.06, (0.70, 0.52, 0.28)), (0.47, 0.16, 0.08, (0.60, 0.18, 0.025)), (0.40, 0.02, 0.045, (0.34, 0.3, 0.13))):
            pumpkin(x, y, r, c if not dark else m.shade(c, 0.9))
        count = 60
        x, y = rng.uniform(-0.75, 0.75, count), rng.uniform(-0.35, 0.32, count)
        keep = (np.abs(x) > 0.24) | (np.abs(y) > 0.3)
        x, y = x[keep], y[keep]
        a = rng.uniform(0, 6.28, len(x))
        props.leaves("fallen", np.stack([x, y, np.full(len(x), 0.006)], 1), np.stack([np.cos(a), np.sin(a), 0 * a], 1), rng.normal(0, 0.22, (len(x), 3)) + (0, 0, 1), rng.uniform(0.05, 0.085, len(x)), rng.uniform(0.035, 0.06, len(x)), props.mixed(rng, len(x), AUTUMN, 0.25), m.leaf("fallen", 0.5, 0.15, (0.6, 0.3, 0.05)), 0.4)
    if kind == "autumn":
        foliage = m.leaf("foliage", 0.4, 0.55, (0.75, 0.42, 0.06))
        box("ground", (0, 18, -1.0), (60, 40, 0.04), m.ground("ground", ((0.08, 0.05, 0.02), (0.25, 0.13, 0.04), (0.42, 0.22, 0.05)), 1.5, 25, 0.03))
        for k in range(12):
            y = 4 + k * 1.1
            n.tree(rng, ((1 if k % 2 else -1) * rng.uniform(0.8, 2 + 0.32 * y), y, -1.0), rng.uniform(4.5, 6.5), rng.uniform(1.4, 2.0), 1100, 0.16, AUTUMN, 0.12, foliage=foliage, crown_from=0.25)
        _light(s, "golden", (212, 24), None, 0.0, (0.2, 0.12, 0.05))
        area("open sky", (-1.3, -0.6, 1.4), (0, 0, 0.1), 1.3, 8, (0.92, 0.95, 1))
        s.air = dict(length=60, tint=(0.6, 0.42, 0.24))
    elif dark:
        from builders.tabletop import _room_candles
        _room_candles(rng, -1, (0.05, 0.03, 0.06), None, 20)
        area("moon", (-1.3, -0.2, 1.0), (0, 0, 0.06), 0.7, 8, (0.55, 0.5, 1.0))
        area("ember", (1.2, 0.7, 0.6), (0, 0, 0.06), 0.5, 8, (1, 0.42, 0.12))
        sky((0.3, 0.25, 0.5), (0.1, 0.08, 0.1), 0.05)
    elif kind == "easter":
        from builders.tabletop import _room_window
        shades = ((0.66, 0.74, 0.80), (0.84, 0.68, 0.66), (0.82, 0.76, 0.56), (0.66, 0.76, 0.62), (0.80, 0.74, 0.64))
        for k, (x, y) in enumerate(((-0.44, 0.02), (-0.38, 0.1), (-0.48, 0.12), (0.40, 0.02), (0.47, 0.08), (0.34, 0.13))):
            ellipsoid("egg", (x, y, 0.0235), (0.031, 0.0235, 0.0235), m.plaster("egg", shades[k % 5], 0.05, 0.1, 0.45), (0, 0, rng.uniform(0, 180)), 64)
        lathe("pot", [(0, 0), (0.05, 0), (0.062, 0.12), (0.058, 0.12), (0, 0.1)], m.plain("pot", (0.78, 0.76, 0.7), 0.4), 64).location = (-0.44, 0.26, 0)
        for _ in range(9):
            a, out, high = rng.uniform(0, 6.28), rng.uniform(0.02, 0.11), rng.uniform(0.2, 0.33)
            end = np.array((-0.44 + out * math.cos(a), 0.26 + out * math.sin(a), 0.1 + high))
            tube("stem", [(-0.44, 0.26, 0.1), tuple(end)], 0.0035, m.plain("stem", (0.14, 0.26, 0.07), 0.5))
            tulip = m.plain("tulip", ((0.78, 0.34, 0.36), (0.85, 0.66, 0.3), (0.82, 0.6, 0.6))[rng.integers(3)], 0.5)
            ellipsoid("tulip", tuple(end), (0.019, 0.019, 0.030), tulip, segments=24)
            props.leaves("blade", np.array([(-0.44, 0.26, 0.1)]), np.array([(0.5 * math.cos(a + 1), 0.5 * math.sin(a + 1), 1.0)]), np.array([(math.cos(a), math.sin(a), 0.3)]), np.array([0.26]), np.array([0.035]), np.array([(0.1, 0.2, 0.05)]), m.leaf("blade", 0.4, 0.3), 0.2)
        _room_window(rng, 1, (0.74, 0.74, 0.68), (1, 0.96, 0.9), "dining")
        sky((0.8, 0.88, 1.0), (0.8, 0.76, 0.7), 0.4)
        area("table window", (1.35, 0.25, 0.85), (0, 0.0, 0.05), 1.1, 34, (1, 0.96, 0.9), 1.3)
    return s


def balloons(rng, colours=((0.80, 0.45, 0.42), (0.86, 0.76, 0.62), (0.75, 0.62, 0.30)), wall=(0.80, 0.68, 0.62), key=0.42, metal=1):
    """Balloons at both sides of a sweep, and a little confetti."""
    from builders.studio import _scatter, _sweep
    s = Stage(0.42, 1.8, 1.8, 0.38, 0.30, 0.016, key=key, front=-0.4, back=0.35, samples=14, contrast=1.06)
    _sweep(m.paper("sweep", wall))
    for k, (x, y, z, r) in enumerate(((-0.66, 0.35, 0.15, 0.15), (-0.92, 0.5, 0.42, 0.17), (-0.62, 0.62, 0.62, 0.16), (-1.0, 0.3, 0.13, 0.13), (-0.45, 0.5, 0.11, 0.11), (0.70, 0.4, 0.16, 0.16), (0.95, 0.55, 0.45, 0.17), (0.58, 0.6, 0.40, 0.13), (0.80, 0.6, 0.80, 0.16), (1.05, 0.3, 0.12, 0.12), (-0.88, 0.62, 0.92, 0.15), (0.44, 0.42, 0.10, 0.10))):
        shiny = (k + metal) % 4 == 0
        skin = m.plain("balloon", colours[k % len(colours)], 0.16 if shiny else 0.22, Metallic=0.7 if shiny else 0.0, Clearcoat=0.6)
        u = np.linspace(0, 1, 48)
        profile = [(r * math.sin(math.pi * t) * (1 - 0.10 * math.cos(math.pi * t)), r * (1.12 * -math.cos(math.pi * t))) for t in u]
        ball = lathe("balloon", [(0.0, profile[0][1])] + profile[1:-1] + [(0.0, profile[-1][1])], skin, 64)
        ball.location = (x, y, z)
        ball.rotation_euler = (rng.normal(0, 0.2), rng.normal(0, 0.25), 0)
    _scatter(rng, colours=colours, count=420, size=0.011, falling=40)
    area("softbox", (-1.5, -0.7, 1.7), (0, 0.1, 0.1), 1.3, 66, (1, 0.96, 0.9))
    area("backdrop light", (0.6, 0.0, 2.6), (0, 1.2, 0.5), 1.4, 40, (1, 1, 1))
    sky((0.9, 0.93, 1.0), (0.8, 0.8, 0.8), 0.30)
    return s


def petals(rng, key=0.42, colour=(0.80, 0.78, 0.74), tint=((0.86, 0.80, 0.76), (0.84, 0.66, 0.64), (0.86, 0.84, 0.8))):
    """A pale linen table for a wedding: petals, a ribbon of leaves, candles out of focus."""
    from builders.tabletop import _cloth
    s = Stage(0.26, 0.95, 1.6, 0.36, 0.24, 0.032, key=key, front=-0.22, back=0.18, samples=12, contrast=1.08, bloom=0.08)
    _cloth(rng, s, 0.42, colour, 0.5)
    count = 130
    x, y = rng.uniform(-0.75, 0.75, count), rng.uniform(-0.4, 0.36, count)
    keep = (np.abs(x) > 0.22 + 0.1 * rng.uniform(0, 1, count))
    x, y = x[keep], y[keep]
    a = rng.uniform(0, 6.28, len(x))
    props.leaves("petal", np.stack([x, y, np.full(len(x), 0.012)], 1), np.stack([np.cos(a), np.sin(a), 0 * a], 1), rng.normal(0, 0.2, (len(x), 3)) + (0, 0, 1), rng.uniform(0.022, 0.034, len(x)), rng.uniform(0.022, 0.03, len(x)), props.mixed(rng, len(x), tint, 0.08), m.leaf("petal", 0.5, 0.3, (0.9, 0.75, 0.7)), 0.8)
    for hand in (-1, 1):
        c = np.stack([hand * (0.38 + rng.uniform(0, 0.34, 120)), 0.20 + rng.normal(0, 0.05, 120), 0.02 + rng.uniform(0, 0.05, 120)], 1)
        b = rng.uniform(0, 6.28, 120)
        props.leaves("garland", c, np.stack([np.cos(b), np.sin(b), rng.uniform(-0.1, 0.7, 120)], 1), rng.normal(0, 0.5, (120, 3)) + (0, 0, 1), rng.uniform(0.035, 0.06, 120), rng.uniform(0.02, 0.03, 120), props.mixed(rng, 120, ((0.20, 0.26, 0.17), (0.28, 0.33, 0.23)), 0.15), m.leaf("eucalyptus", 0.5, 0.2))
        for k in range(4):
            centre = np.array((hand * (0.40 + 0.09 * k), 0.20 + rng.normal(0, 0.03), 0.05))
            ring = np.repeat(np.arange(3), 12)
            t = np.tile(np.arange(12) * 0.5236, 3) + ring * 0.26
            up = 0.35 + 0.5 * (2 - ring) / 2
            d = np.stack([np.cos(t) * (1 - 0.3 * (2 - ring)), np.sin(t) * (1 - 0.3 * (2 - ring)), up], 1)
            props.leaves("rose", np.tile(centre, (36, 1)), d, np.stack([np.cos(t) * -0.6, np.sin(t) * -0.6, np.ones(36)], 1), 0.040 - 0.006 * (2 - ring), np.full(36, 0.036), props.mixed(rng, 36, tint, 0.06), m.leaf("rose", 0.5, 0.3, (0.9, 0.75, 0.7)), 0.9)
    box("wall", (0, 3.8, 0.6), (9, 0.1, 4), m.plaster("wall", (0.70, 0.67, 0.62), 0.05))
    for _ in range(20):
        x, y, h = rng.uniform(-1.6, 1.6), rng.uniform(1.0, 3.0), rng.uniform(0.1, 0.4)
        lathe("candle", [(0, -1.0), (0.028, -1.0), (0.028, h), (0, h)], m.plain("wax", (0.82, 0.79, 0.72), 0.5), 32).location = (x, y, 0)
        props.shown_only(ellipsoid("flame", (x, y, h + 0.03), (0.010, 0.010, 0.026), m.glow("flame", (1, 0.62, 0.26), 60)))
    sheer = m.sheer("sheer", (0.86, 0.84, 0.80), 0.3)
    props.curtain(rng, sheer, -2.4, -0.9, 3.2, -0.6, 2.6, 9)
    props.curtain(rng, sheer, 0.9, 2.4, 3.2, -0.6, 2.6, 9)
    sky((0.85, 0.9, 1.0), (0.8, 0.78, 0.74), 0.42)
    area("window", (-1.3, -0.1, 0.95), (0, 0.1, 0.05), 1.1, 32, (1, 0.96, 0.91))
    point("candle glow", (0, 1.6, 0.6), 8, (1, 0.66, 0.34), 0.3)
    return s
