import * as z from 'zod/mini';

import { percent } from '../schema/fields.ts';
import { defineBackground } from './define-background.ts';
import { modestLight } from './modest-light.ts';

const schema = z.object({
  kind: z.literal('picture'),
  /** The pixels are no part of a state: the document knows which image the id means. */
  id: z.string().check(z.maxLength(64)),
  fit: z.enum(['cover', 'contain']),
  /** Size of the image, as a multiple of the size that fits. */
  scale: z.number().check(z.minimum(0.1), z.maximum(10)),
  /** Away from the middle, as shares of the result's width and height. */
  offsetX: z.number().check(z.minimum(-2), z.maximum(2)),
  offsetY: z.number().check(z.minimum(-2), z.maximum(2)),
  blur: percent,
});

export type PictureBackground = z.infer<typeof schema>;

/** An image of the user's own. */
export const pictureBackground = defineBackground('picture', schema, {
  step: { id: 'picture', label: (t) => t('step.picture') },
  choices: [],
  light: modestLight,
  toSource({ id, ...settings }, { backgroundImage }) {
    const image = backgroundImage(id);
    return image ? { ...settings, kind: 'image', image } : { kind: 'transparent' };
  },
  imageIds: ({ id }) => [id],
  fromImage: (id): PictureBackground => ({
    kind: 'picture',
    id,
    fit: 'cover',
    scale: 1,
    offsetX: 0,
    offsetY: 0,
    blur: 0,
  }),
});
