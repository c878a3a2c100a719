"""Outdoor places: beach, sea, garden, meadow, woods, snow, mountains."""

import math

import numpy as np

import materials as m
import nature as n
import props
from common import area, box, ellipsoid, lathe, rod
from stage import Stage

SKIES = {
    "noon": dict(zenith=(0.16, 0.34, 0.78), horizon=(0.62, 0.76, 0.95), strength=0.9, glow=(1, 0.95, 0.85), glow_power=0.5),
    "golden": dict(zenith=(0.20, 0.30, 0.55), horizon=(0.95, 0.62, 0.36), strength=0.7, glow=(1.0, 0.52, 0.18), glow_power=2.6, glow_size=9, band=0.6),
    "dusk": dict(zenith=(0.10, 0.15, 0.34), horizon=(0.85, 0.42, 0.30), strength=0.55, glow=(1.0, 0.40, 0.16), glow_power=1.8, glow_size=7, band=0.7),
    "grey": dict(zenith=(0.60, 0.66, 0.74), horizon=(0.80, 0.82, 0.84), strength=0.8, glow=(1, 0.97, 0.92), glow_power=0.3),
    "blue": dict(zenith=(0.08, 0.13, 0.30), horizon=(0.34, 0.40, 0.58), strength=0.5, glow=(0.9, 0.55, 0.45), glow_power=0.5, glow_size=5, band=0.8),
}
SUNLIGHT = {"noon": (4.6, (1, 0.95, 0.87)), "golden": (3.4, (1, 0.62, 0.32)), "dusk": (1.3, (1, 0.48, 0.24)), "grey": (0.5, (1, 0.97, 0.94)), "blue": (0.0, (1, 1, 1))}


def _light(s, kind, sun, clouds=None, disc=0.0, below=(0.2, 0.18, 0.16), angle=0.6):
    n.atmosphere(sun=sun, clouds=clouds, disc=disc, below=below, **SKIES[kind])
    strength, colour = SUNLIGHT[kind]
    if strength:
        s.sun(*sun, strength, colour, angle)


