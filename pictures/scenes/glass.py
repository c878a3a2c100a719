"""A stemmed glass of pale wine on a window sill before a garden; truly transparent, so its alpha is partial.

What lies behind the glass is seen straight through it, unbent: light that passes counts as not covered.
"""

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import *  # noqa: E402,F403


def clear(name, colour, ior, body=0.0, tint=(1, 1, 1)):
    """Glass or a liquid that lets light through to what it shades; `body` is the share that scatters, in `tint`."""
    s = Shader(name)
    glass = s.node("BsdfGlass", Color=(*colour, 1), Roughness=0.0, IOR=ior).outputs[0]
    if body:
        cloud = s.node("MixShader", _0=0.35, _1=s.node("BsdfTranslucent", Color=(*tint, 1)).outputs[0], _2=s.node("BsdfDiffuse", Color=(*tint, 1)).outputs[0])
        glass = s.node("MixShader", _0=body, _1=glass, _2=cloud.outputs[0]).outputs[0]
    path = s.node("LightPath")
    unseen = s.node("Math", _0=path.outputs["Is Shadow Ray"], _1=path.outputs["Is Diffuse Ray"])
    unseen.operation = "MAXIMUM"
    open_way = s.node("BsdfTransparent", Color=tuple(0.93 * c for c in colour) + (1,))
    return s.surface(s.node("MixShader", _0=unseen.outputs[0], _1=glass, _2=open_way.outputs[0]).outputs[0])


def glass():
    """A tulip bowl on a drawn stem, a third full."""
    crystal = clear("crystal", (0.985, 0.99, 0.985), 1.5)
    wine = clear("wine", (0.97, 0.72, 0.36), 1.33, 0.42, (0.93, 0.50, 0.16))
    bowl = curve_through([(0.0036, 0.092, 0), (0.0075, 0.0985, 0), (0.0205, 0.107, 0), (0.0350, 0.124, 0), (0.0415, 0.146, 0), (0.0405, 0.172, 0), (0.0355, 0.199, 0), (0.0325, 0.2165, 0)], 14)
    outer = [(0.0, 0.0016), (0.034, 0.0003), (0.0362, 0.0004), (0.0370, 0.0011), (0.0362, 0.0019), (0.030, 0.0030), (0.014, 0.0062), (0.0062, 0.0115), (0.0040, 0.022), (0.0034, 0.045), (0.0033, 0.075)]
    outer = [(p[0], p[1]) for p in curve_through([(r, z, 0) for r, z in outer], 8)] + [(p[0], p[1]) for p in bowl]
    wall = 0.00095
    inner = [(max(0.0, p[0] - wall), p[1] + (0.0022 if p[0] < 0.02 else 0.0)) for p in bowl if p[1] > 0.0985]
    rim = [(0.0324, 0.2170), (0.0320, 0.2172)]
    whole = lathe("glass", [(max(0, r), z) for r, z in outer] + rim + [(r, z) for r, z in inner[::-1]] + [(0.0, 0.1005)], crystal, 192)
    level = 0.151
    filled = [(r + 0.0003, z) for r, z in inner if z < level]
    top = filled[-1][0]
    liquid = lathe("wine", [(0.0, 0.1003)] + filled + [(top, level + 0.0008), (top - 0.0012, level), (top - 0.006, level - 0.0004), (0.0, level - 0.0004)], wine, 192)
    return [whole, liquid]


def room():
    """A painted sill with a linen runner, the window's frame, and a garden far behind."""
    box("sill", (0, 0.05, -0.02), (3, 0.60, 0.04), wood("sill", (0.60, 0.47, 0.33), (0.40, 0.28, 0.17), 0.6, roughness=0.4, bump=0.1), 0.003)
    frame = plain("frame", (0.72, 0.71, 0.67), 0.45)
    box("stile", (-0.30, 0.48, 0.5), (0.055, 0.05, 1.4), frame, 0.004)
    box("rail", (0, 0.48, 0.015), (3, 0.05, 0.05), frame, 0.004)
    rng = np.random.default_rng(16)
    green = leafy("leaf", 0.6)
    count = 9000
    x, y = rng.uniform(-4, 4, count), rng.uniform(4.0, 6.0, count)
    crown = 0.55 + 0.35 * np.sin(x * 1.3 + 0.4) + 0.15 * np.sin(x * 3.7)
    z = -1.3 + (crown + 1.3) * rng.uniform(0, 1, count) ** 0.85
    base = np.array([(0.07, 0.13, 0.03), (0.13, 0.19, 0.05), (0.22, 0.26, 0.08), (0.05, 0.10, 0.04)])[rng.integers(0, 4, count)]
    leaves("hedge", np.c_[x, y, z], rng.uniform(0.05, 0.12, count), base * rng.uniform(0.6, 1.5, (count, 1)), rng, green)
    blooms = 90
    petals = np.array([(0.80, 0.46, 0.40), (0.82, 0.70, 0.60), (0.70, 0.28, 0.26)])[rng.integers(0, 3, blooms)]
    leaves("blooms", np.c_[rng.uniform(-2.6, 2.6, blooms), rng.uniform(3.6, 4.0, blooms), rng.uniform(-0.7, 0.5, blooms)], rng.uniform(0.05, 0.09, blooms), petals, rng, green)
    box("far", (0, 14, 2), (40, 0.1, 9), glow("far", (0.95, 0.92, 0.80), 0.95))
    pear = Shader("pear")
    skin = pear.surface(pear.principled(pear.mix(pear.grey(pear.noise(700, 2), 0, 1, 0.62, 0.66), pear.ramp(pear.noise(18, 3), [(0.3, (0.46, 0.40, 0.07)), (0.7, (0.60, 0.42, 0.10))]), (0.24, 0.15, 0.04)), 0.45).outputs[0])
    for at, turn in (((0.092, 0.085, 0.0), 20), ((0.150, 0.050, 0.0), -60)):
        fruit = lathe("pear", [(p[0], p[1]) for p in curve_through([(0.0, 0.002, 0), (0.020, 0.001, 0), (0.033, 0.014, 0), (0.0345, 0.030, 0), (0.026, 0.052, 0), (0.0165, 0.068, 0), (0.012, 0.080, 0), (0.004, 0.084, 0), (0.0, 0.083, 0)], 8)], skin)
        stalk = tube("stalk", curve_through([(0, 0, 0.082), (0.002, 0.001, 0.091), (0.007, 0.002, 0.099)], 6), 0.0014, plain("stalk", (0.10, 0.06, 0.03), 0.8))
        for thing in (fruit, stalk):
            thing.location = at
            thing.rotation_euler = (0, math.radians(7), math.radians(turn))


def light():
    sky((0.55, 0.68, 0.9), (0.95, 0.92, 0.86), 0.62)
    sun("sun", (-1.3, 2.6, 1.9), (0, 0, 0.1), 4.2, (1.0, 0.88, 0.68), 1.5)
    area("left", (-0.55, 0.05, 0.25), (0, 0, 0.14), 0.18, 1.6, (1.0, 0.98, 0.95), 0.55)
    area("room", (0.9, -1.0, 0.6), (0, 0, 0.1), 0.9, 6, (1.0, 0.92, 0.84))


if __name__ == "__main__":
    options = arguments()
    begin()
    parts = glass()
    room()
    light()
    camera((0.025, -0.98, 0.165), (0.025, 0, 0.110), 92, 2.8, (0.0, -0.030, 0.12))
    shoot("glass", parts, (960, 1280), 52, options, exposure=1.1, grain=0.013, set_scale=0.5, set_samples=28, quality=84)
