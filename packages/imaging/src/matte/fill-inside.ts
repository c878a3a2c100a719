import * as z from 'zod/mini';

import { defineEdit } from './define-edit.ts';
import { findInside, inside, outside } from './find-inside.ts';
import { Queue, spread } from './flood.ts';

const schema = z.object({ kind: z.literal('fill-inside') });

/** Largest width of the soft rim between an outline and the area that it encloses. */
const maxRimPx = 16;

/**
 * Edit that preserves the white areas enclosed by a drawing's outlines: dropped pixels there become opaque, including
 * their soft rim.
 */
export const fillInsideEdit = defineEdit('fill-inside', schema, async (_, { matte, size, readPixels, beforeWrite }) => {
  const whole = { x: 0, y: 0, ...size };
  const found = findInside({ pixels: await readPixels(whole), matte, ...size });
  if (!found || found.droppedCount === 0) return;
  const { labels } = found;
  const queue = new Queue();
  for (let at = 0; at < matte.length; at += 1) if (labels[at] === inside) queue.push(at);
  // The label spreads only towards higher alpha, because the outline's outer edge begins beyond its ridge.
  const rims = labels.map((label) => (label === inside || label === outside ? label : 0));
  spread(rims, size, queue, maxRimPx, (at, from) => {
    const alpha = matte[at] ?? 0;
    return alpha < 255 && (alpha >= (matte[from] ?? 0) || labels[from] === inside);
  });
  beforeWrite(whole);
  for (let at = 0; at < matte.length; at += 1) if (rims[at] === inside) matte[at] = 255;
});