def beach(rng, light="golden", sun=(196, 7), clouds=((1.0, 0.66, 0.42), (0.42, 0.3, 0.36), 0.45, 1.3), sand=((0.34, 0.24, 0.15), (0.55, 0.42, 0.28), (0.66, 0.53, 0.37)), sea=(0.02, 0.05, 0.06), key=0.2, height=0.42, horizon=0.40, disc=60.0, palms=False):
    """Sand in the foreground, a wet edge with foam, and the sea up to the horizon."""
    s = Stage(height, 1.25, 1.6, horizon, 0.3, 0.018, key=key, front=-0.35, back=0.8, contrast=1.12, coarse=False, samples=9)
    shore = 3.4

    def height_(x, y):
        dunes = 0.035 * (n.fbm(x * 1.3, y * 1.7, 3, 4) - 0.5) * np.clip(1.4 - y * 0.3, 0.1, 1)
        ripples = 0.006 * np.sin(26 * y + 5 * n.fbm(x * 0.9, y * 0.9, 8, 3) * 6) * (n.fbm(x * 0.8, y * 0.8, 21, 2) > 0.45) * np.clip(1.5 - 0.5 * y, 0, 1)
        grain = 0.006 * (n.fbm(x * 9, y * 9, 12, 3) - 0.5)
        calm = 1 - 0.9 * np.exp(-(x / 0.35) ** 4 - (y / 0.3) ** 4)
        return (dunes + grain) * calm + ripples * calm - 0.045 * np.maximum(y - 1.4, 0) ** 1.25 * 0.6

    n.fan("sand", -1.0, shore + 2.2, s, 520, 420, height_, m.ground("sand", sand, 2.5, 420, 0.004, 0.9), 1.5)
    soaked = m.Shader("wet sand")
    damp = soaked.ramp(soaked.noise(2.5, 5, 0.6), [(0.3, m.shade(sand[0], 0.75)), (0.7, m.shade(sand[1], 0.75))])
    wet = soaked.surface(soaked.principled(damp, 0.16, Specular=0.5, Clearcoat=0.5, Clearcoat_Roughness=0.05).outputs[0])
    n.fan("wet", shore - 1.3, shore + 2.0, s, 60, 120, lambda x, y: height_(x, y) + 0.004 - 0.02 * np.clip((shore - 1.0 + 0.35 * np.sin(1.1 * x + 0.6) + 0.2 * np.sin(2.7 * x) - y) / 0.5, 0, 1), wet, 1.0)
    level = float(height_(np.array([0.0]), np.array([shore]))[0]) + 0.005
    water = m.Shader("shallow water")
    away = water.node("SeparateXYZ", _0=water.node("TexCoord").outputs["Object"]).outputs[1]
    tint = water.ramp(water.grey(away, 0.0, 1.0, shore, shore + 16), [(0.0, m.shade(sand[1], 0.8)), (0.12, tuple(0.5 * a + 0.5 * b for a, b in zip(m.shade(sand[1], 0.7), m.shade(sea, 1.8)))), (0.45, m.shade(sea, 1.3)), (1.0, sea)])
    ripples = water.mix(0.4, water.noise(4.0, 5, 0.6, water.place((1, 0.55, 1))), water.noise(0.9, 4, 0.55, water.place((1, 0.55, 1))))
    m.done(water, water.principled(tint, 0.08, water.bump(ripples, 0.45, 0.04), IOR=1.33, Specular=0.5), sea)
    surf = n.sea(s, rng, shore - 0.9, 2500, level, 262, 0.07, sea, 4.0, 0.08)
    # Waves grow with the distance from the shore, so the edge of the water lies flat on the sand.
    place = np.empty(len(surf.data.vertices) * 3, np.float32)
    surf.data.vertices.foreach_get("co", place)
    place = place.reshape(-1, 3)
    place[:, 2] = level + (place[:, 2] - level) * np.clip((place[:, 1] - shore - 0.3) / 9, 0.0, 1)
    surf.data.vertices.foreach_set("co", place.ravel())
    surf.data.update()
    surf.data.materials.clear()
    surf.data.materials.append(water.material)
    white = m.ground("foam", ((0.62, 0.64, 0.64), (0.8, 0.82, 0.82)), 6, 60, 0.01, 0.8)
    for y, wide, seed in ((shore - 0.05, 0.20, 2), (shore + 0.9, 0.16, 5), (shore + 2.6, 0.3, 9), (shore + 6.5, 0.5, 13)):
        xs = np.linspace(-s.wide(y) * 1.2, s.wide(y) * 1.2, 700)
        centre = y + 0.35 * np.sin(0.9 * xs + seed) + 0.22 * np.sin(2.3 * xs + 2 * seed) + 0.25 * (n.fbm(xs * 2, xs * 0 + seed, seed, 4) - 0.5)
        broad = wide * np.clip(n.fbm(xs * 1.6, xs * 0 + 3, seed + 4, 4) * 2.6 - 0.75, 0.0, 1.2)
        edge = np.stack([np.stack([xs, centre + k * broad + 0.04 * (n.fbm(xs * 14, xs * 0 + k, seed + 7, 3) - 0.5) * (broad > 0), np.full_like(xs, level + 0.012 + (0.10 if y > shore + 2 else 0.0) * (1 - abs(k)))], 1) for k in (-1, 0, 1)])
        props.sheet("foam", np.arange(len(xs)), np.arange(3), edge, white, uv=False)
    _light(s, light, sun, clouds, disc, m.shade(sand[1], 0.6))
    s.air = dict(length=2600, tint=tuple(0.4 * c for c in SKIES[light]["horizon"]))
    return s


