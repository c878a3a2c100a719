"""A pilea in a clay pot on a small table; a pale sunlit wall behind."""

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import *  # noqa: E402,F403


def leaf_material():
    """Round fleshy leaves: dark above, veins from the stalk, light shining through."""
    s = Shader("leaf")
    own = s.node("ObjectInfo").outputs["Random"]
    where = s.node("TexCoord").outputs["Object"]
    across = s.node("VectorMath", _0=where)
    across.operation = "LENGTH"
    spot = s.grey(across.outputs["Value"], 1, 0, 0.0, 0.0045)
    green = s.ramp(own, [(0.0, (0.030, 0.100, 0.026)), (0.55, (0.055, 0.155, 0.030)), (1.0, (0.125, 0.235, 0.040))])
    green = s.mix(s.grey(s.noise(60, 3), 0, 0.35, 0.4, 0.7), green, (0.10, 0.20, 0.05))
    green = s.mix(spot, green, (0.36, 0.46, 0.18))
    skin = s.principled(green, 0.32, s.bump(s.noise(120, 2), 0.12, 0.001), Specular=0.45)
    through = s.node("BsdfTranslucent", Color=s.mix(0.6, green, (0.30, 0.44, 0.04)))
    return s.surface(s.node("MixShader", _0=0.3, _1=skin.outputs[0], _2=through.outputs[0]).outputs[0])


def leaf(centre, normal, tip, radius, curl, material):
    """A slightly domed disc, longer towards its tip, attached near its middle."""
    rings, steps = 9, 40
    vertices, faces = [(0, 0, 0)], []
    for i in range(1, rings + 1):
        t = i / rings
        for k in range(steps):
            a = 2 * math.pi * k / steps
            long = 1 + 0.16 * math.cos(a)
            x, y = radius * t * math.cos(a) * long + radius * 0.14 * t, radius * t * math.sin(a) * 0.97
            z = -curl * radius * t * t * (1 + 0.35 * math.cos(a)) + 0.05 * radius * t * math.sin(2 * a + 1)
            vertices.append((x, y, z))
    for k in range(steps):
        n = (k + 1) % steps
        faces.append((0, 1 + k, 1 + n))
        for i in range(rings - 1):
            a, b = 1 + i * steps + k, 1 + i * steps + n
            faces.append((a, a + steps, b + steps, b))
    thing = mesh("leaf", vertices, faces, material)
    thick = thing.modifiers.new("thick", "SOLIDIFY")
    thick.thickness = 0.0011
    z = Vector(normal).normalized()
    x = Vector(tip)
    x = (x - z * x.dot(z)).normalized()
    y = z.cross(x)
    thing.matrix_world = Matrix.Translation(centre) @ Matrix((x, y, z)).transposed().to_4x4()
    return thing


