import type { SubjectShape } from '../outline/subject-shape.ts';
import type { SmallMap } from '../resample/interpolate-map.ts';
import { standOn } from './contact-shadow.ts';
import { castOnFloor, type FloorGround } from './floor-shadow.ts';
import type { LightParams } from './light-params.ts';
import { castOnWall } from './wall-shadow.ts';

/** Share of light that a cast shadow at full strength removes. The surroundings reflect the rest. */
const darkestDrop = 0.8;

/**
 * Computes the shadows of a subject.
 * @param ground plane that the subject stands on. Without one, a floor is assumed that the camera sees at a moderate
 *   angle.
 * @returns the share of light that reaches the background, 0…1, at the size of the subject map; undefined when there
 *   is no shadow.
 */
export function lightLeft(
  subject: SubjectShape,
  { contact, drop, lift = 0 }: Pick<LightParams, 'contact' | 'drop' | 'lift'>,
  ground?: FloorGround,
): SmallMap | undefined {
  const { bounds, widthPx, heightPx } = subject;
  if (!bounds || (contact === 0 && drop.strength === 0)) return undefined;
  const data = new Float32Array(widthPx * heightPx).fill(1);
  const liftPx = (lift / 100) * (bounds.bottom - bounds.top);
  if (contact > 0) standOn(data, subject, bounds, contact / 100, liftPx);
  if (drop.strength > 0) {
    if (drop.plane === 'floor') castOnFloor(data, { ...subject, bounds }, drop, darkestDrop, liftPx, ground);
    else castOnWall(data, subject, bounds, drop, darkestDrop);
  }
  return { widthPx, heightPx, data };
}
