"""A woven wool throw with a long fringe over a wooden rail before a pale wall."""

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import *  # noqa: E402,F403

WIDTH, FRONT, BACK, RADIUS = 0.62, 0.86, 0.55, 0.019
INDIGO, RUST, CREAM = (0.045, 0.085, 0.135), (0.42, 0.115, 0.045), (0.76, 0.68, 0.55)


def sheet(u, v):
    """Points of the cloth: u across, from -1 to 1; v along, in metres from the rail's top, negative at the back."""
    u, v = np.broadcast_arrays(np.asarray(u, float), np.asarray(v, float))
    bend = math.pi / 2 * RADIUS
    angle = np.clip(v, -bend, bend) / RADIUS
    hang = np.maximum(np.abs(v) - bend, 0)
    side = np.where(v >= 0, -1.0, 1.0)
    loose = hang / (hang + 0.35)
    folds = 0.050 * np.sin(5.3 * u + 0.6 + 0.5 * hang) + 0.021 * np.sin(10.7 * u - 1.1 - 0.8 * hang) + 0.008 * np.sin(19 * u + 2.0 * hang)
    narrow = 1 - 0.10 * loose - 0.03 * np.sin(3 * u) * loose
    x = WIDTH / 2 * u * narrow + 0.012 * hang * np.sin(2.1 * u) + 0.02 * hang * u
    y = np.where(hang > 0, side * RADIUS, -np.sin(angle) * RADIUS) + folds * loose * np.where(v >= 0, 1.0, 0.7) - 0.02 * loose * (v >= 0)
    z = np.where(hang > 0, -hang, 0) + np.cos(angle) * RADIUS - 0.004 * (1 - u * u) * (hang > 0)
    return np.stack([x, y, z], axis=-1)


def wool():
    """A loose plain weave in stripes: thick threads, soft at their edges. UV in metres."""
    s = Shader("wool")
    uv = s.node("TexCoord").outputs["UV"]
    at = s.node("SeparateXYZ", Vector=uv)

    def sine(axis, pitch, shift=0.0):
        turned = s.node("Math", _0=at.outputs[axis], _1=2 * math.pi / pitch, _2=shift)
        turned.operation = "MULTIPLY_ADD"
        node = s.node("Math", _0=turned.outputs[0])
        node.operation = "SINE"
        return node.outputs[0]

    def times(a, b):
        node = s.node("Math", _0=a, _1=b)
        node.operation = "MULTIPLY"
        return node.outputs[0]

    weave = times(sine("X", 0.0052), sine("Y", 0.0052))
    ribs = s.grey(weave, 0, 1, -1, 1)
    fluff = s.noise(1.0, 4, 0.7, s.node("Mapping", Vector=uv, Scale=(600, 600, 600)).outputs[0])
    bands = [(0.0, CREAM), (0.54, RUST), (0.575, CREAM), (0.60, INDIGO), (0.70, CREAM), (0.725, RUST), (0.76, CREAM), (0.775, INDIGO), (0.785, CREAM)]
    stripes = s.node("ValToRGB", Fac=s.grey(at.outputs["Y"], 0, 1, 0.0, 1.0))
    ramp = stripes.color_ramp
    ramp.interpolation = "CONSTANT"
    while len(ramp.elements) < len(bands):
        ramp.elements.new(0.5)
    for element, (where, colour) in zip(ramp.elements, bands):
        element.position, element.color = where, (*colour, 1)
    thread = s.mix(s.grey(weave, 0, 0.5, -0.2, 0.9), stripes.outputs["Color"], CREAM)
    thread = s.mix(s.grey(fluff, 0.32, 0, 0.3, 0.65), thread, (0.14, 0.11, 0.08))
    thread = s.mix(s.grey(ribs, 0.34, 0, 0, 0.45), thread, (0.07, 0.055, 0.045))
    cloth = s.principled(thread, 0.95, s.bump(s.mix(0.35, ribs, fluff), 0.9, 0.003), Specular=0.08, Sheen=0.4)
    through = s.node("BsdfTranslucent", Color=thread)
    return s.surface(s.node("MixShader", _0=0.12, _1=cloth.outputs[0], _2=through.outputs[0]).outputs[0])


def yarn(name, colour):
    s = Shader(name)
    tone = s.mix(s.node("HairInfo").outputs["Random"], tuple(c * 0.75 for c in colour), tuple(min(1, c * 1.2) for c in colour))
    cloth = s.principled(tone, 0.9, Specular=0.1, Sheen=0.4)
    return s.surface(s.node("MixShader", _0=0.25, _1=cloth.outputs[0], _2=s.node("BsdfTranslucent", Color=tone).outputs[0]).outputs[0])


