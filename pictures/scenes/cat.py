"""A cream long-haired cat on a white cushion by a window: light hair before light ground, and whiskers.

The cat sits on z = 0 and faces -y.
"""

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import *  # noqa: E402,F403
import sculpt as sc  # noqa: E402
from creature import pile  # noqa: E402

NOSE = np.array((0.0, -0.0985, 0.1945))


def mirrored(start, end, r0, r1):
    left, right = sc.limb(start, end, r0, r1), sc.limb((-start[0], *start[1:]), (-end[0], *end[1:]), r0, r1)
    return lambda p: np.minimum(left(p), right(p))


def flat(body, y, squeeze):
    """A body thinned in y about a plane."""
    return lambda p: body((p - (0, y, 0)) * (1, squeeze, 1) + (0, y, 0)) / squeeze


TRUNK = sc.join(
    sc.ball((0, 0.040, 0.078), (0.066, 0.080, 0.078)),
    (sc.ball((0, -0.018, 0.105), (0.047, 0.046, 0.075)), 0.04),
    (sc.both((0.058, 0.022, 0.044), (0.030, 0.055, 0.044)), 0.02),
    (mirrored((0.022, -0.045, 0.105), (0.023, -0.064, 0.014), 0.019, 0.015), 0.012),
    (sc.both((0.023, -0.074, 0.0115), (0.0165, 0.022, 0.0125)), 0.010),
    (sc.both((0.066, -0.040, 0.0125), (0.0175, 0.030, 0.013)), 0.012),
)
SKULL = sc.join(
    sc.ball((0, -0.040, 0.2065), (0.051, 0.046, 0.045)),
    (sc.both((0.027, -0.056, 0.192), (0.027, 0.024, 0.021)), 0.02),
    (sc.both((0.0100, -0.0850, 0.1865), (0.0135, 0.0120, 0.0105)), 0.012),
    (sc.ball((0, -0.0770, 0.1775), (0.0130, 0.0125, 0.0100)), 0.010),
    (sc.ball((0, -0.0780, 0.2020), (0.0110, 0.0170, 0.0110)), 0.014),
    (flat(mirrored((0.0310, -0.032, 0.232), (0.0445, -0.032, 0.273), 0.021, 0.003), -0.032, 2.1), 0.010),
)
TAIL_LINE = [(0.030, 0.105, 0.026), (0.075, 0.085, 0.022), (0.108, 0.030, 0.021), (0.106, -0.035, 0.020), (0.078, -0.080, 0.019), (0.040, -0.100, 0.018)]


def tail(p):
    d = np.full(len(p), 1.0)
    for a, b in zip(TAIL_LINE, TAIL_LINE[1:]):
        d = np.minimum(d, sc.limb(a, b, 0.0155, 0.0155)(p))
    return d


BODY = sc.join(TRUNK, (SKULL, 0.02), (tail, 0.012))


def near(p, at, radius):
    """1 at a place, falling to 0 at a distance."""
    return np.clip(1 - np.linalg.norm(p - np.array(at), axis=1) / radius, 0, 1)


