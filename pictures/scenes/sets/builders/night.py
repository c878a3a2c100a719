"""Places that live from lamps: a city at night, a neon street, Christmas lights, lanterns."""

import math

import numpy as np

import materials as m
import nature as n
import props
from common import area, box, ellipsoid, lathe, point, sky, tube
from stage import Stage


def _lights(name, places, radius, colour, strength):
    """Small glowing balls that share one mesh and one material."""
    import bpy
    first = props.shown_only(ellipsoid(name, tuple(places[0]), (radius,) * 3, m.glow(name, colour, strength), segments=10))
    for at in places[1:]:
        one = bpy.data.objects.new(name, first.data)
        one.location = tuple(at)
        one.visible_diffuse = False
        bpy.context.scene.collection.objects.link(one)


WARM = (1.0, 0.55, 0.2)


def city(rng, top="black", key=0.055, dusk=False, day=False, height=0.34, horizon=0.42, aperture=0.034, rate=0.42, water=False, tone=(1, 0.72, 0.45)):
    """A table on a roof terrace; behind it towers with lit windows, street lamps and traffic melt into discs of light."""
    from builders.tabletop import _top
    s = Stage(height, 1.0, 1.6, horizon, 0.25, aperture, key=key, front=-0.25, back=0.24, contrast=1.15, samples=12, blades=8, bloom=0.09)
    _top(rng, top, s, 0.42)
    fronts = [m.lit_windows(f"front {k}", w, rate * f, cell, 11.0, 3.0 * k) for k, (w, f, cell) in enumerate((
        ((0.02, 0.022, 0.028), 1.0, (3.2, 3.6)), ((0.03, 0.026, 0.024), 0.7, (4.6, 3.6)), ((0.012, 0.016, 0.024), 1.25, (2.6, 3.4))))]
    if day:
        fronts = [m.day_front(f"front {k}", w, cell=c) for k, (w, c) in enumerate((((0.55, 0.5, 0.43), (3.2, 3.6)), ((0.34, 0.22, 0.16), (4.2, 3.6)), ((0.30, 0.34, 0.38), (2.4, 3.4))))]
    for depth, count, tall in ((75, 9, (14, 42)), (135, 12, (24, 78)), (230, 15, (35, 130)), (380, 17, (45, 180))):
        for x in np.linspace(-0.62, 0.62, count):
            if abs(x) < 0.05 and depth < 200:
                continue
            w = depth * rng.uniform(0.07, 0.12)
            h = rng.uniform(*tall) * (0.55 + 0.9 * abs(x))
            box("tower", (x * depth * 1.35 + rng.normal(0, depth * 0.015), depth + rng.uniform(0, depth * 0.3), h / 2 - 24), (w, w, h), fronts[rng.integers(3)], 0.0, (0, 0, rng.uniform(-12, 12)))
    box("street", (0, 250, -24.5), (900, 600, 0.5), m.plain("street", (0.02, 0.02, 0.022), 0.35))
    if day:
        green = m.leaf("street tree", 0.4, 0.4)
        for k in range(14):
            props.crown(rng, "street tree", (rng.uniform(-40, 40), rng.uniform(30, 90), -17), 3.2, 500, 0.5, ((0.07, 0.14, 0.03), (0.12, 0.2, 0.05)), green)
        n.atmosphere((0.2, 0.38, 0.78), (0.7, 0.8, 0.95), (235, 38), strength=0.85, clouds=((1, 1, 1), (0.65, 0.7, 0.8), 0.4, 1.1))
        s.sun(235, 38, 4.2, (1, 0.94, 0.85))
        s.air = dict(length=900, tint=(0.45, 0.52, 0.6))
        return s
    lamps = [(x * 1.0 + rng.normal(0, 0.5), y, -24 + 7) for y in np.geomspace(38, 330, 16) for x in (-9, 9)]
    _lights("street lamp", lamps, 0.42, WARM, 60)
    _lights("tail light", [(4 + rng.normal(0, 0.4), y, -23) for y in np.geomspace(34, 260, 18)], 0.32, (1.0, 0.04, 0.02), 40)
    _lights("head light", [(-4 + rng.normal(0, 0.4), y, -23) for y in np.geomspace(36, 260, 18)], 0.32, (1.0, 0.86, 0.62), 55)
    far = np.stack([rng.uniform(-240, 240, 90), rng.uniform(300, 620, 90), rng.uniform(-22, 40, 90)], 1)
    _lights("far lamp", far, 0.9, (1.0, 0.7, 0.38), 34)
    _lights("sign", np.stack([rng.uniform(-60, 60, 16), rng.uniform(60, 150, 16), rng.uniform(-20, 12, 16)], 1), 0.6, (0.15, 0.45, 1.0), 30)
    _lights("sign red", np.stack([rng.uniform(-60, 60, 12), rng.uniform(60, 150, 12), rng.uniform(-20, 12, 12)], 1), 0.6, (1.0, 0.12, 0.25), 30)
    if dusk:
        n.atmosphere((0.05, 0.08, 0.2), (0.75, 0.32, 0.2), (182, -2), (1.0, 0.4, 0.18), 6, 0.5, 0.5, ((0.6, 0.3, 0.25), (0.12, 0.12, 0.2), 0.4, 1.2), 0.8)
    else:
        n.atmosphere((0.008, 0.012, 0.03), (0.05, 0.045, 0.07), None, strength=0.8, below=(0.012, 0.012, 0.014))
    area("terrace lamp", (-0.9, -0.25, 0.95), (0, 0, 0.08), 0.35, 7.5, tone)
    area("city glow", (1.2, 0.9, 0.6), (0, 0, 0.1), 0.9, 3.2, (0.55, 0.66, 1.0))
    s.air = dict(length=1500, tint=(0.02, 0.018, 0.03))
    return s


