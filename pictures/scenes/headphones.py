"""Ivory headphones with tan leather on a walnut desk in the evening; a lamp glows behind."""

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import *  # noqa: E402,F403
from creature import ribbon  # noqa: E402
from shoe import seam  # noqa: E402

CUP = (0.067, 0.0478)  # a cup's distance from the middle, and its height
TALL = 1.14


def leather(name, colour):
    s = Shader(name)
    cells = s.node("TexVoronoi", Vector=s.place(), Scale=1100.0)
    creases = s.noise(60, 4, 0.6)
    tone = s.mix(s.grey(creases, 0, 0.6, 0.35, 0.7), colour, tuple(c * 0.6 for c in colour))
    return s.surface(s.principled(tone, 0.45, s.bump(s.mix(0.5, cells.outputs["Distance"], creases), 0.25, 0.0009), Specular=0.4).outputs[0])


def brushed(name, colour):
    """Metal turned on a lathe: fine circles."""
    s = Shader(name)
    way = s.node("VectorMath", _0=s.node("TexCoord").outputs["Object"], _1=(1, 1, 0))
    way.operation = "MULTIPLY"
    far = s.node("VectorMath", _0=way.outputs[0])
    far.operation = "LENGTH"
    rings = s.node("TexNoise", Scale=2600.0, Detail=2.0)
    rings.noise_dimensions = "1D"
    s.tree.links.new(far.outputs["Value"], rings.inputs["W"])
    return s.surface(s.principled(colour, s.grey(rings.outputs["Fac"], 0.22, 0.42), s.bump(rings.outputs["Fac"], 0.05, 0.0003), Metallic=1.0).outputs[0])


def cup(side, shell, tan, cloth, metal, thread):
    """One cup, its cushion towards the other; made about z, then laid on its side."""
    case = [(p[0], p[1]) for p in curve_through([(0.034, -0.003, 0), (0.0400, -0.0015, 0), (0.0416, 0.0030, 0), (0.0412, 0.0120, 0), (0.0375, 0.0195, 0), (0.0320, 0.0225, 0), (0.0312, 0.0222, 0)], 8)]
    things = [soften(lathe("shell", case, shell), 50)]
    things.append(soften(lathe("plate", [(0.0310, 0.0205), (0.0310, 0.0216), (0.0300, 0.0222), (0.0, 0.0226)], brushed("plate", (0.82, 0.66, 0.44))), 30))
    things.append(lathe("ring", [(0.0417, 0.0038), (0.0422, 0.0042), (0.0422, 0.0058), (0.0417, 0.0062)], metal))
    turn = np.linspace(0, 2 * math.pi, 41)
    pad = [(0.0285 + 0.0122 * math.copysign(abs(math.cos(a)) ** 0.75, math.cos(a)), -0.0125 + 0.0105 * math.copysign(abs(math.sin(a)) ** 0.8, math.sin(a))) for a in turn]
    things.append(lathe("cushion", pad, tan))
    things.append(lathe("cloth", [(0.0, -0.010), (0.024, -0.010)], cloth))
    round_ = np.linspace(0, 2 * math.pi, 500)
    stitches = seam(np.stack([0.0409 * np.cos(round_), 0.0409 * np.sin(round_), np.full(500, -0.0125)], axis=1), thread, 0.0022, 0.0010)
    lay = Matrix(((0, 0, side, side * CUP[0]), (side, 0, 0, 0), (0, 1, 0, CUP[1]), (0, 0, 0, 1))) @ Matrix.Scale(TALL, 4, (0, 1, 0))
    toe = Matrix.Translation((side * CUP[0], 0, CUP[1])) @ Matrix.Rotation(math.radians(side * 4), 4, "Y") @ Matrix.Translation((-side * CUP[0], 0, -CUP[1]))
    for thing in things + stitches:
        thing.matrix_world = toe @ lay @ thing.matrix_basis
    return things + stitches


