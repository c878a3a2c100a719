"""A thin wire basket of lemons and pears on a linen cloth by a window."""

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import *  # noqa: E402,F403
from mathutils import Euler  # noqa: E402

PROFILE = [(0.055, 0.012), (0.078, 0.016), (0.104, 0.034), (0.122, 0.062), (0.131, 0.092), (0.135, 0.112)]  # radius and height, foot to rim


def radius_at(z):
    return float(np.interp(z, [p[1] for p in PROFILE], [p[0] for p in PROFILE]))


def ring(name, radius, z, thick, material):
    turn = np.linspace(0, 2 * math.pi, 145)[:-1]
    return tube(name, [(radius * math.cos(a), radius * math.sin(a), z) for a in turn], thick, material, closed=True)


def basket():
    """Upright wires looped in pairs, a few hoops, a foot and two handles."""
    steel = plain("steel", (0.045, 0.040, 0.036), 0.42, Metallic=0.7)
    parts = [ring("rim", 0.135, 0.1125, 0.0024, steel), ring("foot", 0.064, 0.0022, 0.0020, steel), ring("base", 0.055, 0.012, 0.0014, steel)]
    parts += [ring("hoop", radius_at(z), z, 0.0009, steel) for z in (0.034, 0.058, 0.085)]
    parts += [ring("floor", r, 0.012, 0.0009, steel) for r in (0.018, 0.036)]
    count = 40
    side = curve_through([(r, z, 0) for r, z in PROFILE], 8)
    for k in range(count):
        a = 2 * math.pi * k / count
        line = [(r * math.cos(a), r * math.sin(a), z) for r, z, _ in side]
        parts.append(tube("wire", [(0.004 * math.cos(a), 0.004 * math.sin(a), 0.0125), *line] if k % 4 == 0 else line, 0.00085, steel))
    for k in range(4):
        a = math.pi / 4 + k * math.pi / 2
        parts.append(tube("leg", [(0.064 * math.cos(a), 0.064 * math.sin(a), 0.002), (0.055 * math.cos(a), 0.055 * math.sin(a), 0.0125)], 0.0013, steel))
    for end in (-1, 1):
        loop = curve_through([(end * 0.126, -0.046, 0.1125), (end * 0.141, -0.043, 0.128), (end * 0.156, -0.030, 0.144), (end * 0.161, 0, 0.150), (end * 0.156, 0.030, 0.144),
                              (end * 0.141, 0.043, 0.128), (end * 0.126, 0.046, 0.1125)], 10)
        parts.append(tube("handle", loop, 0.0020, steel))
    return parts


def lemon_skin():
    s = Shader("lemon")
    pores = s.node("TexVoronoi", Vector=s.place(), Scale=330.0)
    colour = s.ramp(s.noise(22, 3), [(0.3, (0.74, 0.47, 0.025)), (0.7, (0.82, 0.60, 0.05))])
    ends = s.node("Math", _0=s.node("SeparateXYZ", Vector=s.node("TexCoord").outputs["Object"]).outputs["Z"])
    ends.operation = "ABSOLUTE"
    colour = s.mix(s.grey(ends.outputs[0], 0, 0.5, 0.034, 0.043), colour, (0.50, 0.44, 0.06))
    return s.surface(s.principled(colour, 0.36, s.bump(pores.outputs["Distance"], 0.28, 0.0012), Specular=0.5).outputs[0])


def pear_skin():
    s = Shader("pear")
    height = s.node("SeparateXYZ", Vector=s.node("TexCoord").outputs["Object"])
    blush = s.node("Math", _0=s.grey(height.outputs["X"], 0, 1, -0.01, 0.034), _1=s.grey(s.noise(30, 4), 0.1, 1.0, 0.35, 0.65))
    blush.operation = "MULTIPLY"
    colour = s.ramp(s.noise(26, 4), [(0.3, (0.33, 0.36, 0.055)), (0.7, (0.47, 0.45, 0.08))])
    colour = s.mix(blush.outputs[0], colour, (0.50, 0.11, 0.05))
    colour = s.mix(s.grey(s.noise(800, 2), 0, 0.8, 0.63, 0.67), colour, (0.22, 0.13, 0.04))
    return s.surface(s.principled(colour, 0.42, s.bump(s.noise(260, 2), 0.05, 0.0006)).outputs[0])


