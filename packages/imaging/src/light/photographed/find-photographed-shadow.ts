import type { Raster } from '../../raster/raster.ts';
import { enlargedMap, type SmallMap } from '../../resample/interpolate-map.ts';
import { softened } from '../soften.ts';
import { extended } from './extend-map.ts';
import { estimateGround, type Ground, groundReach } from './estimate-ground.ts';
import { type LightPicture, lightPictureOf, logLuminance } from './light-picture.ts';
import { surroundedByGround } from './surrounded-by-ground.ts';
import { withoutLines } from './without-lines.ts';
import { withoutNoise } from './without-noise.ts';

export const shadowRefusals = ['no-ground', 'uneven', 'no-shadow'] as const;

/**
 * Reason why a photograph has no shadow that could be kept:
 * `no-ground` – the foot of the subject is not in the photograph, or hardly any ground is visible beside it;
 * `uneven` – the ground has a pattern, or too many other things are in sight, so that a shadow cannot be told from them;
 * `no-shadow` – the ground is as light beside the subject as farther away.
 */
export type ShadowRefusal = (typeof shadowRefusals)[number];

/** Shadow of a photograph: the share of light that it leaves, 0…1, for each pixel of a small copy. */
export type PhotographedShadow =
  | { readonly left: SmallMap; readonly refusal?: undefined }
  | { readonly left?: undefined; readonly refusal: ShadowRefusal };

/** Depth of a shadow in each pixel, as the logarithm of the ground's light divided by the pixel's. */
interface Depths {
  readonly depth: Float32Array;
  /** Differences of the depth in red and in blue from the depth of the luminance. */
  readonly red: Float32Array;
  readonly blue: Float32Array;
}

/** Longer side of the copy in which a shadow is looked for, in px. A shadow has little finer detail. */
export const shadowSidePx = 1024;

/** Share of the subject's width that the lower edge of the photograph may cut off. */
const maxCut = 0.12;
/** Least share of the cells beside the foot that must be clear ground. */
const minClear = 0.4;
/** Largest unevenness of the ground, and of its grain after smoothing, as logarithms. */
const maxUnevenness = 0.085;
const maxGrain = 0.1;
/** Depth from which a pixel is in shadow: at least this, and more than the noise. */
const minDepth = 0.02;
const noiseFactor = 2;
/** Depth that a shadow reaches somewhere, and its least area as a share of the subject's box: each pixel counts by its depth. */
const minDeepest = 0.06;
const minArea = 0.001;
/** Largest share of the ground within reach that a shadow covers. A larger dark area is another surface. */
const maxCover = 0.5;
/** Difference of the depth between channels that light from elsewhere causes: always, and as a share of the depth. */
const tint = { always: 0.06, share: 0.4 };
/** Width of the strip along the subject's lower part from which the shadow is followed, in sides of the subject. */
const contactReach = 0.03;
/** Part of the subject, from its foot, at which a shadow may begin. */
const contactHeight = 0.3;
/** Width over which a shadow fades where the reach ends, in sides of the subject. */
const fadeReach = 0.25;

/**
 * Finds the shadow that a subject casts on the ground of its photograph. The ground without the shadow is estimated from
 * what lies beside it; the shadow is the ratio of both, as far as it is connected with the lower part of the subject.
 * Under the subject, it is continued from its rim.
 * @param photo small copy of the photograph. Its alpha is the matte of the subject.
 * @param yieldToEventLoop awaited between the steps; it throws to stop.
 */
export async function findPhotographedShadow(
  photo: Raster,
  yieldToEventLoop: () => Promise<void>,
): Promise<PhotographedShadow> {
  const picture = lightPictureOf(photo);
  if (!picture || isCutOff(picture)) return { refusal: 'no-ground' };
  const ground = estimateGround(picture);
  await yieldToEventLoop();
  if (!ground) return { refusal: 'no-ground' };
  if (ground.clearShare < minClear || ground.unevenness > maxUnevenness) return { refusal: 'uneven' };
  const { smooth, noise } = smoothDepths(picture, ground, depthsOf(picture, ground));
  await yieldToEventLoop();
  if (noise > maxGrain) return { refusal: 'uneven' };
  const threshold = Math.max(minDepth, noiseFactor * noise);
  const depth = withoutLines(picture, smooth.depth);
  await yieldToEventLoop();
  const onGround = onGroundOf(picture, ground);
  const region = followed(picture, { ...smooth, depth }, threshold, onGround);
  await yieldToEventLoop();
  const refusal = refusalOf(picture, region, depth);
  if (refusal) return { refusal };
  const left = leftOf(picture, region, depth, threshold, onGround);
  await yieldToEventLoop();
  return { left };
}

