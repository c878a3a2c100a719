"""From noisy linear passes to a developed photograph: denoising, haze, lens blur, film and encoding.

Every function works on numpy arrays of linear light, shape (height, width, 3), top row first.
"""

import math
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from PIL import Image

THREADS = 2
BAND = 96
DARKEST = 0.04
# Depth in metres from which a pixel counts as sky.
SKY = 45_000


# ------------------------------------------------------------------ denoising


def _box3(plane):
    """Mean over 3 × 3 pixels."""
    p = np.pad(plane, 1, mode="edge")
    rows = p[:-2] + p[1:-1] + p[2:]
    return (rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:]) / 9


def _box3_each(planes):
    """Mean over 3 × 3 pixels of each channel."""
    return np.stack([_box3(planes[..., k]) for k in range(planes.shape[2])], axis=2)


def _slope(plane):
    """Smaller of the one-sided differences in x and in y, so that a silhouette does not count as a slope."""
    dx = np.abs(np.diff(plane, axis=1, append=plane[:, -1:]))
    dy = np.abs(np.diff(plane, axis=0, append=plane[-1:]))
    return np.minimum(dx, np.roll(dx, 1, 1)), np.minimum(dy, np.roll(dy, 1, 0))


def _calm(colour, albedo):
    """Limits fireflies to 1.5 times the second brightest of the eight neighbours."""
    light = (colour / albedo).max(axis=2)
    p = np.pad(light, 1, mode="edge")
    h, w = light.shape
    around = np.sort(np.stack([p[j:j + h, i:i + w] for j in range(3) for i in range(3) if i != 1 or j != 1]), axis=0)[-2]
    return colour * np.where(light > 1.5 * around + 0.02, (1.5 * around + 0.02) / np.maximum(light, 1e-6), 1)[..., None]


def denoise(first, second, albedo, normal, depth, levels=5, floor=0.01, offset=0.03, strength=3.2):
    """Light that falls on surfaces (colour divided by albedo), freed of noise by an edge-avoiding à-trous wavelet filter.

    `first` and `second` are two renders with different seeds; half their difference estimates the noise. Colour is divided by
    the albedo first, so texture is never filtered. Weights depend on the normal, on the inverse depth (which is linear on a
    plane) and on brightness relative to the noise (Dammertz 2010, Schied 2017). Differences in brightness below the share
    `floor` always count as noise. Light much darker than the share `offset` of the median counts as equal.
    """
    albedo = np.maximum(albedo, DARKEST)
    first, second = _calm(first, albedo), _calm(second, albedo)
    light = 0.5 * (first + second) / albedo
    near = 1 / np.maximum(depth, 1e-3)
    slope_x, slope_y = _slope(near)
    offset = offset * float(np.median(light.mean(axis=2))) + 1e-4
    grey = [np.log((c / albedo).mean(axis=2) + offset) for c in (first, second)]
    variance = _box3(_box3(_box3((grey[0] - grey[1]) ** 2))) / 4
    shape = light.shape[:2]
    pool = ThreadPoolExecutor(THREADS)
    for level in range(levels):
        step = 2 ** level
        guide = np.log(light.mean(axis=2) + offset)
        if level == 0:
            guide = _box3(guide)
        sources = [light, variance, guide, near, normal]
        pad = 2 * step
        padded = [np.pad(s, ((pad, pad), (pad, pad)) + ((0, 0),) * (s.ndim - 2), mode="edge") for s in sources]
        spread = _box3(variance) * strength ** 2 * (0.25 if level == 0 else 1) + floor ** 2
        out, noise = np.empty_like(light), np.empty_like(variance)

        def band(top):
            rows = slice(top, min(top + BAND, shape[0]))
            _atrous(rows, step, padded, spread[rows], slope_x[rows], slope_y[rows], out, noise)

        list(pool.map(band, range(0, shape[0], BAND)))
        light, variance = out, noise
    return light