def throw():
    rng = np.random.default_rng(6)
    nu, nv = 420, 520
    u, v = np.linspace(-1, 1, nu), np.linspace(-BACK, FRONT, nv)
    points = sheet(u[None, :], v[:, None]).reshape(-1, 3)
    cloth = mesh("cloth", points, [(i * nu + k, i * nu + k + 1, (i + 1) * nu + k + 1, (i + 1) * nu + k) for i in range(nv - 1) for k in range(nu - 1)], wool())
    layer = cloth.data.uv_layers.new(name="weave")
    index = np.empty(len(cloth.data.loops), np.int32)
    cloth.data.loops.foreach_get("vertex_index", index)
    layer.data.foreach_set("uv", np.c_[u[index % nu] * WIDTH / 2, np.abs(v[index // nu]) + 0.0013].astype(np.float32).ravel())
    solid = cloth.modifiers.new("thick", "SOLIDIFY")
    solid.thickness, solid.offset = 0.005, 0
    cream = yarn("yarn", CREAM)

    n = 26000
    fu, fv = rng.uniform(-1, 1, n), rng.uniform(-0.1, FRONT, n)
    root = sheet(fu, fv)
    normal = np.cross(sheet(fu, fv + 0.002) - root, sheet(fu + 0.004, fv) - root)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    normal *= np.sign(-normal[:, 1:2] + 0.3)
    edge = rng.uniform(0, 1, n) < 0.12
    out = normal * np.where(edge, 0.2, 1.0)[:, None] + rng.normal(size=(n, 3)) * 0.6
    fu[edge] = np.sign(fu[edge])
    root[edge] = sheet(fu[edge], fv[edge])
    out[edge, 0] += 1.2 * np.sign(fu[edge])
    curl = rng.normal(size=(n, 3)) * 0.0016
    fuzz = np.stack([root + normal * 0.0022 + out * 0.0042 * t + curl * math.sin(3 * t) for t in (0, 0.35, 0.7, 1.0)], axis=1)
    parts = [cloth, strands("fuzz", fuzz, np.linspace(0.00007, 0.00003, 4), cream)]

    tassels, per, points = 58, 46, 14
    t = np.linspace(0, 1, points)
    paths = []
    for where, end in ((FRONT, 1), (BACK, -1)):
        for k in range(tassels):
            tu = -0.988 + 1.976 * k / (tassels - 1)
            start = sheet(tu, end * where)
            length = 0.085 * rng.uniform(0.88, 1.1)
            sway = rng.normal(size=3) * (0.007, 0.006, 0)
            spin = rng.uniform(0, 6.28)
            for _ in range(per):
                a, reach = rng.uniform(0, 6.28), math.sqrt(rng.uniform(0, 1))
                width = np.interp(t, (0, 0.06, 0.13, 0.17, 0.5, 1), (0.0052, 0.0038, 0.0034, 0.0016, 0.0030, 0.0050))
                twist = a + spin + 5 * t
                p = start + sway * (t ** 1.6)[:, None] + np.stack([reach * width * np.cos(twist), reach * width * np.sin(twist), -length * rng.uniform(0.86, 1.0) * t], axis=1)
                p += rng.normal(size=3) * 0.0022 * (t ** 3)[:, None]
                paths.append(p)
    parts.append(strands("fringe", np.array(paths), np.linspace(0.00030, 0.00022, points), cream))
    return parts


def room():
    """A round ash rail on two brackets, a wall, a basket's shadowy corner and a dried branch."""
    ash = wood("ash", (0.50, 0.34, 0.20), (0.33, 0.20, 0.11), 0.5, roughness=0.5, bump=0.1)
    rod("rail", (-0.75, 0, 0), (0.75, 0, 0), 0.0155, 0.0155, ash)
    for x in (-0.47, 0.47):
        rod("peg", (x, 0, 0), (x, 0.30, 0), 0.011, 0.011, ash)
    box("wall", (0, 0.32, 0), (6, 0.04, 5), plaster("wall", (0.62, 0.59, 0.53), 0.05, 0.3))
    box("panel", (0, 0.298, -0.98), (6, 0.02, 0.9), plaster("panel", (0.40, 0.42, 0.385), 0.03))
    box("rail trim", (0, 0.290, -0.525), (6, 0.035, 0.03), plain("trim", (0.42, 0.44, 0.40), 0.5), 0.004)


def light():
    sky((0.62, 0.68, 0.78), (0.78, 0.75, 0.70), 0.32)
    area("window", (-2.0, -0.9, 0.4), (0, 0, -0.4), 0.9, 74, (1.0, 0.94, 0.86), 1.5)
    area("fill", (1.6, -1.8, 0.2), (0, 0, -0.4), 1.4, 12, (1.0, 0.95, 0.90))


if __name__ == "__main__":
    options = arguments()
    begin()
    parts = throw()
    room()
    light()
    camera((0.30, -2.6, -0.22), (0.0, 0, -0.42), 74, 4.0, (0.0, -0.05, -0.4))
    shoot("throw", parts, (960, 1280), 36, options, threshold=0.03, cutout=(1000, 120), exposure=1.42, grain=0.014, set_scale=0.5, set_samples=26, quality=85)