/** Checks whether the lower edge of the photograph cuts the subject off, so that its foot is outside. */
function isCutOff({ widthPx, alpha, bounds }: LightPicture): boolean {
  let cut = 0;
  for (const share of alpha.subarray(-widthPx)) if (share > 0.5) cut += 1;
  return cut > maxCut * (bounds.right - bounds.left);
}

function depthsOf(picture: LightPicture, ground: Ground): Depths {
  const { widthPx, heightPx, logs, isFree } = picture;
  const rows = ground.planes.map((data) =>
    enlargedMap({ ...ground, data }, 1, ground.widthPx * ground.cellPx, ground.heightPx * ground.cellPx),
  );
  const lines = rows.map(() => new Float32Array(ground.widthPx * ground.cellPx));
  const depth = new Float32Array(isFree.length);
  const red = new Float32Array(isFree.length);
  const blue = new Float32Array(isFree.length);
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    for (const [channel, line] of lines.entries()) rows[channel]?.(y, line);
    for (let x = 0; x < widthPx; x += 1, at += 1) {
      if (!isFree[at]) continue;
      const [r, g, b] = [lines[0]?.[x] ?? 0, lines[1]?.[x] ?? 0, lines[2]?.[x] ?? 0];
      const [ownR, ownG, ownB] = [logs[at * 3] ?? 0, logs[at * 3 + 1] ?? 0, logs[at * 3 + 2] ?? 0];
      const own = logLuminance(r, g, b) - logLuminance(ownR, ownG, ownB);
      depth[at] = own;
      red[at] = r - ownR - own;
      blue[at] = b - ownB - own;
    }
  }
  return { depth, red, blue };
}

/** Enlarges the map of the places that are surrounded by ground. */
function onGroundOf(picture: LightPicture, ground: Ground): Float32Array {
  const { widthPx, heightPx } = picture;
  const { cellPx } = ground;
  const readRow = enlargedMap(
    surroundedByGround(ground, picture),
    1,
    ground.widthPx * cellPx,
    ground.heightPx * cellPx,
  );
  const line = new Float32Array(ground.widthPx * cellPx);
  const onGround = new Float32Array(widthPx * heightPx);
  for (let y = 0; y < heightPx; y += 1) {
    readRow(y, line);
    onGround.set(line.subarray(0, widthPx), y * widthPx);
  }
  return onGround;
}

/** Takes the grain out of the depths, and measures what is left of it on clear ground. */
function smoothDepths(picture: LightPicture, ground: Ground, { depth, red, blue }: Depths) {
  const { widthPx, heightPx, isFree } = picture;
  const size = { widthPx, heightPx };
  const isClear = (at: number) => {
    const x = Math.floor((at % widthPx) / ground.cellPx);
    const y = Math.floor(Math.floor(at / widthPx) / ground.cellPx);
    return isFree[at] === 1 && (ground.weights[y * ground.widthPx + x] ?? 0) > 0.5;
  };
  const grain = spreadOf(depth, isClear);
  const without = (data: Float32Array, radiusPx: number) => withoutNoise({ ...size, data }, isFree, grain, radiusPx);
  const radiusPx = grain < 0.01 ? 2 : grain < 0.04 ? 4 : 7;
  const smooth: Depths = {
    depth: without(depth, radiusPx),
    red: without(red, radiusPx * 2),
    blue: without(blue, radiusPx * 2),
  };
  return { smooth, noise: spreadOf(smooth.depth, isClear) };
}

/** Returns the standard deviation of the values of some pixels, as their median deviation from 0 suggests it. */
function spreadOf(values: Float32Array, counts: (at: number) => boolean): number {
  const some = new Float32Array(Math.ceil(values.length / 3));
  let count = 0;
  for (let at = 0; at < values.length; at += 3) if (counts(at)) some[count++] = Math.abs(values[at] ?? 0);
  return (some.subarray(0, count).toSorted()[count >> 1] ?? 0) * 1.4826;
}

/** Marks the pixels in shadow that are connected with the lower part of the subject. */
function followed(
  picture: LightPicture,
  { depth, red, blue }: Depths,
  threshold: number,
  onGround: Float32Array,
): Uint8Array {
  const { widthPx, heightPx, isFree, bounds, subjectPx } = picture;
  const isShadow = (at: number) => {
    const own = depth[at] ?? 0;
    if (!isFree[at] || own < threshold || !onGround[at]) return false;
    const most = tint.always + tint.share * own;
    return Math.abs(red[at] ?? 0) < most && Math.abs(blue[at] ?? 0) < most;
  };
  const reachPx = Math.max(3, Math.round(contactReach * subjectPx));
  const lowest = Math.round(bounds.bottom - contactHeight * (bounds.bottom - bounds.top));
  const region = new Uint8Array(isFree.length);
  const queue: number[] = [];
  const add = (at: number) => {
    if (region[at] || !isShadow(at)) return;
    region[at] = 1;
    queue.push(at);
  };
  for (const at of besideSubject(picture, reachPx)) if (at >= lowest * widthPx) add(at);
  const [firstX, lastX] = [bounds.left - groundReach * subjectPx, bounds.right + groundReach * subjectPx];
  const [firstY, lastY] = [bounds.top - groundReach * subjectPx, bounds.bottom + groundReach * subjectPx];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    const x = at % widthPx;
    const y = (at - x) / widthPx;
    if (x > Math.max(0, firstX)) add(at - 1);
    if (x < Math.min(widthPx - 1, lastX)) add(at + 1);
    if (y > Math.max(0, firstY)) add(at - widthPx);
    if (y < Math.min(heightPx - 1, lastY)) add(at + widthPx);
  }
  return region;
}

