import type { Bounds } from '../geometry/rect.ts';
import type { SubjectShape } from '../outline/subject-shape.ts';
import type { LightParams } from './light-params.ts';
import { softened } from './soften.ts';

/** Casts the subject's outline on a wall, away from the lamp, and softer with the distance. */
export function castOnWall(
  data: Float32Array,
  subject: SubjectShape,
  bounds: Bounds,
  drop: LightParams['drop'],
  darkest: number,
): void {
  const { widthPx, heightPx } = subject;
  const subjectPx = bounds.bottom - bounds.top;
  const farPx = (drop.distance / 100) * subjectPx;
  const angle = (drop.angleDeg / 180) * Math.PI;
  const [shiftX, shiftY] = [-Math.sin(angle) * farPx, Math.cos(angle) * farPx];
  const softness = drop.softness / 100;
  const outline = softened(subject, 1, softness * (0.015 * subjectPx + 0.28 * farPx)).data;
  const strength = (drop.strength / 100) * darkest;
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    const placeY = Math.min(heightPx - 1, Math.max(0, y - shiftY));
    const top = Math.floor(placeY);
    const below = Math.min(heightPx - 1, top + 1) * widthPx;
    const down = placeY - top;
    for (let x = 0; x < widthPx; x += 1, at += 1) {
      const placeX = Math.min(widthPx - 1, Math.max(0, x - shiftX));
      const left = Math.floor(placeX);
      const right = Math.min(widthPx - 1, left + 1);
      const across = placeX - left;
      const upper = blend(outline[top * widthPx + left] ?? 0, outline[top * widthPx + right] ?? 0, across);
      const lower = blend(outline[below + left] ?? 0, outline[below + right] ?? 0, across);
      data[at] = (data[at] ?? 1) * (1 - strength * blend(upper, lower, down));
    }
  }
}

function blend(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}
