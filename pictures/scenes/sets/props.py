"""Things that stand in the sets: furniture, windows, plants, books, vessels. Most are seen out of focus."""

import math

import bpy
import numpy as np
from mathutils import Matrix

import materials as m
from common import area, box, curve_through, lathe, point, tube


def shown_only(thing):
    """A glowing thing that the camera and mirrors see while lamps throw its light, which has far less noise."""
    thing.visible_diffuse = False
    for material in thing.data.materials:
        material.cycles.sample_as_light = False
    return thing


# ------------------------------------------------------------------ many small pieces in one mesh


def soup(name, vertices, template, material, tint=None, smooth=False, uv=None):
    """One mesh of n like pieces: `vertices` is (n, k, 3), `template` lists the faces of one piece, `tint` is (n, 3)."""
    n, k, _ = vertices.shape
    data = bpy.data.meshes.new(name)
    data.vertices.add(n * k)
    data.vertices.foreach_set("co", np.ascontiguousarray(vertices, np.float32).ravel())
    corners = np.concatenate([np.array(f) for f in template])
    sizes = np.array([len(f) for f in template])
    loops = (corners[None] + k * np.arange(n)[:, None]).ravel()
    totals = np.tile(sizes, n)
    data.loops.add(len(loops))
    data.loops.foreach_set("vertex_index", loops.astype(np.int32))
    data.polygons.add(len(totals))
    data.polygons.foreach_set("loop_start", np.concatenate([[0], np.cumsum(totals)[:-1]]).astype(np.int32))
    data.polygons.foreach_set("loop_total", totals.astype(np.int32))
    if smooth:
        data.polygons.foreach_set("use_smooth", np.ones(len(totals), bool))
    data.update(calc_edges=True)
    if tint is not None:
        layer = data.color_attributes.new("tint", "FLOAT_COLOR", "POINT")
        layer.data.foreach_set("color", np.repeat(np.c_[tint, np.ones(n)], k, axis=0).astype(np.float32).ravel())
    if uv is not None:
        data.uv_layers.new(name="uv").data.foreach_set("uv", np.ascontiguousarray(uv.reshape(-1, 2)[loops], np.float32).ravel())
    data.materials.append(material)
    thing = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def sheet(name, xs, ys, height, material, smooth=True, uv=True):
    """A height field over a grid: `height` is (len(ys), len(xs)) or a full (rows, columns, 3) position array."""
    rows, columns = len(ys), len(xs)
    gx, gy = np.meshgrid(xs, ys)
    place = height if height.ndim == 3 else np.stack([gx, gy, height], axis=2)
    index = np.arange(rows * columns).reshape(rows, columns)
    faces = np.stack([index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]], axis=-1).reshape(-1, 4)
    data = bpy.data.meshes.new(name)
    data.vertices.add(rows * columns)
    data.vertices.foreach_set("co", np.ascontiguousarray(place, np.float32).ravel())
    data.loops.add(faces.size)
    data.loops.foreach_set("vertex_index", faces.astype(np.int32).ravel())
    data.polygons.add(len(faces))
    data.polygons.foreach_set("loop_start", np.arange(0, faces.size, 4, dtype=np.int32))
    data.polygons.foreach_set("loop_total", np.full(len(faces), 4, np.int32))
    if smooth:
        data.polygons.foreach_set("use_smooth", np.ones(len(faces), bool))
    data.update(calc_edges=True)
    if uv:
        flat = np.stack([gx, gy], axis=2).reshape(-1, 2)[faces.ravel()]
        data.uv_layers.new(name="uv").data.foreach_set("uv", np.ascontiguousarray(flat, np.float32).ravel())
    data.materials.append(material)
    thing = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(thing)
    return thing


LEAF = [[0, 1, 6], [0, 6, 5], [1, 2, 7, 6], [6, 7, 4, 5], [2, 3, 7], [7, 3, 4]]


