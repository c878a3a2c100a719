"""Round bodies from soft unions of simple solids: a distance field in numpy, cast to a mesh.

A body is a function from points, an array (n, 3), to distances: below zero inside. Lengths are metres.
"""

import math

import numpy as np


def ball(centre, radii, turn=(0, 0, 0)):
    """An ellipsoid; `turn` in degrees about x, y, z. Its distance is a good estimate near the surface."""
    centre, radii = np.array(centre, float), np.array(radii, float)
    a, b, c = (math.radians(t) for t in turn)
    rx = np.array([[1, 0, 0], [0, math.cos(a), -math.sin(a)], [0, math.sin(a), math.cos(a)]])
    ry = np.array([[math.cos(b), 0, math.sin(b)], [0, 1, 0], [-math.sin(b), 0, math.cos(b)]])
    rz = np.array([[math.cos(c), -math.sin(c), 0], [math.sin(c), math.cos(c), 0], [0, 0, 1]])
    frame = rz @ ry @ rx

    def distance(p):
        q = (p - centre) @ frame
        k0 = np.linalg.norm(q / radii, axis=1)
        k1 = np.linalg.norm(q / radii ** 2, axis=1)
        return k0 * (k0 - 1) / np.maximum(k1, 1e-9)

    return distance


def limb(start, end, r0, r1):
    """A round-ended rod whose radius goes from r0 to r1."""
    start, end = np.array(start, float), np.array(end, float)
    along = end - start

    def distance(p):
        t = np.clip((p - start) @ along / (along @ along), 0, 1)
        return np.linalg.norm(p - start - t[:, None] * along, axis=1) - (r0 + (r1 - r0) * t)

    return distance


def join(first, *others):
    """A union with soft seams; each of the others is a body and the width of its seam."""

    def distance(p):
        d = first(p)
        for body, seam in others:
            e = body(p)
            h = np.maximum(seam - np.abs(d - e), 0) / seam
            d = np.minimum(d, e) - h * h * seam / 4
        return d

    return distance


def carve(body, *hollows):
    """Takes hollows, each with the softness of its rim, out of a body."""

    def distance(p):
        d = body(p)
        for hollow, seam in hollows:
            e = -hollow(p)
            h = np.maximum(seam - np.abs(d - e), 0) / seam
            d = np.maximum(d, e) + h * h * seam / 4
        return d

    return distance


def both(centre, radii, turn=(0, 0, 0)):
    """An ellipsoid and its mirror image at x = 0."""
    left, right = ball(centre, radii, turn), ball((-centre[0], *centre[1:]), radii, (turn[0], -turn[1], -turn[2]))
    return lambda p: np.minimum(left(p), right(p))


def slope(body, p, step=5e-4):
    """Unit normals of a body's surface."""
    corners = np.array([(1, -1, -1), (-1, -1, 1), (-1, 1, -1), (1, 1, 1)], float)
    g = sum(body(p + step * e)[:, None] * e for e in corners)
    return g / np.maximum(np.linalg.norm(g, axis=1, keepdims=True), 1e-9)


def cast(body, origins, directions, reach, steps=50):
    """Where rays from outside, at `reach` from the origins, first meet the body on their way in."""
    t = np.full(len(origins), float(reach))
    for _ in range(steps):
        t -= 0.8 * body(origins + t[:, None] * directions)
        t = np.maximum(t, 0)
    return origins + t[:, None] * directions


def shell(body, centre, reach=0.5, rows=200, columns=320):
    """Vertices and faces of a body that can be seen whole from `centre`."""
    polar = np.linspace(0.004, math.pi - 0.004, rows)
    turn = np.linspace(0, 2 * math.pi, columns, endpoint=False)
    a, b = np.meshgrid(polar, turn, indexing="ij")
    ray = np.stack([np.sin(a) * np.cos(b), np.sin(a) * np.sin(b), -np.cos(a)], axis=-1).reshape(-1, 3)
    points = cast(body, np.tile(np.array(centre, float), (len(ray), 1)), ray, reach)
    faces = [(i * columns + k, i * columns + (k + 1) % columns, (i + 1) * columns + (k + 1) % columns, (i + 1) * columns + k)
             for i in range(rows - 1) for k in range(columns)]
    faces += [tuple(range(columns))[::-1], tuple((rows - 1) * columns + k for k in range(columns))]
    return points, faces
