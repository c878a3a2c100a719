"""An ochre canvas sneaker with white laces on a birch block before a dusty blue wall.

The shoe stands on z = 0 with its toe at +x.
"""

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import *  # noqa: E402,F403
import sculpt as sc  # noqa: E402
from creature import ribbon  # noqa: E402

OCHRE = (0.66, 0.33, 0.045)
HOLES = [(x, 0.50 - 0.05 * k) for k, x in enumerate((-0.028, -0.012, 0.004, 0.020, 0.036, 0.051))]  # x and the angle from upright


def last(grow=0.0):
    """The body of the shoe, without its opening."""
    g = grow
    return sc.join(
        sc.ball((-0.088, 0, 0.060), (0.047 + g, 0.033 + g, 0.060 + g)),
        (sc.ball((-0.074, 0, 0.105), (0.052 + g, 0.034 + g, 0.055 + g)), 0.03),
        (sc.ball((-0.015, 0.001, 0.046), (0.085 + g, 0.038 + g, 0.060 + g)), 0.03),
        (sc.ball((0.062, 0.005, 0.036), (0.078 + g, 0.0425 + g, 0.036 + g)), 0.03),
        (sc.ball((0.114, 0.004, 0.032), (0.040 + g, 0.033 + g, 0.0265 + g)), 0.03),
    )


def on(grow, x, angle):
    """Points on the grown body above its middle line: x along the shoe, the angle from upright in radians."""
    x, angle = np.atleast_1d(x).astype(float), np.atleast_1d(angle).astype(float)
    origin = np.stack([x, np.zeros_like(x), np.full_like(x, 0.045)], axis=1)
    return sc.cast(last(grow), origin, np.stack([0 * x, np.sin(angle), np.cos(angle)], axis=1), 0.2)


def canvas(name, colour, cap=None):
    """Plain weave; in front of x = 0.088, where `cap` is given, smooth rubber of that colour."""
    s = Shader(name)
    where = s.node("SeparateXYZ", Vector=s.node("TexCoord").outputs["Object"])

    def thread(axis):
        sine = s.node("Math", _0=s.node("Math", _0=where.outputs[axis], _1=4200.0).outputs[0])
        sine.inputs[0].links[0].from_node.operation = "MULTIPLY"
        sine.operation = "SINE"
        return sine.outputs[0]

    weave = s.node("Math", _0=thread("X"), _1=thread("Z"))
    weave.operation = "MULTIPLY"
    fluff = s.noise(420, 4, 0.65)
    tone = s.mix(s.grey(fluff, 0, 0.55), tuple(c * 1.08 for c in colour), tuple(c * 0.62 for c in colour))
    tone = s.mix(s.grey(weave.outputs[0], 0, 0.22, -1, 1), tone, tuple(c * 0.4 for c in colour))
    height = s.mix(0.4, s.grey(weave.outputs[0], 0, 1, -1, 1), fluff)
    cloth = s.principled(tone, 0.88, s.bump(height, 0.5, 0.0009), Specular=0.12, Sheen=0.25)
    if not cap:
        return s.surface(cloth.outputs[0])
    rubber = s.principled(cap, 0.42, s.bump(s.noise(300, 2), 0.04, 0.0005))
    edge = s.grey(where.outputs["X"], 0, 1, 0.0878, 0.0882)
    return s.surface(s.node("MixShader", _0=edge, _1=cloth.outputs[0], _2=rubber.outputs[0]).outputs[0])


def patch(name, xs, inner, outer, side, grow, material, thick, columns=22):
    """A stitched-on piece between two angles, inner(x) and outer(x)."""
    x = np.repeat(xs, columns)
    angle = np.concatenate([np.linspace(inner(v), outer(v), columns) for v in xs]) * side
    points = on(grow, x, angle)
    faces = [(i * columns + k, i * columns + k + 1, (i + 1) * columns + k + 1, (i + 1) * columns + k) for i in range(len(xs) - 1) for k in range(columns - 1)]
    thing = mesh(name, points, faces, material)
    solid = thing.modifiers.new("thick", "SOLIDIFY")
    solid.thickness, solid.offset = thick, 0
    return soften(thing)


