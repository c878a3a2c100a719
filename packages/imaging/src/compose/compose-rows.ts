import type { Surroundings } from '@isola/scenes';

import type { Affine } from '../geometry/affine.ts';
import type { BackgroundRows } from '../background/define-background-source.ts';
import type { BackgroundOpener } from '../background/open-background.ts';
import {
  attenuate,
  blendLayerOver,
  blendLayerOverBackground,
  blendLightOver,
  blendLightOverBackground,
  blendOver,
  blendOverColor,
  blendOverLayer,
  blendOverLight,
  blendOverShadow,
} from './blend-rows.ts';
import type { Size } from '../geometry/rect.ts';
import type { LayerGroup, OpenLayers } from '../layers/open-layers.ts';
import { lightGroups } from './light-layers.ts';
import type { LightParams } from '../light/light-params.ts';
import { addLight } from '../light/light-wrap.ts';
import { type PreparedLight, prepareLight } from '../light/prepare-light.ts';
import type { OutlineParams } from '../outline/outline-params.ts';
import type { ReadRow } from '../resample/interpolate-map.ts';
import type { CutoutSource, RasterStrip } from '../raster/raster.ts';
import { minSharpeningPx, sharpeningShare } from '../tone/sharpening-radius.ts';
import { isNeutral, type ToneParams } from '../tone/tone-params.ts';
import { tonedCutout, type TonePrecision } from '../tone/toned-cutout.ts';

/** A cutout in px of the result, with its background and light. */
export interface Composition {
  /** Cutout of the size of the result. */
  readonly cutout: CutoutSource;
  readonly background: BackgroundOpener;
  readonly light: LightParams;
  readonly outline?: OutlineParams | undefined;
  /** Share of light that the photograph's own shadow leaves, in rows of the result; no shadow by default. */
  readonly photographed?: ReadRow | undefined;
  /** Light and colour of the subject itself; unchanged by default. */
  readonly tone?: ToneParams | undefined;
  /** Precision of the tone; `exact` by default. */
  readonly tonePrecision?: TonePrecision | undefined;
  /** Texts and pictures above and below the subject. Only other subjects take on the background's colours and grain. */
  readonly layers?: OpenLayers | undefined;
  /** Ground and lamps of the background, when they are known. */
  readonly surroundings?: Surroundings | undefined;
  /** Map from px of the result to px of the source image. Pixel centres lie at 0.5. */
  readonly toPhoto: Affine;
  /** Size of the source image. */
  readonly photo: Size;
  /** Lends the decoded pixels of the source image. */
  readonly lendPhoto?: (() => Promise<ImageBitmap>) | undefined;
  /** Cutout in px of the source image. Its light is excluded from a blurred background. */
  readonly subject?: CutoutSource | undefined;
}

/**
 * Composes a cutout over its background, strip by strip. The cutout is read once for the result and, when light or an
 * outline needs it, once before that. Its rows are not modified.
 * @param yieldToEventLoop awaited after each strip; it throws to stop.
 * @returns the result's rows from top to bottom. They are opaque unless the background is transparent.
 * @throws {CompositorError} when a background image cannot be decoded. Errors of `yieldToEventLoop` are passed on.
 */
export async function* composeRows(
  composition: Composition,
  yieldToEventLoop: () => Promise<void>,
): AsyncGenerator<RasterStrip> {
  const { background, light, outline, photographed, layers, surroundings } = composition;
  const cutout = subjectOf(composition);
  const { widthPx, heightPx } = cutout;
  const { rows, close } = await background({ ...composition, widthPx, heightPx }, yieldToEventLoop);
  try {
    const prepared = await prepareLight(cutout, rows, light, surroundings, outline, photographed, yieldToEventLoop);
    const finishRow = rowFinisher(widthPx, rows, prepared, layers);
    let own = new Uint8ClampedArray();
    for await (const { firstRow, rowCount, data } of cutout.rows()) {
      const size = rowCount * widthPx * 4;
      if (own.length < size) own = new Uint8ClampedArray(size);
      const strip = own.subarray(0, size);
      strip.set(data.subarray(0, size));
      for (let row = 0; row < rowCount; row += 1) {
        finishRow(strip.subarray(row * widthPx * 4, (row + 1) * widthPx * 4), firstRow + row);
      }
      yield { firstRow, rowCount, data: strip };
      await yieldToEventLoop();
    }
  } finally {
    close?.();
  }
}

/** Returns the cutout in its tone, or the same cutout without one. Its light and its outline are computed from the toned cutout. */
export function subjectOf({ cutout, tone, tonePrecision, toPhoto: { a, b, c, d }, photo }: Composition): CutoutSource {
  if (!tone || isNeutral(tone)) return cutout;
  const photoPx = Math.sqrt(Math.abs(a * d - b * c));
  const radiusPx = (Math.max(photo.widthPx, photo.heightPx) * sharpeningShare) / photoPx;
  return tonedCutout(cutout, tone, Math.max(minSharpeningPx, radiusPx), tonePrecision);
}

