"""A plush bear with a red scarf on a garden table in the evening sun."""

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import *  # noqa: E402,F403
from mathutils import Euler  # noqa: E402

EYES = [(-0.0275, -0.0665, 0.2185), (0.0275, -0.0665, 0.2185)]
NOSE = (0.0, -0.1045, 0.2015)
MUZZLE = (0, -0.0665, 0.1905), (0.0345, 0.0315, 0.026)


def within(p, centre, radii, rotation=(0, 0, 0)):
    """Whether a point lies in an ellipsoid, or just over it."""
    turn = Euler([math.radians(a) for a in rotation]).to_matrix()
    local = turn.transposed() @ (p - Vector(centre))
    return sum((c / r) ** 2 for c, r in zip(local, radii)) < 1.15


def pile(name, root, tip):
    """The plush: hair darker at its root, a little different from hair to hair, bright against the light."""
    s = Shader(name)
    hair = s.node("HairInfo")
    colour = s.mix(hair.outputs["Intercept"], root, tip)
    patches = s.noise(30, 3)
    shade = s.node("Math", _0=s.grey(hair.outputs["Random"], 0.8, 1.12), _1=s.grey(patches, 0.88, 1.1))
    shade.operation = "MULTIPLY"
    shaded = s.node("HueSaturation", Color=colour, Value=shade.outputs[0]).outputs[0]
    cloth = s.principled(shaded, 0.75, Specular=0.15, Sheen=0.4)
    through = s.node("BsdfTranslucent", Color=shaded)
    return s.surface(s.node("MixShader", _0=0.38, _1=cloth.outputs[0], _2=through.outputs[0]).outputs[0])


def bear():
    """The bear, facing -y, sitting on z = 0."""
    honey = pile("honey", (0.26, 0.105, 0.030), (0.80, 0.45, 0.185))
    cream = pile("cream", (0.66, 0.50, 0.32), (0.95, 0.84, 0.66))
    skin = plain("skin", (0.34, 0.15, 0.05), 0.9)
    pale = plain("pale", (0.70, 0.55, 0.36), 0.9)
    parts = []

    def near(p):
        """Short hair about the eyes and the nose."""
        d = min((p - Vector(q)).length for q in EYES + [NOSE])
        return min(1.0, max(0.12, (d - 0.006) / 0.02))

    def face(p):
        """The same, and none under the muzzle."""
        return near(p) * (0.15 if within(p, *MUZZLE) else 1)

    def part(name, centre, radii, hair, base, count, length, rotation=(0, 0, 0), lean=(0, 0, -0.003), keep=None):
        thing = ellipsoid(name, centre, radii, base, rotation, 40)
        fur(thing, hair, count, length, 60, len(parts) + 1, lean, keep=keep)
        parts.append(thing)

    def bare(*patch):
        """Keeps the long hair from growing through a cream patch."""
        return lambda p: 0.12 if within(p, *patch) else 1.0

    up = (0, 0, 0)
    belly = (0, -0.016, 0.083), (0.047, 0.0505, 0.062)
    part("body", (0, 0.004, 0.087), (0.066, 0.058, 0.088), honey, skin, 900, 0.0110, keep=bare(*belly))
    part("belly", *belly, cream, pale, 700, 0.0085, lean=up)
    part("head", (0, -0.008, 0.2085), (0.0745, 0.066, 0.065), honey, skin, 1500, 0.0100, lean=(0, 0, 0), keep=face)
    part("muzzle", *MUZZLE, cream, pale, 500, 0.0075, lean=(0, 0, -0.001), keep=near)
    for side in (-1, 1):
        ear, tilt = side * 0.0575, (0, side * 24, 0)
        inner = (ear * 0.985, -0.0072, 0.2655), (0.0175, 0.0062, 0.0185), tilt
        part("ear", (ear, 0.004, 0.2665), (0.0275, 0.0125, 0.029), honey, skin, 700, 0.0072, tilt, up, bare(*inner))
        part("inner ear", inner[0], inner[1], cream, pale, 170, 0.007, tilt, up)
        part("arm", (side * 0.0735, -0.034, 0.1005), (0.0235, 0.0245, 0.052), honey, skin, 480, 0.0100, (-30, side * -22, 0))
        part("leg", (side * 0.056, -0.066, 0.0395), (0.0315, 0.062, 0.0335), honey, skin, 520, 0.0100, (0, 0, side * 16), (0, 0, -0.001))
        turn = (-10, 0, side * 16)
        sole = (side * 0.0762, -0.1348, 0.0465), (0.0215, 0.0118, 0.0295), turn
        part("foot", (side * 0.0725, -0.1215, 0.0475), (0.0315, 0.0195, 0.0415), honey, skin, 440, 0.0085, turn, up, bare(*sole))
        part("sole", sole[0], sole[1], cream, pale, 280, 0.0055, turn, up)
    part("tail", (0, 0.068, 0.035), (0.022, 0.02, 0.022), honey, skin, 90, 0.011)

    glass = plain("eye", (0.006, 0.004, 0.003), 0.04, Specular=0.7, Clearcoat=1.0)
    for eye in EYES:
        parts.append(ellipsoid("eye", eye, (0.0085, 0.0075, 0.0088), glass))
    leather = Shader("nose")
    skinned = leather.surface(leather.principled((0.012, 0.008, 0.007), 0.38, leather.bump(leather.noise(900, 3), 0.3, 0.0004)).outputs[0])
    parts.append(ellipsoid("nose", NOSE, (0.0135, 0.0085, 0.0092), skinned, (14, 0, 0)))
    thread = plain("thread", (0.015, 0.009, 0.007), 0.8)
    parts.append(tube("mouth", curve_through([(0, -0.1025, 0.196), (0, -0.1045, 0.188), (0, -0.1035, 0.1825)], 6), 0.0011, thread))
    for side in (-1, 1):
        smile = [(0, -0.1035, 0.1825), (side * 0.006, -0.1035, 0.1785), (side * 0.0125, -0.1015, 0.1795), (side * 0.017, -0.0985, 0.1835)]
        parts.append(tube("smile", curve_through(smile, 6), 0.0011, thread))
    for thing in parts:
        thing["head"] = thing.name.split(".")[0] in ("head", "muzzle", "ear", "inner ear", "eye", "nose", "mouth", "smile")
    return parts + scarf()