def seam(points, material, stitch=0.0026, gap=0.0011):
    """Stitches along a dense line."""
    points = np.array(points)
    way = np.r_[0, np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))]
    out, at = [], 0.0
    while at + stitch < way[-1]:
        t = np.linspace(at, at + stitch, 5)
        p = np.stack([np.interp(t, way, points[:, k]) for k in range(3)], axis=1)
        out.append(tube("stitch", p.tolist(), 0.00038, material, radii=[0.5, 1, 1, 1, 0.5]))
        at += stitch + gap
    return out


def sole(material):
    """A rubber sole about the body's outline, a little raised at the toe."""
    turn = np.linspace(0, 2 * math.pi, 360, endpoint=False)
    ray = np.stack([np.cos(turn), np.sin(turn), 0 * turn], axis=1)
    edge = sc.cast(last(), np.tile((0.0, 0.0, 0.040), (360, 1)), ray, 0.3)
    away = sc.slope(last(), edge) * (1, 1, 0)
    away /= np.linalg.norm(away, axis=1, keepdims=True)
    rows = [(-0.012, 0.0), (-0.002, 0.0), (0.0022, 0.0012), (0.0036, 0.004), (0.0042, 0.014), (0.0038, 0.0275), (0.0030, 0.0295), (0.0016, 0.0303), (-0.006, 0.0303)]
    spring = 0.009 * np.clip((edge[:, 0] - 0.06) / 0.085, 0, 1) ** 2
    vertices = np.concatenate([edge * (1, 1, 0) + away * o + np.stack([0 * turn, 0 * turn, z + spring * (1 - z / 0.034)], axis=1) for o, z in rows])
    faces = [(i * 360 + k, i * 360 + (k + 1) % 360, (i + 1) * 360 + (k + 1) % 360, (i + 1) * 360 + k) for i in range(len(rows) - 1) for k in range(360)]
    return mesh("sole", vertices, faces + [tuple(range(360))[::-1]], material)


def rubber():
    """Warm white rubber with a thin ochre line."""
    s = Shader("rubber")
    height = s.node("SeparateXYZ", Vector=s.node("TexCoord").outputs["Object"]).outputs["Z"]
    line = s.node("Math", _0=s.grey(height, 0, 1, 0.0212, 0.0214), _1=s.grey(height, 1, 0, 0.0232, 0.0234))
    line.operation = "MULTIPLY"
    scuffs = s.noise(60, 5, 0.7)
    white = s.mix(s.grey(scuffs, 0, 0.3, 0.5, 0.8), (0.74, 0.69, 0.59), (0.60, 0.53, 0.43))
    return s.surface(s.principled(s.mix(line.outputs[0], white, (0.50, 0.20, 0.03)), 0.5, s.bump(s.noise(500, 2), 0.08, 0.0006)).outputs[0])


