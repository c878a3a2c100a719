"""Twelve megapixels: pussy willow in a two-handled vase on a linen-coloured ground."""

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import *  # noqa: E402,F403
from mug import glaze  # noqa: E402


def vase():
    """A thrown vase with two open handles, glazed iron red over dark clay."""
    outer = curve_through([(0.044, 0.0, 0), (0.050, 0.004, 0), (0.066, 0.045, 0), (0.079, 0.10, 0), (0.078, 0.150, 0), (0.060, 0.192, 0),
                           (0.036, 0.215, 0), (0.0275, 0.236, 0), (0.0270, 0.262, 0), (0.033, 0.281, 0), (0.0375, 0.288, 0)], 8)
    profile = [(0.0, 0.0)] + [(p[0], p[1]) for p in outer]
    inner = [(0.0365, 0.2895), (0.0345, 0.2885)] + [(p[0] - 0.004, p[1]) for p in outer[::-1] if 0.012 < p[1] < 0.282] + [(0.0, 0.012)]
    body = lathe("body", profile + inner)
    bodies = [body]
    for side in (-1, 1):
        loop = curve_through([(side * 0.0270, 0, 0.262), (side * 0.045, 0, 0.270), (side * 0.0655, 0, 0.258), (side * 0.0735, 0, 0.230),
                              (side * 0.071, 0, 0.200), (side * 0.064, 0, 0.178)], 12)
        handle = tube("handle", loop, 0.0058)
        handle.scale = (1, 1.3, 1)
        bodies.append(handle)
    bpy.context.view_layer.update()
    return fuse(bodies, 0.0009, 8, "vase", glaze("glaze", (0.33, 0.055, 0.022), (0.16, 0.085, 0.05), 0.030, 0.6))


def willow():
    """Bare brown twigs with silver catkins."""
    bark = Shader("bark")
    twig = bark.surface(bark.principled(bark.ramp(bark.noise(80, 4), [(0.3, (0.055, 0.022, 0.012)), (0.7, (0.16, 0.075, 0.04))]), 0.55).outputs[0])
    down = Shader("down")
    silver = down.surface(down.principled(down.ramp(down.noise(240, 4), [(0.3, (0.50, 0.46, 0.40)), (0.7, (0.82, 0.78, 0.70))]), 0.9,
                                          down.bump(down.noise(900, 4, 0.7), 0.8, 0.002), Sheen=1.0).outputs[0])
    husk = plain("husk", (0.10, 0.035, 0.015), 0.5)
    rng = np.random.default_rng(31)
    parts = []
    for k, (lean, turn, length) in enumerate(((0.26, 175, 0.235), (0.60, 165, 0.205), (0.10, 60, 0.265), (0.36, 5, 0.24), (0.66, 22, 0.195), (0.22, 300, 0.19))):
        out = Vector((math.cos(math.radians(turn)), 0.45 * math.sin(math.radians(turn)), 0))
        start = Vector((0, 0, 0.10)) - out * 0.012
        rim = Vector((0, 0, 0.286)) + out * 0.019
        path = [start, rim]
        heading = (rim - start).normalized().lerp((Vector((0, 0, 1)) + out * lean).normalized(), 0.75).normalized()
        for _ in range(6):
            heading = (heading + Vector(rng.normal(size=3)) * 0.07 + Vector((0, 0, 0.035))).normalized()
            path.append(path[-1] + heading * length / 6)
        fine = curve_through(path, 10)
        n = len(fine)
        parts.append(tube("twig", fine, 0.0026, twig, radii=[1.05 - 0.62 * i / n for i in range(n)]))
        side = 1
        for i in range(15, n, 5 + k % 2):
            p, ahead = Vector(fine[i]), Vector(fine[min(n - 1, i + 1)]) - Vector(fine[i - 1])
            ahead.normalize()
            away = (ahead.cross(Vector((0, 1, 0))).normalized() * side + Vector(rng.normal(size=3)) * 0.3).normalized()
            side = -side
            axis = (ahead * 0.85 + away * 0.6).normalized()
            size = rng.uniform(0.0075, 0.0115) * (1.1 - 0.35 * i / n)
            spin = Vector((0, 0, 1)).rotation_difference(axis).to_matrix().to_4x4()
            bud = ellipsoid("catkin", (0, 0, 0), (size * 0.52, size * 0.52, size), silver, segments=32)
            bud.matrix_world = Matrix.Translation(p + axis * (size * 0.95 + 0.001)) @ spin
            cup = ellipsoid("husk", (0, 0, 0), (size * 0.40, size * 0.40, size * 0.42), husk, segments=24)
            cup.matrix_world = Matrix.Translation(p + axis * size * 0.32) @ spin
            parts += [bud, cup]
    return parts


def room():
    """A dark sideboard, a pale wall behind, a soft bright doorway far off."""
    oak = wood("smoked", (0.23, 0.145, 0.085), (0.105, 0.06, 0.034), 0.5, roughness=0.42, bump=0.12)
    box("board", (0, -0.02, -0.02), (3.0, 0.80, 0.04), oak, 0.004)
    box("wall", (0, 2.3, 0.5), (8, 0.05, 4), plaster("wall", (0.66, 0.60, 0.51), 0.03))
    box("door", (1.05, 2.26, 0.3), (0.75, 0.02, 2.2), glow("door", (1.0, 0.94, 0.84), 0.62))
    box("picture", (-0.86, 2.25, 0.44), (0.50, 0.03, 0.62), plain("frame", (0.10, 0.06, 0.04), 0.5))
    box("sheet", (-0.86, 2.23, 0.44), (0.44, 0.02, 0.56), plain("sheet", (0.52, 0.55, 0.50), 0.8))


def light():
    sky((0.6, 0.64, 0.72), (0.74, 0.71, 0.66), 0.33)
    area("window", (-1.4, -0.35, 1.0), (0, 0, 0.2), 0.8, 30, (1.0, 0.95, 0.88), 1.3)
    area("fill", (1.5, -1.2, 0.9), (0, 0, 0.2), 1.2, 6, (1.0, 0.94, 0.88))
    area("wall", (-0.4, 1.2, 2.2), (-0.2, 2.3, 0.5), 1.2, 20, (1.0, 0.95, 0.88))


if __name__ == "__main__":
    options = arguments()
    begin()
    parts = [vase()]
    parts[0].rotation_euler[2] = math.radians(-12)
    parts += willow()
    room()
    light()
    camera((0.0, -1.85, 0.42), (0.0, 0, 0.272), 77, 2.8, (0.0, -0.05, 0.25))
    shoot("large", parts, (4000, 3000), 20, options, exposure=1.35, grain=0.007, set_scale=0.4, set_samples=36, quality=88, cutout=None)