def fruit():
    lemon, pear = lemon_skin(), pear_skin()
    stalk = plain("stalk", (0.11, 0.065, 0.03), 0.8)
    green = plain("leaf", (0.055, 0.125, 0.030), 0.4)
    lemon_shape = [(p[0], p[1]) for p in curve_through([(0.0, -0.0435, 0), (0.0042, -0.0425, 0), (0.0085, -0.0375, 0), (0.0195, -0.0300, 0), (0.0275, -0.016, 0), (0.0300, 0.0, 0), (0.0272, 0.017, 0),
                                                        (0.0185, 0.0305, 0), (0.0075, 0.0395, 0), (0.0050, 0.0455, 0), (0.0, 0.0470, 0)], 6)]
    pear_shape = [(p[0], p[1]) for p in curve_through([(0.0, 0.003, 0), (0.012, 0.0005, 0), (0.027, 0.007, 0), (0.0355, 0.022, 0), (0.0355, 0.038, 0), (0.0285, 0.056, 0), (0.0195, 0.072, 0), (0.0150, 0.086, 0),
                                                       (0.0105, 0.0935, 0), (0.004, 0.0945, 0), (0.0, 0.093, 0)], 6)]
    parts = []

    def place(things, at, turn):
        matrix = Matrix.Translation(at) @ Euler([math.radians(a) for a in turn]).to_matrix().to_4x4()
        for thing in things:
            thing.matrix_world = matrix @ thing.matrix_basis
            parts.append(thing)

    def one_lemon(at, turn, leaf=False):
        things = [lathe("lemon", [(max(0, r), z) for r, z in lemon_shape], lemon, 64)]
        if leaf:
            things.append(tube("stalk", [(0, 0, 0.045), (0.001, 0, 0.052), (0.003, 0.001, 0.058)], 0.0013, stalk))
            for away in (-1, 1):
                blade = ellipsoid("blade", (0.003 + away * 0.022, 0.002, 0.064), (0.026, 0.0105, 0.0011), green, (10, away * -18, away * 12), 24)
                blade.modifiers.new("bend", "SIMPLE_DEFORM").deform_method = "BEND"
                blade.modifiers["bend"].angle = math.radians(38)
                blade.modifiers["bend"].deform_axis = "Y"
                things.append(blade)
        place(things, at, turn)

    def one_pear(at, turn):
        body = lathe("pear", [(max(0, r), z) for r, z in pear_shape], pear, 72)
        place([body, tube("stalk", curve_through([(0, 0, 0.090), (0.001, 0.001, 0.101), (0.006, 0.001, 0.113)], 6), 0.0016, stalk, radii=[1 + 0.5 * (k > 10) for k in range(13)])], at, turn)

    one_lemon((-0.060, -0.040, 0.047), (90, 0, 25))
    one_lemon((0.015, -0.062, 0.046), (88, 0, 80))
    one_lemon((0.070, -0.015, 0.050), (90, 20, -30))
    one_lemon((-0.035, 0.055, 0.050), (90, 0, -60))
    one_lemon((0.050, 0.058, 0.052), (90, 0, 40))
    one_lemon((0.000, 0.000, 0.046), (90, 0, 0))
    one_lemon((-0.030, -0.036, 0.098), (66, 12, 238), True)
    one_lemon((0.068, 0.010, 0.104), (82, 0, -62))
    one_lemon((-0.074, 0.022, 0.092), (86, 0, -20))
    one_pear((0.022, -0.030, 0.072), (4, 9, -70))
    one_pear((0.002, 0.040, 0.078), (-6, -10, 30))
    return parts


