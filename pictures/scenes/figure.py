"""A clay figure with real hair, a dark jacket and an ivory collar, for ID photos; a room behind it.

The chin is at z = 0, the crown of the head without hair at z = 0.23; the figure faces -y.
"""

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import *  # noqa: E402,F403
import sculpt as sc  # noqa: E402

CENTRE = (0.0, 0.012, 0.115)
PART = 0.024  # the parting's x
NECK = sc.limb((0, 0.026, 0.05), (0, 0.042, -0.13), 0.0455, 0.051)
SKULL = sc.join(
    sc.ball((0, 0.014, 0.143), (0.077, 0.097, 0.088)),
    (sc.ball((0, -0.026, 0.082), (0.061, 0.060, 0.080)), 0.03),
    (sc.ball((0, -0.066, 0.020), (0.026, 0.020, 0.020)), 0.030),
    (sc.both((0.030, -0.016, 0.044), (0.019, 0.032, 0.020), (20, 0, 0)), 0.035),
    (sc.both((0.036, -0.052, 0.084), (0.025, 0.024, 0.026)), 0.025),
    (sc.both((0.031, -0.069, 0.132), (0.025, 0.012, 0.010), (0, 10, 16)), 0.03),
    (sc.ball((0, -0.066, 0.052), (0.036, 0.025, 0.028)), 0.02),
)
FACE = sc.join(
    sc.carve(SKULL, (sc.both((0.0315, -0.097, 0.111), (0.019, 0.017, 0.012), (0, 6, 14)), 0.014)),
    (sc.limb((0, -0.085, 0.120), (0, -0.108, 0.083), 0.0062, 0.0092), 0.012),
    (sc.ball((0, -0.1075, 0.0815), (0.0105, 0.0095, 0.0085)), 0.008),
    (sc.both((0.0105, -0.099, 0.0795), (0.0066, 0.0095, 0.0065)), 0.006),
    (sc.ball((0, -0.0885, 0.0555), (0.0200, 0.0085, 0.0052)), 0.0035),
    (sc.ball((0, -0.0870, 0.0465), (0.0165, 0.0095, 0.0066)), 0.0035),
)
HEAD = sc.join(FACE, (NECK, 0.012))
BARE = sc.join(SKULL, (NECK, 0.012))  # the head without its features, for the hair to lie on
EYES = [(side * 0.0315, -0.0815, 0.1115) for side in (-1, 1)]


def clay():
    """Matt modelling clay: warm, a little rosy on cheeks, nose and lips, faint marks of the tool."""
    s = Shader("clay")
    where = s.node("TexCoord").outputs["Object"]

    def patch(centre, size):
        d = s.node("VectorMath", _0=where, _1=centre)
        d.operation = "DISTANCE"
        return s.grey(d.outputs["Value"], 1, 0, size * 0.2, size)

    colour = s.ramp(s.noise(55, 5, 0.6), [(0.3, (0.56, 0.325, 0.215)), (0.7, (0.63, 0.38, 0.26))])
    for centre, size, strength in (((-0.042, -0.075, 0.078), 0.034, 0.42), ((0.042, -0.075, 0.078), 0.034, 0.42), ((0, -0.115, 0.082), 0.022, 0.28)):
        colour = s.mix(s.grey(patch(centre, size), 0, strength), colour, (0.60, 0.215, 0.135))
    for centre in ((0, -0.094, 0.051), (-0.010, -0.092, 0.051), (0.010, -0.092, 0.051)):
        colour = s.mix(s.grey(patch(centre, 0.0105), 0, 0.55, 0.0, 0.4), colour, (0.50, 0.135, 0.10))
    marks = s.mix(0.3, s.noise(90, 3, 0.6), s.noise(700, 3))
    return s.surface(s.principled(colour, 0.62, s.bump(marks, 0.22, 0.0012), Specular=0.3).outputs[0])