def _atrous(rows, step, padded, spread, slope_x, slope_y, out, noise):
    """One level of the filter for a band of rows."""
    light, variance, guide, near, normal = padded
    pad, height, width = 2 * step, rows.stop - rows.start, out.shape[1]

    def at(plane, i, j):
        return plane[rows.start + pad + j * step:rows.start + pad + j * step + height, pad + i * step:pad + i * step + width]

    here_guide, here_near, here_normal = at(guide, 0, 0), at(near, 0, 0), at(normal, 0, 0)
    taps = (3 / 8, 1 / 4, 1 / 16)
    total = at(light, 0, 0) * np.float32(taps[0] ** 2)
    weight = np.full((height, width), taps[0] ** 2, np.float32)
    squares = at(variance, 0, 0) * np.float32(taps[0] ** 4)
    tolerance = 1 / (2 * spread)
    for j in range(-2, 3):
        for i in range(-2, 3):
            if not i and not j:
                continue
            flat = 2.5 * step * (abs(i) * slope_x + abs(j) * slope_y) + 0.004 * here_near + 1e-6
            cost = (at(guide, i, j) - here_guide) ** 2 * tolerance
            cost += ((at(near, i, j) - here_near) / flat) ** 2
            cost += 24 * np.maximum(1 - (at(normal, i, j) * here_normal).sum(axis=2), 0)
            w = np.exp(-np.minimum(cost, 40)) * np.float32(taps[abs(i)] * taps[abs(j)])
            total += w[..., None] * at(light, i, j)
            weight += w
            squares += w * w * at(variance, i, j)
    out[rows] = total / weight[..., None]
    noise[rows] = squares / (weight * weight)


def upsample(light, small, fine):
    """Enlarges the light: each pixel takes it from those of four neighbours whose normal and depth are like its own.

    Returns the light and the albedo that belongs to it. A mirror has no albedo in the fine pass; there the small pass's counts.
    """
    h, w = fine["depth"].shape
    ratio = h / light.shape[0]
    y, x = (np.arange(h) + 0.5) / ratio - 0.5, (np.arange(w) + 0.5) / ratio - 0.5
    near_small, near = 1 / np.maximum(small["depth"], 1e-3), 1 / np.maximum(fine["depth"], 1e-3)
    slope_x, slope_y = _slope(near)
    flat = 2.5 * ratio * (slope_x + slope_y) + 0.01 * near + 1e-6
    total, albedo, weight = np.zeros((h, w, 3), np.float32), np.zeros((h, w, 3), np.float32), np.zeros((h, w), np.float32)
    for j in (0, 1):
        row = np.floor(y).astype(int) + j
        part_y = np.abs(1 - j - (y - np.floor(y)))
        row = np.clip(row, 0, light.shape[0] - 1)
        for i in (0, 1):
            column = np.floor(x).astype(int) + i
            part_x = np.abs(1 - i - (x - np.floor(x)))
            column = np.clip(column, 0, light.shape[1] - 1)
            at = np.ix_(row, column)
            cost = ((near_small[at] - near) / flat) ** 2 + 16 * np.maximum(1 - (small["normal"][at] * fine["normal"]).sum(axis=2), 0)
            one = (part_y[:, None] * part_x[None]).astype(np.float32) * np.exp(-np.minimum(cost, 14))
            total += one[..., None] * light[at]
            albedo += one[..., None] * small["albedo"][at]
            weight += one
    mirror = fine["albedo"].max(axis=2, keepdims=True) < 0.01
    return total / weight[..., None], np.where(mirror, albedo / weight[..., None], fine["albedo"])


# ------------------------------------------------------------------ air and lens


def haze(colour, depth, length, tint, low=0.0):
    """Air between the camera and the scene: light is lost over `length` metres and `tint` comes in instead.

    The sky is left as it is, because its colours already contain the air.
    """
    clear = np.exp(-np.maximum(np.where(depth > SKY, 0, depth) - low, 0) / length)[..., None]
    return colour * clear + np.asarray(tint, np.float32) * (1 - clear)


def _disc(radius, blades, turn=0.3):
    """Aperture of `blades` rounded blades as a kernel that sums to one, with soft edges."""
    n = int(math.ceil(radius + 1))
    y, x = np.mgrid[-n:n + 1, -n:n + 1].astype(np.float64)
    r = np.hypot(x, y)
    step = 2 * math.pi / blades
    angle = (np.arctan2(y, x) + turn) % step - step / 2
    polygon = radius * math.cos(step / 2) / np.cos(angle)
    edge = 0.6 * radius + 0.4 * polygon * 1.02
    k = np.clip(edge - r + 0.5, 0, 1) * (0.88 + 0.12 * np.clip(r / max(radius, 1), 0, 1) ** 2)
    return (k / k.sum()).astype(np.float32)


