"""Walls and falls of cloth; the subject hangs free before them."""

import math

import numpy as np

import materials as m
import nature as n
import props
from common import area, sky
from stage import Stage


def drape(rng, colour, kind="silk", light="left", folds=7.0, deep=0.09, twist=0.8, key=0.2, turn=28, fine=1.0):
    """A cloth with long soft folds that fills the picture."""
    s = Stage(0.5, 1.5, 1.6, 0.5, 0.3, 0.010, key=key, ground=False, contrast=1.1, samples=12, focus=1.9)
    s.camera.location.z = 0.0
    xs, zs = np.linspace(-1.15, 1.15, 620), np.linspace(-0.9, 0.9, 480)
    gx, gz = np.meshgrid(xs, zs)
    a = math.radians(turn)
    wx = gx + 0.22 * twist * (n.fbm(gx * 1.1 + 4, gz * 1.1, 3, 3) - 0.5) + 0.10 * twist * np.sin(2.1 * gz + 1)
    wz = gz + 0.22 * twist * (n.fbm(gx * 1.1, gz * 1.1 + 7, 5, 3) - 0.5)
    u = wx * math.cos(a) + wz * math.sin(a)
    v = -wx * math.sin(a) + wz * math.cos(a)
    main = n.fbm(u * folds * 0.55, v * 0.8, 11, 3, 0.45)
    crest = 1 - np.abs(2 * n.fbm(u * folds * 0.8 + 9, v * 0.7, 21, 2, 0.4) - 1)
    small = 1 - np.abs(2 * n.fbm(u * folds * 2.1, v * 1.6, 31, 2, 0.4) - 1)
    y = 0.45 - deep * (1.6 * main + 1.1 * crest ** 1.6 + 0.22 * fine * small ** 2)
    place = np.stack([gx, y, gz], axis=2)
    material = m.silk("silk", colour) if kind == "silk" else m.linen("linen", colour, 0.0016, 0.6)
    props.sheet("drape", xs, zs, place, material)
    hand = -1 if light == "left" else 1
    area("window", (hand * 1.5, -0.25, 0.75), (0, 0.4, 0.0), 0.8, 30, (1, 0.96, 0.9), 1.4)
    area("fill", (-hand * 1.6, -0.9, -0.2), (0, 0.4, 0), 1.2, 4, (0.9, 0.95, 1))
    sky((0.7, 0.75, 0.85), (0.6, 0.6, 0.6), 0.10)
    return s
