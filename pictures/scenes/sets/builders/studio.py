"""Studio sweeps and podiums."""

import math

import numpy as np

import materials as m
from common import area, box, lathe, mesh, sky
from props import branches_in_vase, leaves, mixed, sheet, soup, vase
from stage import Stage


def _sweep(material, back=1.3, radius=0.7, wide=4.0, tall=3.2, front=-3.0):
    """A floor that rises into a wall in a round bend."""
    line = [(front, 0.0), (back - radius - 0.4, 0.0)]
    line += [(back - radius + radius * math.sin(a), radius - radius * math.cos(a)) for a in np.linspace(0, math.pi / 2, 28)]
    line.append((back, tall))
    points = np.array([[(x, y, z) for x in (-wide, wide)] for y, z in line])
    return sheet("sweep", np.array([-wide, wide]), np.arange(len(line)), points, material)


def hang_gobo(rng, kind, towards, target):
    """Things outside the picture whose shadow falls on the wall: bars of a window, palm fronds, or a branch of leaves."""
    towards = np.array(towards) / np.linalg.norm(towards)
    side = np.cross(towards, (0, 0, 1))
    side /= np.linalg.norm(side)
    up = np.cross(side, towards)
    dark = m.plain("gobo", (0.05, 0.05, 0.05), 0.9)
    at = np.array(target) + towards * 2.4

    def panel(u0, u1, v0, v1):
        corners = [at + side * u + up * v for u, v in ((u0, v0), (u1, v0), (u1, v1), (u0, v1))]
        mesh("gobo", corners, [(0, 1, 2, 3)], dark, smooth=False).visible_camera = False

    if kind == "window":
        for u in (-0.42, 0.0, 0.42):
            panel(u - 0.03, u + 0.03, -3, 3)
        for v in (-0.62, 0.0, 0.62):
            panel(-0.45, 0.45, v - 0.025, v + 0.025)
        panel(-3, -0.42, -3, 3)
        panel(0.42, 3, -3, 3)
        panel(-3, 3, 0.62, 3)
        panel(-3, 3, -3, -0.64)
    elif kind == "palm":
        for root, lean, long in (((-0.75, 0.75), -0.75, 1.5), ((0.5, 0.95), -2.2, 1.3), ((-0.9, 0.2), -0.2, 1.2)):
            t = np.linspace(0.05, 1, 26)
            bend = lean - 0.6 * t ** 2
            line = np.stack([root[0] + long * t * np.cos(bend), root[1] + long * t * np.sin(bend)], axis=1)
            for hand in (-1, 1):
                way = bend + hand * (1.05 - 0.45 * t)
                length = 0.46 * np.sin(np.pi * np.clip(t * 0.85 + 0.12, 0, 1)) + 0.05
                place = at + line[:, :1] * side + line[:, 1:] * up
                along = np.cos(way)[:, None] * side + np.sin(way)[:, None] * up
                leaves("frond", place, along, np.tile(towards, (len(t), 1)), length, np.full(len(t), 0.030), np.zeros((len(t), 3)), dark, 0.0).visible_camera = False
    elif kind == "branch":
        n = 210
        c = np.stack([rng.normal(0, 0.55, n) - 0.2, rng.normal(0, 0.42, n) + 0.25], axis=1)
        c[:, 1] -= 0.25 * c[:, 0]
        way = rng.uniform(-2.4, -0.4, n)
        place = at + c[:, :1] * side + c[:, 1:] * up + towards * rng.uniform(-0.7, 0.7, (n, 1))
        along = np.cos(way)[:, None] * side + np.sin(way)[:, None] * up
        leaves("leaf", place, along, np.tile(towards, (n, 1)) + rng.normal(0, 0.6, (n, 3)), rng.uniform(0.12, 0.22, n), rng.uniform(0.06, 0.1, n), np.zeros((n, 3)), dark, 0.1).visible_camera = False


