"""A frosted amber bottle with a dropper and a blank label on travertine; the shade of leaves on a blush wall."""

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import *  # noqa: E402,F403


def amber():
    """Thick brown glass, bright where light comes through and dark towards its edges."""
    s = Shader("amber")
    facing = s.node("LayerWeight", Blend=0.42).outputs["Facing"]
    colour = s.ramp(facing, [(0.0, (0.78, 0.25, 0.035)), (0.45, (0.42, 0.10, 0.010)), (1.0, (0.07, 0.014, 0.003))])
    through = s.node("BsdfTranslucent", Color=colour)
    body = s.node("BsdfDiffuse", Color=s.mix(0.45, colour, (0.05, 0.010, 0.002)))
    core = s.node("MixShader", _0=0.35, _1=through.outputs[0], _2=body.outputs[0])
    wave = s.bump(s.noise(35, 2), 0.04, 0.002)
    gloss = s.node("BsdfGlossy", Roughness=0.07, Normal=wave)
    rim = s.node("Fresnel", IOR=1.5, Normal=wave)
    return s.surface(s.node("MixShader", _0=rim.outputs[0], _1=core.outputs[0], _2=gloss.outputs[0]).outputs[0])


def label(radius, low, high, half):
    """Uncoated paper about the front; a thin frame, an oval and two bars stand for print."""
    s = Shader("paper")
    at = s.node("SeparateXYZ", Vector=s.node("TexCoord").outputs["UV"])
    u, v = at.outputs["X"], at.outputs["Y"]

    def within(value, a, b, soft=0.0025):
        inside = s.node("Math", _0=s.grey(value, 0, 1, a, a + soft), _1=s.grey(value, 1, 0, b - soft, b))
        inside.operation = "MULTIPLY"
        return inside.outputs[0]

    def times(a, b):
        node = s.node("Math", _0=a, _1=b)
        node.operation = "MULTIPLY"
        return node.outputs[0]

    def oval(cu, cv, ru, rv):
        d = s.node("VectorMath", _0=s.node("Mapping", Vector=s.node("TexCoord").outputs["UV"], Location=(-cu / ru, -cv / rv, 0), Scale=(1 / ru, 1 / rv, 0)).outputs[0])
        d.operation = "LENGTH"
        return s.grey(d.outputs["Value"], 1, 0, 0.97, 1.0)

    fibres = s.noise(500, 5, 0.7)
    colour = s.mix(s.grey(fibres, 0, 0.4), (0.80, 0.75, 0.65), (0.66, 0.60, 0.49))
    ink = (0.13, 0.075, 0.045)
    for cu, cv, ru, rv, tint in ((0.5, 0.66, 0.115, 0.17, (0.50, 0.16, 0.07)), (0.5, 0.60, 0.075, 0.09, (0.78, 0.70, 0.56))):
        colour = s.mix(oval(cu, cv, ru, rv), colour, tint)
    for a, b, low_v, high_v in ((0.30, 0.70, 0.335, 0.365), (0.37, 0.63, 0.255, 0.275), (0.41, 0.59, 0.205, 0.22)):
        colour = s.mix(times(within(u, a, b), within(v, low_v, high_v)), colour, ink)
    paper = s.surface(s.principled(colour, 0.85, s.bump(fibres, 0.1, 0.0005), Specular=0.2).outputs[0])
    columns = 80
    turn = np.linspace(-half, half, columns)
    points = [(radius * math.sin(a), -radius * math.cos(a), z) for z in (low, high) for a in turn]
    thing = mesh("label", points, [(k, k + 1, columns + k + 1, columns + k) for k in range(columns - 1)], paper)
    layer = thing.data.uv_layers.new(name="label")
    for loop in thing.data.loops:
        i = loop.vertex_index
        layer.data[loop.index].uv = ((i % columns) / (columns - 1), i // columns)
    return thing


def bottle():
    r, h = 0.0265, 0.096
    outline = curve_through([(0.0, 0.0006, 0), (0.021, 0.0006, 0), (0.0235, 0.0008, 0), (0.0258, 0.0030, 0), (r, 0.0065, 0), (r, 0.02, 0), (r, 0.05, 0), (r, h - 0.016, 0),
                             (0.0258, h - 0.0085, 0), (0.0226, h - 0.0025, 0), (0.0165, h + 0.0012, 0), (0.0122, h + 0.0035, 0), (0.0112, h + 0.0065, 0), (0.0112, h + 0.014, 0)], 8)
    parts = [lathe("glass", [(max(0, p[0]), p[1]) for p in outline], amber())]
    parts.append(label(r + 0.00025, 0.0155, 0.070, 1.12))
    black = Shader("cap")
    ribs = black.node("TexGradient", Vector=black.node("TexCoord").outputs["Object"])
    ribs.gradient_type = "RADIAL"
    rib = black.node("Math", _0=black.node("Math", _0=ribs.outputs["Fac"], _1=2 * math.pi * 56).outputs[0])
    rib.inputs[0].links[0].from_node.operation = "MULTIPLY"
    rib.operation = "SINE"
    cap_skin = black.surface(black.principled((0.016, 0.014, 0.013), 0.38, black.bump(black.grey(rib.outputs[0], 0, 1, -1, 1), 0.6, 0.0006)).outputs[0])
    cap = lathe("cap", [(0.0118, h + 0.0060), (0.0150, h + 0.0060), (0.0154, h + 0.0066), (0.0154, h + 0.0185), (0.0149, h + 0.0192), (0.0100, h + 0.0192), (0.0, h + 0.0192)], cap_skin)
    brass = lathe("collar", [(0.0156, h + 0.0062), (0.0159, h + 0.0066), (0.0159, h + 0.0092), (0.0155, h + 0.0096)], plain("brass", (0.78, 0.56, 0.28), 0.28, Metallic=1.0))
    teat = lathe("teat", [(p[0], p[1]) for p in curve_through([(0.0102, h + 0.0190, 0), (0.0104, h + 0.0215, 0), (0.0088, h + 0.0240, 0), (0.0080, h + 0.030, 0), (0.0083, h + 0.039, 0), (0.0079, h + 0.0455, 0),
                          (0.0058, h + 0.0492, 0), (0.0024, h + 0.0506, 0), (0.0, h + 0.0508, 0)], 8)], plain("rubber", (0.022, 0.019, 0.018), 0.55))
    return parts + [soften(cap, 30), brass, teat]


def travertine():
    """Pale banded stone with small pits."""
    s = Shader("travertine")
    bands = s.noise(1.0, 5, 0.6, s.place((4, 4, 38)), 0.5)
    pits = s.grey(s.noise(1.0, 5, 0.62, s.place((55, 55, 150))), 0, 1, 0.58, 0.66)
    colour = s.ramp(bands, [(0.28, (0.52, 0.42, 0.31)), (0.5, (0.70, 0.61, 0.49)), (0.72, (0.78, 0.71, 0.60))])
    colour = s.mix(s.grey(pits, 0, 0.6), colour, (0.36, 0.27, 0.18))
    return s.surface(s.principled(colour, 0.62, s.bump(s.grey(pits, 1, 0), 0.7, 0.0022)).outputs[0])


def room():
    """Two slabs of stone, a pebble, a sprig; a blush wall; leaves outside the picture throw their shade."""
    stone = travertine()
    box("slab", (0.02, 0.02, -0.014), (0.27, 0.19, 0.028), stone, 0.0014, (0, 0, 9))
    box("table", (0, 0.1, -0.058), (3, 1.3, 0.06), plaster("table", (0.62, 0.44, 0.36), 0.03), 0.002)
    box("block", (0.175, 0.17, 0.030), (0.11, 0.10, 0.116), stone, 0.0014, (0, 0, -17))
    ellipsoid("pebble", (0.078, -0.030, 0.0115), (0.023, 0.017, 0.0115), plain("pebble", (0.60, 0.52, 0.44), 0.6), (0, 0, 25))
    ellipsoid("pebble", (0.170, 0.165, 0.1005), (0.030, 0.024, 0.0125), plain("grey", (0.34, 0.30, 0.27), 0.6), (0, 0, -20))
    box("wall", (0, 0.75, 0.4), (6, 0.04, 3), plaster("wall", (0.64, 0.39, 0.31), 0.05, 0.25))
    rng = np.random.default_rng(9)
    green = plain("gobo", (0.2, 0.2, 0.1), 0.8)
    for k in range(16):
        a = k * 0.42
        spot = Vector((-1.80 + 0.036 * k, -0.32, 1.66 - 0.012 * k))
        for side in (-1, 1):
            blade = ellipsoid("blade", spot + Vector((0.01, 0, side * 0.062)), (0.017, 0.002, 0.070), green, (0, side * (30 + 8 * math.sin(a)), rng.uniform(-20, 20)), 20)
            blade.visible_camera = False


def light():
    sky((0.7, 0.68, 0.7), (0.82, 0.72, 0.66), 0.34)
    sun("sun", (-1.5, -1.05, 1.35), (0, 0, 0.0), 2.3, (1.0, 0.86, 0.70), 1.2)
    area("strip", (-0.30, -0.16, 0.16), (0, 0, 0.06), 0.07, 0.5, (1.0, 0.96, 0.90), 0.34)
    area("back", (0.34, 0.26, 0.22), (0, 0, 0.05), 0.22, 3.4, (1.0, 0.86, 0.64), 0.3)
    area("fill", (0.8, -0.9, 0.5), (0, 0, 0.05), 0.8, 2.5, (1.0, 0.93, 0.88))


if __name__ == "__main__":
    options = arguments()
    begin()
    parts = bottle()
    for thing in parts:
        thing.rotation_euler[2] = math.radians(-10)
    room()
    light()
    camera((0.012, -0.80, 0.150), (0.012, 0, 0.068), 110, 4.5, (0.0, -0.024, 0.06))
    shoot("bottle", parts, (1200, 1500), 64, options, exposure=1.05, grain=0.010, set_scale=0.5, set_samples=28, quality=88)
