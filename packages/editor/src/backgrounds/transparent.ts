import * as z from 'zod/mini';

import { defineBackground } from './define-background.ts';

/** No background: the result keeps its alpha. */
export const transparentBackground = defineBackground('transparent', z.object({ kind: z.literal('transparent') }), {
  step: { id: 'transparent', label: (t) => t('step.transparent') },
  choices: [
    {
      id: 'background.transparent',
      label: (t) => t('background.transparent'),
      background: { kind: 'transparent' },
    },
  ],
  isTransparent: true,
  toSource: (settings) => settings,
});
