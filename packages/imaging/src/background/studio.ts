import * as z from 'zod/mini';

import { defineBackgroundSource } from './define-background-source.ts';
import { openStudio } from './studios/open-studio.ts';

/** One of the rendered studios. @see studios */
export const studioBackground = defineBackgroundSource(
  'studio',
  z.object({ kind: z.literal('studio'), id: z.string() }),
  async ({ id }, { widthPx, heightPx }, yieldToEventLoop) => ({
    rows: await openStudio(id, widthPx, heightPx, yieldToEventLoop),
  }),
);
