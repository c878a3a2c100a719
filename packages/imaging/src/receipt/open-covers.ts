import { createPictureLender } from '../layers/create-picture-lender.ts';
import type { Size } from '../geometry/rect.ts';
import type { FontFaceParams, LayerParams } from '../layers/layer-params.ts';
import { type LayerRows, openLayers } from '../layers/open-layers.ts';
import { checkLayers, prepareLayers } from '../layers/prepare-layers.ts';

/**
 * Opens the layers before the subject of a result, to find the pixels that they cover. It needs a browser.
 * @param size Size of the result.
 * @throws {CompositorError} see `prepareLayers`.
 * @example
 * const statement = await describeResult({ ...result, covers: await openCovers(layers, fontFaces, size) });
 */
export async function openCovers(
  layers: readonly LayerParams[],
  fontFaces: readonly FontFaceParams[],
  size: Size,
): Promise<readonly LayerRows[]> {
  const { widthPx, heightPx } = size;
  const { lend } = createPictureLender();
  const prepared = await prepareLayers(checkLayers(layers), fontFaces, { x: 0, y: 0, widthPx, heightPx }, lend);
  return openLayers(prepared, { widthPx, heightPx }).above.flatMap(({ rows }) => (rows ? [rows] : []));
}
