import { type AreaRefusal, fillArea } from '@isola/imaging';
import type { Outputs, Part, SegmentationFacts } from '@isola/segmenter/node';

/**
 * Erases the things in rectangles of a cutout, one after the other. Its pixels are changed in place.
 * @returns why the first rectangle that cannot be filled is not; undefined when all are.
 */
export async function eraseBoxes(
  { pixels, widthPx, heightPx }: SegmentationFacts & Partial<Outputs>,
  boxes: readonly Part[],
): Promise<AreaRefusal | 'outside' | undefined> {
  if (!pixels) return undefined;
  for (const { leftPx, topPx, ...size } of boxes) {
    if (leftPx + size.widthPx > widthPx || topPx + size.heightPx > heightPx) return 'outside';
    const rect = { x: leftPx, y: topPx, ...size };
    const { filled, refusal } = await fillArea(
      {
        widthPx,
        heightPx,
        alpha: Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, at) => pixels[at * 4 + 3] ?? 0),
        readCutout: (area) => {
          const part = new Uint8ClampedArray(area.widthPx * area.heightPx * 4);
          for (let row = 0; row < area.heightPx; row += 1) {
            const from = ((area.y + row) * widthPx + area.x) * 4;
            part.set(pixels.subarray(from, from + area.widthPx * 4), row * area.widthPx * 4);
          }
          return Promise.resolve(part);
        },
      },
      { rect, data: new Uint8Array(size.widthPx * size.heightPx).fill(255) },
    );
    if (refusal) return refusal;
    for (let row = 0; row < rect.heightPx; row += 1) {
      const from = row * rect.widthPx * 4;
      pixels.set(filled.pixels.subarray(from, from + rect.widthPx * 4), ((rect.y + row) * widthPx + rect.x) * 4);
    }
  }
  return undefined;
}
