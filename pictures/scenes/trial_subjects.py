"""The subjects of the trial, about 0.25 m tall, on z = 0, facing -y. Each returns its parts."""

from common import *  # noqa: F403
from creature import pile  # noqa: E402
from glass import clear, glass  # noqa: E402

TAU = 2 * math.pi


def coat(rng, bodies, count, length, root, tip, droop=0.5, curl=0.0, wild=0.25, thick=0.00022, bare=()):
    """Hair all over ellipsoids, given as (centre, radii); none grows inside another, and it is short about the points `bare`. `curl` is the radius of its curls."""
    at, out = [], []
    areas = np.array([r[0] * r[1] + r[1] * r[2] + r[0] * r[2] for _, r in bodies])
    for k, (centre, radii) in enumerate(bodies):
        n = int(count * areas[k] / areas.sum())
        d = rng.normal(size=(n, 3))
        d /= np.linalg.norm(d, axis=1, keepdims=True)
        p = np.array(centre) + d * radii
        free = np.ones(n, bool)
        for other, (c, r) in enumerate(bodies):
            if other != k:
                free &= (((p - c) / r) ** 2).sum(axis=1) > 1
        free &= p[:, 2] > 0.004
        at.append(p[free])
        normal = (d / radii)[free]
        out.append(normal / np.linalg.norm(normal, axis=1, keepdims=True))
    at, out = np.concatenate(at), np.concatenate(out)
    n = len(at)
    long = length * rng.uniform(0.6, 1.15, (n, 1))
    for spot in bare:
        long *= np.clip((np.linalg.norm(at - spot, axis=1) - 0.010) / 0.035, 0.12, 1)[:, None]
    lean = out + rng.normal(size=(n, 3)) * wild
    t = np.linspace(0, 1, 9 if curl else 5)
    paths = at[:, None] + long[:, None] * (lean[:, None] * t[None, :, None] + np.array((0, 0, -droop)) * (t ** 2)[None, :, None])
    if curl:
        phase = rng.uniform(0, TAU, n)[:, None] + 11 * t
        paths += curl * np.stack([np.cos(phase), np.sin(phase), np.sin(phase + 1)], axis=2) * np.minimum(1, 4 * t)[None, :, None]
    paths[..., 2] = np.maximum(paths[..., 2], 0.001)
    return strands("coat", paths, np.linspace(thick, thick * 0.3, len(t)), pile("pile", root, tip))


def beast(rng, bodies, count, length, root, tip, eyes, nose, **more):
    skin = plain("skin", root, 0.9)
    parts = [ellipsoid("body", c, r, skin) for c, r in bodies]
    dark = plain("eye", (0.006, 0.004, 0.003), 0.06, Specular=0.7)
    parts += [ellipsoid("eye", at, (0.0085,) * 3, dark) for at in eyes]
    parts.append(ellipsoid("nose", nose, (0.011, 0.008, 0.008), dark))
    return parts + [coat(rng, bodies, count, length, root, tip, bare=[*eyes, nose], **more)]


SITTING = [((0, 0.02, 0.075), (0.062, 0.066, 0.078)), ((0, -0.012, 0.185), (0.052, 0.048, 0.048)), ((0, -0.06, 0.172), (0.024, 0.03, 0.021)),
           ((-0.052, -0.005, 0.188), (0.012, 0.022, 0.036)), ((0.052, -0.005, 0.188), (0.012, 0.022, 0.036)),
           ((-0.034, -0.058, 0.045), (0.019, 0.02, 0.048)), ((0.034, -0.058, 0.045), (0.019, 0.02, 0.048))]
STANDING = [((0.02, 0.01, 0.125), (0.092, 0.055, 0.056)), ((-0.088, -0.025, 0.185), (0.036, 0.038, 0.038)), ((-0.11, -0.055, 0.176), (0.02, 0.024, 0.02))] + [
    ((x, y, 0.045), (0.013, 0.013, 0.05)) for x in (-0.04, 0.085) for y in (-0.022, 0.04)]