def sweep(rng, colour, light="soft", wall=None, side="left", gobo=None, key=0.42, height=0.42, horizon=0.34, finish="paper", samples=12, warm=(1.0, 0.96, 0.9), paper=None):
    """A seamless background of paper or plaster; `light` is soft, halo, hard or low."""
    s = Stage(height, 1.7, 1.9, horizon, 0.28, 0.012, focus=1.75, key=key, front=-0.45, back=0.45, samples=samples, contrast=1.05, vignette=0.14)
    hand = -1 if side == "left" else 1
    make = {"paper": m.paper, "plaster": m.plaster, "concrete": m.concrete}[finish]
    if wall is None:
        _sweep(make("sweep", colour))
    else:
        box("table", (0, -1.2, -0.02), (8, 4.0, 0.04), make("table", colour), 0.003)
        box("wall", (0, 0.90, 1.0), (8, 0.1, 4.2), make("wall", wall), 0.002)
    if light == "soft":
        area("softbox", (hand * 1.5, -0.7, 1.7), (0, 0.1, 0.1), 1.3, 62, warm)
        area("backdrop light", (hand * 0.6, 0.0, 2.6), (0, 1.2, 0.5), 1.4, 44, (1, 1, 1))
        sky((0.9, 0.93, 1.0), (0.8, 0.8, 0.8), 0.30)
    elif light == "halo":
        area("spot", (hand * 0.5, 0.15, 2.3), (hand * -0.05, 1.25, 0.78), 0.22, 46, warm, spread=58)
        area("softbox", (hand * 1.7, -0.3, 1.5), (0, 0.0, 0.12), 0.9, 26, (1, 0.98, 0.95))
        area("edge", (-hand * 1.6, 0.5, 1.2), (0, 0.0, 0.12), 0.4, 10, (0.92, 0.96, 1))
        sky((0.6, 0.65, 0.75), (0.5, 0.5, 0.5), 0.14)
    else:
        low = light == "low"
        way = np.array((hand * 0.95, -0.75, 0.62 if low else 1.0))
        way /= np.linalg.norm(way)
        s.sun(math.degrees(math.atan2(way[0], -way[1])), math.degrees(math.asin(way[2])), 5.2, warm, 0.75)
        if gobo:
            hang_gobo(rng, gobo, way, (0.05, 0.85, 0.62))
        sky((0.62, 0.72, 0.95), (0.8, 0.78, 0.74), 0.34)
        area("bounce", (-hand * 1.6, -0.6, 0.9), (0, 0.2, 0.3), 1.6, 8, (1, 0.97, 0.94))
    if paper:
        _scatter(rng, **paper)
    return s


def _scatter(rng, shape="dot", colours=((0.8, 0.5, 0.1), (0.75, 0.12, 0.2), (0.1, 0.4, 0.6), (0.85, 0.8, 0.7)), count=900, size=0.011, falling=260):
    """Confetti, hearts or petals on the floor, with a free place for the subject, and some that fall behind it."""
    x, y = rng.uniform(-1.3, 1.3, count), rng.uniform(-1.0, 0.75, count)
    keep = (x / 0.27) ** 2 + (y / 0.25) ** 2 > rng.uniform(0.7, 1.9, count)
    at = np.stack([x[keep], y[keep], rng.uniform(0.001, 0.005, keep.sum())], 1)
    air = np.stack([rng.uniform(-1.1, 1.1, falling), rng.uniform(0.25, 0.8, falling), rng.uniform(0.02, 1.1, falling)], 1)
    air = air[np.abs(air[:, 0]) > 0.2 * rng.uniform(0, 2, falling)]
    at = np.concatenate([at, air])
    n_ = len(at)
    flat = np.arange(n_) < keep.sum()
    up = np.where(flat[:, None], np.array((0, 0, 1.0)) + rng.normal(0, 0.12, (n_, 3)), rng.normal(size=(n_, 3)))
    along = np.cross(up, rng.normal(size=(n_, 3)))
    outline = {"dot": [(math.cos(a), math.sin(a)) for a in np.linspace(0, 2 * math.pi, 12, endpoint=False)],
               "heart": [(0.9 * math.sin(a) ** 3, (13 * math.cos(a) - 5 * math.cos(2 * a) - 2 * math.cos(3 * a) - math.cos(4 * a)) / 17) for a in np.linspace(0, 2 * math.pi, 20, endpoint=False)],
               "petal": [(0.7 * math.sin(a) * (1 + 0.2 * math.cos(a)), math.cos(a)) for a in np.linspace(0, 2 * math.pi, 14, endpoint=False)]}[shape]
    flat_shape = np.array(outline)
    u = along / np.linalg.norm(along, axis=1, keepdims=True)
    v = np.cross(up / np.linalg.norm(up, axis=1, keepdims=True), u)
    r = (size * rng.uniform(0.7, 1.25, n_))[:, None, None]
    cup = 0.25 * (flat_shape ** 2).sum(axis=1) if shape == "petal" else 0 * flat_shape[:, 0]
    place = at[:, None] + r * (flat_shape[None, :, :1] * v[:, None] + flat_shape[None, :, 1:] * u[:, None] + cup[None, :, None] * up[:, None])
    place[..., 2] = np.maximum(place[..., 2], 0.0006)
    soup("paper", place, [list(range(len(outline)))], m.leaf("paper", 0.45, 0.15, (0.7, 0.5, 0.4)), mixed(rng, n_, colours, 0.1))


