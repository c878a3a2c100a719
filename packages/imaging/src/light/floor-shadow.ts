import type { Ground } from '@isola/scenes';

import type { Bounds } from '../geometry/rect.ts';
import type { SubjectShape } from '../outline/subject-shape.ts';
import { enlargedMap } from '../resample/interpolate-map.ts';
import { baseLineOf } from './contacts.ts';
import type { LightParams } from './light-params.ts';
import { softened } from './soften.ts';
import { longestShadow } from './sun.ts';

interface Standing extends SubjectShape {
  readonly bounds: Bounds;
}

/** Part of a ground that its shadows need. */
export type FloorGround = Pick<Ground, 'horizonY' | 'focal' | 'backY' | 'end'>;

/** Longer side of the map on which the shadow is cast, in px. The shadow is soft, so no more is visible. */
const maxSidePx = 384;
/** Share by which the shadow of the highest part is fainter, because more of the surroundings light it. */
const farFading = 0.5;
/**
 * Softness of the shadow from the foot of the subject to its top, as shares of the whole softness. It is sharp at the
 * foot.
 */
const softSteps = [0.06, 0.4, 1] as const;
/** Largest depth of a subject, as shares of its width and of its height. Its real depth is unknown. */
const deepest = { ofWidth: 0.8, ofHeight: 0.7 };
/** Share of a pixel from which it belongs to the solid, so that thin wires cast a shadow. */
const thinnest = 0.3;
/** Width of the parts of a slice, in px. */
const partPx = 6;
/** View of a floor when the background has none: at the foot, depths are shortened by this factor. */
const assumed = { focal: 1.5, foreshortening: 0.35 };
/** Smallest distance from the foot up to the horizon, in heights of the image. */
const flattest = 0.05;

/**
 * Casts the subject's shadow on the floor, away from the lamp. The subject is taken as a solid: its outline as the
 * camera sees it, standing upright at its foot. The shadow is the union of the shadows of its horizontal slices, which
 * the light only shifts.
 *
 * Lengths are in heights of the camera above the floor. A point of the floor at row y lies at the depth
 * `focal / (y − horizonY)`.
 * @param data share of light that remains in each pixel; multiplied.
 * @param darkest share of light that a full shadow removes.
 * @param liftPx height at which the subject floats above the floor, in px of the map.
 */
export function castOnFloor(
  data: Float32Array,
  full: Standing,
  drop: LightParams['drop'],
  darkest: number,
  liftPx: number,
  ground: FloorGround | undefined,
): void {
  const subject = reduced(full);
  const base = baseLineOf(subject, subject.bounds);
  if (!base) return;
  const scale = subject.widthPx / full.widthPx;
  for (let x = 0; x < base.length; x += 1) base[x] = (base[x] ?? 0) + liftPx * scale;
  const cast = new Float32Array(subject.data.length).fill(1);
  castSolid(cast, subject, base, { drop, strength: (drop.strength / 100) * darkest, liftPx: liftPx * scale, ground });
  const readRow = enlargedMap({ ...subject, data: cast }, 1, full.widthPx, full.heightPx);
  const line = new Float32Array(full.widthPx);
  for (let y = 0, at = 0; y < full.heightPx; y += 1) {
    readRow(y, line);
    for (let x = 0; x < line.length; x += 1, at += 1) data[at] = (data[at] ?? 1) * (line[x] ?? 1);
  }
}

interface Cast {
  readonly drop: LightParams['drop'];
  /** Share of light that the shadow removes. */
  readonly strength: number;
  readonly liftPx: number;
  readonly ground: FloorGround | undefined;
}

