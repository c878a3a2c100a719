import { studios } from '@isola/imaging';
import * as z from 'zod/mini';

import { defineBackground } from './define-background.ts';
import { studioPreview } from './studio-preview.ts';

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
    preview({ id }) {
      if (!studios.some((each) => each.id === id)) return undefined;
      return (context, { x, y, width, height }) => {
        const image = studioPreview(id);
        if (!image) return;
        const small = new OffscreenCanvas(image.width, image.height);
        small.getContext('2d')?.putImageData(image, 0, 0);
        context.imageSmoothingQuality = 'high';
        context.drawImage(small, x, y, width, height);
      };
    },
  },
);
