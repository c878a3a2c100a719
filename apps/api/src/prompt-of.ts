import type { Prompt } from '@isola/segmenter/node';

import { badRequest } from './api-error.ts';
import { pixelsOf } from './lengths.ts';
import type { Length, RemovalRequest } from './removal-request.ts';

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * Returns the prompt of a request; undefined if the network decides what the subject is.
 * @param image size of the image, to which the request refers.
 * @param working size of the copy that is segmented, to which the prompt refers.
 * @throws {ApiError} `invalid_points` or `invalid_box` for a place outside of the image, or a rectangle without area.
 */
export function promptOf(
  { points, box }: Pick<RemovalRequest, 'points' | 'box'>,
  image: Size,
  working: Size,
): Prompt | undefined {
  if (points.length === 0 && !box) return undefined;
  const place = (name: 'points' | 'box', x: Length, y: Length) => {
    const [xPx, yPx] = [pixelsOf(x, image.widthPx), pixelsOf(y, image.heightPx)];
    if (xPx <= image.widthPx && yPx <= image.heightPx) {
      return { xPx: xPx * (working.widthPx / image.widthPx), yPx: yPx * (working.heightPx / image.heightPx) };
    }
    throw badRequest(`invalid_${name}`, `The option ${name} exceeds the image`, `${image.widthPx} × ${image.heightPx}`);
  };
  return {
    points: points.map(({ x, y, keep }) => ({ ...place('points', x, y), keep })),
    ...(box && {
      box: { ...boxBetween(place('box', box.left, box.top), place('box', box.right, box.bottom)), keep: box.keep },
    }),
  };
}

interface Point {
  readonly xPx: number;
  readonly yPx: number;
}

/** Returns the rectangle between two corners, in any order. */
function boxBetween(one: Point, other: Point) {
  const box = {
    leftPx: Math.min(one.xPx, other.xPx),
    topPx: Math.min(one.yPx, other.yPx),
    widthPx: Math.abs(one.xPx - other.xPx),
    heightPx: Math.abs(one.yPx - other.yPx),
  };
  if (box.widthPx === 0 || box.heightPx === 0) throw badRequest('invalid_box', 'The option box has no area');
  return box;
}