def linen(name, colour):
    s = Shader(name)
    where = s.node("SeparateXYZ", Vector=s.node("TexCoord").outputs["Object"])
    slubs = s.node("Math", _0=s.noise(1, 3, 0.6, s.place((900, 30, 30))), _1=s.noise(1, 3, 0.6, s.place((30, 900, 30))))
    slubs.operation = "ADD"
    tone = s.mix(s.grey(slubs.outputs[0], 0, 1, 0.75, 1.25), tuple(c * 0.78 for c in colour), colour)
    line = s.node("Math", _0=s.grey(where.outputs["X"], 0, 1, 0.1700, 0.1703), _1=s.grey(where.outputs["X"], 1, 0, 0.1760, 0.1763))
    line.operation = "MULTIPLY"
    tone = s.mix(line.outputs[0], tone, (0.11, 0.17, 0.22))
    return s.surface(s.principled(tone, 0.95, s.bump(slubs.outputs[0], 0.35, 0.001), Specular=0.1, Sheen=0.2).outputs[0])


def room():
    """A pale table, a creased cloth, a tiled wall and a jug, out of focus."""
    box("table", (0, 0.1, -0.022), (3, 1.1, 0.036), wood("table", (0.50, 0.36, 0.23), (0.32, 0.21, 0.12), 0.6, roughness=0.45, bump=0.1), 0.003)
    n = 120
    x, y = np.meshgrid(np.linspace(-0.30, 0.24, n), np.linspace(-0.20, 0.17, n), indexing="ij")
    z = -0.0022 + 0.0012 * np.sin(17 * x + 9 * y) + 0.0014 * np.exp(-((x + 0.18 - 0.3 * y) / 0.012) ** 2) + 0.0016 * np.exp(-((y + 0.12 + 0.15 * x) / 0.010) ** 2)
    cloth = mesh("cloth", np.stack([x, y, z], axis=-1).reshape(-1, 3), [(i * n + k, (i + 1) * n + k, (i + 1) * n + k + 1, i * n + k + 1) for i in range(n - 1) for k in range(n - 1)], linen("linen", (0.72, 0.68, 0.60)))
    cloth.modifiers.new("thick", "SOLIDIFY").thickness = 0.0016
    cloth.rotation_euler[2] = math.radians(14)
    glazed = plain("tile", (0.34, 0.44, 0.45), 0.2, Specular=0.4)
    for i in range(-8, 9):
        for k in range(0, 9):
            box("tile", (0.152 * i + 0.076 * (k % 2), 0.95, -0.05 + 0.077 * k), (0.149, 0.02, 0.074), glazed, 0.002)
    box("grout", (0, 0.962, 0.3), (4, 0.02, 2), plain("grout", (0.50, 0.52, 0.50), 0.9))
    jug = lathe("jug", [(p[0], p[1]) for p in curve_through([(0.045, 0.0, 0), (0.060, 0.03, 0), (0.066, 0.075, 0), (0.050, 0.130, 0), (0.040, 0.160, 0), (0.050, 0.195, 0)], 8)], plain("jug", (0.74, 0.71, 0.64), 0.35))
    jug.location = (0.29, 0.40, 0)
    one = lathe("board", [(0.0, 0.0), (0.16, 0.0), (0.16, 0.02), (0.0, 0.02)], plain("board", (0.34, 0.20, 0.10), 0.6), 64)
    one.matrix_world = Matrix.Translation((-0.36, 0.86, 0.15)) @ Matrix.Rotation(math.radians(80), 4, "X")


def light():
    sky((0.6, 0.68, 0.8), (0.80, 0.78, 0.74), 0.36)
    area("window", (-1.2, 0.1, 0.8), (0, 0, 0.06), 0.8, 28, (1.0, 0.955, 0.89), 1.1)
    area("fill", (1.0, -1.1, 0.5), (0, 0, 0.06), 0.9, 5, (1.0, 0.94, 0.88))
    area("wall", (-0.7, 0.3, 0.9), (0.1, 0.95, 0.25), 0.5, 5, (1.0, 0.97, 0.93))


if __name__ == "__main__":
    options = arguments()
    begin()
    parts = basket() + fruit()
    for thing in parts:
        thing.matrix_world = Matrix.Rotation(math.radians(16), 4, "Z") @ thing.matrix_basis
    room()
    light()
    camera((0.0, -1.12, 0.36), (0.0, 0, 0.068), 84, 4.0, (0.0, -0.08, 0.09))
    shoot("basket", parts, (1280, 960), 40, options, threshold=0.03, exposure=1.3, set_scale=0.5, set_samples=28, quality=87)