/** Lists the free pixels whose distance from the subject's rim is small, along rows and columns. */
function besideSubject({ widthPx, heightPx, isFree, alpha }: LightPicture, reachPx: number): number[] {
  const found: number[] = [];
  const scan = (start: number, step: number, count: number) => {
    for (let index = 0, since = Infinity; index < count; index += 1) {
      const at = start + index * step;
      if (!isFree[at]) since = (alpha[at] ?? 0) > 0.5 ? 0 : since;
      else if ((since += 1) <= reachPx) found.push(at);
    }
  };
  for (let y = 0; y < heightPx; y += 1) {
    scan(y * widthPx, 1, widthPx);
    scan((y + 1) * widthPx - 1, -1, widthPx);
  }
  for (let x = 0; x < widthPx; x += 1) {
    scan(x, widthPx, heightPx);
    scan((heightPx - 1) * widthPx + x, -widthPx, heightPx);
  }
  return found;
}

function refusalOf(picture: LightPicture, region: Uint8Array, depth: Float32Array): ShadowRefusal | undefined {
  const { widthPx, isFree, bounds, subjectPx } = picture;
  const reachPx = groundReach * subjectPx;
  let [area, cover, free, deepest] = [0, 0, 0, 0];
  for (let at = 0; at < region.length; at += 1) {
    if (!isFree[at]) continue;
    const x = at % widthPx;
    const y = (at - x) / widthPx;
    if (x < bounds.left - reachPx || x > bounds.right + reachPx || y < bounds.bottom - 0.5 * subjectPx) continue;
    if (y > bounds.bottom + reachPx) continue;
    free += 1;
    if (!region[at]) continue;
    cover += 1;
    area += 1 - Math.exp(-(depth[at] ?? 0));
    deepest = Math.max(deepest, depth[at] ?? 0);
  }
  if (cover > maxCover * free) return 'uneven';
  return deepest < minDeepest || area < minArea * subjectPx * subjectPx ? 'no-shadow' : undefined;
}

/** Turns depths into shares of light. The region's edge is soft, and the shadow ends where the reach ends. */
function leftOf(
  picture: LightPicture,
  region: Uint8Array,
  depth: Float32Array,
  threshold: number,
  onGround: Float32Array,
): SmallMap {
  const { widthPx, heightPx, isFree, bounds, subjectPx } = picture;
  const size = { widthPx, heightPx };
  const inside = softened({ ...size, data: grown(Float32Array.from(region), size, 2) }, 1, 1.2).data;
  const dark = new Float32Array(depth.length);
  for (let at = 0; at < dark.length; at += 1) {
    const own = depth[at] ?? 0;
    if (!isFree[at] || own <= 0) continue;
    const x = at % widthPx;
    const y = (at - x) / widthPx;
    const beyond = Math.max(bounds.left - x, x - bounds.right, bounds.top - y, y - bounds.bottom, 0) / subjectPx;
    const fade = 1 - step(groundReach - fadeReach, groundReach, beyond);
    dark[at] = own * fade * (onGround[at] ?? 0) * (inside[at] ?? 0) * step(threshold / 2, threshold * 2, own);
  }
  const whole = extended({ ...size, data: dark }, isFree);
  return { ...size, data: whole.map((value) => Math.exp(-value)) };
}

function step(from: number, to: number, value: number): number {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return share * share * (3 - 2 * share);
}

/** Widens the marked part of a map by some px along rows and columns. */
function grown(data: Float32Array, { widthPx, heightPx }: { widthPx: number; heightPx: number }, byPx: number) {
  let from = data;
  for (const [stride, count, across] of [
    [1, widthPx, false],
    [widthPx, heightPx, true],
  ] as const) {
    const into = new Float32Array(from.length);
    for (let at = 0; at < from.length; at += 1) {
      const place = across ? Math.floor(at / widthPx) : at % widthPx;
      let most = 0;
      for (let by = -byPx; by <= byPx; by += 1) {
        if (place + by >= 0 && place + by < count) most = Math.max(most, from[at + by * stride] ?? 0);
      }
      into[at] = most;
    }
    from = into;
  }
  return from;
}