function castSolid(cast: Float32Array, subject: Standing, base: Float32Array, light: Cast): void {
  const { widthPx, heightPx, bounds } = subject;
  const { drop, strength, liftPx } = light;
  const view = viewOf(light.ground, footOf(base, bounds) / heightPx);
  const { focal, horizonY } = view;
  const subjectPx = bounds.bottom - bounds.top;
  const angle = (drop.angleDeg / 180) * Math.PI;
  const heights = (drop.distance / 100) * longestShadow;
  // Directions in which the shadow of a point moves away from the foot, for each unit of the point's height.
  const [acrossPer, depthPer] = [-Math.sin(angle) * heights, -Math.cos(angle) * heights];
  const softPx = (0.015 + 0.1 * (drop.softness / 100)) * subjectPx;
  const layers = softSteps.map(() => new Float32Array(cast.length));
  const slices = slicesOf(subject, base, liftPx);
  const wall = view.end && view.end.isWall ? focal / (view.end.y - horizonY) : Infinity;

  /** Shades a part of a row. The levels of softness next to the height share it. */
  function shade(y: number, from: number, to: number, height: number): void {
    const row = Math.round(y) * widthPx;
    const [first, end] = [
      Math.max(0, Math.round(from)),
      Math.min(widthPx, Math.max(Math.round(from) + 1, Math.round(to))),
    ];
    const level = height * (softSteps.length - 1);
    const lower = Math.min(softSteps.length - 2, Math.floor(level));
    const share = level - lower;
    const [near, far] = [layers[lower] ?? cast, layers[lower + 1] ?? cast];
    for (let at = row + first; at < row + end; at += 1) {
      if ((near[at] ?? 0) < 1 - share) near[at] = 1 - share;
      if ((far[at] ?? 0) < share) far[at] = share;
    }
  }

  for (const { up, parts } of slices) {
    for (const { left, right, row, middlePx, halfPx } of parts) {
      const foot = focal / Math.max(flattest / 2, (row - 0.5) / heightPx - horizonY);
      const perPx = foot / focal / heightPx;
      const height = up * perPx;
      const share = Math.min(1, Math.max(0, (up - liftPx) / subjectPx));
      // The parts are enlarged by half of the distance to the shadow of the next slice, so that no gaps are left.
      const [besidePx, behindPx] = [Math.abs(acrossPer) / 2, halfPx + Math.abs(depthPer) / 2];
      const front = foot + (middlePx - behindPx) * perPx + height * depthPer;
      const back = front + 2 * behindPx * perPx;
      const [x0, x1] = [left - besidePx, right + besidePx].map((x) => (x - widthPx / 2) * perPx) as [number, number];
      const shadeRow = (y: number, depth: number, way: number) => {
        const scale = (focal * heightPx) / depth;
        const shift = widthPx / 2 + way * acrossPer * scale;
        shade(y, x0 * scale + shift, x1 * scale + shift, share);
      };
      if (front < wall && back > 0) {
        const topY = (horizonY + focal / Math.min(wall, back)) * heightPx - 0.5;
        const bottomY = front > 0 ? (horizonY + focal / front) * heightPx - 0.5 : heightPx;
        for (let y = Math.max(0, Math.round(topY)); y <= Math.min(heightPx - 1, Math.round(bottomY)); y += 1) {
          shadeRow(y, focal / Math.max(1e-4, (y + 0.5) / heightPx - horizonY), height);
        }
      }
      if (back <= wall || depthPer <= 0 || !view.end) continue;
      // On the wall, light that has passed the part lower down arrives higher up.
      const [low, high] = [(wall - back) / depthPer, (wall - front) / depthPer].map((above) => -above);
      const toRow = (up: number) => ((view.end ? view.end.y : 0) - (up * focal) / wall) * heightPx - 0.5;
      const [topY, bottomY] = [toRow(Math.max(low ?? 0, high ?? 0)), toRow(Math.max(0, Math.min(low ?? 0, high ?? 0)))];
      for (let y = Math.max(0, Math.round(topY)); y <= Math.min(heightPx - 1, Math.round(bottomY)); y += 1) {
        const reached = ((view.end.y - (y + 0.5) / heightPx) * wall) / focal;
        if (reached >= 0) shadeRow(y, wall, height - reached);
      }
    }
  }

  // The view shortens the softness along the line of sight.
  const flatness = Math.min(1, Math.max(0.3, (footOf(base, bounds) / heightPx - horizonY) / focal));
  const soft = layers.map((data, index) => {
    const sigma = Math.max(0.8, (softSteps[index] ?? 1) * softPx);
    return softened({ widthPx, heightPx, data }, 1, sigma, Math.max(0.8, sigma * flatness)).data;
  });
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    const share = strength * view.shareAt((y + 0.5) / heightPx);
    for (let x = 0; x < widthPx; x += 1, at += 1) {
      let shaded = 0;
      for (let level = 0; level < soft.length; level += 1) {
        shaded += (soft[level]?.[at] ?? 0) * (1 - (farFading * level) / (softSteps.length - 1));
      }
      cast[at] = 1 - share * Math.min(1, shaded);
    }
  }
}

/** Part of a horizontal slice of the solid. */
interface Part {
  /** Columns of the part. */
  readonly left: number;
  readonly right: number;
  /** Row of the floor under the part. */
  readonly row: number;
  /** Distance of the part's middle behind its foot, and half its depth, in px. */
  readonly middlePx: number;
  readonly halfPx: number;
}

interface Slice {
  /** Height above the floor, in px. */
  readonly up: number;
  readonly parts: readonly Part[];
}

/**
 * Cuts the solid into horizontal slices. A slice is as deep as it is wide, up to a limit, and round at its ends, so that
 * a bottle is round and a shoe is a rounded block.
 */
