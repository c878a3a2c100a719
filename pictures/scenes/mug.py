"""A stoneware mug of coffee on an oak table; the room shows through its handle."""

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import *  # noqa: E402,F403


def glaze(name, top, foot, edge=0.024, speckle=1.0):
    """Glossy speckled glaze above, bare clay below."""
    s = Shader(name)
    height = s.node("SeparateXYZ", Vector=s.node("NewGeometry").outputs["Position"]).outputs["Z"]
    wave = s.node("Math", _0=height, _1=s.grey(s.noise(22, 2), -0.004, 0.004))
    line = s.grey(wave.outputs[0], 0, 1, edge, edge + 0.0012)
    specks = s.grey(s.noise(420, 2, 0.5), 0, speckle, 0.66, 0.72)
    clouds = s.noise(30, 4)
    glaze_colour = s.ramp(clouds, [(0.3, tuple(c * 0.8 for c in top)), (0.7, tuple(min(1, c * 1.2) for c in top))])
    glaze_colour = s.mix(specks, glaze_colour, tuple(c * 0.25 for c in top))
    clay = s.mix(s.noise(300, 3), foot, tuple(c * 0.7 for c in foot))
    rough = s.grey(line, 0.75, 0.16)
    normal = s.bump(s.mix(line, s.noise(500, 3), s.noise(40, 2)), 0.12, 0.0008)
    return s.surface(s.principled(s.mix(line, clay, glaze_colour), rough, normal).outputs[0])


def mug(colour=(0.035, 0.115, 0.125), clay=(0.42, 0.24, 0.13)):
    """The mug, its handle and the coffee in it."""
    r, h, wall = 0.041, 0.092, 0.0042
    outer = [(0.0, 0.0), (0.030, 0.0), (0.034, 0.0012), (0.0375, 0.005), (0.0405, 0.013), (r, 0.024), (r, 0.05), (r, h - 0.002), (r - 0.0012, h)]
    inner = [(r - wall + 0.0012, h), (r - wall, h - 0.002), (r - wall, 0.02), (0.032, 0.009), (0.02, 0.006), (0.0, 0.006)]
    body = lathe("body", outer + inner)
    loop = curve_through([(r - 0.0025, 0, 0.076), (r + 0.012, 0, 0.0785), (r + 0.0265, 0, 0.070), (r + 0.0315, 0, 0.053),
                          (r + 0.026, 0, 0.036), (r + 0.012, 0, 0.0255), (r - 0.0025, 0, 0.0235)], 12)
    n = len(loop) - 1
    radii = [1 + 0.35 * abs(2 * k / n - 1) ** 3 for k in range(n + 1)]
    handle = tube("handle", loop, 0.0052, radii=radii)
    handle.scale = (1, 1.35, 1)
    bpy.context.view_layer.update()
    whole = fuse([body, handle], 0.00055, 10, "mug", glaze("glaze", colour, clay))
    s = Shader("coffee")
    coffee = lathe("coffee", [(0.0, 0.079), (0.0335, 0.079), (r - wall + 0.0003, 0.0796)],
                   s.surface(s.principled((0.018, 0.007, 0.003), 0.06, Specular=0.5).outputs[0]))
    return [whole, coffee]


def room():
    """An oak table before a pale room with a window, a shelf and a plant, all out of focus."""
    oak = wood("oak", (0.50, 0.31, 0.16), (0.27, 0.145, 0.065), 0.42, roughness=0.42, bump=0.18)
    for k in range(5):
        plank = box(f"plank{k}", (0.05 * (k % 3), -0.50 + 0.1815 * k, -0.0125), (2.4, 0.181, 0.025), oak, 0.0012)
        plank.data = plank.data.copy()
    box("wall", (0, 2.7, 0.6), (7, 0.05, 4), plaster("wall", (0.66, 0.58, 0.48)))
    box("window", (-0.66, 2.64, 0.42), (0.62, 0.02, 1.1), glow("daylight", (1.0, 0.95, 0.87), 1.15))
    frame = plain("frame", (0.7, 0.66, 0.6))
    for x in (-0.98, -0.66, -0.34):
        box("mullion", (x, 2.60, 0.42), (0.035, 0.03, 1.16), frame)
    for z in (-0.14, 0.12, 0.40):
        box("bar", (-0.66, 2.60, z), (0.66, 0.03, 0.03), frame)
    board = wood("shelf", (0.34, 0.2, 0.1), (0.2, 0.11, 0.05), 1)
    box("shelf", (0.62, 2.5, -0.16), (1.05, 0.3, 0.035), board)
    for x, h, w, c in ((0.20, 0.25, 0.05, (0.45, 0.11, 0.06)), (0.26, 0.22, 0.045, (0.66, 0.55, 0.36)), (0.32, 0.27, 0.05, (0.30, 0.24, 0.20)),
                       (0.375, 0.21, 0.04, (0.60, 0.33, 0.10))):
        box("book", (x, 2.45, -0.142 + h / 2), (w, 0.16, h), plain("book", c, 0.7))
    jar = lathe("jar", [(0.0, 0.0), (0.05, 0.0), (0.075, 0.05), (0.068, 0.12), (0.038, 0.15), (0.041, 0.165)], plain("jar", (0.74, 0.70, 0.62), 0.4))
    jar.location = (0.64, 2.45, -0.142)
    rng = np.random.default_rng(5)
    spots = rng.normal(size=(220, 3)) * (0.09, 0.07, 0.08) + (0.66, 2.45, 0.14)
    tints = np.array((0.12, 0.19, 0.06)) * rng.uniform(0.5, 1.6, (220, 1))
    leaves("sprig", spots, rng.uniform(0.02, 0.045, 220), tints, rng, leafy("sprig"))


def light():
    sky((0.55, 0.6, 0.7), (0.75, 0.7, 0.62), 0.32)
    area("window", (-1.5, 0.25, 1.1), (0, 0, 0.04), 0.9, 34, (1.0, 0.93, 0.84), 1.2)
    area("softbox", (-0.33, -0.13, 0.20), (0, 0, 0.10), 0.11, 1.1, (1.0, 0.95, 0.88), 0.38)
    area("room", (1.3, -1.2, 1.2), (0, 0, 0.05), 1.6, 6, (1.0, 0.9, 0.8))
    area("back", (0.6, 2.0, 2.2), (0.3, 2.6, 0.3), 1.4, 22, (1.0, 0.93, 0.85))


if __name__ == "__main__":
    options = arguments()
    begin()
    things = mug()
    for thing in things:
        thing.rotation_euler[2] = math.radians(-24)
    room()
    light()
    camera((0.007, -0.47, 0.150), (0.007, 0, 0.0475), 68, 3.5, (0.0, -0.035, 0.06))
    shoot("mug", things, (1600, 1200), 64, options, exposure=1.6, set_samples=56, png=("mug-transparent.png", 800))