def coat(rng, count=62000):
    """Paths of the hairs: short on face and paws, long on cheeks, chest and tail."""
    box_low, box_high = np.array((-0.13, -0.13, 0.0)), np.array((0.13, 0.13, 0.29))
    p = rng.uniform(box_low, box_high, (count * 14, 3))
    d = BODY(p)
    p = p[np.abs(d) < 0.004]
    for _ in range(4):
        p = p - sc.slope(BODY, p) * BODY(p)[:, None]
    p = p[p[:, 2] > 0.001]
    eyes = np.maximum(near(p, (-0.0215, -0.0835, 0.2095), 0.0098), near(p, (0.0215, -0.0835, 0.2095), 0.0098))
    p = p[(eyes == 0) & (near(p, NOSE, 0.0065) == 0)][:count]
    n = len(p)
    normal = sc.slope(BODY, p)
    head = (p[:, 2] > 0.163) & (p[:, 1] < 0.02)
    from_nose = p - NOSE
    way = np.where(head[:, None], from_nose / np.linalg.norm(from_nose, axis=1, keepdims=True) + (0, 0.3, -0.15), (0, 0.30, -1.0))
    on_tail = tail(p) < 0.004
    way[on_tail] = (-0.2, -0.6, -0.1)
    way -= normal * (way * normal).sum(1)[:, None]
    length = np.where(head, 0.0075 + 0.16 * np.maximum(0, np.linalg.norm(from_nose, axis=1) - 0.045) * (p[:, 2] < 0.215), 0.021)
    length = np.where(head & (p[:, 2] > 0.236), 0.0065, length)
    length += 0.016 * near(p, (0, -0.060, 0.135), 0.06) * ~head
    length = np.where(~head & (p[:, 2] < 0.07) & (p[:, 1] < -0.035), 0.0065 + 0.07 * np.maximum(0, p[:, 2] - 0.02), length)
    length = np.where(on_tail, 0.026, length)
    length = np.clip(length, 0.004, 0.034) * rng.uniform(0.75, 1.15, n)
    stray = rng.uniform(0, 1, n) < 0.03
    length = np.where(stray, length * 1.35, length)
    lock = rng.choice(n, 1500, replace=False)
    nearest = np.concatenate([lock[((p[c, None] - p[None, lock]) ** 2).sum(2).argmin(1)] for c in np.array_split(np.arange(n), 120)])
    jitter = rng.normal(size=(n, 3)) * 0.16 + (rng.normal(size=(n, 3)) * 0.20)[nearest]
    jitter[stray] *= 2.2
    t = np.linspace(0, 1, 8)
    lift = np.where(head, 0.42, 0.50)[:, None, None]
    out = normal[:, None] * (lift * t[None, :, None] * (1.5 - 0.7 * t[None, :, None])) + way[:, None] * (0.25 * t + 0.75 * t ** 2)[None, :, None]
    out += jitter[:, None] * (t ** 1.4)[None, :, None] + np.array((0, 0, -0.18)) * (t ** 2)[None, :, None] * ~head[:, None, None]
    paths = p[:, None] + length[:, None, None] * out
    pull = 0.45 * (t ** 2)[None, :, None] * (~stray & (length > 0.010))[:, None, None]
    tips = paths[nearest] + (p - p[nearest])[:, None] * 0.25
    paths = paths + (tips - paths) * pull
    paths[:, :, 2] = np.maximum(paths[:, :, 2], 0.0008)
    return paths