def knit(name, colour):
    """Ribbed wool."""
    s = Shader(name)
    ribs = s.node("TexWave", Vector=s.node("TexCoord").outputs["UV"], Scale=2.6, Distortion=0.5, Detail=2, Detail_Scale=6)
    wool = s.noise(650, 4, 0.7)
    height = s.mix(0.4, ribs.outputs["Fac"], wool)
    shade = s.mix(s.grey(ribs.outputs["Fac"], 0.0, 1.0, 0.0, 0.6), tuple(c * 0.42 for c in colour), colour)
    shade = s.mix(s.grey(wool, 0.35, 0.0, 0.35, 0.6), shade, tuple(c * 0.4 for c in colour))
    return s.surface(s.principled(shade, 0.9, s.bump(height, 1.0, 0.003), Specular=0.1, Sheen=0.15).outputs[0])


def ribbon(name, path, normals, width, thickness, material, rib):
    """A soft flat band along a path; the width lies across the path and the normal. UV x runs across, `rib` times."""
    n, m = len(path), 16
    vertices, faces, uv = [], [], []
    for i, (p, normal) in enumerate(zip(path, normals)):
        before, after = Vector(path[max(0, i - 1)]), Vector(path[min(n - 1, i + 1)])
        along = (after - before).normalized()
        normal = Vector(normal)
        normal = (normal - along * normal.dot(along)).normalized()
        across = along.cross(normal)
        for k in range(m):
            a = 2 * math.pi * k / m
            c, s = math.cos(a), math.sin(a)
            flat = math.copysign(abs(c) ** 0.6, c) * width / 2
            vertices.append(Vector(p) + across * flat + normal * math.copysign(abs(s) ** 0.8, s) * thickness / 2)
            uv.append((flat / width * rib, i / n))
    for i in range(n - 1):
        for k in range(m):
            a, b = i * m + k, i * m + (k + 1) % m
            faces.append((a, b, b + m, a + m))
    faces.append(tuple(range(m))[::-1])
    faces.append(tuple((n - 1) * m + k for k in range(m)))
    thing = mesh(name, vertices, faces, material)
    layer = thing.data.uv_layers.new(name="rib")
    for loop in thing.data.loops:
        layer.data[loop.index].uv = uv[loop.vertex_index]
    return thing


def scarf():
    """Wound once about the neck; one end hangs down the chest and ends in a fringe."""
    red = (0.56, 0.055, 0.022)
    wool = knit("scarf", red)
    ring, normals = [], []
    turns = 96
    for k in range(turns + 1):
        a = 2 * math.pi * k / turns
        wave = 0.0015 * math.sin(3 * a) + 0.001 * math.sin(7 * a)
        x, y = 0.0625 * math.sin(a), -0.061 * math.cos(a) - 0.006
        ring.append((x, y, 0.1545 + wave + 0.005 * math.sin(a / 2) ** 2))
        normals.append((math.sin(a), -math.cos(a), 0.45))
    parts = [ribbon("round", ring, normals, 0.034, 0.013, wool, 1.0)]
    hang = curve_through([(0.004, -0.060, 0.163), (0.018, -0.0765, 0.158), (0.027, -0.082, 0.140), (0.032, -0.082, 0.115), (0.035, -0.084, 0.092)], 12)
    parts.append(ribbon("end", hang, [(0.25, -1, 0.25)] * len(hang), 0.030, 0.009, wool, 1.0))
    fuzz = pile("fuzz", red, tuple(min(1, c * 1.3) for c in red))
    for band in parts:
        fur(band, fuzz, 170, 0.0026, 50, 77, root=0.00010, tip=0.00004, stray=0.9)
    knot = ellipsoid("knot", (0.012, -0.0725, 0.1555), (0.0165, 0.011, 0.0195), wool, (0, 25, 0))
    parts.append(knot)
    rng = np.random.default_rng(3)
    yarn = plain("yarn", tuple(c * 0.8 for c in red), 0.9, Sheen=0.6)
    for k in range(13):
        t = (k / 12 - 0.5) * 0.027
        x, y = 0.0355 + t * 0.97, -0.084 - t * 0.22
        bend = rng.normal(size=3) * 0.0016
        tail = curve_through([(x, y, 0.094), (x + bend[0], y - 0.0008 + bend[1], 0.084), (x + 2 * bend[0], y + bend[2], 0.072 + 0.6 * bend[1])], 5)
        parts.append(tube("fringe", tail, 0.00095, yarn))
    return parts


