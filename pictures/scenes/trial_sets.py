"""The three sets of the trial: a meadow, a dark wall and the shelves of a shop. The subject stands on z = 0."""

from common import *  # noqa: F403


def grass(rng):
    """Blades about the subject, also before it, and a hedge far behind."""
    lawn = Shader("lawn")
    box("lawn", (0, 8, -0.02), (60, 20, 0.03), lawn.surface(lawn.principled(
        lawn.ramp(lawn.noise(3.0, 5), [(0.3, (0.05, 0.09, 0.012)), (0.7, (0.17, 0.24, 0.05))]), 0.8).outputs[0]))
    count = 11000
    root = np.c_[rng.uniform(-0.75, 0.75, count), rng.uniform(-0.16, 1.4, count), np.full(count, -0.006)]
    bend = rng.normal(size=(count, 3)) * (0.016, 0.016, 0)
    tall = rng.uniform(0.016, 0.048, count)[:, None]
    t = np.array((0, 0.4, 0.75, 1.0))
    paths = root[:, None] + bend[:, None] * (t ** 2)[None, :, None] + np.array((0, 0, 1.0)) * (tall * t)[:, :, None]
    s = Shader("blade")
    colour = s.mix(s.node("HairInfo").outputs["Random"], (0.06, 0.13, 0.015), (0.28, 0.34, 0.07))
    strands("blades", paths, np.array((0.0013, 0.0012, 0.0008, 0.0002)), s.surface(s.node(
        "MixShader", _0=0.3, _1=s.principled(colour, 0.5).outputs[0], _2=s.node("BsdfTranslucent", Color=colour).outputs[0]).outputs[0]))
    hedge = Shader("hedge")
    box("hedge", (0, 5.5, 0.4), (30, 0.1, 3), hedge.surface(hedge.node("Emission", Strength=0.8, Color=hedge.ramp(
        hedge.noise(2.6, 6, 0.65), [(0.36, (0.02, 0.045, 0.01)), (0.52, (0.12, 0.18, 0.04)), (0.66, (0.65, 0.62, 0.36))])).outputs[0]))
    sky((0.42, 0.55, 0.8), (1.0, 0.93, 0.8), 0.7)
    sun("sun", (rng.uniform(-2, 2), rng.uniform(-0.5, 2.2), 2.1), (0, 0, 0.1), 6.5, (1.0, 0.88, 0.68), 2.0)
    area("front", (-1.0, -1.5, 0.9), (0, 0, 0.13), 1.3, 16, (1.0, 0.95, 0.88))


def dark(rng):
    """A stained table and a wall in a dark colour."""
    wall = [(0.018, 0.020, 0.024), (0.014, 0.022, 0.034), (0.030, 0.014, 0.012), (0.012, 0.022, 0.016)][rng.integers(0, 4)]
    box("table", (0, 0.1, -0.02), (3, 1.1, 0.04), wood("table", (0.075, 0.045, 0.028), (0.032, 0.018, 0.011), 0.6, roughness=0.4, bump=0.1), 0.003)
    box("wall", (0, 0.55, 0.5), (6, 0.04, 3), plaster("wall", wall, 0.2, 0.3))
    sky((0.5, 0.55, 0.65), (0.6, 0.55, 0.5), 0.10)
    area("window", (-1.2, -0.3, 0.9), (0, 0, 0.12), 0.7, 26, (1.0, 0.95, 0.88), 1.0)
    area("fill", (1.2, -1.2, 0.5), (0, 0, 0.12), 0.9, 4, (0.9, 0.95, 1.0))
    area("rim", (0.7, 0.42, 0.75), (0, 0, 0.16), 0.35, 4, (1.0, 0.9, 0.8))


def shelves(rng):
    """A counter, and behind it packets, tins and bottles in rows, only a little out of focus."""
    box("counter", (0, 0.02, -0.02), (3, 0.75, 0.04), plain("counter", (0.55, 0.52, 0.48), 0.35), 0.003)
    paints = []
    for k in range(18):
        s = Shader("packet")
        one = np.array([(0.7, 0.06, 0.04), (0.9, 0.55, 0.04), (0.05, 0.25, 0.55), (0.08, 0.4, 0.12), (0.85, 0.82, 0.75), (0.45, 0.08, 0.35), (0.03, 0.03, 0.035), (0.1, 0.5, 0.5), (0.85, 0.3, 0.35)][k % 9]) * rng.uniform(0.7, 1.1)
        two = tuple(1 - 0.8 * c for c in one)
        edge = 0.45 + 0.1 * (k % 3)
        print_ = s.ramp(s.noise(rng.uniform(14, 34), 1), [(edge, tuple(one)), (edge + 0.01, two)])
        paints.append(s.surface(s.principled(print_, rng.uniform(0.2, 0.6)).outputs[0]))
    board = plain("board", (0.62, 0.60, 0.56), 0.5)
    box("back", (0, 0.86, 0.5), (4, 0.02, 3), plain("back", (0.40, 0.39, 0.37), 0.7))
    for level in range(5):
        z = -0.13 + 0.165 * level
        box("board", (0, 0.70, z - 0.008), (4, 0.30, 0.012), board)
        box("price rail", (0, 0.545, z - 0.01), (4, 0.004, 0.022), plain("rail", (0.85, 0.80, 0.20) if level % 2 else (0.75, 0.75, 0.75), 0.4))
        x = -0.85
        while x < 0.85:
            wide, high, kind = rng.uniform(0.035, 0.085), rng.uniform(0.08, 0.14), rng.integers(0, 3)
            paint = paints[rng.integers(0, len(paints))]
            for _ in range(rng.integers(1, 4)):
                at = (x + wide / 2, 0.60 + rng.uniform(0, 0.02), z)
                if kind == 0:
                    box("packet", (at[0], at[1], z + high / 2), (wide * 0.95, 0.07, high), paint, rotation=(0, 0, rng.uniform(-6, 6)))
                else:
                    r = wide * 0.46
                    shape = [(0, 0), (r, 0), (r, high * 0.95), (0, high)] if kind == 1 else [(0, 0), (r, 0), (r, high * 0.6), (r * 0.35, high * 0.78), (r * 0.35, high), (0, high)]
                    lathe("tin", shape, paint, 24).location = at
                x += wide
            x += rng.uniform(0.002, 0.012)
    sky((0.9, 0.92, 0.95), (0.9, 0.9, 0.9), 0.35)
    area("tubes", (0.2, -0.2, 1.3), (0, 0.2, 0.1), 1.6, 22, (1.0, 0.98, 0.94), 0.5)
    area("shelf light", (0, 0.2, 1.1), (0, 0.75, 0.25), 1.6, 9, (1.0, 0.97, 0.92), 0.3)
    area("front", (-0.9, -1.4, 0.6), (0, 0, 0.12), 1.0, 9, (1.0, 0.96, 0.92))


SETS = {"grass": grass, "dark": dark, "shelves": shelves}
