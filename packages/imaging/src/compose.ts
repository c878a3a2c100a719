import type { Affine } from './affine.ts';
import type { Backdrop } from './backdrop/backdrop.ts';
import type { Layer } from './backdrop/layer.ts';
import { openBackdrop } from './backdrop/open-backdrop.ts';
import { dim, layOver, layOverShadow } from './lay-over.ts';
import type { LightChoice } from './light/light-choice.ts';
import { addLight } from './light/light-wrap.ts';
import { type PreparedLight, prepareLight } from './light/prepare-light.ts';
import type { CutoutSource, RasterStrip } from './raster.ts';

/** A cut-out at its place, with what lies behind it and the light it stands in. */
export interface Composition {
  /** Of the result's size. */
  readonly cutout: CutoutSource;
  readonly layer: Layer;
  readonly light: LightChoice;
  /** From the result to the photo, both measured from their left top corners: a pixel's middle lies at ½. */
  readonly toPhoto: Affine;
  readonly photo: { readonly widthPx: number; readonly heightPx: number };
  /** The cut-out as it stands in the photo: where that is blurred, its light does not spread. */
  readonly subject?: CutoutSource | undefined;
}

/**
 * Lays a cut-out over its background, strip by strip. The cut-out is read once, and once more for its light; its rows
 * are left as they are.
 * @param turn called now and then: waits for whatever else is to be heard, and throws to stop.
 * @returns the result's rows from top to bottom; opaque unless the layer is transparent.
 * @throws {CompositorError} for a picture that cannot be decoded, or what `turn` throws.
 */
export async function* composeRows(composition: Composition, turn: () => Promise<void>): AsyncGenerator<RasterStrip> {
  const { cutout, layer, light } = composition;
  const { widthPx, heightPx } = cutout;
  const { backdrop, close } = await openBackdrop(layer, { ...composition, widthPx, heightPx }, turn);
  try {
    const finishRow = rowFinisher(widthPx, backdrop, await prepareLight(cutout, backdrop, light, turn));
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
      await turn();
    }
  } finally {
    close();
  }
}

/** @returns makes a row of the result out of one of the cut-out, in place. */
function rowFinisher(widthPx: number, backdrop: Backdrop | undefined, { left, match, wrap }: PreparedLight) {
  const behind = new Float32Array(backdrop ? widthPx * 3 : 0);
  const leftOver = new Float32Array(left ? widthPx : 0);
  const wrapped = new Float32Array(wrap ? widthPx * 3 : 0);
  return (row: Uint8ClampedArray, y: number) => {
    match?.(row);
    if (wrap) {
      wrap(y, wrapped);
      addLight(row, wrapped);
    }
    left?.(y, leftOver);
    if (backdrop) {
      backdrop.readRow(y, behind);
      if (left) dim(behind, leftOver);
      layOver(row, behind);
    } else if (left) {
      layOverShadow(row, leftOver);
    }
  };
}