def brow(side, rng):
    """Paths of one eyebrow's hairs."""
    n = 420
    t = rng.uniform(0, 1, n) ** 0.85
    x = 0.0135 + 0.0345 * t
    z = 0.1335 + 0.0058 * np.sin(math.pi * (0.02 + 0.80 * t)) - 0.0012 * t ** 2
    z += rng.normal(size=n) * 0.00125 * (1 - 0.65 * t)
    out = np.stack([np.cos(0.75 - 0.95 * t), np.zeros(n), np.sin(0.75 - 0.95 * t)], axis=1) + rng.normal(size=(n, 3)) * 0.12
    start = np.stack([x, np.full(n, -0.2), z], axis=1)
    paths = []
    for k in range(5):
        p = start + out * 0.0085 * k / 4 * (0.75 + 0.25 * np.sin(math.pi * t))[:, None]
        origin = p * (1, 0, 1)
        skin = sc.cast(FACE, origin, np.tile((0.0, -1.0, 0.0), (n, 1)), 0.16)
        paths.append(skin + np.array((0, -0.0003 - 0.0009 * math.sin(math.pi * k / 4), 0)))
    return np.stack(paths, axis=1) * (side, 1, 1)


def hair(rng, count=30000):
    """A bob with a side parting: from the scalp along the head, then down; locks, and a few stray hairs."""
    turn, rise = rng.uniform(-math.pi, math.pi, count * 4), rng.uniform(-0.75, 1, count * 4)
    ring = np.sqrt(1 - rise ** 2)
    ray = np.stack([ring * np.sin(turn), -ring * np.cos(turn), rise], axis=1)
    root = sc.cast(BARE, np.tile(CENTRE, (len(ray), 1)), ray, 0.3)
    azimuth = np.abs(np.arctan2(root[:, 0], -(root[:, 1] - 0.012)))
    line = np.interp(azimuth, (0, 0.5, 0.85, 1.12, 1.4, 2.2, math.pi), (0.197, 0.193, 0.172, 0.120, 0.075, 0.05, 0.03))
    root = root[root[:, 2] > line + rng.normal(size=len(root)) * 0.0022][:count]
    n = len(root)
    side = np.where(root[:, 0] + rng.normal(size=n) * 0.0025 > PART, 1.0, -1.0)
    layer = rng.uniform(0, 1, n) ** 1.3
    depth = 0.003 + 0.023 * layer
    end = 0.002 + 0.018 * rng.normal(size=n) * 0.5 + 0.010 * (1 - layer) - 0.016 * np.clip(root[:, 1] / 0.09, -0.4, 1)
    stray = rng.uniform(0, 1, n) < 0.04
    front = np.clip((-0.010 - root[:, 1]) / 0.07, 0, 1)
    step, steps = 0.0075, 46
    p, paths = root + 0.0005 * sc.slope(BARE, root), []
    heading = sc.slope(BARE, root)
    for k in range(steps):
        paths.append(p.copy())
        normal = sc.slope(BARE, p)
        top = np.clip((p[:, 2] - 0.135) / 0.07, 0, 1)
        way = np.stack([side * top, (0.25 + 0.9 * front * math.exp(-k / 9)) * (0.25 + 0.75 * top), -0.6 - 0.4 * (1 - top)], axis=1)
        way[:, 1] += 1.6 * np.clip((-0.040 - p[:, 1]) / 0.03, 0, 1) * (p[:, 2] < 0.185)
        low = np.clip((0.055 - p[:, 2]) / 0.06, 0, 1)
        way[:, 0] -= 0.45 * low * np.sign(p[:, 0])
        way -= normal * (1.4 * np.clip((BARE(p) - depth - 0.003) / 0.012, 0, 1) * (p[:, 2] > 0.06))[:, None]
        lift = 0.65 * math.exp(-k / 2.2) * (0.35 + layer)
        near = np.exp(-np.maximum(BARE(p), 0) / 0.02)[:, None]
        way -= normal * (np.minimum(0, (way * normal).sum(1))[:, None] * near)
        way += normal * lift[:, None]
        way /= np.linalg.norm(way, axis=1, keepdims=True)
        heading = 0.55 * heading + 0.45 * way
        heading /= np.linalg.norm(heading, axis=1, keepdims=True)
        p = p + step * heading
        gap = BARE(p)
        want = depth * min(1, (k + 1) / 7)
        p += sc.slope(BARE, p) * np.where(gap < want, want - gap, 0)[:, None]
    whole = np.stack(paths, axis=1)

    points = 22
    length = np.array([np.argmax(q < e) or steps - 1 for q, e in zip(whole[:, :, 2], end)], float)
    at = length[:, None] * np.linspace(0, 1, points)[None]
    low = np.minimum(at.astype(int), steps - 2)
    row = np.arange(n)[:, None]
    fine = whole[row, low] + (whole[row, low + 1] - whole[row, low]) * (at - low)[..., None]

    t = np.linspace(0, 1, points)
    lock = rng.choice(n, 420, replace=False)
    nearest = np.empty(n, int)
    for chunk in np.array_split(np.arange(n), 40):
        gap = ((root[chunk, None] - root[None, lock]) ** 2).sum(2) + 0.004 * (side[chunk, None] != side[None, lock]) + 0.0012 * (layer[chunk, None] - layer[None, lock]) ** 2
        nearest[chunk] = lock[gap.argmin(1)]
    pull = (0.62 * t ** 1.4)[None, :, None] * np.where(stray, 0.1, rng.uniform(0.5, 1, n))[:, None, None]
    fine = fine + (fine[nearest] - fine) * pull
    phase = rng.uniform(0, 6.28, (n, 3))[nearest][:, None] + rng.normal(size=(n, 1, 3)) * 0.25
    fine += (0.0034 * t ** 1.5)[None, :, None] * np.sin(phase + 7.5 * t[None, :, None])
    wild = rng.normal(size=(n, 3)) * np.where(stray, 0.010, 0.0012)[:, None]
    fine += wild[:, None] * (t ** 2)[None, :, None] + np.where(stray, 0.006, 0.0004)[:, None, None] * np.sin(rng.uniform(0, 6.28, (n, 1, 3)) + 9 * t[None, :, None]) * t[None, :, None]
    return fine


