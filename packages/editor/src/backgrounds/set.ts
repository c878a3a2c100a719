import { surroundingsSchema } from '@isola/imaging';
import { groundInResult } from '@isola/sets';
import * as z from 'zod/mini';

import { hexColor, percent } from '../schema/fields.ts';
import { defineBackground } from './define-background.ts';
import { maxSceneWords } from './scene.ts';
import { setPreview } from './set-preview.ts';

const change = z.number().check(z.minimum(-100), z.maximum(100));

const schema = z.object({
  kind: z.literal('set'),
  /** Text of the user by which the set was found. */
  words: z.string().check(z.maxLength(maxSceneWords)),
  id: z.string().check(z.maxLength(64)),
  /** Changes of the set; see `SetAdjustments` in `@isola/sets`. */
  hasFloor: z.boolean(),
  isFlipped: z.boolean(),
  blur: percent,
  warmth: change,
  exposure: change,
  saturation: change,
  tint: z.nullable(hexColor),
  /** Ground and lamps of the set's whole picture. They are saved, because the catalogue is loaded late. */
  surroundings: z.optional(surroundingsSchema),
});

export type SetBackground = z.infer<typeof schema>;

/** Rendered set that was found by words; see `@isola/sets`. */
export const setBackground = defineBackground('set', schema, {
  step: { id: 'set', label: (t) => t('step.set') },
  choices: [],
  surroundings({ surroundings }, ratio) {
    if (!surroundings?.ground) return surroundings;
    return { ...surroundings, ground: groundInResult(surroundings.ground, ratio) };
  },
  preview: setPreview,
  toSource: ({ kind, id, hasFloor, isFlipped, blur, warmth, exposure, saturation, tint }) => ({
    kind,
    id,
    adjustments: { hasFloor, isFlipped, blur, warmth, exposure, saturation, tint },
  }),
});
