import * as z from 'zod/mini';

import { percent } from '../schema/fields.ts';
import { defineBackground } from './define-background.ts';
import { modestLight } from './modest-light.ts';

const schema = z.object({
  kind: z.literal('picture'),
  /** Id by which the document finds the image. The pixels are not part of the state. */
  id: z.string().check(z.maxLength(64)),
  fit: z.enum(['cover', 'contain']),
  /** Scale relative to the size that fits. */
  scale: z.number().check(z.minimum(0.1), z.maximum(10)),
  /** Offset from the middle, as a share of the result's width. */
  offsetX: z.number().check(z.minimum(-2), z.maximum(2)),
  offsetY: z.number().check(z.minimum(-2), z.maximum(2)),
  blur: percent,
});

export type ImageBackground = z.infer<typeof schema>;

/** Background of an image that the user has added. */
export const imageBackground = defineBackground('picture', schema, {
  step: { id: 'picture', label: (t) => t('step.picture') },
  choices: [],
  light: modestLight,
  toSource({ id, ...settings }, { backgroundImage }) {
    const image = backgroundImage(id);
    return image ? { ...settings, kind: 'image', image } : { kind: 'transparent' };
  },
  imageIds: ({ id }) => [id],
  fromImage: (id): ImageBackground => ({
    kind: 'picture',
    id,
    fit: 'cover',
    scale: 1,
    offsetX: 0,
    offsetY: 0,
    blur: 0,
  }),
});