def deck(rng, light="noon", sun=(305, 38), clouds=((1, 1, 1), (0.6, 0.68, 0.8), 0.42, 1.1), planks=((0.44, 0.38, 0.31), (0.2, 0.165, 0.13)), sea=(0.008, 0.05, 0.075), key=0.26, height=0.40, horizon=0.37, disc=0.0, waves=0.2, islands=False):
    """A boarded jetty over the sea, the horizon behind it."""
    s = Stage(height, 1.15, 1.55, horizon, 0.28, 0.016, key=key, front=-0.35, back=0.38, contrast=1.1, samples=9)
    props.plank_top(rng, m.planks("deck", *planks, 0.6, 0.22, bump=0.9), s.wide(0.62) + 0.5, -1.1, 0.62, 0.05, 0.12, 0.007, 0.005)
    n.sea(s, rng, 2.2, 3000, -1.1, 250, waves, sea, 3.0, 0.07)
    if islands:
        for x, y, wide, tall in ((-700, 2600, 900, 150), (500, 2900, 700, 95)):
            xs, ys = np.linspace(x - wide, x + wide, 160), np.linspace(y, y + 300, 12)
            n.land("island", xs, ys, lambda gx, gy, x=x, y=y, wide=wide, tall=tall: -4 + tall * np.clip((gy - y) / 60, 0, 1) * np.clip(1 - ((gx - x) / wide) ** 2, 0, 1) * (0.35 + 0.9 * n.fbm(gx / 260, gy / 260, 4, 5)), m.plain("island", (0.06, 0.08, 0.06), 0.9))
    _light(s, light, sun, clouds, disc, m.shade(sea, 2.0))
    s.air = dict(length=3200, tint=tuple(0.55 * c for c in SKIES[light]["horizon"]))
    return s


def garden(rng, light="golden", sun=(215, 24), top="rustic", key=0.22, blossoms=((0.8, 0.3, 0.4), (0.85, 0.8, 0.75), (0.75, 0.2, 0.3)), greens=((0.07, 0.16, 0.02), (0.13, 0.24, 0.04), (0.2, 0.3, 0.06)), side=1, samples=10):
    """A garden table with shrubs, flowers and a lawn behind it, much out of focus."""
    from builders.tabletop import _top
    s = Stage(0.25, 0.95, 1.6, 0.36, 0.25, 0.034, key=key, front=-0.24, back=0.24, contrast=1.1, samples=samples)
    _top(rng, top, s, 0.42)
    box("lawn", (0, 20, -0.8), (60, 44, 0.04), m.ground("lawn", (m.shade(greens[0], 0.8), greens[1], greens[2]), 1.2, 30, 0.03))
    green = m.leaf("shrub", 0.35, 0.5)
    for x in np.linspace(-4.2, 4.2, 8):
        y, r = 5.2 + rng.uniform(-0.9, 1.6), rng.uniform(0.7, 1.15)
        props.crown(rng, "shrub", (x + rng.uniform(-0.4, 0.4), y, r * 0.4 - 0.35), r, 1300, 0.085, greens, green)
        if blossoms is not None and rng.uniform() < 0.7:
            c = np.array((x, y - r * 0.6, r * 0.4 - 0.35)) + rng.normal(0, r * 0.55, (70, 3)) * (1, 0.4, 0.8)
            tint = props.mixed(rng, 70, blossoms, 0.1)
            for turn in range(4):
                a = rng.uniform(0, 6.28, 70) + turn * 1.57
                props.leaves("blossom", c, np.stack([np.cos(a), np.full(70, -0.4), np.sin(a)], 1), np.tile((0.0, -1.0, 0.2), (70, 1)), np.full(70, 0.07), np.full(70, 0.06), tint, m.leaf("petal", 0.5, 0.3, (0.9, 0.6, 0.6)))
    for x, y in ((-3.4, 10.5), (1.2, 12.5), (5.0, 11.0)):
        n.tree(rng, (x, y, -0.8), 6.5, 2.3, 2400, 0.2, greens, 0.14, foliage=green)
    back = m.leaf("hedge", 0.5, 0.4)
    for x in np.linspace(-11, 11, 9):
        props.crown(rng, "hedge", (x, 16 + rng.uniform(-1, 1), 1.0), 2.6, 1100, 0.32, tuple(m.shade(g, 0.7) for g in greens), back)
    _light(s, light, sun, None, 0.0, greens[1])
    area("open sky", (-side * 1.4, -0.6, 1.5), (0, 0, 0.1), 1.4, 9, (0.9, 0.95, 1))
    s.air = dict(length=90, tint=tuple(0.55 * c for c in SKIES[light]["horizon"]))
    return s