def leaves(name, at, along, up, length, width, tint, material, curl=0.25):
    """Pointed leaves with a folded midrib; `at`, `along` and `up` are (n, 3), `length` and `width` are (n,)."""
    along = along / np.linalg.norm(along, axis=1, keepdims=True)
    side = np.cross(along, up)
    side /= np.maximum(np.linalg.norm(side, axis=1, keepdims=True), 1e-6)
    up = np.cross(side, along)
    shape = np.array([(0, 0, 0), (-0.42, 0.3, 0.10), (-0.36, 0.66, 0.06), (0, 1, -0.35), (0.36, 0.66, 0.06), (0.42, 0.3, 0.10), (0, 0.32, 0.0), (0, 0.68, -0.10)])
    x = shape[None, :, :1] * width[:, None, None]
    y = shape[None, :, 1:2] * length[:, None, None]
    z = shape[None, :, 2:] * length[:, None, None] * curl
    place = at[:, None] + x * side[:, None] + y * along[:, None] + z * up[:, None]
    return soup(name, place, LEAF, material, tint)


def ball_directions(rng, n):
    v = rng.normal(size=(n, 3))
    return v / np.linalg.norm(v, axis=1, keepdims=True)


def mixed(rng, n, colours, spread=0.2):
    """n colours, each one of `colours` made lighter or darker at random."""
    pick = np.asarray(colours)[rng.integers(0, len(colours), n)]
    return np.clip(pick * rng.uniform(1 - spread, 1 + spread, (n, 1)), 0, 1)