def cat():
    rng = np.random.default_rng(23)
    skin = plain("skin", (0.66, 0.53, 0.42), 0.9)
    parts = [mesh("trunk", *sc.shell(TRUNK, (0, 0.010, 0.085), 0.4, 140, 200), skin), mesh("skull", *sc.shell(SKULL, (0, -0.040, 0.205), 0.3, 200, 240), skin)]
    parts.append(tube("tail", curve_through(TAIL_LINE, 10), 0.0150, skin))
    cream = pile("cream", (0.84, 0.70, 0.54), (0.97, 0.93, 0.86))
    t = np.linspace(1, 0.2, 8)
    parts.append(strands("coat", coat(rng), 0.00022 * t, cream))
    iris = Shader("iris")
    where = iris.node("TexCoord").outputs["Object"]
    split = iris.node("SeparateXYZ", Vector=where)
    wide = iris.node("Math", _0=split.outputs["X"])
    wide.operation = "ABSOLUTE"
    tall = iris.node("Math", _0=split.outputs["Z"])
    tall.operation = "ABSOLUTE"
    slit = iris.node("Math", _0=iris.grey(wide.outputs[0], 0, 1, 0, 0.0038), _1=iris.grey(tall.outputs[0], 0, 0.8, 0, 0.0082))
    slit.operation = "ADD"
    colour = iris.mix(iris.grey(slit.outputs[0], 1, 0, 0.95, 1.05), (0.30, 0.36, 0.12), (0.004, 0.004, 0.004))
    eye_skin = iris.surface(iris.principled(colour, 0.05, Specular=0.6, Clearcoat=1.0).outputs[0])
    dark = plain("lid", (0.05, 0.028, 0.02), 0.6)
    for side in (-1, 1):
        at = (side * 0.0215, -0.0800, 0.2095)
        parts.append(ellipsoid("eye", at, (0.0092, 0.0070, 0.0092), eye_skin, (0, 0, side * 12)))
        lid = [(side * 0.0215 + 0.0093 * math.cos(a), -0.0838 + 0.0018 * abs(math.cos(a)), 0.2095 + 0.0088 * math.sin(a) + side * 0.0018 * math.cos(a)) for a in np.linspace(0, 2 * math.pi, 40)]
        parts.append(tube("lid", lid, 0.0010, dark))
    parts.append(ellipsoid("nose", NOSE + (0, 0.002, 0), (0.0062, 0.0038, 0.0042), plain("nose", (0.60, 0.26, 0.22), 0.4), (12, 0, 0)))
    for side in (-1, 1):
        line = curve_through([(0, -0.0992, 0.1905), (side * 0.0010, -0.0985, 0.1860), (side * 0.006, -0.0965, 0.1822), (side * 0.0125, -0.0925, 0.1832)], 6)
        parts.append(tube("mouth", line, 0.0007, dark))
    whiskers = []
    for side in (-1, 1):
        for k in range(9):
            start = np.array((side * (0.012 + 0.0012 * (k % 3)), -0.0955 + 0.0012 * (k % 3), 0.1905 - 0.0030 * (k // 3)))
            reach = rng.uniform(0.050, 0.074)
            aim = np.array((side * 1.0, -0.30 + 0.20 * rng.normal(), 0.28 - 0.22 * (k // 3) + 0.08 * rng.normal()))
            u = np.linspace(0, 1, 12)[:, None]
            whiskers.append(start + reach * (aim * u + np.array((0, 0.22, -0.32)) * u ** 2))
    parts.append(strands("whiskers", np.array(whiskers), np.linspace(0.00022, 0.00004, 12), plain("whisker", (0.9, 0.88, 0.84), 0.4)))
    return parts


def room():
    """A white cushion, a pale wall, a linen curtain and the window's edge."""
    s = Shader("linen")
    slubs = s.noise(1, 3, 0.6, s.place((700, 90, 90)))
    white = s.surface(s.principled(s.mix(slubs, (0.70, 0.67, 0.62), (0.80, 0.78, 0.74)), 0.95, s.bump(slubs, 0.3, 0.001), Specular=0.1, Sheen=0.2).outputs[0])
    n = 140
    x, y = np.meshgrid(np.linspace(-1.1, 1.1, n), np.linspace(-0.45, 0.42, n), indexing="ij")
    dip = -0.010 * np.exp(-(x ** 2 + (y - 0.01) ** 2) / 0.02)
    z = 0.004 + dip + 0.003 * np.sin(8 * x + 3 * y) + 0.0025 * np.sin(15 * y - 4 * x) - 0.5 * np.maximum(0, np.abs(y + 0.01) - 0.33) ** 2
    mesh("cushion", np.stack([x, y, z], axis=-1).reshape(-1, 3), [(i * n + k, (i + 1) * n + k, (i + 1) * n + k + 1, i * n + k + 1) for i in range(n - 1) for k in range(n - 1)], white)
    box("wall", (0, 1.2, 0.5), (6, 0.04, 3), plaster("wall", (0.74, 0.70, 0.64), 0.03))
    m = 200
    cx = np.linspace(-0.80, -0.28, m)
    fold = 0.9 + 0.030 * np.sin(cx * 62) + 0.012 * np.sin(cx * 141 + 1)
    mesh("curtain", np.concatenate([np.stack([cx, fold, np.full(m, h)], axis=1) for h in (-0.3, 1.4)]), [(k, k + 1, m + k + 1, m + k) for k in range(m - 1)], plain("curtain", (0.80, 0.77, 0.71), 0.9))
    pot = lathe("pot", [(0.0, 0.0), (0.055, 0.0), (0.072, 0.12), (0.0, 0.12)], plain("pot", (0.52, 0.30, 0.20), 0.8))
    pot.location = (0.36, 0.75, -0.02)
    box("sill", (0.3, 0.85, -0.04), (1.6, 0.4, 0.04), plain("sill", (0.76, 0.74, 0.70), 0.5), 0.003)
    rng = np.random.default_rng(2)
    spots = rng.normal(size=(240, 3)) * (0.055, 0.05, 0.07) + (0.36, 0.75, 0.20)
    leaves("herb", spots, rng.uniform(0.014, 0.03, 240), np.array((0.12, 0.20, 0.07)) * rng.uniform(0.6, 1.5, (240, 1)), rng, leafy("herb"))


def light():
    sky((0.68, 0.74, 0.84), (0.84, 0.82, 0.78), 0.42)
    area("window", (-1.1, 0.25, 0.75), (0, 0, 0.12), 0.8, 19, (1.0, 0.96, 0.90), 1.1)
    area("front", (-0.5, -1.2, 0.6), (0, 0, 0.13), 0.7, 5, (1.0, 0.95, 0.90))
    area("wall", (-0.5, 0.5, 1.2), (0, 1.2, 0.3), 0.6, 4, (1.0, 0.96, 0.92))


if __name__ == "__main__":
    options = arguments()
    begin()
    parts = cat()
    turn = Matrix.Rotation(math.radians(14), 4, "Z")
    bpy.context.view_layer.update()
    for thing in parts:
        thing.matrix_world = turn @ thing.matrix_basis
    room()
    light()
    camera((0.01, -1.12, 0.215), (0.012, 0, 0.140), 82, 3.2, (0.02, -0.085, 0.20))
    shoot("cat", parts, (1500, 1125), 44, options, exposure=1.35, grain=0.010, set_scale=0.5, set_samples=28, quality=88)
