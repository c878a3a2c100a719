import * as z from 'zod';

import { parseLengths } from '../lengths.ts';
import type { ImageBox, ImagePoint, Length } from '../removal-request.ts';

/**
 * Largest number of points. Each one may cost two passes of the network. The requests of other keys wait for all passes
 * of a request.
 */
const maxPoints = 8;

/** Schema of positions separated by commas, `410px 620px, !50% 20%`. An exclamation mark leaves the object there out. */
export const pointsOption = z
  .string()
  .max(2000)
  .transform((text, context): readonly ImagePoint[] => {
    const points = text.split(',').map(pointOf);
    if (points.length <= maxPoints && points.every((point) => point !== undefined)) return points;
    context.addIssue(`expected at most ${maxPoints} positions such as 410px 620px or !50% 20%, separated by commas`);
    return z.NEVER;
  });

/** Schema of a rectangle, `10px 20px 300px 50%`: left, top, right and bottom edge. */
export const boxOption = z
  .string()
  .max(100)
  .transform((text, context): ImageBox => {
    const { lengths, keep } = marked(text);
    const [left, top, right, bottom, ...more] = lengths ?? [];
    if (left && top && right && bottom && more.length === 0) return { left, top, right, bottom, keep };
    context.addIssue('expected the left, top, right and bottom edge, such as 10px 20px 300px 50%');
    return z.NEVER;
  });

function pointOf(text: string): ImagePoint | undefined {
  const { lengths, keep } = marked(text);
  const [x, y, ...more] = lengths ?? [];
  return x && y && more.length === 0 ? { x, y, keep } : undefined;
}

/** Reads the mark in front of lengths, which says that an object does not belong to the result. */
function marked(text: string): { readonly lengths: readonly Length[] | undefined; readonly keep: boolean } {
  const trimmed = text.trim();
  const keep = !trimmed.startsWith('!');
  return { lengths: parseLengths(keep ? trimmed : trimmed.slice(1)), keep };
}
