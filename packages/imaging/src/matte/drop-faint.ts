import * as z from 'zod/mini';

import { defineEdit } from './define-edit.ts';
import { findFaint } from './find-faint.ts';

const schema = z.object({ kind: z.literal('drop-faint') });

/** Edit that removes faint remains far from the subject. `findFaint` decides which pixels these are. */
export const dropFaintEdit = defineEdit('drop-faint', schema, (_, { matte, size, beforeWrite }) => {
  const { labels, count } = findFaint({ matte, ...size });
  if (count === 0) return;
  beforeWrite({ x: 0, y: 0, ...size });
  for (let at = 0; at < matte.length; at += 1) if (labels[at] === 1) matte[at] = 0;
});