def torso(grow=0.0):
    """Chest and shoulders."""
    return sc.join(
        sc.ball((0, 0.045, -0.30), (0.165 + grow, 0.105 + grow, 0.24 + grow)),
        (sc.limb((-0.150, 0.052, -0.158), (0.150, 0.052, -0.158), 0.050 + grow, 0.050 + grow), 0.06),
        (sc.limb((-0.162, 0.052, -0.165), (-0.200, 0.045, -0.45), 0.050 + grow, 0.046 + grow), 0.03),
        (sc.limb((0.162, 0.052, -0.165), (0.200, 0.045, -0.45), 0.050 + grow, 0.046 + grow), 0.03),
        (sc.limb((-0.10, 0.055, -0.125), (0, 0.042, -0.055), 0.045 + grow, 0.042 + grow), 0.06),
        (sc.limb((0.10, 0.055, -0.125), (0, 0.042, -0.055), 0.045 + grow, 0.042 + grow), 0.06),
    )


def cloth(name, colour, weave=1500, sheen=0.4):
    """Fine wool cloth."""
    s = Shader(name)
    place = s.place((1, 1, 1), (0, 0, 45))
    twill = s.node("TexWave", Vector=place, Scale=weave / 6.28, Distortion=0.6, Detail=1)
    nap = s.noise(260, 5, 0.7)
    shade = s.mix(s.grey(nap, 0, 0.5), colour, tuple(c * 1.7 for c in colour))
    return s.surface(s.principled(shade, 0.9, s.bump(s.mix(0.5, twill.outputs["Fac"], nap), 0.35, 0.0008), Specular=0.15, Sheen=sheen).outputs[0])


def wrap(name, body, inner, outer, top, bottom, side, material, thick, rows=90, columns=24, lift=None):
    """A piece of cloth on a body's front: between x = inner(z) and x = outer(z), from top to bottom."""
    z = np.linspace(top, bottom, rows)
    t = np.linspace(0, 1, columns)
    x = np.array([[inner(h) + (outer(h) - inner(h)) * u for u in t] for h in z])
    origin = np.stack([x.ravel() * side, np.full(x.size, 0.06), np.repeat(z, columns)], axis=1)
    points = sc.cast(body, origin, np.tile((0.0, -1.0, 0.0), (len(origin), 1)), 0.4)
    if lift:
        points[:, 1] -= np.array([[lift(u) for u in t] for _ in z]).ravel()
    faces = [(i * columns + k, i * columns + k + 1, (i + 1) * columns + k + 1, (i + 1) * columns + k) for i in range(rows - 1) for k in range(columns - 1)]
    thing = mesh(name, points, faces, material)
    solid = thing.modifiers.new("thick", "SOLIDIFY")
    solid.thickness = thick
    solid.offset = 0
    return thing