def garden():
    """A weathered table, and behind it a hedge, flowers and low sun, all out of focus."""
    grey = wood("weathered", (0.20, 0.145, 0.10), (0.085, 0.058, 0.04), 0.7, roughness=0.62, bump=0.6)
    for k in range(7):
        board = box(f"board{k}", (0.07 * (k % 3) - 0.05, -0.52 + 0.1365 * k, -0.014), (3.2, 0.133, 0.028), grey, 0.003)
        board.data.materials.clear()
        board.data.materials.append(grey)
    lawn = Shader("lawn")
    box("lawn", (0, 12, -0.95), (50, 26, 0.02), lawn.surface(lawn.principled(
        lawn.ramp(lawn.noise(2.2, 5), [(0.3, (0.05, 0.085, 0.012)), (0.7, (0.19, 0.24, 0.05))]), 0.8).outputs[0]))
    rng = np.random.default_rng(21)
    green = leafy("leaf", 0.7)
    count = 15000
    x = rng.uniform(-5, 5, count)
    y = rng.uniform(5.2, 7.6, count)
    crown = 0.18 + 0.32 * np.sin(x * 1.7 + 0.9) + 0.16 * np.sin(x * 4.1)
    z = -0.95 + (crown + 0.95) * rng.uniform(0, 1, count) ** 0.8
    base = np.array([(0.055, 0.105, 0.018), (0.12, 0.17, 0.03), (0.23, 0.25, 0.05), (0.04, 0.075, 0.03)])[rng.integers(0, 4, count)]
    leaves("hedge", np.c_[x, y, z], rng.uniform(0.05, 0.11, count), base * rng.uniform(0.6, 1.4, (count, 1)), rng, green)
    blooms = 110
    bx, by = rng.uniform(-3.4, 3.4, blooms), rng.uniform(4.6, 5.4, blooms)
    bz = -0.85 + 0.75 * rng.uniform(0, 1, blooms)
    petals = np.array([(0.75, 0.62, 0.42), (0.78, 0.40, 0.22), (0.80, 0.72, 0.60)])[rng.integers(0, 3, blooms)]
    leaves("blooms", np.c_[bx, by, bz], rng.uniform(0.04, 0.075, blooms), petals, rng, green)
    far = Shader("trees")
    haze = far.ramp(far.noise(0.75, 4, 0.55), [(0.34, (0.06, 0.10, 0.025)), (0.5, (0.30, 0.30, 0.09)), (0.66, (1.0, 0.80, 0.42))])
    box("trees", (0, 17, 1.5), (40, 0.1, 7), far.surface(far.node("Emission", Color=haze, Strength=0.75).outputs[0]))
    gold = glow("gold", (1.0, 0.78, 0.42), 1.5)
    for _ in range(46):
        where = rng.normal(0.55, 0.75), rng.uniform(4.9, 5.15), rng.normal(0.42, 0.28)
        ellipsoid("spark", where, (rng.uniform(0.018, 0.034),) * 3, gold, segments=12)


def light():
    sky((0.42, 0.55, 0.8), (1.0, 0.86, 0.66), 0.55)
    sun("evening", (1.9, 3.0, 1.75), (0, 0, 0.1), 13.0, (1.0, 0.76, 0.48), 2.0)
    area("front", (-1.1, -1.5, 0.9), (0, 0, 0.13), 1.3, 26, (1.0, 0.91, 0.80))
    area("rim", (-0.9, 1.0, 0.8), (0, 0, 0.2), 0.5, 5, (1.0, 0.82, 0.6))


def pose(parts):
    """Turns the whole bear a little, and tilts its head."""
    neck = Matrix.Translation((0, 0, 0.16))
    tilt = neck @ Matrix.Rotation(math.radians(6), 4, "Y") @ Matrix.Rotation(math.radians(-4), 4, "Z") @ neck.inverted()
    whole = Matrix.Rotation(math.radians(-15), 4, "Z")
    for thing in parts:
        thing.matrix_world = whole @ (tilt if thing.get("head") else Matrix()) @ thing.matrix_basis


if __name__ == "__main__":
    options = arguments()
    begin()
    parts = bear()
    pose(parts)
    garden()
    light()
    camera((-0.006, -1.34, 0.255), (-0.006, 0, 0.147), 82, 2.8, (-0.02, -0.07, 0.19))
    shoot("creature", parts, (1600, 1067), 72, options, exposure=1.4, cutout=(1600, 250), set_scale=0.6, set_samples=88)
