"""A turned wooden chair with a spindle back on floorboards before a grey-green wall."""

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import *  # noqa: E402,F403


def seat(material):
    """A rounded, slightly hollowed board; its top is at z = 0.45."""
    nx, ny = 56, 56
    top, bottom = [], []
    for j in range(ny + 1):
        for i in range(nx + 1):
            u, v = 2 * i / nx - 1, 2 * j / ny - 1
            x, y = u * math.sqrt(max(0, 1 - 0.42 * v * v)), v * math.sqrt(max(0, 1 - 0.36 * u * u))
            half = 0.225 - 0.018 * v
            dip = 0.013 * max(0, 1 - (u * u + v * v)) ** 0.8
            edge = max(abs(u), abs(v))
            fall = 0.010 * max(0, (edge - 0.86) / 0.14) ** 2.2
            top.append((x * half, y * 0.215, 0.45 - dip - fall))
            bottom.append((x * half * (1 - 0.02 * (edge > 0.99)), y * 0.212, 0.416 + fall))
    n = len(top)
    faces = []
    row = nx + 1
    for j in range(ny):
        for i in range(nx):
            a = j * row + i
            faces.append((a, a + 1, a + row + 1, a + row))
            faces.append((n + a, n + a + row, n + a + row + 1, n + a + 1))
    rim = [i for i in range(nx)] + [j * row + nx for j in range(ny)] + [ny * row + i for i in range(nx, 0, -1)] + [j * row for j in range(ny, 0, -1)]
    for k, a in enumerate(rim):
        b = rim[(k + 1) % len(rim)]
        faces.append((b, a, n + a, n + b))
    return mesh("seat", top + bottom, faces, material)


def chair():
    """Seat, four splayed legs, stretchers, seven spindles and a bent top rail."""
    lengthwise = wood("oak-x", (0.53, 0.30, 0.135), (0.31, 0.15, 0.06), 0.35, (1, 0, 0), 0.38, 0.15)
    upright = wood("oak-z", (0.53, 0.30, 0.135), (0.31, 0.15, 0.06), 0.35, (0, 0, 1), 0.38, 0.15)
    parts = [seat(lengthwise)]
    feet = {}
    for sx in (-1, 1):
        for sy in (-1, 1):
            head = Vector((sx * 0.155, sy * 0.145, 0.425))
            foot = Vector((sx * 0.222, sy * (0.205 if sy < 0 else 0.235), 0.0))
            feet[sx, sy] = (head, foot)
            parts.append(rod("leg", foot, head, 0.0115, 0.0155, upright, 0.0055))

    def on(sx, sy, z):
        head, foot = feet[sx, sy]
        return foot.lerp(head, z / head.z)

    for sx in (-1, 1):
        parts.append(rod("side", on(sx, -1, 0.165), on(sx, 1, 0.185), 0.008, 0.008, upright, 0.0045))
    left, right = on(-1, -1, 0.165).lerp(on(-1, 1, 0.185), 0.5), on(1, -1, 0.165).lerp(on(1, 1, 0.185), 0.5)
    parts.append(rod("cross", left, right, 0.008, 0.008, upright, 0.0045))
    parts.append(rod("front", on(-1, -1, 0.265), on(1, -1, 0.265), 0.008, 0.008, upright, 0.0045))

    def rail(t):
        """The top rail's middle line, t from -1 to 1."""
        return Vector((0.225 * t, 0.285 - 0.052 * t * t, 0.862 + 0.012 * (1 - t * t)))

    count = 7
    for k in range(count):
        t = 2 * k / (count - 1) - 1
        base = Vector((0.172 * t, 0.182 - 0.035 * t * t, 0.440))
        outer = k in (0, count - 1)
        parts.append(rod("spindle", base, rail(t * 0.83), 0.0105 if outer else 0.0068, 0.0085 if outer else 0.0052, upright,
                         0.003 if outer else 0.002))
    steps, m = 48, 20
    vertices, faces = [], []
    for i in range(steps + 1):
        t = 2 * i / steps - 1
        p, ahead = rail(t), rail(min(1, t + 0.02)) - rail(max(-1, t - 0.02))
        ahead.normalize()
        lean = Vector((0, 0.16, 1)).normalized()
        thick = ahead.cross(lean).normalized()
        end = math.sqrt(max(0.02, 1 - abs(t) ** 9))
        for k in range(m):
            a = 2 * math.pi * k / m
            c, s = math.cos(a), math.sin(a)
            tall = math.copysign(abs(s) ** 0.55, s) * (0.031 + 0.006 * (1 - t * t)) * end
            vertices.append(p + thick * math.copysign(abs(c) ** 0.7, c) * 0.0095 * end + lean * tall)
    for i in range(steps):
        for k in range(m):
            a, b = i * m + k, i * m + (k + 1) % m
            faces.append((a, b, b + m, a + m))
    faces += [tuple(range(m))[::-1], tuple(steps * m + k for k in range(m))]
    parts.append(mesh("rail", vertices, faces, lengthwise))
    return parts


def room():
    """Pale floorboards, a skirting and a quiet wall."""
    floor = wood("floor", (0.47, 0.39, 0.295), (0.37, 0.295, 0.215), 1.1, (0, 1, 0), 0.5, 0.2)
    rng = np.random.default_rng(8)
    for k in range(34):
        box(f"board{k}", (-2.6 + 0.157 * k, -0.4 + rng.uniform(-0.3, 0.3), -0.011), (0.1555, 7, 0.022), floor, 0.0012)
    box("wall", (0, 1.55, 1.3), (8, 0.05, 3), plaster("wall", (0.31, 0.36, 0.33), 0.05))
    box("skirting", (0, 1.515, 0.06), (8, 0.022, 0.12), plain("skirting", (0.62, 0.60, 0.55), 0.5), 0.004)


def light():
    sky((0.65, 0.7, 0.8), (0.78, 0.76, 0.72), 0.30)
    area("window", (-2.3, -0.5, 1.7), (0, 0.1, 0.4), 1.1, 150, (1.0, 0.95, 0.87), 1.7)
    area("fill", (2.0, -2.2, 1.6), (0, 0, 0.4), 1.8, 16, (1.0, 0.96, 0.92))
    area("wall", (-1.6, 0.9, 2.6), (0.3, 1.5, 1.0), 0.9, 16, (1.0, 0.95, 0.88))


if __name__ == "__main__":
    options = arguments()
    begin()
    parts = chair()
    for thing in parts:
        thing.matrix_world = Matrix.Rotation(math.radians(31), 4, "Z") @ thing.matrix_basis
    room()
    light()
    camera((0.0, -3.35, 0.95), (0.0, 0.0, 0.425), 76, 2.0, (0.0, -0.10, 0.5))
    shoot("chair", parts, (1200, 1600), 64, options, exposure=1.15, set_samples=32)
