import * as z from 'zod/mini';

import { defineBackgroundSource } from './define-background-source.ts';

/** No background: the result keeps its alpha. */
export const transparentBackground = defineBackgroundSource(
  'transparent',
  z.object({ kind: z.literal('transparent') }),
  () => ({ rows: undefined }),
);
