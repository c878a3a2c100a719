import { studios } from '@isola/imaging';
import * as z from 'zod/mini';

import { defineBackground } from './define-background.ts';
import { modestLight } from './modest-light.ts';

/** One of the studios that are painted here; see `studios` in `@isola/imaging`. */
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
    light: modestLight,
    toSource: (settings) => settings,
  },
);