def _neon(points, colour, strength=24, radius=0.022):
    props.shown_only(tube("neon", points, radius, m.glow("neon", colour, strength)))


def street(rng, colours=((1.0, 0.06, 0.35), (0.05, 0.55, 1.0), (1.0, 0.45, 0.08), (0.35, 0.12, 1.0)), key=0.075, wet=True, aperture=0.055, rain=True):
    """A narrow street at night: neon signs without words, lit shop windows, wet asphalt that mirrors them."""
    s = Stage(1.25, 4.4, 1.9, 0.42, 1.7, aperture, key=key, front=-0.6, back=1.6, contrast=1.15, samples=14, bloom=0.10)
    asphalt = m.Shader("asphalt")
    pools = asphalt.noise(0.55, 5, 0.6, asphalt.place((1, 0.6, 1)))
    grit = asphalt.noise(55, 4, 0.7)
    wetness = asphalt.grey(pools, 0.0, 1.0, 0.42, 0.58) if wet else 0.0
    rough = asphalt.mix(wetness, asphalt.grey(grit, 0.30, 0.5), (0.045, 0.045, 0.045))
    bump = asphalt.node("Bump", Strength=0.5, Distance=0.008, Height=asphalt.mix(wetness, grit, (0.5, 0.5, 0.5)))
    asphalt.surface(asphalt.principled(asphalt.ramp(grit, [(0.3, (0.012, 0.012, 0.013)), (0.7, (0.04, 0.04, 0.042))]), rough, bump.outputs[0], Specular=0.6).outputs[0])
    box("road", (0, 40, -0.05), (40, 100, 0.1), asphalt.material)
    kerb = m.concrete("kerb", (0.09, 0.088, 0.085), 0.4)
    walls = (m.bricks("house", (0.10, 0.05, 0.035), (0.06, 0.055, 0.05)), m.concrete("house", (0.07, 0.072, 0.08), 0.6), m.plaster("house", (0.09, 0.075, 0.06), 0.2, 0.4))
    for hand in (-1, 1):
        x = hand * 3.6
        box("pavement", (x + hand * 0.2, 40, 0.03), (2.0, 100, 0.16), kerb, 0.02)
        y = -2.0
        k = 0
        while y < 70:
            long = rng.uniform(4, 7)
            tall = rng.uniform(7, 12)
            front = hand * (4.6 + rng.uniform(0, 0.25))
            box("house", (front + hand * 2, y + long / 2, tall / 2), (4, long - 0.05, tall), walls[rng.integers(3)])
            colour = colours[(k + (hand > 0)) % len(colours)]
            shop = ((1.0, 0.72, 0.42), (0.9, 0.95, 1.0), (1.0, 0.55, 0.3))[rng.integers(3)]
            win = m.Shader("shop window")
            goods = win.noise(2.4, 4, 0.6)
            win.surface(win.node("Emission", Color=win.ramp(goods, [(0.35, m.shade(shop, 0.12)), (0.55, m.shade(shop, 0.6)), (0.68, shop)]), Strength=2.6).outputs[0])
            pane = box("shop window", (front - hand * 0.02, y + long * 0.5, 1.35), (0.04, long * 0.62, 1.9), win.material)
            props.shown_only(pane)
            box("awning", (front - hand * 0.45, y + long * 0.5, 2.65), (1.0, long * 0.72, 0.10), m.plain("awning", m.shade(colour, 0.12), 0.6), 0.02, (0, hand * 12, 0))
            for z in np.arange(4.2, tall - 0.8, 2.4):
                for u in (0.25, 0.72):
                    if rng.uniform() < 0.45:
                        box("window", (front - hand * 0.01, y + long * u, z), (0.04, 0.9, 1.2), m.glow("lit", ((1.0, 0.66, 0.36), (1, 0.8, 0.55))[rng.integers(2)], rng.uniform(0.7, 2.4)))
            sx, sy, sz = front - hand * 0.55, y + long * rng.uniform(0.2, 0.8), rng.uniform(2.9, 4.2)
            kind = rng.integers(4)
            if kind == 0:
                _neon([(sx + 0.36 * math.cos(t), sy, sz + 0.36 * math.sin(t)) for t in np.linspace(0, 6.3, 40)], colour, 26)
                _neon([(sx + 0.22 * math.cos(t), sy, sz + 0.22 * math.sin(t)) for t in np.linspace(0, 6.3, 30)], colours[(k + 2) % len(colours)], 20, 0.016)
            elif kind == 1:
                for j in range(4):
                    _neon([(sx - 0.3, sy, sz + 0.3 - 0.2 * j), (sx + 0.3 - 0.1 * (j % 2), sy, sz + 0.3 - 0.2 * j)], colour, 26)
            elif kind == 2:
                box("sign", (sx, sy, sz), (0.5, 0.12, 1.5), m.glow("sign", m.shade(colour, 0.9), 6.0), 0.03)
            else:
                _neon([(sx + 0.5 * math.sin(2 * t), sy, sz + 0.6 * math.sin(t)) for t in np.linspace(0, 6.3, 50)], colour, 26)
            box("sign arm", (front - hand * 0.2, sy, sz), (0.6, 0.03, 0.03), m.plain("iron", (0.02, 0.02, 0.02), 0.5))
            y += long
            k += 1
    for y in (9, 18, 30, 46):
        for z, sag in ((5.2, 0.5),):
            tube("wire", [(x, y, z - sag * (1 - (x / 4.6) ** 2)) for x in np.linspace(-4.6, 4.6, 24)], 0.012, m.plain("wire", (0.01, 0.01, 0.01), 0.6))
            _lights("bulb", [(x, y, z - 0.06 - sag * (1 - (x / 4.6) ** 2)) for x in np.linspace(-4.2, 4.2, 9)], 0.055, (1.0, 0.66, 0.32), 30)
    _lights("far traffic", [(rng.uniform(-1.8, 1.8), rng.uniform(50, 110), rng.uniform(0.6, 1.0)) for _ in range(16)], 0.12, (1.0, 0.8, 0.55), 40)
    area("sign glow left", (-3.6, 0.6, 3.0), (0, 0, 1.0), 1.0, 130, colours[0])
    area("sign glow right", (3.6, 0.2, 2.8), (0, 0, 1.0), 1.0, 130, colours[1])
    area("shop light", (-3.9, 2.2, 1.5), (0, 0, 0.9), 1.6, 60, (1.0, 0.7, 0.42))
    sky((0.012, 0.014, 0.03), (0.03, 0.02, 0.04), 1.0)
    s.air = dict(length=120, tint=(0.035, 0.022, 0.045))
    return s


