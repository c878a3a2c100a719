import { type Affine, chain, translation } from '../../geometry/affine.ts';
import { type ReadRow, type SmallMap, transformedMap } from '../../resample/interpolate-map.ts';
import type { LightParams } from '../light-params.ts';
import { softened } from '../soften.ts';

/** Largest additional softness, as a share of the map's longer side. */
const maxSoftness = 0.03;
/** Width over which a shadow that the photograph cuts off fades beyond its edge, as a share of the longer side. */
const fadeShare = 0.1;

/**
 * Places the shadow of a photograph in a result.
 * @param left share of light that the shadow leaves, 0…1.
 * @param toMap map from px of the result to px of `left`. Pixel centres lie at 0.5.
 * @param widthPx width of the result.
 * @returns reads the share of light in a row of the result.
 */
export function placedShadow(
  left: SmallMap,
  { strength, softness }: NonNullable<LightParams['photographed']>,
  toMap: Affine,
  widthPx: number,
): ReadRow {
  const longSidePx = Math.max(left.widthPx, left.heightPx);
  const marginPx = Math.ceil(longSidePx * fadeShare);
  const wide = withMargin(left, marginPx, strength / 100);
  const soft = softened(wide, 1, (softness / 100) * maxSoftness * longSidePx);
  return transformedMap(soft, 1, chain(toMap, translation(marginPx, marginPx)), widthPx);
}

/** Continues a map beyond its edges, where its values fade to 1, and applies the strength. */
function withMargin({ widthPx, heightPx, data }: SmallMap, marginPx: number, strength: number): SmallMap {
  const [wide, high] = [widthPx + 2 * marginPx, heightPx + 2 * marginPx];
  const result = new Float32Array(wide * high);
  for (let y = 0, at = 0; y < high; y += 1) {
    const row = Math.min(heightPx - 1, Math.max(0, y - marginPx));
    const above = Math.abs(y - marginPx - row);
    for (let x = 0; x < wide; x += 1, at += 1) {
      const column = Math.min(widthPx - 1, Math.max(0, x - marginPx));
      const beyond = Math.hypot(x - marginPx - column, above) / marginPx;
      const share = strength * Math.max(0, 1 - beyond) ** 2;
      result[at] = 1 - share * (1 - (data[row * widthPx + column] ?? 1));
    }
  }
  return { widthPx: wide, heightPx: high, data: result };
}
