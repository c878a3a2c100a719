import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

import { attenuate, blendOver, blendOverColor, blendOverShadow, linearOf } from '@isola/imaging';
import sharp from 'sharp';

import { unreadable } from '../image/check-image.ts';
import type { Background, RemovalRequest } from '../removal-request.ts';
import { layOut } from './layout.ts';
import { type Box, copyInto, emptyRaster, type Raster, rasterOf, resized } from './raster.ts';
import { castShadow, type ReadShadow } from './shadow.ts';

/** Number of rows after which other requests get a turn. */
const rowsPerTurn = 128;

/**
 * Places a cutout on its canvas, and adds the shadow and the background.
 * @param cutout not changed.
 * @param subject bounding box of the subject in the cutout.
 * @returns opaque pixels when the background is opaque.
 * @throws {ApiError} `failed_to_read_image` for a damaged background; the reason of the signal.
 */
export async function compose(
  cutout: Raster,
  subject: Box,
  request: RemovalRequest,
  signal: AbortSignal,
): Promise<Raster> {
  const size = { width: cutout.widthPx, height: cutout.heightPx };
  const { widthPx, heightPx, from, to } = layOut(size, subject, request);
  const canvas = emptyRaster(widthPx, heightPx);
  if (from.width === to.width && from.height === to.height) copyInto(cutout, from, canvas, to.left, to.top);
  else {
    const part = emptyRaster(from.width, from.height);
    copyInto(cutout, from, part, 0, 0);
    const scaled = await resized(part, to.width, to.height);
    copyInto(scaled, { left: 0, top: 0, width: to.width, height: to.height }, canvas, to.left, to.top);
  }
  if (request.channels === 'alpha') return canvas;
  const { background } = request;
  const shadow = request.shadow && (await castShadow(canvas, request.shadow));
  if (!shadow && !background) return canvas;
  const finishRow = await rowFinisher(canvas, shadow, background);
  for (let y = 0; y < heightPx; y += 1) {
    finishRow(canvas.data.subarray(y * widthPx * 4, (y + 1) * widthPx * 4), y);
    if (y % rowsPerTurn === 0) {
      await yieldToEventLoop();
      signal.throwIfAborted();
    }
  }
  return canvas;
}

type FinishRow = (row: Uint8ClampedArray, y: number) => void;

/** Creates a function that adds shadow and background to a row. Light is mixed in linear light. */
async function rowFinisher(
  { widthPx, heightPx }: Raster,
  shadow: ReadShadow | undefined,
  background: Background | undefined,
): Promise<FinishRow> {
  const left = new Float32Array(widthPx).fill(1);
  if (!background || (background.kind === 'color' && background.alpha < 255)) {
    const coverage = new Float32Array(widthPx).fill((background?.alpha ?? 0) / 255);
    const color = background && linearColorOf(background);
    return (row, y) => {
      shadow?.(y, left);
      if (shadow) blendOverShadow(row, left);
      if (color) blendOverColor(row, coverage, color);
    };
  }
  const behind = new Float32Array(widthPx * 3);
  const readBehind = await backgroundReader(background, widthPx, heightPx);
  return (row, y) => {
    readBehind(y, behind);
    shadow?.(y, left);
    if (shadow) attenuate(behind, left, [1, 1, 1]);
    blendOver(row, behind);
  };
}

type LinearColor = readonly [red: number, green: number, blue: number];

function linearColorOf({ red, green, blue }: { red: number; green: number; blue: number }): LinearColor {
  return [linearOf[red] ?? 0, linearOf[green] ?? 0, linearOf[blue] ?? 0];
}

/** Creates a function that reads a row of an opaque background in linear light. */
async function backgroundReader(
  background: Background,
  widthPx: number,
  heightPx: number,
): Promise<(y: number, into: Float32Array) => void> {
  if (background.kind === 'color') {
    const color = linearColorOf(background);
    const line = Float32Array.from({ length: widthPx * 3 }, (_, at) => color[at % 3] ?? 0);
    return (_, into) => into.set(line);
  }
  const covering = sharp(background.image.bytes, { failOn: 'error' })
    .autoOrient()
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .resize(widthPx, heightPx, { fit: 'cover', position: 'centre' })
    .ensureAlpha();
  const { data } = await rasterOf(covering).catch(() => {
    throw unreadable('bg_image');
  });
  return (y, into) => {
    for (let at = 0, pixel = y * widthPx * 4; at < into.length; at += 3, pixel += 4) {
      into[at] = linearOf[data[pixel] ?? 0] ?? 0;
      into[at + 1] = linearOf[data[pixel + 1] ?? 0] ?? 0;
      into[at + 2] = linearOf[data[pixel + 2] ?? 0] ?? 0;
    }
  };
}