def _twigs(rng, at, turn, size=0.3, count=5, colours=((0.02, 0.055, 0.025), (0.035, 0.08, 0.03))):
    """A few fir twigs that lie on the table; needles stand round each."""
    needle = m.leaf("needle", 0.5, 0.1)
    wood = m.plain("twig", (0.09, 0.05, 0.03), 0.8)
    c, d, up = [], [], []
    for k in range(count):
        a = turn + rng.normal(0, 0.45)
        root = np.array(at, float) + rng.normal(0, 0.03, 3) * (1, 1, 0.2)
        length = size * rng.uniform(0.7, 1.1)
        way = np.array((math.cos(a), math.sin(a), 0.06))
        parts = [(root, way, length)]
        for j in range(6):
            t = 0.25 + 0.12 * j
            b = a + (0.7 if j % 2 else -0.7)
            parts.append((root + way * length * t, np.array((math.cos(b), math.sin(b), 0.08)), length * 0.42 * (1.1 - t)))
        for p, w, l in parts:
            tube("twig", [tuple(p + (0, 0, 0.012)), tuple(p + w * l + (0, 0, 0.014))], 0.0022, wood)
            n_ = int(420 * l / size)
            t = rng.uniform(0.05, 1, n_)
            around = rng.uniform(0, 6.28, n_)
            side = np.cross(w, (0, 0, 1.0))
            out = np.cos(around)[:, None] * side + np.sin(around)[:, None] * np.array((0, 0, 1.0))
            c.append(p + w * l * t[:, None] + (0, 0, 0.013))
            d.append(out + w * 1.0)
            up.append(rng.normal(size=(n_, 3)))
    c, d, up = np.concatenate(c), np.concatenate(d), np.concatenate(up)
    c[:, 2] = np.maximum(c[:, 2], 0.004)
    props.leaves("needles", c, d, up, rng.uniform(0.016, 0.024, len(c)), np.full(len(c), 0.0022), props.mixed(rng, len(c), colours, 0.3), needle, 0.1)


