import * as z from 'zod/mini';

import { fromOne } from '../schema/fields.ts';
import { defineBackground } from './define-background.ts';

const initialStrength = 40;

/** Background of the image itself, blurred behind its subject. */
export const blurBackground = defineBackground('blur', z.object({ kind: z.literal('blur'), strength: fromOne }), {
  step: { id: 'blur', label: (t) => t('step.blur') },
  choices: [
    {
      id: 'background.blur',
      label: (t) => t('background.blur'),
      background: { kind: 'blur', strength: initialStrength },
    },
  ],
  followsImage: true,
  toSource: (settings, { image }) => ({ ...settings, original: image.file }),
});
