import { studios } from '@isola/imaging';
import * as z from 'zod/mini';

import { defineBackground } from './define-background.ts';

/** Studio that `@isola/imaging` renders; see its `studios`. */
export const studioBackground = defineBackground(
  'studio',
  z.object({ kind: z.literal('studio'), id: z.string().check(z.maxLength(64)) }),
  {
    step: { id: 'studio', label: (t) => t('step.studio') },
    choices: studios.map(({ id }) => ({
      id: `studio.${id}`,
      label: (t) => t(`studio.${id}`),
      background: { kind: 'studio', id },
    })),
    surroundings: ({ id }) => studios.find((each) => each.id === id)?.surroundings,
    toSource: (settings) => settings,
  },
);
