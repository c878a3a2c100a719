import * as z from 'zod/mini';

import { maxPx, place } from '../schema/fields.ts';
import { defineEdit } from './define-edit.ts';

const action = z.enum(['add-object', 'remove-object']);
const offset = z.int().check(z.minimum(0), z.maximum(maxPx));
const side = z.int().check(z.minimum(1), z.maximum(maxPx));

/** Largest length of the compressed alpha. That of a large image with hair everywhere has a tenth of it. */
const maxAlphaLength = 16_000_000;

const schema = z.object({
  kind: z.literal('object'),
  action,
  x: place,
  y: place,
  leftPx: offset,
  topPx: offset,
  widthPx: side,
  heightPx: side,
  /** Alpha of the part, compressed by raw deflate and written in base64. */
  alpha: z.string().check(z.maxLength(maxAlphaLength), z.regex(/^[A-Za-z\d+/]*={0,2}$/)),
});

export type ObjectAction = z.infer<typeof action>;

/** A click on an object, or a box around it, in px of the image. */
export interface ObjectClick {
  readonly action: ObjectAction;
  /** The place of the click, or the middle of the box. */
  readonly x: number;
  readonly y: number;
  readonly box?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** Edit that adds or removes an object which the segmenter found at a click. */
export const objectEdit = defineEdit('object', schema, {
  steps: [
    { id: 'add-object', label: (t) => t('step.add-object') },
    { id: 'remove-object', label: (t) => t('step.remove-object') },
  ],
  stepOf: (edit) => edit.action,
});