def plant():
    """The pot, its earth, the stem and the leaves."""
    clay = Shader("clay")
    body = clay.ramp(clay.noise(9, 6, 0.65), [(0.3, (0.40, 0.165, 0.085)), (0.6, (0.52, 0.235, 0.13)), (0.8, (0.60, 0.36, 0.25))])
    terracotta = clay.surface(clay.principled(body, 0.85, clay.bump(clay.noise(160, 4), 0.25, 0.0008)).outputs[0])
    pot = lathe("pot", [(0.0, 0.0), (0.050, 0.0), (0.0525, 0.002), (0.069, 0.098), (0.0745, 0.099), (0.0765, 0.101), (0.0805, 0.128), (0.0795, 0.1305),
                        (0.0745, 0.1305), (0.0735, 0.128), (0.069, 0.10), (0.0, 0.10)], terracotta)
    soften(pot, 50)
    pot.location.z = 0.012
    saucer = lathe("saucer", [(0.0, 0.0), (0.064, 0.0), (0.067, 0.002), (0.0775, 0.0195), (0.0765, 0.021), (0.0735, 0.0205), (0.064, 0.007), (0.0, 0.006)], terracotta)
    soften(saucer, 50)
    soil = Shader("soil")
    lump = soil.noise(70, 6, 0.7)
    earth = lathe("earth", [(0.0, 0.131), (0.03, 0.131), (0.076, 0.129)], soil.surface(soil.principled(
        soil.ramp(lump, [(0.35, (0.012, 0.008, 0.005)), (0.7, (0.05, 0.032, 0.02))]), 0.95, soil.bump(lump, 1.0, 0.006)).outputs[0]))
    stem = tube("stem", curve_through([(0, 0, 0.125), (0.004, 0.002, 0.17), (-0.002, 0.0, 0.215), (0.002, -0.001, 0.262)], 8), 0.0055,
                plain("stem", (0.13, 0.085, 0.04), 0.8), radii=None)
    parts = [pot, saucer, earth, stem]
    rng = np.random.default_rng(14)
    green = leaf_material()
    stalk_green = plain("stalk", (0.22, 0.20, 0.07), 0.45)
    count = 34
    for k in range(count):
        t = (k + 0.5) / count
        angle = k * 2.39996 + rng.normal() * 0.12
        reach = (0.155 - 0.10 * t ** 1.6) * rng.uniform(0.82, 1.12)
        rise = 0.150 + 0.245 * t ** 0.8 + rng.normal() * 0.008
        out = Vector((math.cos(angle), math.sin(angle), 0))
        base = Vector((0.002, 0, 0.165 + 0.095 * t))
        end = Vector((0, 0, rise)) + out * reach
        middle = base.lerp(end, 0.55) + Vector((0, 0, 0.022)) + out * 0.008
        radius = rng.uniform(0.025, 0.038) * (1.06 - 0.42 * t ** 3)
        normal = Vector((0, 0, 1)) * (0.55 + 0.5 * t) + out * (0.75 - 0.45 * t) + Vector(rng.normal(size=3)) * 0.13
        parts.append(tube("stalk", curve_through([base, base.lerp(middle, 0.5) + out * 0.004, middle, end], 8), 0.00135, stalk_green))
        parts.append(leaf(end, normal, out - Vector((0, 0, 0.6)), radius, rng.uniform(0.16, 0.34), green))
    return parts


def room():
    """A pale table top before a warm wall with the shade of a window on it."""
    ash = wood("ash", (0.66, 0.52, 0.36), (0.47, 0.34, 0.21), 0.5, roughness=0.45, bump=0.12)
    box("table", (0.0, 0.06, -0.015), (1.6, 0.72, 0.03), ash, 0.006)
    box("wall", (0, 1.25, 0.4), (7, 0.05, 4), plaster("wall", (0.71, 0.58, 0.47), 0.03))
    frame = plain("frame", (0.6, 0.6, 0.6))
    for x in (-1.75, -1.38, -1.01):
        box("mullion", (x, -1.55, 1.9), (0.05, 0.03, 1.3), frame, rotation=(0, 0, 40))
    for z in (1.4, 1.85, 2.3):
        box("bar", (-1.38, -1.55, z), (0.9, 0.03, 0.04), frame, rotation=(0, 0, 0))


def light():
    sky((0.6, 0.66, 0.78), (0.8, 0.76, 0.7), 0.40)
    sun("sun", (-1.6, -1.8, 2.0), (0, 0, 0.2), 3.0, (1.0, 0.87, 0.70), 1.8)
    area("window", (-1.5, -0.3, 1.0), (0, 0, 0.22), 0.9, 11, (1.0, 0.96, 0.9))
    area("behind", (0.9, 0.75, 0.9), (0, 0, 0.25), 0.5, 4, (1.0, 0.93, 0.82))


if __name__ == "__main__":
    options = arguments()
    begin()
    parts = plant()
    room()
    light()
    camera((0.0, -1.22, 0.375), (0.0, 0, 0.202), 83, 3.5, (0.0, -0.06, 0.26))
    shoot("plant", parts, (1200, 1200), 72, options, exposure=1.2, set_samples=36)
