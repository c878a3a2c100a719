import { createPictureLender } from '../layers/create-picture-lender.ts';
import type { Size } from '../geometry/rect.ts';
import type { FontFaceParams, LayerParams } from '../layers/layer-params.ts';
import { type LayerRows, openLayers } from '../layers/open-layers.ts';
import { checkLayers, prepareLayers } from '../layers/prepare-layers.ts';

/** Opened layers. */
export interface OpenCovers {
  readonly covers: readonly LayerRows[];
  /** Frees the memory of the layers' pictures. */
  readonly close: () => void;
}

/**
 * Opens the layers before the subject of a result, to find the pixels that they cover. It needs a browser.
 * @param size Size of the result.
 * @throws {CompositorError} see `prepareLayers`.
 * @example
 * const { covers, close } = await openCovers(layers, fontFaces, size);
 * const statement = await describeResult({ ...result, covers }).finally(close);
 */
export async function openCovers(
  layers: readonly LayerParams[],
  fontFaces: readonly FontFaceParams[],
  size: Size,
): Promise<OpenCovers> {
  const { widthPx, heightPx } = size;
  const lender = createPictureLender();
  try {
    const prepared = await prepareLayers(checkLayers(layers), fontFaces, { x: 0, y: 0, widthPx, heightPx }, lender);
    const { above } = openLayers(prepared, { widthPx, heightPx });
    return { covers: above.flatMap(({ rows }) => (rows ? [rows] : [])), close: lender.close };
  } catch (error) {
    lender.close();
    throw error;
  }
}