def laces(material):
    """Crossed flat laces, then a bow."""
    parts = []

    def strap(points, width=0.0068, thick=0.0016):
        normals = sc.slope(last(0.004), np.array(points))
        return ribbon("lace", [tuple(p) for p in points], normals.tolist(), width, thick, material, 3)

    t = np.linspace(-1, 1, 26)
    for k in range(len(HOLES) - 1):
        for side in (-1, 1):
            x0, a0 = HOLES[k + 1]
            x1, a1 = HOLES[k]
            x = x0 + (x1 - x0) * (t + 1) / 2
            a = side * np.where(t < 0, a0, a1) * t
            p = on(0.0058 if side < 0 else 0.0072, x, a)
            p[[0, -1]] -= sc.slope(last(), p[[0, -1]]) * 0.005
            parts.append(strap(p))
    x, a = HOLES[-1]
    p = on(0.006, np.full(26, x), t * a)
    p[[0, -1]] -= sc.slope(last(), p[[0, -1]]) * 0.005
    parts.append(strap(p))
    top = on(0.010, -0.030, 0.0)[0]
    parts.append(ellipsoid("knot", top, (0.0065, 0.0075, 0.0052), material))
    for side in (-1, 1):
        loop = [(0, 0, 0.002), (0.003, 0.012, 0.004), (0.008, 0.026, -0.004), (0.013, 0.037, -0.020), (0.016, 0.041, -0.032), (0.0175, 0.036, -0.024), (0.012, 0.016, -0.003), (0.002, 0, 0.001)]
        loose = [(0, 0, 0.001), (-0.005, 0.012, 0.001), (-0.007, 0.026, -0.010), (-0.003, 0.037, -0.030), (0.000, 0.042, -0.046), (-0.001, 0.044, -0.058)]
        for points in (loop, loose):
            fine = np.array(curve_through([(x, side * y, z) for x, y, z in points], 10)) + top
            gap = last(0.0045)(fine)
            fine += sc.slope(last(), fine) * np.where(gap < 0, -gap, 0)[:, None]
            parts.append(strap(fine, 0.0062))
    return parts


def shoe():
    white = plain("cotton", (0.76, 0.72, 0.64), 0.85, Sheen=0.3)
    thread = plain("thread", (0.80, 0.72, 0.56), 0.8)
    gum = rubber()
    cloth = canvas("canvas", OCHRE, (0.70, 0.65, 0.55))
    lining = plain("lining", (0.50, 0.42, 0.31), 0.9)
    points, faces = sc.shell(last(), (-0.005, 0, 0.048), 0.3, 420, 900)

    def rim(x):
        """Height of the opening's edge."""
        return np.interp(x, (-0.14, -0.118, -0.095, -0.070, -0.050, -0.034), (0.104, 0.101, 0.089, 0.082, 0.086, 0.098))

    gone = (points[:, 2] > rim(points[:, 0])) & (points[:, 0] < -0.030)
    upper = mesh("upper", points, [f for f in faces if not any(gone[i] for i in f)], cloth)
    upper.data.materials.append(lining)
    solid = upper.modifiers.new("thick", "SOLIDIFY")
    solid.thickness, solid.offset, solid.material_offset = 0.004, -1, 1
    x = np.linspace(-0.032, -0.1305, 120)
    edge = []
    for side in (1, -1):
        half = sc.cast(last(), np.stack([x, 0 * x, rim(x)], axis=1), np.tile((0.0, side, 0.0), (120, 1)), 0.08)
        edge += (half if side > 0 else half[::-1]).tolist()
    parts = [upper, sole(gum), tube("rim", edge, 0.0026, canvas("binding", tuple(c * 0.8 for c in OCHRE)))]
    parts.append(box("insole", (-0.04, 0, 0.040), (0.12, 0.040, 0.004), lining, 0.001))

    xs = np.linspace(-0.036, 0.060, 60)

    def inner(v):
        return np.interp(v, (-0.036, 0.052, 0.060), (0.32, 0.13, 0.02))

    def outer(v):
        return np.interp(v, (-0.036, 0.045, 0.060), (0.80, 0.50, 0.36))

    stay = canvas("stay", tuple(c * 0.9 for c in OCHRE))
    for side in (-1, 1):
        parts.append(patch("stay", xs, inner, outer, side, 0.0022, stay, 0.0022))
        dense = np.linspace(-0.034, 0.058, 300)
        for inset in (0.055, 0.11):
            parts += seam(on(0.0036, dense, np.array([outer(v) - inset for v in dense]) * side), thread)
        for x, angle in HOLES:
            hole = on(0.0036, x, angle * side)
            turn = Vector((0, 0, 1)).rotation_difference(Vector(sc.slope(last(), hole)[0])).to_matrix().to_4x4()
            ring = tube("eyelet", [(0.0030 * math.cos(a), 0.0030 * math.sin(a), 0) for a in np.linspace(0, 6.283, 25)[:-1]], 0.0009, plain("brass", (0.70, 0.52, 0.26), 0.3, Metallic=1.0), closed=True)
            ring.matrix_world = Matrix.Translation(hole[0]) @ turn
            parts.append(ring)
    side_line = np.linspace(0.034, 0.086, 200)
    for side in (-1, 1):
        for shift in (0, 0.003):
            x = -0.060 + shift + 0.35 * (side_line - 0.03)
            parts += seam(sc.cast(last(0.0004), np.stack([x, 0 * x, side_line], axis=1), np.tile((0.0, side, 0.0), (200, 1)), 0.1), thread)
    cap = np.linspace(-1.72, 1.72, 200)
    parts.append(tube("welt", on(0.0003, np.full(200, 0.088), cap).tolist(), 0.0013, gum))

    spine = np.array(curve_through([(0.012, 0, 0.101), (-0.018, 0, 0.110), (-0.038, 0, 0.122), (-0.047, 0, 0.134), (-0.050, 0, 0.140)], 10))
    across = np.linspace(-1, 1, 17)
    tongue = [(x - 0.010 * u * u, 0.030 * u, z - 0.010 * u * u - 0.014 * abs(u) ** 5 * max(0, z - 0.115) / 0.025) for x, _, z in spine for u in across]
    leaf = mesh("tongue", tongue, [(i * 17 + k, i * 17 + k + 1, (i + 1) * 17 + k + 1, (i + 1) * 17 + k) for i in range(len(spine) - 1) for k in range(16)], canvas("tongue", tuple(c * 0.95 for c in OCHRE)))
    solid = leaf.modifiers.new("thick", "SOLIDIFY")
    solid.thickness = 0.006
    return parts + [leaf] + laces(white)