def christmas(rng, top="rustic", key=0.11, balls=((0.45, 0.02, 0.02), (0.75, 0.5, 0.16), (0.45, 0.02, 0.02)), bulbs=(1.0, 0.6, 0.25), cold=False):
    """A wooden table with fir twigs and baubles at its sides; behind it a tree whose lights are discs."""
    from builders.tabletop import _top
    s = Stage(0.26, 0.95, 1.6, 0.36, 0.22, 0.034, key=key, front=-0.24, back=0.2, contrast=1.12, samples=12, bloom=0.08)
    _top(rng, top, s, 0.42)
    for hand in (-1, 1):
        _twigs(rng, (hand * 0.50, 0.10, 0.0), math.pi / 2 + hand * 1.15, 0.30, 5)
        _twigs(rng, (hand * 0.42, 0.24, 0.0), math.pi / 2 - hand * 0.9, 0.24, 3)
    for k, (x, y, r) in enumerate(((-0.40, 0.06, 0.036), (-0.47, 0.17, 0.03), (0.43, 0.12, 0.034), (0.50, 0.02, 0.026), (-0.33, 0.22, 0.024))):
        ellipsoid("bauble", (x, y, r), (r,) * 3, m.plain("bauble", balls[k % 3], 0.12, Metallic=0.75), segments=64)
        lathe("cap", [(0, 0), (r * 0.22, 0), (r * 0.22, r * 0.22), (0, r * 0.24)], m.metal("cap", (0.8, 0.62, 0.3), 0.3), 20).location = (x, y, 2 * r - 0.002)
    for x, y in ((0.36, 0.24), (0.58, 0.2)):
        ellipsoid("pine cone", (x, y, 0.022), (0.024, 0.036, 0.022), m.ground("cone", ((0.05, 0.025, 0.012), (0.2, 0.11, 0.05)), 60, 200, 0.01), (0, 0, rng.uniform(0, 180)))
    needles = m.leaf("tree", 0.6, 0.15)
    for x, y in ((-0.75, 2.7), (1.5, 3.5)):
        n.fir(rng, (x, y, -0.95), 2.6, 2600, material=needles)
        count = 64
        t = rng.uniform(0, 1, count) ** 1.2
        a = rng.uniform(0, 6.28, count)
        r = 2.6 * 0.24 * (1 - t) ** 0.85
        _lights("light", np.stack([x + np.cos(a) * r, y + np.sin(a) * r - 0.05, -0.95 + 2.6 * (0.08 + 0.9 * t) - 0.25 * r], 1), 0.009, bulbs, 160)
        _lights("bauble light", np.stack([x + np.cos(a[:12]) * r[:12], y + np.sin(a[:12]) * r[:12] - 0.07, -1.0 + 2.6 * (0.08 + 0.9 * t[:12])], 1), 0.022, balls[0], 5)
    box("wall", (0, 4.6, 0.6), (9, 0.1, 4), m.plaster("wall", (0.16, 0.10, 0.07) if not cold else (0.06, 0.09, 0.15), 0.1))
    _lights("garland", [(xx, 4.4, 1.05 - 0.22 * abs(math.sin(xx * 1.4))) for xx in np.linspace(-3.4, 3.4, 34)], 0.014, bulbs, 120)
    props.table_lamp((0.55, 4.0, -0.3), 0.5, 9, shade_strength=2.5)
    sky((0.5, 0.5, 0.6), (0.5, 0.42, 0.36), 0.05)
    area("window", (-1.2, 0.1, 0.75), (0, 0, 0.05), 0.8, 11, (1.0, 0.8, 0.58) if not cold else (0.8, 0.9, 1.0))
    area("tree glow", (0.2, 1.6, 0.8), (0, 0, 0.08), 1.2, 7, (1.0, 0.66, 0.36))
    return s


