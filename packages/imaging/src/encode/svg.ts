import { fileOf } from '@isola/segmenter/imaging';
import * as z from 'zod/mini';

import type { ComposedLayers } from '../compose/compose-layers.ts';
import { CompositorError } from '../job/compositor-error.ts';
import { rdfOf } from '../metadata/credit.ts';
import { traceContours } from '../outline/trace-outline.ts';
import type { Matte } from '../raster/raster.ts';
import { commonEncoding, defineEncoder } from './define-encoder.ts';
import { loadEncoder } from './load-encoder.ts';

/** Longest side of the grid on which contours are traced. A plotter's knife is wider than the rest of the detail. */
const gridSidePx = 4096;
/** Largest squared distance of a curve from its contour, in px of the grid. */
const maxSquaredError = 0.2;
/** Smallest area of a contour, in px of the grid. Smaller ones are specks, which no knife can cut. */
const minArea = 24;
const mmPerInch = 25.4;

type Point = [x: number, y: number];

/**
 * SVG with the contour of the subject as closed curves, for plotters, stickers and vector programs. With an outline around the
 * subject, the contour is that of the outline. The view box is in px of the result; with a print resolution, the size is in millimetres.
 * @see Schneider 1990, "An Algorithm for Automatically Fitting Digitized Curves", in Graphics Gems
 */
export const svgEncoder = defineEncoder('svg', {
  schema: z.object({ format: z.literal('svg'), ...commonEncoding }),
  isLossy: false,
  open:
    ({ widthPx, heightPx }, { params, readLayers, reportRows, yieldToEventLoop }) =>
    async () => {
      if (!readLayers) throw new CompositorError('processing-failed', 'an SVG needs the matte of the result');
      const { default: fitCurve } = await loadEncoder(() => import('fit-curve'));
      const contours = traceContours(shapeOf(await readLayers()), gridSidePx);
      const perStep = Math.max(1, Math.ceil(Math.max(widthPx, heightPx) / gridSidePx));
      const paths: string[] = [];
      for (const contour of contours) {
        if (areaOf(contour) < minArea * perStep ** 2) continue;
        paths.push(pathOf(fitCurve<Point>(closed(contour), maxSquaredError * perStep ** 2)));
        await yieldToEventLoop();
      }
      reportRows(heightPx);
      const size = (sidePx: number) =>
        params.dotsPerInch === undefined ? `${sidePx}` : `${shown((sidePx / params.dotsPerInch) * mmPerInch)}mm`;
      const svg = [
        `<svg xmlns="http://www.w3.org/2000/svg" width="${size(widthPx)}" height="${size(heightPx)}" viewBox="0 0 ${widthPx} ${heightPx}">`,
        ...(params.author || params.copyright ? [`<metadata>${rdfOf(params)}</metadata>`] : []),
        `<path id="cut-line" fill-rule="evenodd" d="${paths.join('')}"/>`,
        '</svg>\n',
      ].join('\n');
      return fileOf([new TextEncoder().encode(svg)], 'image/svg+xml');
    },
});

/** Returns the matte, or its union with the outline around the subject. */
function shapeOf({ matte, outline }: ComposedLayers): Matte {
  if (!outline) return matte;
  const data = matte.data.map((alpha, at) => Math.max(alpha, outline.data[at * 4 + 3] ?? 0));
  return { ...matte, data };
}

/** Returns the points of a contour. The first one is repeated at the end. */
function closed(contour: readonly number[]): Point[] {
  const points = Array.from({ length: contour.length / 2 }, (_, at): Point => [
    contour[at * 2] ?? 0,
    contour[at * 2 + 1] ?? 0,
  ]);
  const [first] = points;
  return first ? [...points, first] : points;
}

function areaOf(contour: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < contour.length; at += 2) {
    const after = (at + 2) % contour.length;
    sum += (contour[at] ?? 0) * (contour[after + 1] ?? 0) - (contour[after] ?? 0) * (contour[at + 1] ?? 0);
  }
  return Math.abs(sum / 2);
}

function pathOf(curves: readonly (readonly Point[])[]): string {
  const [start] = curves[0] ?? [];
  if (!start) return '';
  const pieces = curves.map(([, ...rest]) => `C${rest.map(placed).join(' ')}`);
  return `M${placed(start)}${pieces.join('')}Z`;
}

function placed([x, y]: Point): string {
  return `${shown(x)},${shown(y)}`;
}

/** Formats a number with at most two decimals. */
function shown(value: number): string {
  return String(Math.round(value * 100) / 100);
}