def meadow(rng, light="golden", sun=(205, 16), key=0.22, clouds=((1, 0.85, 0.7), (0.6, 0.55, 0.6), 0.35, 1.2), tones=((0.07, 0.15, 0.02), (0.13, 0.23, 0.04), (0.26, 0.3, 0.08)), bloom=((0.85, 0.82, 0.75), (0.8, 0.55, 0.05), (0.7, 0.12, 0.08), (0.4, 0.25, 0.65))):
    """A flat stone in a flowering meadow, hills and a row of trees behind."""
    s = Stage(0.36, 1.15, 1.6, 0.40, 0.25, 0.024, key=key, front=-0.2, back=0.2, contrast=1.1, coarse=False, samples=9)
    xs, ys = np.linspace(-0.62, 0.62, 160), np.linspace(-0.36, 0.42, 110)
    gx, gy = np.meshgrid(xs, ys)
    rim = (gx / 0.6) ** 4 + ((gy - 0.03) / 0.37) ** 4 + 0.25 * (n.fbm(gx * 5, gy * 5, 6, 3) - 0.5)
    props.sheet("stone", xs, ys, -0.002 + 0.006 * (n.fbm(gx * 4, gy * 4, 2, 5) - 0.5) - 0.16 * np.clip(rim - 0.62, 0, 1) ** 0.7, m.slate("stone", (0.16, 0.15, 0.135), (0.36, 0.34, 0.31), 0.7))
    hill = lambda x, y: -0.06 - 0.02 * np.maximum(y - 3, 0) ** 1.05 * 0.6 + 0.0022 * np.maximum(y - 22, 0) ** 1.5 * n.fbm(x * 0.02 + 3, y * 0.02, 4, 3)  # noqa: E731
    n.fan("meadow", -1.1, 160, s, 200, 120, hill, m.ground("meadow ground", (m.shade(tones[0], 0.8), tones[1], tones[2]), 0.6, 9, 0.05), 3)
    off = lambda x, y: ((x / 0.56) ** 4 + ((y - 0.02) / 0.34) ** 4 > 1) & ((np.abs(x) > 0.75) | (y > 0.3) | (rng.uniform(0, 1, len(x)) < 0.35))  # noqa: E731
    n.grass(rng, -0.95, 0.95, -0.75, 4.0, 30000, (0.05, 0.17), tones, lambda x, y: np.full(len(x), -0.06), 0.0022, 0.6, off)
    n.grass(rng, -2.5, 2.5, 4.0, 20.0, 16000, (0.12, 0.3), tones, hill, 0.006, 0.6)
    far = lambda x, y: (y > 0.5) | (np.abs(x) > 0.66)  # noqa: E731
    n.flowers(rng, -0.9, 0.9, -0.3, 5.0, 260, (0.06, 0.2), bloom, 0.013, far)
    n.flowers(rng, -2.5, 2.5, 3.0, 14.0, 500, (0.15, 0.3), bloom, 0.03)
    green = m.leaf("trees", 0.4, 0.45)
    for x in (-26, -17, -9.5, 13, 21, 30):
        n.tree(rng, (x, 46 + rng.uniform(-8, 14), -0.7), rng.uniform(7, 11), rng.uniform(2.8, 4.2), 1500, 0.42, tones, 0.25, foliage=green)
    _light(s, light, sun, clouds, 0.0, tones[1])
    s.air = dict(length=150, tint=tuple(0.6 * c for c in SKIES[light]["horizon"]))
    return s


AUTUMN = ((0.62, 0.22, 0.03), (0.75, 0.40, 0.05), (0.5, 0.11, 0.02), (0.7, 0.5, 0.1), (0.3, 0.24, 0.05))