def _brass_lantern(at, r, metal, glass, turn):
    """A six-sided lantern: glowing panes in a metal frame under a dome."""
    parts = []
    panes = lathe("panes", [(r * 0.5, -r * 0.8), (r * 0.72, -r * 0.1), (r * 0.6, r * 0.6)], glass, 6)
    props.shown_only(panes)
    panes.data.polygons.foreach_set("use_smooth", [False] * len(panes.data.polygons))
    parts.append(panes)
    for k in range(6):
        a = k * math.pi / 3
        ring = [(q * math.cos(a), q * math.sin(a), z) for q, z in ((r * 0.51, -r * 0.82), (r * 0.74, -r * 0.1), (r * 0.62, r * 0.62))]
        parts.append(tube("edge", ring, r * 0.035, metal))
        b = a + math.pi / 6
        for z, q in ((-0.45, 0.56), (0.0, 0.63), (0.35, 0.58)):
            parts.append(box("lattice", (q * r * math.cos(b), q * r * math.sin(b), z * r), (0.012, r * 0.7, 0.012), metal, 0, (0, 0, math.degrees(b))))
    parts.append(lathe("dome", [(r * 0.66, r * 0.6), (r * 0.6, r * 0.75), (r * 0.4, r * 1.0), (r * 0.14, r * 1.2), (r * 0.1, r * 1.4), (0, r * 1.5)], metal, 48))
    parts.append(lathe("foot", [(0, -r), (r * 0.5, -r), (r * 0.56, -r * 0.9), (r * 0.5, -r * 0.8), (0, -r * 0.8)], metal, 48))
    props.group(parts, at, turn)