def podium(rng, colour, wall, shape="arch", side="left", key=0.34, props="vase", accent=(0.8, 0.6, 0.45), gobo=None, warm=(1.0, 0.9, 0.76), floor=None):
    """Round and square plinths before an arch, a disc or steps, in low sun."""
    s = Stage(0.34, 1.75, 1.75, 0.42, 0.26, 0.014, focus=1.72, key=key, front=-0.16, back=0.14, contrast=1.1)
    hand = -1 if side == "left" else 1
    base = -0.30
    stone, back = m.plaster("plinth", colour, 0.05, 0.16, 0.7), m.plaster("wall", wall, 0.06, 0.3)
    box("floor", (0, -0.6, base - 0.02), (9, 4.6, 0.04), m.plaster("floor", floor or wall, 0.05, 0.2), 0.002)

    def drum(x, y, r, top, material):
        b = 0.006
        thing = lathe("drum", [(0, base), (r - b, base), (r, base + b), (r, top - b), (r - 0.3 * b, top - 0.3 * b), (r - b, top), (0, top)], material, 192)
        thing.location = (x, y, 0)
        thing.data.use_auto_smooth = True
        thing.data.auto_smooth_angle = math.radians(50)

    drum(0, 0, 0.34, 0.0, stone)
    if shape == "arch":
        w, spring, thick, y = 0.52, 0.42, 0.22, 0.62
        outline = [(-w, base), (-w, spring)] + [(-w * math.cos(a), spring + w * math.sin(a)) for a in np.linspace(0, math.pi, 64)] + [(w, base)]
        outer = [(-3.5, base), (-3.5, 3.0), (3.5, 3.0), (3.5, base)]
        n = len(outline)
        pts = [(x, y, z) for x, z in outline] + [(x, y + thick, z) for x, z in outline] + [(x, y, z) for x, z in outer]
        faces = [(i, i + 1, n + i + 1, n + i) for i in range(n - 1)]
        wall_ = mesh("arch wall", pts, faces, back, smooth=True)
        wall_.data.use_auto_smooth = True
        # The wall's face is a fan of quads between the arch and the outer edge.
        top = [(x, y, z) for x, z in outline] + [(x * 6.8, y, min(3.4, z * 4 + 1)) if abs(x) < w else (math.copysign(3.6, x), y, z) for x, z in outline]
        mesh("arch face", top, [(i, i + 1, n + i + 1, n + i) for i in range(n - 1)], back, smooth=False)
        box("niche", (0, y + thick + 0.2, 0.9), (4, 0.02, 3), m.plaster("niche", tuple(c * 0.9 for c in wall), 0.06, 0.3))
        drum(0.56, 0.28, 0.17, -0.12, m.plaster("drum", accent, 0.05, 0.2))
        box("block", (-0.62, 0.34, base + 0.13), (0.30, 0.26, 0.26), stone, 0.006, (0, 0, 12))
    elif shape == "steps":
        box("wall", (0, 1.05, 1.0), (9, 0.05, 3.4), back)
        box("step", (0.66, 0.34, base + 0.10), (0.6, 0.5, 0.20), stone, 0.006, (0, 0, -4))
        box("step", (0.80, 0.54, base + 0.24), (0.44, 0.4, 0.48), m.plaster("drum", accent, 0.05, 0.2), 0.006, (0, 0, -4))
        disc = lathe("disc", [(0, -0.02), (0.50, -0.02), (0.506, -0.014), (0.506, 0.014), (0.5, 0.02), (0, 0.02)], m.plaster("disc", accent, 0.05, 0.2), 192)
        disc.rotation_euler = (math.pi / 2, 0, 0)
        disc.location = (-0.28, 0.92, 0.42)
        disc.data.use_auto_smooth = True
        drum(-0.62, 0.38, 0.15, -0.02, stone)
    if props == "vase":
        branches_in_vase(rng, (0.56, 0.28, -0.12) if shape == "arch" else (0.80, 0.54, 0.18), 0.55, 60, ((0.26, 0.26, 0.16), (0.34, 0.32, 0.2)), m.plaster("vase", (0.72, 0.66, 0.58), 0.05, 0.3), 0.07)
        vase((-0.62, 0.34, base + 0.26) if shape == "arch" else (-0.62, 0.38, -0.02), m.plaster("vase 2", accent, 0.08, 0.4), 0.075, 1.7)
    way = np.array((hand * 0.85, -0.85, 0.66)) if shape == "arch" else np.array((hand * 1.0, -0.5, 0.75))
    way /= np.linalg.norm(way)
    s.sun(math.degrees(math.atan2(way[0], -way[1])), math.degrees(math.asin(way[2])), 5.0, warm, 1.0)
    if gobo:
        hang_gobo(rng, gobo, way, (0.1, 0.62, 0.5))
    sky((0.62, 0.72, 0.95), (0.85, 0.8, 0.75), 0.28)
    area("bounce", (-hand * 1.8, -0.8, 0.9), (0, 0.2, 0.2), 1.6, 5, (1, 0.95, 0.9))
    return s