def woods(rng, light="golden", sun=(188, 24), leaves_=AUTUMN, key=0.16, litter=9000, person=True, thick=1.0, mist=70, floor=((0.05, 0.03, 0.018), (0.13, 0.075, 0.035), (0.22, 0.12, 0.05)), conifers=False, samples=10):
    """A path through a wood against the light: leaf litter, trunks, crowns and haze."""
    s = Stage(1.25, 4.2, 1.9, 0.40, 1.7, 0.05, key=key, front=-0.5, back=2.2, contrast=1.12, samples=samples)
    rise = lambda x, y: 0.35 * np.clip((np.abs(x + 0.6 * np.sin(y * 0.12)) - 1.5) / 3, 0, 1) ** 1.5 + 0.05 * (n.fbm(x, y, 4, 3) - 0.5) * np.clip(np.abs(x) - 0.7, 0, 1)  # noqa: E731
    n.fan("forest floor", -3.0, 90, s, 200, 140, rise, m.ground("floor", floor, 1.6, 26, 0.02), 2.4)
    count = litter
    if count:
        y = -2.2 + 34 * rng.uniform(0, 1, count) ** 2.2
        x = rng.uniform(-1, 1, count) * (2.2 + 0.38 * (y + 2.2))
        sel = (np.abs(x + 0.6 * np.sin(y * 0.12)) > 0.9) | (rng.uniform(0, 1, count) < 0.38)
        x, y = x[sel], y[sel]
        at = np.stack([x, y, rise(x, y) + rng.uniform(0.004, 0.03, len(x))], 1)
        a = rng.uniform(0, 6.28, len(x))
        size = rng.uniform(0.05, 0.10, len(x)) * (1 + 0.02 * y)
        props.leaves("litter", at, np.stack([np.cos(a), np.sin(a), rng.normal(0, 0.25, len(x))], 1), np.tile((0, 0, 1.0), (len(x), 1)) + rng.normal(0, 0.3, (len(x), 3)), size, size * 0.75, props.mixed(rng, len(x), leaves_, 0.3), m.leaf("litter", 0.55, 0.15, (0.6, 0.3, 0.05)), 0.5)
    foliage = m.leaf("foliage", 0.4, 0.55, (0.75, 0.42, 0.06) if leaves_ is AUTUMN else (0.42, 0.5, 0.05))
    bark = m.ground("bark", ((0.025, 0.02, 0.016), (0.08, 0.065, 0.05)), 3, 20, 0.03)
    for y in np.linspace(2.5, 46, round(22 * thick)):
        for hand in (-1, 1):
            x = hand * rng.uniform(2.2, 4.5 + 0.26 * y) - 0.6 * math.sin(y * 0.12)
            at = (x, y + rng.uniform(-1, 1), float(rise(np.array([x]), np.array([y]))[0]) - 0.1)
            if conifers:
                n.fir(rng, at, rng.uniform(9, 14), 700, material=foliage)
            else:
                n.tree(rng, at, rng.uniform(7.5, 12), rng.uniform(1.9, 2.9), round(900 + 5 * y), 0.13 + 0.006 * y, leaves_, rng.uniform(0.1, 0.22), bark, foliage, 0.32)
    for k in range(7):
        x = rng.uniform(2.4, 5) * (1 if k % 2 else -1)
        y = rng.uniform(3, 12)
        props.crown(rng, "undergrowth", (x, y, 0.5), rng.uniform(0.5, 0.9), 420, 0.11, leaves_, foliage)
    _light(s, light, sun, None, 0.0, floor[1])
    s.air = dict(length=mist, tint=tuple(0.8 * c for c in SKIES[light]["horizon"]))
    return s


def snow(rng, light="golden", sun=(238, 14), key=0.42, trees=26, clouds=None, tone=(0.82, 0.85, 0.9), height=0.42, horizon=0.38, fence=True):
    """Fresh snow with soft drifts, firs and a pale sky behind."""
    s = Stage(height, 1.25, 1.6, horizon, 0.28, 0.02, key=key, front=-0.35, back=0.7, contrast=1.08, coarse=False, samples=9)

    def drift(x, y):
        calm = 1 - 0.93 * np.exp(-(x / 0.4) ** 4 - (y / 0.35) ** 4)
        return (0.09 * (n.fbm(x * 0.9, y * 1.3, 3, 3) - 0.45) + 0.012 * (n.fbm(x * 7, y * 9, 7, 4) - 0.5)) * calm + 0.5 * (n.fbm(x * 0.07, y * 0.07, 9, 2) - 0.5) * np.clip(y / 12, 0, 1.5)

    n.fan("snow", -1.0, 120, s, 420, 300, drift, m.ground("snow", (m.shade(tone, 0.95), tone), 2.0, 340, 0.003, 0.62), 2.6)
    needles = m.leaf("fir", 0.6, 0.15)
    for k in range(trees):
        y = 9 + 34 * (k / trees) ** 1.1
        x = rng.uniform(-1, 1) * (3.5 + 0.62 * y)
        if abs(x) < 1.2 + 0.02 * y:
            x += math.copysign(2.2, x)
        n.fir(rng, (x, y, float(drift(np.array([x]), np.array([y]))[0]) - 0.1), rng.uniform(4.5, 9), 1300, snow=0.62, material=needles)
    if fence:
        wood = m.plain("fence", (0.09, 0.065, 0.05), 0.8)
        for x in np.arange(-7, 7.1, 1.4):
            box("post", (x, 5.6 + 0.12 * x, 0.35), (0.09, 0.09, 0.9), wood, 0.01, (0, rng.normal(0, 3), 0))
            ellipsoid("cap", (x, 5.6 + 0.12 * x, 0.82), (0.08, 0.08, 0.05), m.plain("cap", tone, 0.7))
        for z in (0.3, 0.6):
            box("rail", (0, 5.6, z), (15, 0.04, 0.09), wood, 0.008, (0, 0, 6.8))
            box("rail snow", (0, 5.6, z + 0.058), (15, 0.05, 0.03), m.plain("cap", tone, 0.7), 0.012, (0, 0, 6.8))
    _light(s, light, sun, clouds, 0.0, tone)
    s.air = dict(length=110, tint=tuple(0.75 * c for c in SKIES[light]["horizon"]))
    return s