def clothes():
    """A ribbed ivory roll-neck under a dark blazer with lapels."""
    navy = cloth("blazer", (0.013, 0.017, 0.027))
    s = Shader("knit")
    angle = s.node("SeparateXYZ", Vector=s.node("TexCoord").outputs["UV"]).outputs["X"]
    rib = s.node("Math", _0=s.node("Math", _0=angle, _1=2 * math.pi * 84).outputs[0])
    rib.inputs[0].links[0].from_node.operation = "MULTIPLY"
    rib.operation = "SINE"
    wool = s.noise(800, 4, 0.7)
    ribs = s.grey(rib.outputs[0], 0, 1, -1, 1)
    tone = s.mix(s.grey(ribs, 0.55, 0), (0.72, 0.64, 0.52), (0.40, 0.33, 0.25))
    ivory = s.surface(s.principled(tone, 0.9, s.bump(s.mix(0.35, ribs, wool), 0.8, 0.0022), Specular=0.1, Sheen=0.5).outputs[0])
    profile = curve_through([(0.070, -0.118, 0), (0.064, -0.092, 0), (0.0605, -0.072, 0), (0.0605, -0.050, 0), (0.0595, -0.0335, 0), (0.0565, -0.0305, 0), (0.0535, -0.035, 0), (0.053, -0.06, 0)], 8)
    collar = lathe("collar", [(p[0], p[1]) for p in profile], ivory, 192)
    layer = collar.data.uv_layers.new(name="rib")
    for face in collar.data.polygons:
        for loop in face.loop_indices:
            k = collar.data.loops[loop].vertex_index % 192
            layer.data[loop].uv = ((k if k or not any(collar.data.loops[i].vertex_index % 192 == 191 for i in face.loop_indices) else 192) / 192, 0)
    collar.matrix_world = Matrix.Translation((0, 0.036, 0)) @ Matrix.Rotation(math.radians(9), 4, "X") @ Matrix.Scale(1.06, 4, (0, 1, 0))
    vest = mesh("vest", *sc.shell(torso(0.001), (0, 0.045, -0.22), 0.6, 180, 320), ivory)
    layer = vest.data.uv_layers.new(name="rib")
    for loop in vest.data.loops:
        layer.data[loop.index].uv = (0.5 + vest.data.vertices[loop.vertex_index].co.x / 0.40, 0)

    def opening(z):
        """Half the width of the blazer's opening at a height."""
        return np.interp(z, (-0.42, -0.335, -0.20, -0.105, -0.07, -0.05), (0.0, 0.004, 0.050, 0.070, 0.066, 0.062))

    body = torso(0.009)
    points, faces = sc.shell(body, (0, 0.045, -0.22), 0.6, 260, 480)
    front = points[:, 1] < 0.035
    gap = np.where(front, np.abs(points[:, 0]) - np.interp(points[:, 2], (-0.42, -0.335, -0.20, -0.105, -0.07, -0.05), (0.0, 0.004, 0.050, 0.074, 0.062, 0.05)) - 0.012, 1)
    gap = np.where((points[:, 2] > -0.072) & (np.hypot(points[:, 0], points[:, 1] - 0.042) < 0.056), -1, gap)
    used = [f for f in faces if all(gap[i] > 0 for i in f)]
    blazer = mesh("blazer", points, used, navy)
    solid = blazer.modifiers.new("thick", "SOLIDIFY")
    solid.thickness = 0.003

    parts = [collar, vest, blazer]
    over = torso(0.0125)

    def lapel(z):
        return opening(z) + np.interp(z, (-0.40, -0.335, -0.21, -0.178, -0.1779, -0.165), (0.012, 0.018, 0.066, 0.073, 0.060, 0.052))

    def collar_edge(z):
        return opening(z) + np.interp(z, (-0.172, -0.150, -0.149, -0.10, -0.06), (0.052, 0.066, 0.066, 0.040, 0.026))

    for side in (-1, 1):
        parts.append(wrap("lapel", over, opening, lapel, -0.166, -0.40, side, navy, 0.003, lift=lambda u: 0.004 * math.sin(math.pi * u) + 0.002 * u))
        parts.append(wrap("collar", over, opening, collar_edge, -0.062, -0.171, side, navy, 0.003, lift=lambda u: 0.005 * math.sin(math.pi * min(1, u * 1.2)) + 0.003))
    return parts