/** Creates a function that turns a row of the cutout into a row of the result, in place. */
function rowFinisher(
  widthPx: number,
  rows: BackgroundRows | undefined,
  prepared: PreparedLight,
  layers: OpenLayers | undefined,
) {
  const { outline, left: drawn, photographed, shadowTint, match, wrap, reflection, grain } = prepared;
  const behind = new Float32Array(rows ? widthPx * 3 : 0);
  const left = bothOf(drawn, photographed, widthPx);
  const below = lightGroups(layers?.below ?? [], 'below', prepared, widthPx);
  const ground = lightGroups(layers?.ground ?? [], 'below', prepared, widthPx);
  const above = lightGroups(layers?.above ?? [], 'above', prepared, widthPx);
  const leftOver = new Float32Array(left ? widthPx : 0);
  const groundLeft = new Float32Array([...below, ...ground].some((group) => group.left) ? widthPx : 0);
  const wrapped = new Float32Array(wrap ? widthPx * 3 : 0);
  const covered = new Float32Array(outline ? widthPx : 0);
  const alphas = new Uint8ClampedArray(grain ? widthPx : 0);
  return (row: Uint8ClampedArray, y: number) => {
    for (let x = 0; x < alphas.length; x += 1) alphas[x] = row[x * 4 + 3] ?? 0;
    match?.(row);
    if (wrap) {
      wrap(y, wrapped);
      addLight(row, wrapped);
    }
    if (outline) {
      outline.coverage(y, covered);
      blendOverColor(row, covered, outline.color);
    }
    reflection?.add(row, y);
    if (rows) {
      rows.readRow(y, behind);
      for (const group of below) {
        darken(group, y);
        blendGroup(group, y);
      }
      if (left) {
        left(y, leftOver);
        attenuate(behind, leftOver, shadowTint);
      }
      for (const group of ground) darken(group, y);
      const reflected = reflection?.readRow(y);
      if (reflected) blendLightOverBackground(behind, reflected.data, reflected.share);
      for (const group of ground) blendGroup(group, y);
      blendOver(row, behind);
    } else {
      putOverTransparent(row, y);
    }
    grain?.(y, row, alphas);
    for (const { rows: drawnRows, blending } of above) {
      const over = drawnRows?.readRow(y);
      if (over) (blending === 'light' ? blendLightOver : blendLayerOver)(row, over);
    }
  };

  /** Darkens the background by the shadow of a group. */
  function darken({ left: groupLeft }: LayerGroup, y: number): void {
    if (!groupLeft) return;
    groupLeft(y, groundLeft);
    attenuate(behind, groundLeft, shadowTint);
  }

  function blendGroup({ rows: drawnRows, blending }: LayerGroup, y: number): void {
    const over = drawnRows?.readRow(y);
    if (over) (blending === 'light' ? blendLightOverBackground : blendLayerOverBackground)(behind, over);
  }

  /** Blends a row over everything that lies behind it in a transparent result, the nearest first. */
  function putOverTransparent(row: Uint8ClampedArray, y: number): void {
    for (const group of ground.toReversed()) putOverGroup(row, group, y);
    const reflected = reflection?.readRow(y);
    if (reflected) blendOverLight(row, reflected.data, reflected.share);
    for (const group of ground.toReversed()) putOverShadow(row, group.left, groundLeft, y);
    putOverShadow(row, left, leftOver, y);
    for (const group of below.toReversed()) {
      putOverGroup(row, group, y);
      putOverShadow(row, group.left, groundLeft, y);
    }
  }
}

function putOverGroup(row: Uint8ClampedArray, { rows, blending }: LayerGroup, y: number): void {
  const under = rows?.readRow(y);
  if (under) (blending === 'light' ? blendOverLight : blendOverLayer)(row, under);
}

function putOverShadow(row: Uint8ClampedArray, left: ReadRow | undefined, shares: Float32Array, y: number): void {
  if (!left) return;
  left(y, shares);
  blendOverShadow(row, shares);
}

/** Multiplies what two shadows leave of the light. */
function bothOf(one: ReadRow | undefined, other: ReadRow | undefined, widthPx: number): ReadRow | undefined {
  if (!one || !other) return one ?? other;
  const line = new Float32Array(widthPx);
  return (row, into) => {
    one(row, into);
    other(row, line);
    for (let x = 0; x < widthPx; x += 1) into[x] = (into[x] ?? 1) * (line[x] ?? 1);
  };
}