def room():
    """A birch block on a pale floor; a dusty blue wall with a band of sun."""
    birch = wood("birch", (0.68, 0.53, 0.36), (0.52, 0.38, 0.24), 0.6, roughness=0.5, bump=0.1)
    box("block", (0.0, 0.06, -0.05), (0.62, 0.40, 0.10), birch, 0.003)
    box("floor", (0, 0, -0.12), (6, 4, 0.04), plaster("floor", (0.52, 0.50, 0.47), 0.08))
    box("wall", (0, 0.85, 0.6), (6, 0.04, 3), plaster("wall", (0.30, 0.375, 0.42), 0.04))


def light():
    sky((0.6, 0.68, 0.8), (0.78, 0.76, 0.72), 0.36)
    sun("sun", (-1.6, -1.3, 1.7), (0, 0, 0), 2.6, (1.0, 0.90, 0.76), 2.5)
    area("window", (-1.0, -0.5, 0.9), (0, 0, 0.05), 0.7, 13, (1.0, 0.95, 0.88), 1.0)
    area("rim", (0.8, 0.6, 0.6), (0, 0, 0.06), 0.4, 5, (1.0, 0.94, 0.86))


if __name__ == "__main__":
    options = arguments()
    begin()
    parts = shoe()
    turn = Matrix.Rotation(math.radians(-24), 4, "Z") @ Matrix.Diagonal((1.07, 1, 1, 1))
    bpy.context.view_layer.update()
    for thing in parts:
        thing.matrix_world = turn @ thing.matrix_world
    room()
    light()
    camera((0.0, -1.10, 0.30), (0.0, 0, 0.066), 88, 4.0, (0.02, -0.05, 0.07))
    shoot("shoe", parts, (1600, 1200), 44, options, threshold=0.03, exposure=1.15, set_scale=0.5, set_samples=32, quality=86)