def crown(rng, name, centre, radius, n, size, colours, material, flat=0.8, hollow=0.5, hang=0.4):
    """The leaves of a tree or bush: clumps on a ball, leaves on clumps."""
    clumps = max(6, n // 90)
    core = np.asarray(centre) + ball_directions(rng, clumps) * (radius * rng.uniform(hollow, 1, (clumps, 1)) * np.array((1, 1, flat)))
    owner = rng.integers(0, clumps, n)
    at = core[owner] + rng.normal(size=(n, 3)) * radius * 0.17
    along = at - core[owner] + rng.normal(size=(n, 3)) * 0.3 * radius * 0.17 - np.array((0, 0, hang * radius * 0.15))
    length = size * rng.uniform(0.6, 1.3, n)
    shade = rng.uniform(0.75, 1.2, (clumps, 1))[owner]
    return leaves(name, at, along, rng.normal(size=(n, 3)) + (0, 0, 1.2), length, length * 0.6, np.clip(mixed(rng, n, colours) * shade, 0, 1), material)


# ------------------------------------------------------------------ tops


def plank_top(rng, material, wide, front, back, thick=0.035, board=0.14, gap=0.0012, bevel=0.0025):
    """Boards along x from y = front to y = back, top at z = 0."""
    y = front
    while y < back - 0.02:
        size = min(board * rng.uniform(0.85, 1.15), back - y)
        tilt = rng.normal(0, 0.06)
        box("board", (rng.uniform(-0.1, 0.1), y + size / 2, -thick / 2 + rng.normal(0, 0.0002)), (2 * wide, size - gap, thick), material, bevel, (tilt * 0.4, 0, 0))
        y += size


def slab(material, wide, front, back, thick=0.03, bevel=0.004, name="slab"):
    return box(name, (0, (front + back) / 2, -thick / 2), (2 * wide, back - front, thick), material, bevel)


def floor_boards(rng, material, x0, x1, y0, y1, z=0.0, board=0.13, length=1.8, along="y"):
    """A boarded floor with staggered joints, boards along y or x."""
    a0, a1, b0, b1 = (x0, x1, y0, y1) if along == "y" else (y0, y1, x0, x1)
    a = a0
    while a < a1:
        b = b0 - rng.uniform(0, length)
        while b < b1:
            end = b + length * rng.uniform(0.7, 1.2)
            centre, size = ((a + board / 2, (b + end) / 2), (board - 0.0015, end - b - 0.0015))
            at, dims = ((*centre, z - 0.01), (*size, 0.02)) if along == "y" else ((centre[1], centre[0], z - 0.01), (size[1], size[0], 0.02))
            box("floor board", at, dims, material, 0.0012)
            b = end
        a += board


def tiles(rng, material, origin, u, v, nu, nv, tile, gap, thick=0.008, tilt=0.35, stagger=0.0, grout=None, bevel=0.0015):
    """Tiles on a plane spanned by the unit vectors u and v; each is a little tilted, as laid by hand."""
    u, v, origin = np.array(u, float), np.array(v, float), np.array(origin, float)
    n = np.cross(u, v)
    first = box("tile", (0, 0, 0), (tile[0] - gap, tile[1] - gap, thick), material, bevel)
    frame = Matrix([[*r] for r in np.stack([u, v, n], axis=1)]).to_4x4()
    for j in range(nv):
        shift = stagger * tile[0] * (j % 2)
        for i in range(nu):
            one = first if i == j == 0 else bpy.data.objects.new("tile", first.data)
            if one is not first:
                bpy.context.scene.collection.objects.link(one)
                _soften_like(one, bevel)
            at = origin + u * ((i + 0.5) * tile[0] + shift) + v * ((j + 0.5) * tile[1]) - n * (thick / 2)
            lean = Matrix.Rotation(math.radians(rng.normal(0, tilt)), 4, "X") @ Matrix.Rotation(math.radians(rng.normal(0, tilt)), 4, "Y")
            one.matrix_world = Matrix.Translation(at) @ frame @ lean
    if grout:
        centre = origin + u * (nu * tile[0] / 2) + v * (nv * tile[1] / 2) - n * (thick + 0.002)
        back = box("grout", (0, 0, 0), ((nu + 2) * tile[0], nv * tile[1], thick), grout)
        back.matrix_world = Matrix.Translation(centre) @ frame


def _soften_like(thing, bevel):
    if bevel:
        modifier = thing.modifiers.new("bevel", "BEVEL")
        modifier.width = bevel
        modifier.segments = 3


# ------------------------------------------------------------------ windows and cloth


def window(at, size, view, turn=0, bars=(2, 2), frame=None, power=60, colour=(1, 0.97, 0.92), depth=0.12, lamp=True, sill=True):
    """A window in a wall; `turn` rotates it about z (0: it faces the camera, 90: it stands left and faces right)."""
    frame = frame or m.plain("window frame", (0.75, 0.74, 0.71), 0.4)
    w, h = size
    parts = [shown_only(box("view", (0, 0.5, 0), (w * 2.6, 0.01, h * 2.2), view))]
    bar = 0.05
    for side in (-1, 1):
        parts.append(box("jamb", (side * (w / 2 + bar / 2), 0, 0), (bar, depth, h + 2 * bar), frame, 0.004))
        parts.append(box("rail", (0, 0, side * (h / 2 + bar / 2)), (w + 2 * bar, depth, bar), frame, 0.004))
    for i in range(1, bars[0]):
        parts.append(box("bar", (w * (i / bars[0] - 0.5), 0.01, 0), (0.035, depth * 0.5, h), frame, 0.003))
    for j in range(1, bars[1]):
        parts.append(box("bar", (0, 0.01, h * (j / bars[1] - 0.5)), (w, depth * 0.5, 0.03), frame, 0.003))
    if sill:
        parts.append(box("sill", (0, -0.09, -h / 2 - 0.06), (w + 0.24, 0.22, 0.03), frame, 0.006))
    group(parts, at, turn)
    if lamp:
        a = math.radians(turn)
        into = np.array((math.sin(a), -math.cos(a), 0))
        place = np.array(at, float) + into * 0.12
        area("window light", tuple(place), tuple(place + into - np.array((0, 0, 0.25))), w * 0.95, power, colour, h * 0.95)
    return parts


def group(parts, at, turn=0, scale=1.0):
    """Moves parts that were built about the origin to `at`, turned about z by degrees."""
    move = Matrix.Translation(at) @ Matrix.Rotation(math.radians(turn), 4, "Z") @ Matrix.Scale(scale, 4)
    bpy.context.view_layer.update()
    for part in parts:
        part.matrix_world = move @ part.matrix_world
    return parts


def wall_with_hole(material, y, x0, x1, z0, z1, hole, thick=0.1):
    """A wall across the picture at y with a hole (x0, x1, z0, z1) for a window."""
    hx0, hx1, hz0, hz1 = hole
    for a, b, c, d in ((x0, hx0, z0, z1), (hx1, x1, z0, z1), (hx0, hx1, z0, hz0), (hx0, hx1, hz1, z1)):
        if b > a and d > c:
            box("wall", ((a + b) / 2, y + thick / 2, (c + d) / 2), (b - a, thick, d - c), material)


def curtain(rng, material, x0, x1, y, z0, z1, folds=9, deep=0.05, turn=0):
    """A hanging cloth from x0 to x1."""
    xs = np.linspace(0, 1, folds * 16)
    zs = np.linspace(0, 1, 12)
    phase = rng.uniform(0, 6.28)
    swing = np.sin(2 * math.pi * folds * xs + phase + 1.3 * np.sin(5 * xs + phase)) * deep * (0.7 + 0.3 * np.sin(3 * xs + phase))
    p = np.empty((len(zs), len(xs), 3))
    p[..., 0] = (x0 + (x1 - x0) * xs)[None]
    p[..., 1] = y + swing[None] * (1.1 - 0.35 * zs[:, None])
    p[..., 2] = (z0 + (z1 - z0) * zs)[:, None]
    return sheet("curtain", xs, zs, p, material)


# ------------------------------------------------------------------ plants


def potted(rng, at, tall=0.5, spread=0.3, n=90, leaf=(0.13, 0.07), colours=((0.05, 0.14, 0.03), (0.09, 0.2, 0.05)), pot=None, pot_size=0.12):
    """A house plant: arching stems with leaves, in a pot."""
    pot = pot or m.plain("pot", (0.62, 0.55, 0.48), 0.7)
    r = pot_size
    lathe("pot", [(0, 0), (r * 0.72, 0), (r * 0.8, 0.01), (r, r * 1.7), (r * 0.94, r * 1.7), (r * 0.9, r * 1.5), (0, r * 1.5)], pot, 40).location = at
    green = m.leaf("plant leaf", 0.3, 0.3)
    stem = m.plain("stem", (0.10, 0.14, 0.05), 0.6)
    root = np.array(at, float) + (0, 0, r * 1.5)
    stems = max(5, n // 9)
    centres, along = [], []
    for k in range(stems):
        a = rng.uniform(0, 2 * math.pi)
        out, high = spread * rng.uniform(0.25, 1.0), tall * rng.uniform(0.45, 1.0)
        t = np.linspace(0, 1, 8)
        line = root + np.stack([math.cos(a) * out * t ** 1.6, math.sin(a) * out * t ** 1.6, high * (t - 0.25 * t ** 3)], axis=1)
        tube("stem", [tuple(q) for q in line], 0.004 + 0.002 * tall, stem)
        for _ in range(max(2, n // stems)):
            u = rng.uniform(0.35, 1.0)
            q = root + np.array((math.cos(a) * out * u ** 1.6, math.sin(a) * out * u ** 1.6, high * (u - 0.25 * u ** 3)))
            b = a + rng.normal(0, 1.1)
            centres.append(q)
            along.append((math.cos(b), math.sin(b), rng.uniform(-0.3, 0.8)))
    c, d = np.array(centres), np.array(along)
    k = len(c)
    length = leaf[0] * rng.uniform(0.6, 1.2, k)
    leaves("plant", c, d, rng.normal(0, 0.4, (k, 3)) + (0, 0, 1), length, length * leaf[1] / leaf[0], mixed(rng, k, colours), green)


def branches_in_vase(rng, at, tall=0.6, n=60, colours=((0.16, 0.2, 0.1), (0.24, 0.28, 0.16)), glaze=None, size=0.07, leaf=0.05):
    """A vase with leafy twigs (eucalyptus, olive)."""
    vase(at, glaze or m.plain("vase", (0.7, 0.67, 0.62), 0.5), size, 2.6)
    twig, green = m.plain("twig", (0.15, 0.1, 0.06), 0.8), m.leaf("twig leaf", 0.5, 0.25)
    root = np.array(at, float) + (0, 0, size * 2.3)
    c, d = [], []
    for _ in range(7):
        a, out, high = rng.uniform(0, 6.28), tall * rng.uniform(0.15, 0.55), tall * rng.uniform(0.6, 1.0)
        t = np.linspace(0, 1, 9)
        wave = rng.normal(0, 0.012, (9, 3)) * t[:, None]
        line = root + np.stack([math.cos(a) * out * t ** 1.4, math.sin(a) * out * t ** 1.4, high * t], axis=1) + wave
        tube("twig", [tuple(q) for q in line], 0.0025, twig)
        for _ in range(max(3, n // 7)):
            u = rng.uniform(0.25, 1)
            c.append(root + np.array((math.cos(a) * out * u ** 1.4, math.sin(a) * out * u ** 1.4, high * u)))
            b = rng.uniform(0, 6.28)
            d.append((math.cos(b), math.sin(b), rng.uniform(0, 1)))
    c, d = np.array(c), np.array(d)
    length = leaf * rng.uniform(0.6, 1.2, len(c))
    leaves("twig leaves", c, d, rng.normal(0, 0.5, (len(c), 3)) + (0, 0, 1), length, length * 0.5, mixed(rng, len(c), colours), green)


# ------------------------------------------------------------------ vessels, books, furniture


def vase(at, material, r=0.07, tall=2.4, belly=1.0):
    h = r * tall
    profile = [(0, 0), (r * 0.6, 0), (r * 0.66, 0.006), (r * belly, h * 0.38), (r * 0.8, h * 0.68), (r * 0.36, h * 0.86), (r * 0.42, h), (r * 0.36, h * 0.99), (r * 0.3, h * 0.85), (0, h * 0.8)]
    smooth = _spline(profile)
    thing = lathe("vase", smooth, material, 64)
    thing.location = at
    return thing


def bottle(at, material, r=0.035, h=0.26, neck=0.35):
    profile = [(0, 0), (r * 0.94, 0), (r, 0.006), (r, h * 0.58), (r * 0.85, h * 0.68), (r * neck, h * 0.8), (r * neck, h * 0.97), (r * neck * 1.15, h * 0.98), (r * neck * 1.15, h), (0, h)]
    thing = lathe("bottle", profile, material, 40)
    thing.location = at
    return thing


def bowl(at, material, r=0.13, h=0.08):
    profile = _spline([(0, 0.004), (r * 0.4, 0), (r * 0.45, 0.008), (r * 0.85, h * 0.5), (r, h), (r * 0.97, h), (r * 0.8, h * 0.52), (r * 0.4, h * 0.14), (0, h * 0.1)])
    thing = lathe("bowl", profile, material, 64)
    thing.location = at
    return thing


def _spline(points, per=6):
    line = curve_through([(a, b, 0) for a, b in points], per)
    return [(max(0.0, p[0]), p[1]) for p in line]


BOOK_COLOURS = ((0.5, 0.44, 0.36), (0.62, 0.6, 0.55), (0.10, 0.13, 0.2), (0.22, 0.06, 0.05), (0.08, 0.16, 0.12), (0.35, 0.22, 0.1), (0.55, 0.36, 0.12),
                (0.12, 0.12, 0.13), (0.42, 0.14, 0.08), (0.2, 0.28, 0.34), (0.7, 0.66, 0.6))


def books(rng, x0, x1, y, z, colours=BOOK_COLOURS, tall=0.24, deep=0.17, fill=0.9):
    """A row of books on a board, with leaning ones and gaps."""
    paints = [m.plain("book", tuple(c), rng.uniform(0.35, 0.75)) for c in colours]
    x = x0
    while x < x1 - 0.05:
        if rng.uniform() > fill:
            x += rng.uniform(0.05, 0.16)
            continue
        w, h = rng.uniform(0.016, 0.05), tall * rng.uniform(0.72, 1.0)
        lean = rng.uniform(6, 14) if rng.uniform() < 0.06 else 0
        box("book", (x + w / 2 + lean * 0.001, y + rng.uniform(-0.012, 0.012), z + h / 2), (w * 0.96, deep * rng.uniform(0.8, 1), h), paints[rng.integers(len(paints))], 0.002, (0, lean, 0))
        x += w + lean * 0.003


def bookcase(rng, x0, x1, y, z0, levels, rise, material, deep=0.3, bay=0.85, colours=BOOK_COLOURS, things=True, back=None):
    """Shelves full of books with a few vessels, y is its front."""
    mid = y + deep / 2
    box("case back", ((x0 + x1) / 2, y + deep, z0 + levels * rise / 2), (x1 - x0, 0.02, levels * rise), back or material)
    bays = max(1, round((x1 - x0) / bay))
    step = (x1 - x0) / bays
    for i in range(bays + 1):
        box("case side", (x0 + i * step, mid, z0 + levels * rise / 2), (0.03, deep, levels * rise + 0.03), material, 0.002)
    pots = [m.plain("shelf pot", c, 0.5) for c in ((0.7, 0.66, 0.6), (0.4, 0.2, 0.1), (0.16, 0.2, 0.2))]
    for j in range(levels + 1):
        z = z0 + j * rise
        box("case board", ((x0 + x1) / 2, mid, z), (x1 - x0, deep, 0.028), material, 0.002)
        if j == levels:
            break
        for i in range(bays):
            a, b = x0 + i * step + 0.03, x0 + (i + 1) * step - 0.03
            kind = rng.uniform()
            if things and kind < 0.22:
                vase((rng.uniform(a + 0.12, b - 0.12), mid, z + 0.014), pots[rng.integers(3)], rng.uniform(0.05, 0.08), rng.uniform(1.8, 2.8))
                books(rng, a, a + (b - a) * 0.35, mid - 0.02, z + 0.014, colours, rise * 0.75, deep * 0.7)
            elif things and kind < 0.32:
                potted(rng, ((a + b) / 2, mid, z + 0.014), rise * 0.5, 0.2, 60, (0.08, 0.045), pot_size=0.06)
            else:
                books(rng, a, b - rng.uniform(0, 0.3) * (b - a), mid - 0.02, z + 0.014, colours, rise * 0.78, deep * 0.7, 0.94)


def framed(at, size, colours, rng, frame=(0.05, 0.04, 0.03), turn=0):
    """A framed abstract print; its face looks at the camera."""
    s = m.Shader("print")
    a, b, c = colours
    flow = s.noise(rng.uniform(1.5, 3.5), 2, 0.4, s.node("Mapping", Vector=s.node("TexCoord").outputs["Object"], Location=tuple(rng.uniform(-9, 9, 3))).outputs[0], 1.2)
    paint = s.ramp(flow, [(0.40, a), (0.41, b), (0.54, b), (0.55, c)])
    parts = [box("print", (0, 0, 0), (size[0] * 0.62, 0.004, size[1] * 0.66), s.surface(s.principled(paint, 0.6).outputs[0])),
             box("mount", (0, 0.006, 0), (size[0], 0.004, size[1]), m.plain("mount", (0.8, 0.78, 0.74), 0.8))]
    wood = m.plain("picture frame", frame, 0.45)
    for k in (-1, 1):
        parts.append(box("frame", (k * size[0] / 2, 0, 0), (0.022, 0.035, size[1] + 0.022), wood, 0.002))
        parts.append(box("frame", (0, 0, k * size[1] / 2), (size[0] + 0.022, 0.035, 0.022), wood, 0.002))
    return group(parts, at, turn)


def pendant(at, material, r=0.14, power=12, colour=(1, 0.72, 0.42), cord=1.2, bulb=12.0):
    """A hanging lamp: shade, glowing bulb, cord and its light."""
    profile = _spline([(r * 0.12, r * 0.95), (r * 0.3, r * 0.88), (r * 0.8, r * 0.45), (r, 0), (r * 0.97, 0), (r * 0.76, r * 0.42), (r * 0.28, r * 0.82), (r * 0.1, r * 0.9)])
    lathe("shade", profile, material, 48).location = at
    x, y, z = at
    globe = lathe("bulb", [(0, -0.02)] + [(r * 0.3 * math.sin(k * math.pi / 10), -r * 0.05 - r * 0.3 * math.cos(k * math.pi / 10)) for k in range(1, 10)] + [(0, r * 0.25)], m.glow("bulb", colour, bulb), 24)
    globe.location = (x, y, z + 0.1 * r)
    shown_only(globe)
    tube("cord", [(x, y, z + r * 0.9), (x, y, z + cord)], 0.004, m.plain("cord", (0.02, 0.02, 0.02), 0.6))
    point("pendant light", (x, y, z - 0.12), power, colour, r * 0.5)


def table_lamp(at, tall=0.45, power=10, colour=(1, 0.7, 0.42), shade_strength=2.5, base=None):
    """A lamp with a lit fabric shade."""
    x, y, z = at
    vase(at, base or m.plain("lamp base", (0.3, 0.22, 0.16), 0.4), tall * 0.2, 2.2)
    r = tall * 0.38
    lit = m.Shader("lamp shade")
    glow = lit.node("AddShader", _0=lit.node("Emission", Color=(*colour, 1), Strength=shade_strength).outputs[0],
                    _1=lit.node("BsdfDiffuse", Color=(0.8, 0.74, 0.62, 1)).outputs[0])
    shade = lathe("lampshade", [(r, 0), (r * 0.68, tall * 0.45)], lit.surface(glow.outputs[0]), 48)
    shade.location = (x, y, z + tall * 0.55)
    shown_only(shade)
    point("lamp light", (x, y, z + tall * 1.02), power, colour, 0.06)


def sofa(at, material, wide=2.0, turn=0, cushions=((0.5, 0.3, 0.2), (0.7, 0.66, 0.58))):
    """A sofa of soft blocks with cushions, facing the camera."""
    parts = [box("seat", (0, 0, 0.27), (wide, 0.9, 0.22), material, 0.05), box("back", (0, 0.36, 0.58), (wide, 0.22, 0.52), material, 0.08)]
    for k in (-1, 1):
        parts.append(box("arm", (k * (wide / 2 - 0.02), 0, 0.42), (0.2, 0.92, 0.4), material, 0.07))
        parts.append(box("pad", (k * wide / 4 * 0.92, -0.04, 0.43), (wide / 2 * 0.88, 0.72, 0.16), material, 0.06))
        parts.append(box("back pad", (k * wide / 4 * 0.92, 0.2, 0.68), (wide / 2 * 0.88, 0.2, 0.42), material, 0.09, (-10, 0, 0)))
        for leg in (-1, 1):
            parts.append(box("leg", (k * (wide / 2 - 0.1), leg * 0.36, 0.08), (0.05, 0.05, 0.16), m.plain("leg", (0.2, 0.12, 0.06), 0.5)))
    for k, c in enumerate(cushions):
        parts.append(box("cushion", ((-0.62 + 1.25 * k) * wide / 2.4, -0.05, 0.72), (0.46, 0.16, 0.44), m.plain("cushion", c, 0.9, Sheen=0.3), 0.075, (-18, 8 - 16 * k, 10 - 25 * k)))
    return group(parts, at, turn)


def cabinets(x0, x1, y, z0, z1, material, unit=0.6, handle=None, deep=0.6, drawers=False):
    """A row of cupboard fronts whose faces stand at y."""
    n = max(1, round((x1 - x0) / unit))
    step = (x1 - x0) / n
    box("carcass", ((x0 + x1) / 2, y + deep / 2 + 0.02, (z0 + z1) / 2), (x1 - x0, deep, z1 - z0), m.plain("carcass", (0.03, 0.03, 0.03), 0.8))
    for i in range(n):
        rows = 3 if drawers and i % 2 else 1
        for j in range(rows):
            h = (z1 - z0) / rows
            box("front", (x0 + (i + 0.5) * step, y, z0 + (j + 0.5) * h), (step - 0.005, 0.022, h - 0.005), material, 0.002)
            if handle:
                wide = rows > 1
                at = (x0 + (i + 0.5) * step, y - 0.035, z0 + (j + 0.8) * h) if wide else (x0 + (i + (0.88 if i % 2 == 0 else 0.12)) * step, y - 0.035, z1 - 0.18 if z0 < 1 else z0 + 0.18)
                box("handle", at, (0.16, 0.012, 0.012) if wide else (0.012, 0.012, 0.16), handle, 0.003)