def figure():
    rng = np.random.default_rng(4)
    skin = clay()
    parts = [mesh("head", *sc.shell(HEAD, CENTRE, 0.3, 340, 440), skin)]
    bead = plain("eye", (0.010, 0.006, 0.004), 0.09, Specular=0.6, Clearcoat=0.6)
    parts += [ellipsoid("eye", eye, (0.0084, 0.0066, 0.0104), bead) for eye in EYES]
    s = Shader("hair")
    brown = s.node("BsdfHairPrincipled", Melanin=0.72, Melanin_Redness=0.6, Roughness=0.24, Radial_Roughness=0.36, Random_Color=0.35, Random_Roughness=0.1, Coat=0.05)
    brown.parametrization = "MELANIN"
    dark = s.surface(brown.outputs[0])
    points = 22
    taper = np.linspace(1, 0.45, points)
    parts.append(strands("hair", hair(rng), 0.000085 * taper, dark))
    x = np.linspace(-0.0185, 0.0185, 25)
    line = sc.cast(FACE, np.stack([x, 0 * x, 0.0494 + 0.0068 * (x / 0.0185) ** 2], axis=1), np.tile((0.0, -1.0, 0.0), (25, 1)), 0.16)
    parts.append(tube("mouth", line.tolist(), 0.0008, plain("mouth", (0.20, 0.06, 0.045), 0.7), radii=[0.3 + 0.7 * math.cos(u * 1.45) for u in x / 0.0185]))
    for side in (-1, 1):
        parts.append(strands("brow", brow(side, rng), np.linspace(0.00013, 0.00004, 5), dark))
    return parts + clothes()


def room():
    """A wall with a window's light, a shelf with books, a plant and a picture."""
    box("wall", (0, 1.9, 0.2), (8, 0.05, 5), plaster("wall", (0.62, 0.60, 0.54), 0.05))
    oak = wood("shelf", (0.46, 0.29, 0.16), (0.27, 0.155, 0.08), 1)
    for z in (-0.20, 0.30):
        box("shelf", (0.55, 1.72, z), (0.95, 0.30, 0.03), oak)
    rng = np.random.default_rng(12)
    x = 0.16
    for k in range(11):
        w, h = rng.uniform(0.025, 0.055), rng.uniform(0.19, 0.30)
        tint = [(0.36, 0.10, 0.06), (0.62, 0.54, 0.40), (0.12, 0.19, 0.21), (0.55, 0.36, 0.14), (0.24, 0.26, 0.19), (0.66, 0.62, 0.55)][rng.integers(6)]
        box("book", (x + w / 2, 1.68, -0.185 + h / 2), (w, 0.18, h), plain("book", tint, 0.7), rotation=(0, 8 if k == 7 else 0, 0))
        x += w + (0.02 if k == 6 else 0.003)
    jar = lathe("jar", [(0.0, 0.0), (0.05, 0.0), (0.085, 0.05), (0.08, 0.12), (0.04, 0.16), (0.045, 0.18)], plain("jar", (0.70, 0.66, 0.58), 0.4))
    jar.location = (0.30, 1.68, 0.315)
    box("picture", (-0.45, 1.86, 0.24), (0.34, 0.02, 0.44), plain("frame", (0.13, 0.08, 0.05), 0.5))
    box("sheet", (-0.45, 1.845, 0.24), (0.29, 0.02, 0.39), plain("sheet", (0.66, 0.60, 0.50), 0.8))
    ellipsoid("print", (-0.45, 1.83, 0.22), (0.08, 0.004, 0.10), plain("print", (0.52, 0.20, 0.10), 0.8))
    spots = rng.normal(size=(420, 3)) * (0.11, 0.08, 0.13) + (-0.52, 1.6, -0.22)
    tints = np.array((0.10, 0.17, 0.06)) * rng.uniform(0.5, 1.7, (420, 1))
    leaves("plant", spots, rng.uniform(0.02, 0.05, 420), tints, rng, leafy("plant"))


def light():
    sky((0.6, 0.65, 0.75), (0.76, 0.72, 0.66), 0.34)
    area("window", (-1.25, -1.05, 0.65), (0, 0, 0.05), 0.9, 34, (1.0, 0.955, 0.90), 1.3)
    area("fill", (1.3, -1.2, 0.25), (0, 0, 0.05), 1.1, 8, (1.0, 0.93, 0.86))
    area("rim", (0.9, 0.8, 0.7), (0, 0, 0.12), 0.5, 11, (1.0, 0.92, 0.82))
    area("wall", (-1.6, 0.9, 1.2), (-0.1, 1.9, 0.2), 0.9, 24, (1.0, 0.94, 0.86))


if __name__ == "__main__":
    options = arguments()
    begin()
    parts = figure()
    room()
    light()
    camera((0.0, -1.62, 0.075), (0.0, 0, 0.045), 88, 2.8, (0.0, -0.075, 0.11))
    shoot("figure", parts, (1200, 1600), 48, options, exposure=1.3, set_scale=0.5, set_samples=28)
