import * as z from 'zod/mini';

import { defineBackgroundSource } from './define-background-source.ts';

/** No background. The result keeps its alpha channel. */
export const transparentBackground = defineBackgroundSource(
  'transparent',
  z.object({ kind: z.literal('transparent') }),
  () => ({ rows: undefined }),
);
