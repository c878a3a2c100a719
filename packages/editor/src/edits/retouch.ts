import * as z from 'zod/mini';

import { maxPx } from '../schema/fields.ts';
import { defineEdit } from './define-edit.ts';
import type { Edit } from '../model/edit.ts';

const offset = z.int().check(z.minimum(0), z.maximum(maxPx));
const side = z.int().check(z.minimum(1), z.maximum(maxPx));

/** Largest length of the compressed pixels. A filled area has 300 000 px at most, and compresses to 3 bytes for each. */
const maxPixelsLength = 8_000_000;

const schema = z.object({
  kind: z.literal('retouch'),
  leftPx: offset,
  topPx: offset,
  widthPx: side,
  heightPx: side,
  /** New pixels of the part, compressed and written in base64; see `RetouchEdit` in `@isola/imaging`. */
  pixels: z.string().check(z.maxLength(maxPixelsLength), z.regex(/^[A-Za-z\d+/]*={0,2}$/)),
});

/** Edit that replaces a small area of the image, so that a thing is no longer seen. It contains the new pixels. */
export const retouchEdit = defineEdit('retouch', schema, {
  steps: [
    { id: 'retouch', label: (t) => t('step.retouch') },
    { id: 'blur-area', label: (t) => t('step.blur-area') },
  ],
  stepOf: () => 'retouch',
});

export function isRetouch({ kind }: Edit): boolean {
  return kind === retouchEdit.kind;
}