def dog(rng):
    return beast(rng, SITTING, 34000, 0.026, (0.30, 0.15, 0.05), (0.85, 0.58, 0.30), [(-0.021, -0.059, 0.203), (0.021, -0.059, 0.203)], (0, -0.094, 0.178))


def terrier(rng):
    return beast(rng, SITTING, 34000, 0.022, (0.012, 0.010, 0.009), (0.075, 0.062, 0.055), [(-0.021, -0.059, 0.203), (0.021, -0.059, 0.203)], (0, -0.094, 0.178), wild=0.45)


def lamb(rng):
    return beast(rng, STANDING, 24000, 0.020, (0.60, 0.54, 0.44), (0.92, 0.88, 0.80), [(-0.118, -0.050, 0.200), (-0.082, -0.064, 0.200)], (-0.117, -0.080, 0.180), curl=0.0028, droop=0.1, thick=0.0003)


def guinea(rng):
    lying = [((0.015, 0, 0.052), (0.115, 0.062, 0.056)), ((-0.085, -0.02, 0.07), (0.048, 0.044, 0.042))]
    return beast(rng, lying, 32000, 0.046, (0.34, 0.16, 0.06), (0.90, 0.78, 0.60), [(-0.122, -0.045, 0.086), (-0.082, -0.066, 0.086)], (-0.124, -0.060, 0.066), droop=0.7, wild=0.3)