def headphones():
    shell = Shader("shell")
    ivory = shell.surface(shell.principled((0.70, 0.65, 0.56), 0.42, shell.bump(shell.noise(900, 2), 0.05, 0.0003), Specular=0.4).outputs[0])
    tan = leather("tan", (0.36, 0.150, 0.055))
    cloth = plain("mesh", (0.03, 0.028, 0.026), 0.95)
    metal = plain("brass", (0.80, 0.62, 0.38), 0.26, Metallic=1.0)
    thread = plain("thread", (0.72, 0.58, 0.40), 0.8)
    parts = []
    x, height = CUP[0] + 0.0065, CUP[1]
    for side in (-1, 1):
        parts += cup(side, ivory, tan, cloth, metal, thread)
        arc = [(side * x, 0.0465 * math.cos(a), height + 0.056 * math.sin(a)) for a in np.linspace(math.radians(-4), math.radians(184), 60)]
        parts.append(ribbon("yoke", arc, [(0, y, z - height) for _, y, z in arc], 0.0070, 0.0026, metal, 1))
        for end in (-1, 1):
            parts.append(rod("pivot", (side * x, end * 0.0395, height), (side * x, end * 0.0478, height), 0.0034, 0.0034, metal))
        top = height + 0.055
        parts.append(ribbon("slider", [(side * (x + 0.0006 * k), 0, top + 0.0042 * k) for k in range(9)], [(side, 0, 0)] * 9, 0.0105, 0.0030, metal, 1))
        parts.append(box("clasp", (side * (x + 0.0042), 0, top + 0.0300), (0.0125, 0.0235, 0.0200), ivory, 0.0040))

    def band(a, out=0.0, y=0.0):
        return ((0.0785 + out) * math.cos(a), y, 0.128 + (0.0735 + out) * math.sin(a))

    whole = np.linspace(0, math.pi, 90)
    normals = [(math.cos(a), 0, math.sin(a)) for a in whole]
    parts.append(ribbon("band", [band(a) for a in whole], normals, 0.0285, 0.0095, tan, 3))
    pad = np.linspace(math.radians(38), math.radians(142), 60)
    parts.append(ribbon("pad", [band(a, -0.0085) for a in pad], [(math.cos(a), 0, math.sin(a)) for a in pad], 0.0265, 0.0125, leather("pad", (0.045, 0.034, 0.028)), 3))
    dense = np.linspace(0.05, math.pi - 0.05, 700)
    for y in (-0.0122, 0.0122):
        parts += seam([band(a, 0.0033, y) for a in dense], thread, 0.0026, 0.0012)
    return parts


def room():
    """A walnut desk with a notebook and a pencil; a dark wall, a lamp and a plant far behind."""
    walnut = wood("walnut", (0.30, 0.165, 0.088), (0.125, 0.062, 0.030), 0.5, roughness=0.38, bump=0.12)
    box("desk", (0, 0.10, -0.02), (3, 1.2, 0.04), walnut, 0.003)
    box("wall", (0, 1.6, 0.4), (6, 0.04, 3), plaster("wall", (0.085, 0.105, 0.10), 0.08))
    box("notebook", (-0.215, 0.085, 0.007), (0.15, 0.21, 0.014), plain("notebook", (0.36, 0.085, 0.045), 0.7), 0.002, (0, 0, 14))
    rod("pencil", (-0.235, -0.02, 0.018), (-0.175, 0.145, 0.018), 0.0035, 0.0035, plain("pencil", (0.62, 0.45, 0.12), 0.4))
    shade = lathe("shade", [(0.070, 0.30), (0.115, 0.14)], glow("shade", (1.0, 0.62, 0.28), 2.6))
    foot = lathe("foot", [(0.0, 0.0), (0.07, 0.0), (0.07, 0.012), (0.010, 0.02), (0.008, 0.16), (0.0, 0.16)], plain("foot", (0.50, 0.36, 0.18), 0.35, Metallic=1.0))
    for thing in (shade, foot):
        thing.location = (0.36, 0.62, 0)
    rng = np.random.default_rng(19)
    spots = rng.normal(size=(300, 3)) * (0.10, 0.08, 0.12) + (-0.42, 0.95, 0.24)
    leaves("plant", spots, rng.uniform(0.025, 0.055, 300), np.array((0.07, 0.13, 0.055)) * rng.uniform(0.5, 1.5, (300, 1)), rng, leafy("plant"))
    pot = lathe("pot", [(0.0, 0.0), (0.07, 0.0), (0.085, 0.14), (0.0, 0.14)], plain("pot", (0.50, 0.46, 0.40), 0.7))
    pot.location = (-0.42, 0.60, 0)
    for k, (w, tint) in enumerate(((0.032, (0.50, 0.40, 0.26)), (0.026, (0.16, 0.20, 0.24)), (0.030, (0.40, 0.14, 0.07)))):
        box("book", (0.16 + 0.01 * k, 0.56, 0.016 + 0.031 * k), (0.22 - 0.01 * k, 0.15, w), plain("book", tint, 0.7), 0.001, (0, 0, -6 + 5 * k))


def light():
    sky((0.30, 0.40, 0.60), (0.46, 0.48, 0.55), 0.22)
    area("window", (-1.0, -0.35, 0.75), (0, 0, 0.09), 0.7, 17, (0.93, 0.96, 1.0), 1.0)
    area("lamp", (0.55, 0.42, 0.30), (0, 0, 0.10), 0.16, 6.5, (1.0, 0.66, 0.36))
    area("wall", (0.35, 1.0, 0.5), (0.35, 1.6, 0.35), 0.3, 4.5, (1.0, 0.66, 0.38))
    area("fill", (0.5, -1.3, 0.6), (0, 0, 0.1), 0.8, 3.5, (1.0, 0.92, 0.84))


if __name__ == "__main__":
    options = arguments()
    begin()
    parts = headphones()
    bpy.context.view_layer.update()
    for thing in parts:
        thing.matrix_world = Matrix.Rotation(math.radians(-36), 4, "Z") @ thing.matrix_basis
    room()
    light()
    camera((0.0, -1.02, 0.235), (0.0, 0, 0.098), 86, 3.2, (-0.01, -0.045, 0.10))
    shoot("headphones", parts, (1280, 960), 40, options, threshold=0.03, exposure=1.45, grain=0.015, set_scale=0.5, set_samples=28, quality=86)
