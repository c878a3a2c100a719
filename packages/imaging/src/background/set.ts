import * as z from 'zod/mini';

import { CompositorError } from '../job/compositor-error.ts';
import { defineBackgroundSource, percent } from './define-background-source.ts';

const change = z.number().check(z.minimum(-100), z.maximum(100));

/** A rendered set. Its pictures and the code that opens them are fetched when the first set is opened. @see `@isola/sets` */
export const setBackground = defineBackgroundSource(
  'set',
  z.object({
    kind: z.literal('set'),
    id: z.string(),
    adjustments: z.object({
      hasFloor: z.boolean(),
      isFlipped: z.boolean(),
      blur: percent,
      warmth: change,
      exposure: change,
      saturation: change,
      tint: z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/i))),
    }),
  }),
  async ({ id, adjustments }, { widthPx, heightPx }, yieldToEventLoop) => {
    const { openSet } = await import('@isola/sets/open-set');
    try {
      return { rows: await openSet(id, adjustments, widthPx, heightPx, yieldToEventLoop) };
    } catch (cause) {
      // A fetch that fails is a `TypeError`. Everything else keeps its own error.
      if (!(cause instanceof TypeError)) throw cause;
      throw new CompositorError('network', `the set “${id}” could not be fetched`, { cause });
    }
  },
);
