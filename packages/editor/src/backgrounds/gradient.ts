import { gradientStops, type LinearGradient } from '@isola/imaging';
import * as z from 'zod/mini';

import { hexColor } from '../schema/fields.ts';
import type { CanvasRect } from '../model/canvas-rect.ts';
import { defineBackground } from './define-background.ts';

/** Gradients that every editor offers. The bundle has their names, by id. */
const gradients = [
  { id: 'paper', from: '#ffffff', to: '#d8d4cc', angleDeg: 180 },
  { id: 'sand', from: '#f3e8da', to: '#cba981', angleDeg: 180 },
  { id: 'dawn', from: '#fbe3d3', to: '#d98a80', angleDeg: 160 },
  { id: 'sky', from: '#e4f1f8', to: '#6fa3c8', angleDeg: 180 },
  { id: 'slate', from: '#59616c', to: '#15181c', angleDeg: 180 },
] as const;

/** A straight gradient between two colours; see `LinearGradient` in `@isola/imaging`. */
export const gradientBackground = defineBackground(
  'gradient',
  z.object({ kind: z.literal('gradient'), from: hexColor, to: hexColor, angleDeg: z.number() }),
  {
    step: { id: 'gradient', label: (t) => t('step.gradient') },
    choices: gradients.map(({ id, ...gradient }) => ({
      id: `gradient.${id}`,
      label: (t) => t(`gradient.${id}`),
      background: { kind: 'gradient', ...gradient },
    })),
    toSource: (settings) => settings,
    paint(gradient, context, rect) {
      const { x, y, width, height } = rect;
      context.fillStyle = gradientOver(context, rect, gradient);
      context.fillRect(x, y, width, height);
    },
  },
);

/** @see https://www.w3.org/TR/css-images-3/#linear-gradients */
function gradientOver(
  context: CanvasRenderingContext2D,
  { x, y, width, height }: CanvasRect,
  gradient: LinearGradient,
): CanvasGradient {
  const angle = (gradient.angleDeg * Math.PI) / 180;
  const half = (Math.abs(width * Math.sin(angle)) + Math.abs(height * Math.cos(angle))) / 2;
  const [toX, toY] = [Math.sin(angle) * half, -Math.cos(angle) * half];
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  const painted = context.createLinearGradient(middleX - toX, middleY - toY, middleX + toX, middleY + toY);
  const stops = gradientStops(gradient);
  for (const [index, color] of stops.entries()) painted.addColorStop(index / (stops.length - 1), color);
  return painted;
}