def bird(body, tilt, neck, head, beak, plumes, legs, hue, pale, rng, length=0.014):
    feather = [(body[0], body[1])]
    skin = plain("skin", hue, 0.8)
    horn = plain("horn", (0.42, 0.24, 0.06), 0.45)
    parts = [ellipsoid("body", *feather[0], skin)]
    line = curve_through(neck, 8)
    parts.append(tube("neck", line, 0.012, skin, radii=list(np.linspace(1.5, 0.8, len(line)))))
    parts.append(ellipsoid("head", *head, skin))
    parts.append(rod("beak", *beak, 0.006, 0.0008, horn))
    parts += [ellipsoid("eye", (head[0][0] - 0.004, head[0][1] + y, head[0][2] + 0.004), (0.003,) * 3, plain("eye", (0.01, 0.01, 0.01), 0.1)) for y in (-0.012, 0.012)]
    chain = [(tuple(p), (0.011, 0.011, 0.011)) for p in line[:: max(1, len(line) // 10)]]
    parts.append(coat(rng, feather + [head] + chain, 15000, length, hue, pale, droop=0.4, wild=0.2, thick=0.0003))
    n = 500
    start = np.array(plumes[0]) + rng.normal(size=(n, 3)) * (0.010, 0.014, 0.008)
    t = np.linspace(0, 1, 5)
    reach = np.array(plumes[1]) + rng.normal(size=(n, 3)) * 0.016
    parts.append(strands("tail", start[:, None] + reach[:, None] * t[None, :, None] * rng.uniform(0.6, 1, (n, 1, 1)), np.array((0.0012, 0.0012, 0.001, 0.0006, 0.0002)), pile("tail", hue, pale)))
    for points, toes in legs:
        parts.append(tube("leg", curve_through(points, 6), 0.0019, horn))
        if toes:
            foot = points[-1]
            parts += [tube("toe", [foot, (foot[0] + 0.026 * math.cos(a), foot[1] + 0.026 * math.sin(a), 0.002)], 0.0014, horn) for a in (math.pi, math.pi * 0.78, math.pi * 1.22, 0)]
    return parts


def heron(rng):
    legs = [([(x, y, 0.13), (x + 0.01, y, 0.07), (x, y, 0.003)], True) for x, y in ((0.0, -0.012), (0.03, 0.012))]
    neck = [(-0.04, 0, 0.165), (-0.075, 0, 0.195), (-0.058, 0, 0.225), (-0.052, 0, 0.25), (-0.075, 0, 0.265)]
    return bird(((0.015, 0, 0.155), (0.068, 0.036, 0.034)), 0, neck, ((-0.08, 0, 0.268), (0.017, 0.011, 0.011)), ((-0.094, 0, 0.268), (-0.150, 0, 0.262)), ((0.07, 0, 0.15), (0.065, 0, -0.03)), legs,
                (0.16, 0.18, 0.21), (0.55, 0.57, 0.60), rng)


def sandpiper(rng):
    legs = [([(x, y, 0.10), (x + 0.014, y, 0.055), (x, y, 0.003)], True) for x, y in ((-0.005, -0.014), (0.02, 0.014))]
    neck = [(-0.04, 0, 0.145), (-0.06, 0, 0.16), (-0.072, 0, 0.175), (-0.08, 0, 0.185)]
    return bird(((0, 0, 0.13), (0.07, 0.042, 0.040)), 0, neck, ((-0.085, 0, 0.185), (0.022, 0.018, 0.018)), ((-0.10, 0, 0.184), (-0.165, 0, 0.172)), ((0.055, 0, 0.135), (0.06, 0, 0.0)), legs,
                (0.30, 0.20, 0.12), (0.80, 0.72, 0.60), rng, 0.009)


def flamingo(rng):
    legs = [([(0.01, 0, 0.13), (0.014, 0, 0.07), (0.008, 0, 0.003)], True), ([(0.02, 0.014, 0.13), (-0.022, 0.016, 0.085), (0.035, 0.016, 0.075)], False)]
    neck = [(-0.035, 0, 0.16), (-0.075, 0, 0.175), (-0.085, 0, 0.205), (-0.055, 0, 0.228), (-0.045, 0, 0.255), (-0.065, 0, 0.27)]
    return bird(((0.012, 0, 0.152), (0.060, 0.036, 0.034)), 0, neck, ((-0.072, 0, 0.268), (0.014, 0.011, 0.011)), ((-0.082, 0, 0.264), (-0.104, 0, 0.238)), ((0.055, 0, 0.15), (0.05, 0, -0.03)), legs,
                (0.72, 0.20, 0.20), (0.95, 0.55, 0.50), rng)


def head_of_hair(rng, root, tip, curl, wind):
    """A clay bust; its hair falls from the scalp and some of it blows aside."""
    clay = plain("clay", (0.55, 0.36, 0.26), 0.8)
    parts = [ellipsoid("head", (0, 0, 0.19), (0.043, 0.052, 0.058), clay), rod("neck", (0, 0.008, 0.06), (0, 0.004, 0.16), 0.026, 0.022, clay),
             ellipsoid("shoulders", (0, 0.01, 0.035), (0.10, 0.045, 0.042), clay), ellipsoid("nose", (0, -0.052, 0.183), (0.007, 0.011, 0.012), clay)]
    n = 26000
    d = rng.normal(size=(n * 2, 3))
    d /= np.linalg.norm(d, axis=1, keepdims=True)
    d = d[(d[:, 2] > 0.05) | (d[:, 1] > 0.15)]
    d = d[(d[:, 1] > -0.55) | (d[:, 2] > 0.72)][:n]
    start = np.array((0, 0, 0.19)) + d * (0.043, 0.052, 0.058)
    n = len(d)
    t = np.linspace(0, 1, 14)
    side = np.sign(d[:, 0] + 0.15 * rng.normal(size=n))
    flow = np.stack([d[:, 0] * 0.03 + side * 0.022, d[:, 1] * 0.03 + 0.02, 0.02 + 0.014 * rng.normal(size=n)], axis=1)
    fall = 0.135 * rng.uniform(0.75, 1.1, n)
    blown = (rng.uniform(size=n) < 0.16) * rng.uniform(0.2, 1.0, n) * wind
    paths = start[:, None] + flow[:, None] * np.sqrt(t)[None, :, None]
    paths[..., 2] -= (fall * (1 - 0.55 * blown / max(wind, 1e-6)))[:, None] * t[None] ** 1.6
    paths[..., 0] += blown[:, None] * t[None] ** 1.4
    paths += rng.normal(size=(n, 1, 3)) * 0.006 * t[None, :, None]
    if curl:
        phase = rng.integers(0, 90, n)[:, None] * 0.7 + 24 * t + rng.normal(size=(n, 1)) * 0.5
        paths += curl * np.stack([np.cos(phase), np.sin(phase), 0 * phase], axis=2) * np.minimum(1, 2 * t)[None, :, None]
    return parts + [strands("hair", paths, np.linspace(0.00020, 0.00007, 14), pile("hair", root, tip))]


def bust(rng):
    return head_of_hair(rng, (0.42, 0.25, 0.10), (0.80, 0.60, 0.34), 0, 0.11)


def curls(rng):
    return head_of_hair(rng, (0.045, 0.022, 0.011), (0.16, 0.08, 0.04), 0.007, 0.04)


def upright(points):
    """A plane outline (x, z) in the y = 0 plane."""
    return [(x, 0.0, z) for x, z in points]


def racket(rng):
    lacquer, grip, gut = plain("lacquer", (0.55, 0.03, 0.03), 0.25), plain("grip", (0.03, 0.03, 0.03), 0.8), plain("gut", (0.85, 0.80, 0.62), 0.4)
    a, b, z0 = 0.062, 0.080, 0.195
    turn = np.linspace(0, TAU, 121)[:-1]
    parts = [tube("frame", upright([(a * math.cos(t), z0 + b * math.sin(t)) for t in turn]), 0.0045, lacquer, closed=True),
             rod("shaft", (0, 0, 0.05), (0, 0, z0 - b), 0.005, 0.005, lacquer), rod("grip", (0, 0, 0), (0, 0, 0.062), 0.009, 0.008, grip)]
    parts += [tube("throat", curve_through([(0, 0, z0 - b - 0.03), (s * 0.016, 0, z0 - b - 0.012), (s * 0.030, 0, z0 - b * 0.86)], 6), 0.0035, lacquer) for s in (-1, 1)]
    for k in range(-11, 12):
        u = k / 12
        h = math.sqrt(1 - u * u)
        y = 0.0006 * (-1) ** k
        parts.append(tube("string", [(a * u, y, z0 - b * h), (a * u, y, z0 + b * h)], 0.00055, gut))
        parts.append(tube("string", [(-a * h, -y, z0 + b * u), (a * h, -y, z0 + b * u)], 0.00055, gut))
    return parts


def wired(name, radius, thick, material, cut, rows, columns, squash=1.0):
    """A mesh of wires on a sphere, below or above the height `cut` of its radius."""
    vertices, faces = [], []
    for i in range(rows + 1):
        a = math.pi * (i / rows) * cut + 0.02
        for k in range(columns):
            # Each row is turned by half a cell, so that the wires cross aslant.
            b = TAU * (k + 0.5 * i) / columns
            vertices.append((radius * math.sin(a) * math.cos(b), radius * math.sin(a) * math.sin(b), -radius * squash * math.cos(a)))
    for i in range(rows):
        for k in range(columns):
            p, q = i * columns + k, i * columns + (k + 1) % columns
            faces.append((p, q, q + columns, p + columns))
    thing = mesh(name, vertices, faces, material, smooth=False)
    wire = thing.modifiers.new("wire", "WIREFRAME")
    wire.thickness = thick
    wire.use_even_offset = False
    return thing


def sieve(rng):
    steel = plain("steel", (0.62, 0.62, 0.60), 0.3, Metallic=1.0)
    bowl = wired("bowl", 0.075, 0.0007, steel, 0.5, 34, 110)
    turn = np.linspace(0, TAU, 121)[:-1]
    parts = [bowl, tube("rim", [(0.076 * math.cos(t), 0.076 * math.sin(t), 0) for t in turn], 0.0032, steel, closed=True), rod("handle", (0.076, 0, 0), (0.20, 0, 0), 0.0035, 0.0045, steel),
             rod("grip", (0.12, 0, 0), (0.205, 0, 0), 0.008, 0.009, plain("grip", (0.22, 0.11, 0.05), 0.5))]
    pose = Matrix.Translation((-0.05, 0, 0.095)) @ Matrix.Rotation(math.radians(62), 4, "X") @ Matrix.Rotation(math.radians(-25), 4, "Z")
    return moved(parts, pose)


def net(rng):
    peel = Shader("peel")
    skin = peel.surface(peel.principled(peel.ramp(peel.noise(25, 3), [(0.3, (0.80, 0.24, 0.015)), (0.7, (0.88, 0.36, 0.03))]), 0.4, peel.bump(peel.noise(500, 2), 0.3, 0.0008)).outputs[0])
    fruit = [(-0.037, -0.02, 0.038), (0.037, -0.02, 0.038), (0, 0.04, 0.038), (0, -0.025, 0.095), (-0.03, 0.022, 0.098), (0.036, 0.025, 0.1), (0.0, 0, 0.15)]
    parts = [ellipsoid("orange", p, (0.036, 0.036, 0.034), skin) for p in fruit]
    thread = plain("thread", (0.75, 0.10, 0.06), 0.6)
    bag = wired("net", 0.088, 0.0014, thread, 0.93, 22, 26, 1.2)
    bag.location = (0, 0, 0.106)
    parts += [bag, tube("tie", curve_through([(0, 0, 0.205), (0.004, 0, 0.225), (-0.005, 0, 0.245)], 6), 0.007, thread)]
    n = 90
    a = rng.uniform(0, TAU, n)
    t = np.linspace(0, 1, 5)
    top = np.array((-0.005, 0, 0.243))[None, None] + np.stack([0.032 * np.cos(a)[:, None] * t, 0.032 * np.sin(a)[:, None] * t, 0.035 * rng.uniform(0.3, 1, n)[:, None] * t], axis=2)
    return parts + [strands("frayed", top, np.full(5, 0.0006), thread)]


def scroll(at, size, turns, hand, tilt):
    """A spiral in the plane y = 0."""
    t = np.linspace(0, 1, 60)
    r, a = size * t ** 0.8, hand * TAU * turns * t + tilt
    return [(at[0] + float(x), 0.0, at[1] + float(z)) for x, z in zip(r * np.cos(a), r * np.sin(a))]


def medallion(rng):
    silver, stand = plain("silver", (0.80, 0.78, 0.74), 0.25, Metallic=1.0), plain("stand", (0.25, 0.14, 0.07), 0.5)
    turn = np.linspace(0, TAU, 161)[:-1]
    z0 = 0.165
    ring = lambda r, thick: tube("ring", upright([(r * math.cos(t), z0 + r * math.sin(t)) for t in turn]), thick, silver, closed=True)  # noqa: E731
    parts = [ring(0.092, 0.0022), ring(0.064, 0.0009), ring(0.060, 0.0006), ring(0.028, 0.0009), ring(0.012, 0.0012)]
    for count, r, size, wire in ((16, 0.077, 0.0125, 0.0006), (24, 0.0885, 0.0035, 0.0005), (10, 0.045, 0.0145, 0.0006), (6, 0.020, 0.0070, 0.0005)):
        for k in range(count):
            a = TAU * k / count
            parts.append(tube("scroll", scroll((r * math.cos(a), z0 + r * math.sin(a)), size, 2.2, 1 if k % 2 else -1, a), wire, silver))
    for k in range(40):
        a = TAU * (k + 0.5) / 40
        parts.append(ellipsoid("grain", (0.062 * math.cos(a), 0, z0 + 0.062 * math.sin(a)), (0.0016,) * 3, silver, segments=12))
    parts += [rod("post", (0, 0.006, 0), (0, 0.006, z0 - 0.085), 0.004, 0.003, stand), box("foot", (0, 0.006, 0.006), (0.09, 0.06, 0.012), stand, 0.002)]
    return moved(parts, Matrix.Rotation(math.radians(14), 4, "Z"))


def globe(rng):
    brass = plain("brass", (0.70, 0.46, 0.16), 0.3, Metallic=1.0)
    radius, z0 = 0.088, 0.135
    parts = []
    count = 34
    for k in range(count):
        z = 1 - 2 * (k + 0.5) / count
        a = k * 2.399963
        normal = Vector((math.sqrt(1 - z * z) * math.cos(a), math.sqrt(1 - z * z) * math.sin(a), z))
        turn = normal.to_track_quat("Y", "Z").to_matrix()
        line = []
        for p in scroll((0, 0), 0.026, 2.6, 1 if k % 2 else -1, a):
            q = (turn @ Vector(p)) + normal * radius
            line.append(tuple(q.normalized() * radius + Vector((0, 0, z0))))
        parts.append(tube("scroll", line, 0.00085, brass))
    turn = np.linspace(0, TAU, 121)[:-1]
    parts += [tube("hoop", [(radius * math.cos(t) * math.cos(b), radius * math.cos(t) * math.sin(b), z0 + radius * math.sin(t)) for t in turn], 0.0012, brass, closed=True) for b in (0, math.pi / 3, 2 * math.pi / 3)]
    parts += [tube("foot", [(0.035 * math.cos(t), 0.035 * math.sin(t), 0.003) for t in turn], 0.003, brass, closed=True), rod("post", (0, 0, 0.0), (0, 0, z0 - radius), 0.004, 0.003, brass)]
    parts += [tube("spoke", [(0, 0, 0.004), (0.035 * math.cos(t), 0.035 * math.sin(t), 0.003)], 0.002, brass) for t in (0.3, 2.4, 4.5)]
    return parts


def fringe(rng, edge, length, colour, per=9, thick=0.00035):
    """Wool threads that hang from points of an edge."""
    edge = np.repeat(np.array(edge, float), per, axis=0)
    n = len(edge)
    t = np.linspace(0, 1, 8)
    reach = length * rng.uniform(0.8, 1.1, n)
    sway = rng.normal(size=(n, 3)) * (0.006, 0.006, 0)
    edge += rng.normal(size=(n, 3)) * 0.0016
    paths = edge[:, None] + sway[:, None] * (t ** 1.5)[None, :, None]
    paths[..., 2] -= reach[:, None] * t[None]
    phase = rng.uniform(0, TAU, (n, 1)) + 8 * t
    paths += 0.0012 * np.stack([np.cos(phase), np.sin(phase), 0 * phase], axis=2)
    paths[..., 2] = np.maximum(paths[..., 2], 0.0012)
    return strands("fringe", paths, np.linspace(thick, thick * 0.7, 8), pile("wool", tuple(0.6 * c for c in colour), colour))


def lampshade(rng):
    linen, brass = plain("linen", (0.62, 0.50, 0.36), 0.9, Sheen=0.3), plain("brass", (0.6, 0.42, 0.16), 0.3, Metallic=1.0)
    edge = [(0.098 * math.cos(t), 0.098 * math.sin(t), 0.150) for t in np.linspace(0, TAU, 420)[:-1]]
    return [lathe("shade", [(0.05, 0.268), (0.098, 0.152), (0.098, 0.148), (0.096, 0.148), (0.048, 0.266)], linen), rod("post", (0, 0, 0.01), (0, 0, 0.2), 0.006, 0.006, brass),
            lathe("foot", [(0, 0), (0.05, 0), (0.05, 0.005), (0.02, 0.013), (0, 0.015)], brass), fringe(rng, edge, 0.042, (0.80, 0.62, 0.36)), coat(rng, [((0, 0, 0.152), (0.099, 0.099, 0.004))], 2500, 0.004, (0.5, 0.4, 0.25), (0.8, 0.65, 0.4))]


def cushion(rng):
    cloth = plain("cloth", (0.10, 0.20, 0.34), 0.95, Sheen=0.4)
    wide = 0.125
    n = 60
    u, v = np.meshgrid(np.linspace(-1, 1, n), np.linspace(-1, 1, n), indexing="ij")
    puff = 0.042 * ((1 - u ** 4) * (1 - v ** 4)) ** 0.6
    faces = [(i * n + k, (i + 1) * n + k, (i + 1) * n + k + 1, i * n + k + 1) for i in range(n - 1) for k in range(n - 1)]
    pinch = 1 - 0.05 * (1 - v * v)
    halves = [mesh("half", np.stack([wide * u * pinch, side * puff, wide * v + wide], axis=2).reshape(-1, 3), faces, cloth) for side in (-1, 1)]
    t = np.linspace(-wide, wide, 170)
    outline = [(x, 0, 2 * wide) for x in t] + [(s * wide * (1 - 0.05 * (1 - (z / wide) ** 2)), 0, z + wide) for s in (-1, 1) for z in t]
    wool = (0.82, 0.76, 0.64)
    outward = np.array([(0, 0, 1.0)] * len(t) + [(s, 0, 0.0) for s in (-1, 1) for _ in t])
    edge = np.repeat(np.array(outline), 8, axis=0) + rng.normal(size=(len(outline) * 8, 3)) * 0.0012
    away = np.repeat(outward, 8, axis=0) + rng.normal(size=(len(edge), 3)) * 0.22
    k = np.linspace(0, 1, 7)
    paths = edge[:, None] + 0.034 * rng.uniform(0.8, 1.1, (len(edge), 1, 1)) * away[:, None] * k[None, :, None]
    paths[..., 2] -= 0.012 * (k ** 2)
    threads = strands("fringe", paths, np.full(7, 0.00032), pile("wool", tuple(0.6 * c for c in wool), wool))
    return moved(halves + [threads], Matrix.Rotation(math.radians(-12), 4, "X") @ Matrix.Rotation(math.radians(-20), 4, "Z"))


def filled(name, outer, wall, level, liquid):
    """A vessel turned from (radius, height) pairs, from its foot up, with a liquid to the height `level`."""
    crystal = clear("crystal", (0.985, 0.99, 0.985), 1.5)
    inner = [(max(0.0, r - wall), z + wall) for r, z in outer[1:] if z + wall < outer[-1][1]]
    vessel = lathe(name, [(0.0, outer[0][1])] + outer + inner[::-1] + [(0.0, inner[0][1])], crystal, 128)
    wet = [(r + 0.0002, z) for r, z in inner if z < level]
    return [vessel, lathe("liquid", [(0.0, inner[0][1] + 0.0002)] + wet + [(wet[-1][0], level), (0.0, level)], liquid, 128)]


def tumbler(rng):
    outer = [(0.036, 0.0)] + [(0.036 + 0.010 * z / 0.16, z) for z in np.linspace(0.002, 0.16, 24)]
    straw = tube("straw", [(-0.018, 0, 0.012), (0.03, 0, 0.20), (0.06, 0, 0.235)], 0.0032, plain("straw", (0.80, 0.12, 0.10), 0.4))
    return filled("tumbler", outer, 0.0018, 0.115, clear("water", (0.96, 0.98, 0.98), 1.33, 0.05, (0.8, 0.9, 0.9))) + [straw]


def carafe(rng):
    outer = [(p[0], p[1]) for p in curve_through([(0.050, 0.0, 0), (0.060, 0.02, 0), (0.062, 0.06, 0), (0.045, 0.115, 0), (0.024, 0.155, 0), (0.020, 0.19, 0), (0.028, 0.225, 0)], 8)]
    return filled("carafe", outer, 0.0018, 0.09, clear("water", (0.95, 0.98, 0.98), 1.33, 0.06, (0.8, 0.9, 0.9)))


def wine(rng):
    return glass()


def spin(things, centre, axis, degrees):
    """Turns things about a point while the shutter is open."""
    pivot = bpy.data.objects.new("pivot", None)
    bpy.context.scene.collection.objects.link(pivot)
    pivot.location = centre
    bpy.context.view_layer.update()
    for thing in things:
        thing.parent = pivot
        thing.matrix_parent_inverse = pivot.matrix_world.inverted()
    for frame, share in ((0, -1), (2, 1)):
        pivot.rotation_euler[axis] = math.radians(degrees * share)
        pivot.keyframe_insert("rotation_euler", frame=frame)
    blur()


def blur():
    for action in bpy.data.actions:
        for line in action.fcurves:
            for key in line.keyframe_points:
                key.interpolation = "LINEAR"
    scene = bpy.context.scene
    scene.render.use_motion_blur = True
    scene.render.motion_blur_shutter = 1.0
    scene.frame_set(1)


def pinwheel(rng):
    colours = [plain("paper", c, 0.6) for c in ((0.75, 0.05, 0.05), (0.85, 0.60, 0.05), (0.05, 0.25, 0.60), (0.80, 0.78, 0.72))]
    centre = (0, -0.012, 0.195)
    sails = []
    for k in range(8):
        a = TAU * k / 8
        corner = [(0, 0, 0), (0.085, 0.0, 0.0), (0.062, -0.018, 0.045), (0.03, -0.02, 0.03)]
        turn = Matrix.Rotation(a, 3, "Y")
        sail = mesh("sail", [tuple(turn @ Vector(p) + Vector(centre)) for p in corner], [(0, 1, 2), (0, 2, 3)], colours[k % 4], smooth=False)
        sails.append(sail)
    spin(sails, centre, 1, 9)
    return sails + [rod("stick", (0, 0, 0), (0, 0, 0.2), 0.0035, 0.003, plain("stick", (0.5, 0.34, 0.18), 0.6)), ellipsoid("pin", (0, -0.036, 0.195), (0.006,) * 3, plain("pin", (0.8, 0.75, 0.6), 0.2, Metallic=1.0))]


def ball(rng):
    felt = plain("felt", (0.60, 0.72, 0.05), 0.95, Sheen=0.6)
    at = (0, 0, 0.15)
    parts = [ellipsoid("ball", at, (0.06, 0.06, 0.06), felt), coat(rng, [(at, (0.0595, 0.0595, 0.0595))], 9000, 0.005, (0.45, 0.55, 0.04), (0.75, 0.85, 0.2), droop=0, wild=0.6)]
    pivot = bpy.data.objects.new("flight", None)
    bpy.context.scene.collection.objects.link(pivot)
    for thing in parts:
        thing.parent = pivot
    for frame, share in ((0, -1), (2, 1)):
        pivot.location = (0.034 * share, 0, 0.014 * share)
        pivot.keyframe_insert("location", frame=frame)
    blur()
    return parts


def fan(rng):
    steel, dark = plain("steel", (0.70, 0.70, 0.68), 0.25, Metallic=1.0), plain("dark", (0.04, 0.10, 0.12), 0.35)
    z0 = 0.17
    turn = np.linspace(0, TAU, 121)[:-1]
    parts = []
    for y, bulge in ((-0.035, 0.012), (0.025, -0.012)):
        parts += [tube("ring", [(r * math.cos(t), y - bulge * (1 - r / 0.095), z0 + r * math.sin(t)) for t in turn], 0.0011, steel, closed=True) for r in (0.095, 0.07, 0.045, 0.022)]
        parts += [tube("spoke", [(0.02 * math.cos(t), y - bulge, z0 + 0.02 * math.sin(t)), (0.095 * math.cos(t), y, z0 + 0.095 * math.sin(t))], 0.0008, steel) for t in turn[::4]]
    blades = []
    for k in range(3):
        a = TAU * k / 3
        out = [(0.014, -0.006), (0.05, -0.030), (0.082, -0.022), (0.086, 0.010), (0.05, 0.022), (0.014, 0.008)]
        points = [(x * math.cos(a) - z * math.sin(a), -0.005 + 0.35 * z, z0 + x * math.sin(a) + z * math.cos(a)) for x, z in out]
        blades.append(mesh("blade", points, [tuple(range(6))], dark, smooth=False))
    spin(blades, (0, -0.005, z0), 1, 20)
    return parts + blades + [ellipsoid("hub", (0, -0.006, z0), (0.018, 0.016, 0.018), dark), rod("motor", (0, 0.02, z0), (0, 0.06, z0), 0.026, 0.018, dark), rod("post", (0, 0.03, 0), (0, 0.03, z0), 0.009, 0.007, dark),
                             lathe("foot", [(0, 0), (0.065, 0), (0.065, 0.006), (0.02, 0.018), (0, 0.018)], dark)]


def shoe(rng):
    import shoe as scene
    return moved(scene.shoe(), Matrix.Rotation(math.radians(22), 4, "Z"))


def headphones(rng):
    import headphones as scene
    return moved(scene.headphones(), Matrix.Rotation(math.radians(28), 4, "Z"))


def moved(parts, pose):
    bpy.context.view_layer.update()
    for thing in parts:
        thing.matrix_world = pose @ thing.matrix_world
    return parts