function slicesOf({ widthPx, heightPx, data, bounds }: Standing, base: Float32Array, liftPx: number): readonly Slice[] {
  const subjectPx = bounds.bottom - bounds.top;
  const limit = Math.min(deepest.ofWidth * (bounds.right - bounds.left), deepest.ofHeight * subjectPx) / 2;
  const middles = new Float32Array(widthPx);
  const slices: Slice[] = [];
  for (let up = 0; up <= subjectPx * 1.1; up += 1) {
    const isInside = (x: number) => {
      const row = Math.round((base[x] ?? 0) - liftPx - up - 0.5);
      return row >= 0 && row < heightPx && (data[row * widthPx + x] ?? 0) >= thinnest;
    };
    const parts: Part[] = [];
    for (let x = bounds.left; x < bounds.right; x += 1) {
      const start = x;
      while (x < bounds.right && isInside(x)) x += 1;
      if (x === start) continue;
      const radius = Math.min(limit, (x - start) / 2);
      for (let left = start; left < x; left += partPx) {
        const right = Math.min(x, left + partPx);
        const middle = (left + right) / 2;
        const fromEnd = Math.min(radius, middle - start, x - middle);
        const halfPx = Math.sqrt(Math.max(0.25, radius * radius - (radius - fromEnd) ** 2));
        // The lowest slices decide how far behind its foot the middle of a part is.
        if (up <= subjectPx * 0.05) {
          for (let column = left; column < right; column += 1) {
            middles[column] = Math.max(middles[column] ?? 0, radius);
          }
        }
        const column = Math.round(middle);
        parts.push({ left, right, row: base[column] ?? 0, middlePx: column, halfPx });
      }
    }
    slices.push({ up: up + liftPx, parts });
  }
  const behind = filled(middles);
  return slices.map(({ up, parts }) => ({
    up,
    parts: parts.map((part) => ({ ...part, middlePx: behind[part.middlePx] ?? 0 })),
  }));
}

/** Fills the gaps of a line between its positive values. */
function filled(line: Float32Array): Float32Array {
  const whole = new Float32Array(line.length);
  let last = -1;
  for (let x = 0; x < line.length; x += 1) {
    const value = line[x] ?? 0;
    if (value === 0) continue;
    const before = last < 0 ? value : (line[last] ?? 0);
    for (let gap = last + 1; gap <= x; gap += 1) {
      whole[gap] = last < 0 ? value : before + ((value - before) * (gap - last)) / (x - last);
    }
    last = x;
  }
  return last < 0 ? whole : whole.fill(line[last] ?? 0, last);
}

/** Returns the view of the ground, or of an assumed one, so that the foot stands below the horizon. */
function viewOf(ground: FloorGround | undefined, footY: number) {
  const focal = ground?.focal ?? assumed.focal;
  const horizonY = ground ? Math.min(ground.horizonY, footY - flattest) : footY - assumed.foreshortening * focal;
  const endY = ground && Math.max(horizonY + flattest / 2, Math.min(ground.end?.y ?? ground.backY, footY));
  const isWall = ground?.end?.isWall ?? false;
  const fadeY = ground?.end ? 0.01 : 0.1;
  return {
    focal,
    horizonY,
    end: endY === undefined ? undefined : { y: endY, isWall },
    /** Returns the share of the shadow that is visible at a row: behind the edge of a table, it is lost. */
    shareAt: (y: number) => (endY === undefined || isWall || y >= endY ? 1 : Math.max(0, 1 - (endY - y) / fadeY)),
  };
}

function footOf(base: Float32Array, { left, right }: Bounds): number {
  return base.subarray(left, right).reduce((lowest, row) => Math.max(lowest, row), 0);
}

/** Reduces a subject's map to `maxSidePx`. Each pixel is the mean of those that it replaces. */
function reduced(subject: Standing): Standing {
  const scale = Math.min(1, maxSidePx / Math.max(subject.widthPx, subject.heightPx));
  if (scale === 1) return subject;
  const widthPx = Math.max(1, Math.round(subject.widthPx * scale));
  const heightPx = Math.max(1, Math.round(subject.heightPx * scale));
  const data = new Float32Array(widthPx * heightPx);
  const counts = new Uint16Array(data.length);
  for (let y = 0, from = 0; y < subject.heightPx; y += 1) {
    const row = Math.floor((y * heightPx) / subject.heightPx) * widthPx;
    for (let x = 0; x < subject.widthPx; x += 1, from += 1) {
      const at = row + Math.floor((x * widthPx) / subject.widthPx);
      data[at] = (data[at] ?? 0) + (subject.data[from] ?? 0);
      counts[at] = (counts[at] ?? 0) + 1;
    }
  }
  for (let at = 0; at < data.length; at += 1) data[at] = (data[at] ?? 0) / Math.max(1, counts[at] ?? 1);
  const { left, top, right, bottom } = subject.bounds;
  return {
    widthPx,
    heightPx,
    data,
    bounds: {
      left: Math.floor(left * scale),
      top: Math.floor(top * scale),
      right: Math.min(widthPx, Math.ceil(right * scale)),
      bottom: Math.min(heightPx, Math.ceil(bottom * scale)),
    },
  };
}
