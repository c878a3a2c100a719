"""A lit desk lamp with thin arms, springs and a flex, before a painted wall."""

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import *  # noqa: E402,F403

ELBOW = Vector((-0.115, 0.0, 0.315))
FOOT = Vector((0.02, 0.0, 0.028))
HEAD = Vector((0.125, 0.0, 0.475))


def spring(start, end, radius, turns, material):
    """A coil between two points."""
    p, q = Vector(start), Vector(end)
    along = (q - p).normalized()
    u = along.orthogonal().normalized()
    v = along.cross(u)
    n = turns * 14
    coil = [p.lerp(q, k / n) + radius * (math.cos(2 * math.pi * turns * k / n) * u + math.sin(2 * math.pi * turns * k / n) * v) for k in range(n + 1)]
    return tube("spring", [tuple(c) for c in coil], 0.00085, material)


def joint(centre, radius, width, material):
    """A short round pin across the arm."""
    c = Vector(centre)
    return rod("joint", c - Vector((0, width / 2, 0)), c + Vector((0, width / 2, 0)), radius, radius, material)


def lamp():
    """Base, two double arms with springs, a conical shade, a bulb and its flex."""
    green = Shader("enamel")
    enamel = green.surface(green.principled((0.018, 0.075, 0.055), 0.28, green.bump(green.noise(260, 2), 0.05, 0.0005), Clearcoat=0.4).outputs[0])
    white = plain("inside", (0.62, 0.56, 0.46), 0.6)
    steel = plain("steel", (0.40, 0.38, 0.36), 0.32, Metallic=1.0)
    brass = plain("brass", (0.72, 0.50, 0.22), 0.3, Metallic=1.0)
    black = plain("flex", (0.02, 0.02, 0.022), 0.6)
    parts = [soften(lathe("base", [(0.0, 0.0), (0.083, 0.0), (0.085, 0.002), (0.085, 0.014), (0.082, 0.018), (0.03, 0.0225), (0.012, 0.025), (0.012, 0.036), (0.0, 0.036)], enamel))]
    parts[0].location.x = FOOT.x
    offset = Vector((0, 0.009, 0))
    for side in (-1, 1):
        parts.append(rod("lower", FOOT + side * offset, ELBOW + side * offset, 0.0034, 0.0034, enamel))
        parts.append(rod("upper", ELBOW + side * offset * 0.6, HEAD + side * offset * 0.6, 0.0032, 0.0032, enamel))
    along = (ELBOW - FOOT).normalized()
    beside = Vector((-along.z, 0, along.x)) * 0.016
    parts.append(spring(FOOT + along * 0.035 + beside, FOOT + along * 0.15 + beside, 0.0046, 24, steel))
    parts.append(tube("wire", [tuple(FOOT + along * 0.15 + beside), tuple(FOOT + along * 0.26)], 0.0008, steel))
    parts.append(tube("wire", [tuple(FOOT + beside * 0.3), tuple(FOOT + along * 0.035 + beside)], 0.0008, steel))
    over = (HEAD - ELBOW).normalized()
    above = Vector((-over.z, 0, over.x)) * 0.015
    parts.append(spring(ELBOW + over * 0.03 + above, ELBOW + over * 0.11 + above, 0.004, 19, steel))
    parts.append(tube("wire", [tuple(ELBOW + above * 0.5), tuple(ELBOW + over * 0.03 + above)], 0.0008, steel))
    parts.append(tube("wire", [tuple(ELBOW + over * 0.11 + above), tuple(ELBOW + over * 0.24)], 0.0008, steel))
    parts += [joint(FOOT, 0.0075, 0.034, brass), joint(ELBOW, 0.0085, 0.032, brass), joint(HEAD, 0.0075, 0.026, brass)]

    shade_profile = [(0.016, 0.062), (0.017, 0.060), (0.0185, 0.02), (0.024, 0.012), (0.040, -0.006), (0.056, -0.038), (0.0665, -0.078), (0.0685, -0.080)]
    outside = lathe("shade", [(0.0, 0.064)] + shade_profile, enamel)
    inside = lathe("lining", [(r - 0.0016, z - 0.0004) for r, z in shade_profile[2:]], white)
    bulb = lathe("bulb", [(0.0, -0.066), (0.012, -0.064), (0.020, -0.055), (0.0225, -0.044), (0.019, -0.03), (0.012, -0.018), (0.011, -0.004)], glow("bulb", (1.0, 0.84, 0.58), 5))
    neck = rod("neck", (0, 0, 0.0), (0, 0, 0.018), 0.012, 0.012, brass)
    turn = Matrix.Translation(HEAD + Vector((0.035, 0, -0.012))) @ Matrix.Rotation(math.radians(-24), 4, "Y") @ Matrix.Rotation(math.radians(-17), 4, "X")
    bulb.visible_diffuse = bulb.visible_glossy = False
    for thing in (outside, inside, bulb, neck):
        thing.matrix_world = turn @ thing.matrix_basis
        parts.append(thing)
    parts.append(rod("yoke", HEAD, turn @ Vector((0, 0, 0.035)), 0.0055, 0.0055, brass))
    point("filament", turn @ Vector((0, 0, -0.072)), 3.0, (1.0, 0.70, 0.38), 0.018)

    top = turn @ Vector((0, 0, 0.064))
    flex = curve_through([top, top + Vector((-0.012, 0.004, 0.026)), top + Vector((-0.06, 0.012, 0.012)), HEAD + Vector((-0.09, 0.012, -0.035)),
                          ELBOW + Vector((0.05, 0.014, 0.018)), ELBOW + Vector((-0.022, 0.014, 0.012)), ELBOW + Vector((-0.012, 0.013, -0.05)),
                          (-0.045, 0.014, 0.19), (-0.03, 0.016, 0.10), (0.01, 0.03, 0.033), (0.02, 0.08, 0.012), (0.045, 0.14, 0.0035),
                          (0.085, 0.24, 0.0028), (0.13, 0.36, 0.0028), (0.175, 0.463, 0.0030), (0.18, 0.476, -0.004), (0.18, 0.478, -0.06)], 12)
    parts.append(tube("flex", flex, 0.0024, black))
    return parts


def room():
    """A walnut desk against a plain wall."""
    walnut = wood("walnut", (0.34, 0.19, 0.10), (0.15, 0.075, 0.036), 0.5, roughness=0.42, bump=0.12)
    box("desk", (0, -0.23, -0.02), (2.6, 1.40, 0.04), walnut, 0.003)
    box("wall", (0, 0.95, 0.6), (6, 0.04, 4), plaster("wall", (0.74, 0.66, 0.55), 0.03, 0.35))


def light():
    sky((0.6, 0.66, 0.78), (0.7, 0.7, 0.72), 0.22)
    area("window", (-1.7, -0.5, 1.3), (0, 0.2, 0.25), 1.0, 52, (0.97, 0.97, 1.0), 1.4)
    area("wall", (-1.2, 0.1, 1.6), (0.1, 0.93, 0.45), 0.8, 12, (1.0, 0.94, 0.86))
    area("fill", (1.2, -1.4, 0.9), (0, 0, 0.2), 1.2, 5, (1.0, 0.95, 0.9))


if __name__ == "__main__":
    options = arguments()
    begin()
    parts = lamp()
    room()
    light()
    camera((0.022, -1.50, 0.345), (0.022, 0, 0.252), 72, 3.2, (0.02, -0.03, 0.26))
    shoot("lamp", parts, (900, 1200), 80, options, exposure=1.15, set_samples=48, form="webp", quality=88)
