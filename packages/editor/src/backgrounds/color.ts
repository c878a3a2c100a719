import * as z from 'zod/mini';

import { hexColor } from '../schema/fields.ts';
import { defineBackground } from './define-background.ts';

/** Colours that every editor offers. The bundle has their names. */
const plainColors = [
  { id: 'white', color: '#ffffff' },
  { id: 'lightGrey', color: '#e6e6e6' },
  { id: 'grey', color: '#8c8c8c' },
  { id: 'black', color: '#000000' },
] as const;

/** Background of a single colour. */
export const colorBackground = defineBackground('color', z.object({ kind: z.literal('color'), color: hexColor }), {
  step: { id: 'color', label: (t) => t('step.color') },
  choices: plainColors.map(({ id, color }) => ({
    id: `background.${id}`,
    label: (t) => t(`background.${id}`),
    background: { kind: 'color', color },
  })),
  toSource: (settings) => settings,
  paint({ color }, context, { x, y, width, height }) {
    context.fillStyle = color;
    context.fillRect(x, y, width, height);
  },
});