def mountains(rng, light="golden", sun=(248, 17), key=0.2, clouds=((1, 0.85, 0.72), (0.5, 0.5, 0.6), 0.4, 1.0), snow_line=0.5, seed=3, lake=False, height=0.42, horizon=0.43, rock=((0.10, 0.095, 0.09), (0.27, 0.25, 0.23)), forest=(0.02, 0.038, 0.02)):
    """A rock ledge over a valley; ridges one behind the other up to snow-covered peaks."""
    s = Stage(height, 1.3, 1.6, horizon, 0.28, 0.012, key=key, front=-0.35, back=0.35, contrast=1.12, coarse=False, samples=8)
    xs, ys = np.linspace(-2.6, 2.6, 420), np.linspace(-1.2, 1.0, 260)

    def ledge(x, y):
        calm = 1 - 0.92 * np.exp(-(x / 0.42) ** 4 - (y / 0.34) ** 4)
        edge = y - 0.72 - 0.35 * (n.fbm(x * 1.6, x * 0 + 2, 5, 4) - 0.5)
        return (0.10 * (n.fbm(x * 1.5, y * 1.5, 3, 6) - 0.5) + 0.03 * (n.fbm(x * 5, y * 5, 8, 4, ridged=True) - 0.5)) * calm - 0.9 * np.clip(edge / 0.2, 0, 1.2) ** 1.5

    n.land("ledge", xs, ys, ledge, m.slate("rock", *rock, 0.75))
    far = m.Shader("mountain")
    parts = far.node("SeparateXYZ", _0=far.node("NewGeometry").outputs["Normal"])
    place = far.node("SeparateXYZ", _0=far.node("TexCoord").outputs["Object"])
    rough_ = far.noise(0.004, 6, 0.6)
    level = m.maths(far, "ADD", m.maths(far, "DIVIDE", place.outputs[2], 1500.0), far.grey(rough_, -0.25, 0.25, 0.3, 0.7))
    cap = m.maths(far, "MULTIPLY", far.grey(level, 0.0, 1.0, snow_line - 0.04, snow_line + 0.05), far.grey(parts.outputs[2], 0.0, 1.0, 0.48, 0.62))
    stone = far.ramp(far.noise(0.012, 6, 0.65), [(0.3, (0.07, 0.065, 0.065)), (0.7, (0.2, 0.185, 0.175))])
    low = far.mix(far.grey(level, 1.0, 0.0, 0.12, 0.3), stone, forest)
    far.surface(far.principled(far.mix(cap, low, (0.85, 0.88, 0.92)), 0.9, Specular=0.1).outputs[0])
    for near, last, tall, base, cell in ((900, 2300, 420, -330, 900), (2600, 5200, 1050, -350, 1900), (5600, 10500, 2100, -350, 3300)):
        n.fan("range", near, last, s, 260, 420, lambda x, y, near=near, last=last, tall=tall, base=base, cell=cell:
              base + tall * np.sin(np.pi * np.clip((y - near) / (last - near), 0, 1)) ** 0.7 * (0.12 + 1.05 * n.fbm(x / cell, y / cell, seed + int(near), 8, 0.48, ridged=True) ** 1.25) * (0.55 + 0.75 * np.clip(np.abs(x) / (0.42 * y), 0, 1)), far.material, 1.0, 1.3)
    if lake:
        n.fan("lake", 300, 2700, s, 4, 4, lambda x, y: 0 * x - 290, m.water("lake", (0.01, 0.04, 0.045), 0.05, 0.05, 1.0, 0.15), 1.0)
    else:
        n.fan("valley", 60, 2700, s, 40, 60, lambda x, y: -320 + 60 * n.fbm(x / 400, y / 400, 3, 4), m.ground("valley", (forest, m.shade(forest, 2.2)), 0.004, 0.05, 1.0), 1.0)
    _light(s, light, sun, clouds, 0.0, (0.15, 0.16, 0.15))
    s.air = dict(length=9500, tint=tuple(0.62 * c for c in SKIES[light]["horizon"]), low=50)
    return s