def _convolve(planes, radius, blades):
    """Disc blur of planes (height, width, channels): by taps when small, by Fourier transform when large."""
    if radius < 0.6:
        return planes
    kernel = _disc(radius, blades)
    n = kernel.shape[0] // 2
    h, w, c = planes.shape
    if n <= 4:
        p = np.pad(planes, ((n, n), (n, n), (0, 0)))
        out = np.zeros_like(planes)
        for j in range(2 * n + 1):
            for i in range(2 * n + 1):
                if kernel[j, i] > 1e-5:
                    out += kernel[j, i] * p[j:j + h, i:i + w]
        return out
    size = [_fast(h + 2 * n), _fast(w + 2 * n)]
    whole = np.zeros(size, np.float32)
    whole[:2 * n + 1, :2 * n + 1] = kernel
    wave = np.fft.rfft2(whole)
    out = np.empty_like(planes)
    for k in range(c):
        out[..., k] = np.fft.irfft2(np.fft.rfft2(planes[..., k], size) * wave, size)[n:n + h, n:n + w]
    return out


def _fast(n):
    """Next length whose prime factors are at most 5."""
    while True:
        m = n
        for p in (2, 3, 5):
            while m % p == 0:
                m //= p
        if m == 1:
            return n
        n += 1


def _half(planes, k):
    h, w, c = planes.shape
    return planes[:h // k * k, :w // k * k].reshape(h // k, k, w // k, k, c).mean(axis=(1, 3))


def resize(planes, width, height, how=Image.BILINEAR):
    return np.stack([np.asarray(Image.fromarray(np.ascontiguousarray(planes[..., k], np.float32)).resize((width, height), how))
                     for k in range(planes.shape[2])], axis=2)


KNOTS = [-64, -44, -30, -20, -13, -8.5, -5.5, -3.5, -2, -0.9, 0, 0.9, 2, 3.5, 5.5, 8.5, 13, 20, 30, 44, 64, 92, 130]


def lens_blur(colour, depth, focus, aperture, focal, blades=9, hold=0.0, foreground=14.0):
    """Depth of field of a lens with an entrance pupil of `aperture` metres, focused at `focus` metres.

    Everything between `hold` metres before and behind that distance is in focus, as in a stack of photographs, because a
    subject has a depth of its own. Blur in the foreground approaches a radius of `foreground` pixels. The picture is cut into layers by the radius of the circle of confusion and laid together from far to near. `focal` is in
    picture heights.
    """
    h, w, _ = colour.shape
    radius = 0.5 * h * aperture * focal * (1 / focus - 1 / np.maximum(depth, 1e-3))
    near, far = (0.5 * h * aperture * focal * abs(1 / focus - 1 / (focus + side * hold)) for side in (-1, 1))
    radius = np.where(radius > 0, np.maximum(radius - far, 0), np.minimum(radius + near, 0))
    limit = foreground * h / 1536
    radius = np.where(radius < 0, limit * np.tanh(radius / limit), radius)
    radius = np.clip(radius, KNOTS[0], KNOTS[-1]).astype(np.float32)
    out, cover = np.zeros_like(colour), np.zeros((h, w, 1), np.float32)
    planes = np.concatenate([colour, np.ones((h, w, 1), np.float32)], axis=2)
    for k in reversed(range(len(KNOTS))):
        here = KNOTS[k]
        below = KNOTS[k - 1] if k else here - 1
        above = KNOTS[k + 1] if k + 1 < len(KNOTS) else here + 1
        inside = np.clip(np.minimum((radius - below) / (0.5 * (here - below)), (above - radius) / (0.5 * (above - here))), 0, 1)
        if inside.max() <= 0:
            continue
        layer = planes * inside[..., None]
        r = abs(here)
        scale = 4 if r >= 20 else 2 if r >= 5.5 else 1
        if scale > 1 and h % scale == 0 and w % scale == 0:
            layer = resize(_convolve(_half(layer, scale), r / scale, blades), w, h)
        else:
            layer = _convolve(layer, r, blades)
        alpha = np.clip(layer[..., 3:], 0, 1)
        out = out * (1 - alpha) + layer[..., :3]
        cover = cover * (1 - alpha) + alpha
    return out / np.maximum(cover, 1e-3)


def bloom(colour, amount=0.05):
    """Veil of bright light in the lens: two wide Gaussians."""
    h, w, _ = colour.shape
    small = resize(np.minimum(colour, 30), w // 8, h // 8, Image.BOX)
    veil = np.zeros_like(small)
    for share, r in ((0.6, h / 8 / 60), (0.4, h / 8 / 14)):
        n = int(3 * r) + 1
        line = np.exp(-0.5 * (np.arange(-n, n + 1) / r) ** 2).astype(np.float32)
        line /= line.sum()
        p = np.pad(small, ((n, n), (n, n), (0, 0)), mode="edge")
        p = sum(line[i] * p[:, i:i + small.shape[1]] for i in range(2 * n + 1))
        veil += share * sum(line[i] * p[i:i + small.shape[0]] for i in range(2 * n + 1))
    return colour * (1 - amount) + amount * resize(veil, w, h)


# ------------------------------------------------------------------ film and files


def exposure_for(colour, key):
    """Factor that brings the picture's median-like brightness to `key`; highlights and black corners hardly count."""
    light = np.sort(colour.mean(axis=2).ravel()[::7])
    middle = light[int(0.25 * len(light)):int(0.9 * len(light))]
    gain = 1.1 + 0.25 * min(max((key - 0.06) / 0.2, 0), 1)
    return gain * key / math.exp(np.log(np.maximum(middle, 1e-4)).mean())


def film(linear, contrast=1.0):
    """Scene light to display values: a filmic shoulder without clipping, a gentle toe, highlights that lose colour, sRGB."""
    x = np.maximum(linear, 0)
    light = x @ np.array((0.2126, 0.7152, 0.0722), np.float32)
    pale = np.clip((light - 0.7) / 5, 0, 0.75)[..., None]
    x = x * (1 - pale) + light[..., None] * pale
    start = 0.42
    over = np.maximum(x - start, 0) / (1 - start)
    x = np.where(x > start, start + (1 - start) * (1 - np.exp(-0.80 * over ** 0.92)), x)
    x = x * (x + 0.30) / (x + 0.33)
    shown = np.where(x <= 0.0031308, 12.92 * x, 1.055 * np.power(np.maximum(x, 1e-6), 1 / 2.4) - 0.055)
    bend = shown + (contrast - 0.85) * 0.6 * (shown - 0.45) * shown * (1 - shown) * 4
    return np.clip(bend, 0, 1).astype(np.float32)


def vignette(width, height, amount):
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    r2 = ((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2 * (height / width) ** 2) / (0.25 + 0.25 * (height / width) ** 2)
    return (1 - amount * r2)[..., None]


def save_avif(shown, path, width, height, most=118_000, finest=2, coarsest=56):
    """Enlarges the picture, adds grain, and writes an AVIF of at most 118 kB with the finest quantizer that fits.

    Returns the size in bytes.
    """
    shown = resize(shown, width, height, Image.LANCZOS)
    shown = shown + 0.5 * (shown - _box3_each(shown))
    grain = np.random.default_rng(5).normal(size=shown.shape[:2]).astype(np.float32)[..., None] * 0.008
    image = Image.fromarray((np.clip(shown + grain * (0.3 + 0.7 * (1 - shown)), 0, 1) * 255 + 0.5).astype(np.uint8))
    png = path[:-5] + ".tmp.png"
    image.save(png, compress_level=1)
    low, high, quality, best = finest, coarsest, 9, None
    for _ in range(4):
        subprocess.run(["avifenc", "-j", str(THREADS), "-s", "7", "-y", "420", "-d", "8", "--min", str(quality), "--max",
                        str(quality), "-a", "end-usage=q", "-a", f"cq-level={quality}", "-a", "tune=ssim", png, path + ".part"],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        size = os.path.getsize(path + ".part")
        if size <= most and (best is None or size > best):
            os.replace(path + ".part", path)
            best = size
        if size > most:
            low = quality + 1
        elif size < 0.75 * most:
            high = quality - 1
        else:
            break
        if low > high:
            break
        # Where detail remains, the size falls by about 6 % with each step of the quantizer. Grain is lost within few steps.
        quality = (low + high) // 2 if high < 14 else min(max(quality + round(math.log(size / (0.9 * most)) / 0.06), low), high)
    os.remove(png)
    if os.path.exists(path + ".part"):
        os.remove(path + ".part")
    if best is None:
        raise ValueError(f"{path} does not fit {most} bytes.")
    return best


def save_depth(depth, path, sky=5000.0, most=25_000):
    """Writes the depth map, 512 × 384, and returns the depth in metres whose value is 255."""
    near = np.where(depth > sky, 0, 1 / np.maximum(depth, 1e-3)).astype(np.float32)
    near = np.asarray(Image.fromarray(near).resize((512, 384), Image.BOX))
    nearest = round(float(1 / np.percentile(near, 99.8)), 3)
    image = Image.fromarray((np.clip(near * nearest, 0, 1) * 255 + 0.5).astype(np.uint8)).convert("RGB")
    image.save(path, lossless=True, quality=100, method=6)
    quality = 96
    while os.path.getsize(path) > most:
        image.save(path, quality=quality, method=6)
        quality -= 6
    return nearest