def lanterns(rng, top="red-lacquer", key=0.12, colour=(1.0, 0.10, 0.03), gold=(1.0, 0.62, 0.2), frame=True, kind="red", wall=(0.16, 0.02, 0.015)):
    """A table for a festival: round glowing lanterns hang behind it, more lights farther off."""
    from builders.tabletop import _top
    s = Stage(0.26, 0.95, 1.6, 0.36, 0.22, 0.030, key=key, front=-0.24, back=0.2, contrast=1.12, samples=12, bloom=0.08)
    _top(rng, top, s, 0.42)
    lit = m.Shader("lantern")
    ribs = m.maths(lit, "ABSOLUTE", m.maths(lit, "SINE", m.maths(lit, "MULTIPLY", lit.node("SeparateXYZ", _0=lit.node("TexCoord").outputs["Normal"]).outputs[0], 22.0)))
    face = lit.node("LayerWeight", Blend=0.35).outputs["Facing"]
    core = lit.ramp(face, [(0.0, m.shade(tuple(0.5 * a + 0.5 * b for a, b in zip(colour, (1.0, 0.45, 0.12))), 1.0)), (0.45, colour), (1.0, m.shade(colour, 0.35))])
    lit.surface(lit.node("Emission", Color=lit.mix(lit.grey(ribs, 0.30, 0.0, 0.0, 0.25), core, m.shade(colour, 0.3)), Strength=1.5 if kind != "brass" else 0.45).outputs[0])
    brass = m.metal("brass", (0.8, 0.52, 0.18), 0.3)
    tassel = m.plain("tassel", (0.7, 0.08, 0.03) if kind == "red" else (0.6, 0.4, 0.1), 0.7)
    spots = ((-0.62, 1.3, 0.52, 0.17), (0.72, 1.5, 0.60, 0.19), (-1.25, 2.3, 0.86, 0.2), (0.22, 2.6, 0.92, 0.2), (1.6, 2.7, 0.55, 0.2), (-0.45, 3.6, 0.62, 0.22), (-2.2, 3.4, 0.5, 0.22), (0.95, 3.9, 1.15, 0.22), (2.5, 4.0, 1.1, 0.22))
    if kind == "brass":
        for x, y, r in ((-0.40, 0.12, 0.085), (0.44, 0.20, 0.065)):
            _brass_lantern((x, y, r), r, brass, lit.material, 20)
            point("lantern light", (x * 0.8, y - r - 0.06, r), 0.35, gold, 0.05)
    for x, y, z, r in spots:
        if kind == "brass":
            _brass_lantern((x, y, z), r, brass, lit.material, rng.uniform(0, 60))
            tube("chain", [(x, y, z + r * 1.5), (x, y, z + 2.5)], 0.006, brass)
            point("lantern light", (x, y - r - 0.05, z), 3.0, gold, 0.12)
            continue
        props.shown_only(ellipsoid("lantern", (x, y, z), (r, r, r * 0.82), lit.material, segments=56))
        for k in (-1, 1):
            lathe("ring", [(0, -0.014), (r * 0.42, -0.014), (r * 0.42, 0.014), (0, 0.014)], brass, 40).location = (x, y, z + k * r * 0.78)
        tube("cord", [(x, y, z + r * 0.8), (x, y, z + 2.5)], 0.006, brass)
        for k in range(14):
            a = k * 0.45
            tube("tassel", [(x + 0.012 * math.cos(a), y + 0.012 * math.sin(a), z - r * 0.8), (x + 0.024 * math.cos(a), y + 0.024 * math.sin(a), z - r * 0.8 - 0.2)], 0.003, tassel)
        point("lantern light", (x, y - r - 0.05, z), 3.0, m.shade(colour, 1.0), 0.12)
    _lights("garland", np.stack([rng.uniform(-3.5, 3.5, 90), rng.uniform(4.2, 6.0, 90), rng.uniform(-0.2, 2.2, 90)], 1), 0.011, gold, 150)
    box("wall", (0, 6.4, 0.6), (14, 0.1, 5), m.plaster("wall", wall, 0.2))
    if frame:
        dark = m.plain("lattice", (0.10, 0.012, 0.008), 0.4)
        for x in np.arange(-3.6, 3.7, 0.45):
            box("lattice", (x, 5.9, 0.5), (0.05, 0.05, 4), dark)
        for z in np.arange(-1.2, 2.6, 0.45):
            box("lattice", (0, 5.9, z), (8, 0.05, 0.05), dark)
    if kind == "red":
        bough = m.plain("bough", (0.05, 0.03, 0.025), 0.8)
        for root, turn in (((-0.92, 0.55, 0.02), 0.55), ((-0.95, 0.5, 0.25), 0.15)):
            line = [np.array(root) + np.array((0.62 * t * math.cos(turn), 0.05 * t, 0.62 * t * math.sin(turn) + 0.05 * math.sin(6 * t))) for t in np.linspace(0, 1, 12)]
            tube("bough", [tuple(p) for p in line], 0.007, bough, radii=list(np.linspace(1, 0.4, 12)))
            c = np.concatenate([p + rng.normal(0, 0.03, (5, 3)) for p in line[2:]])
            petal = m.leaf("plum petal", 0.5, 0.35, (0.9, 0.5, 0.55))
            for k in range(5):
                a = k * 1.2566 + rng.uniform(0, 1, len(c))
                props.leaves("plum", c, np.stack([np.cos(a), np.full(len(c), -0.3), np.sin(a)], 1), np.tile((0.0, -1.0, 0.3), (len(c), 1)), np.full(len(c), 0.014), np.full(len(c), 0.013), props.mixed(rng, len(c), ((0.85, 0.28, 0.36), (0.9, 0.5, 0.55)), 0.1), petal)
    sky((0.4, 0.3, 0.35), (0.3, 0.2, 0.16), 0.05)
    area("warm window", (-1.1, -0.1, 0.8), (0, 0, 0.06), 0.7, 13, (1.0, 0.78, 0.52))
    area("lantern glow", (0.3, 1.0, 0.8), (0, 0, 0.08), 1.2, 9, (1.0, 0.42, 0.2))
    return s