def pool(rng, light="noon", sun=(318, 48), key=0.34, edge="travertine", water=(0.05, 0.34, 0.40), palms=True):
    """The stone edge of a pool in the sun: turquoise water, a far edge with loungers, palms and sky."""
    from builders.tabletop import _top
    s = Stage(0.40, 1.1, 1.55, 0.33, 0.25, 0.022, key=key, front=-0.3, back=0.26, contrast=1.1, samples=10)
    _top(rng, edge, s, 0.45)
    surface = m.Shader("pool")
    where = surface.place((1, 0.6, 1))
    cells = surface.node("TexVoronoi", Scale=2.6)
    cells.feature = "DISTANCE_TO_EDGE"
    moved = surface.node("TexNoise", Scale=2.0, Detail=2.0)
    surface.tree.links.new(where, moved.inputs["Vector"])
    bent = surface.node("VectorMath", _0=where, _1=moved.outputs["Color"])
    surface.tree.links.new(bent.outputs[0], cells.inputs["Vector"])
    net = surface.grey(cells.outputs["Distance"], 1.0, 0.0, 0.0, 0.16)
    colour = surface.ramp(net, [(0.0, water), (0.55, m.shade(water, 1.25)), (1.0, (0.45, 0.78, 0.78))])
    waves = surface.noise(3.2, 4, 0.55, where)
    surface.surface(surface.principled(colour, 0.05, surface.bump(waves, 0.35, 0.05), IOR=1.33).outputs[0])
    box("water", (0, 4.5, -0.14), (16, 8.1, 0.04), surface.material)
    stone = m.travertine("far edge", (0.74, 0.66, 0.55), (0.55, 0.45, 0.34))
    box("far edge", (0, 10.2, -0.10), (30, 3.4, 0.16), stone, 0.01)
    white = m.plain("lounger", (0.8, 0.79, 0.76), 0.6)
    for x in (-2.6, -1.2, 1.5, 2.9):
        box("lounger", (x, 9.6, 0.22), (0.62, 1.3, 0.09), white, 0.03)
        box("back", (x, 10.35, 0.42), (0.62, 0.75, 0.09), white, 0.03, (38, 0, 0))
    for x in (-1.9, 2.2):
        rod("pole", (x, 10.3, 0), (x, 10.3, 2.2), 0.03, 0.025, white)
        lathe("parasol", [(1.25, 1.95), (0.7, 2.2), (0.0, 2.42), (0.7, 2.17), (1.22, 1.93)], m.sheer("parasol", (0.82, 0.76, 0.66), 1.0), 8).location = (x, 10.3, 0)
    green = m.leaf("palm", 0.35, 0.4)
    for x in np.linspace(-9, 9, 13):
        props.crown(rng, "hedge", (x, 13.5 + rng.uniform(-0.5, 0.5), 0.6), 1.3, 700, 0.2, ((0.04, 0.11, 0.02), (0.09, 0.17, 0.04)), green)
    if palms:
        for x, y, tall in ((-4.4, 13, 5.2), (3.9, 14, 6.2), (6.4, 13, 4.6), (-7, 14, 6.5)):
            n.palm(rng, (x, y, 0), tall, green)
    _light(s, light, sun, ((1, 1, 1), (0.65, 0.72, 0.82), 0.25, 1.1), 0.0, (0.4, 0.5, 0.5))
    return s
