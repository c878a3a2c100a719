import type { Matte, Rect } from '@isola/imaging';

/** As shares of the box's longer side: as far as soft edges and single hairs go, and where nothing is left. */
const kept = 0.01;
const gone = 0.04;

/**
 * Fades out what is faint beyond the subject: traces of the old background, which are hardly seen, and yet reach the border
 * of a file that is to be white. What is inside the subject's box stays, also where it is as faint: glass, gauze.
 * @param box the subject's, in px of the image.
 * @param channels of `data` for each pixel, the last of which is alpha: 1 for a matte, 4 for a cutout.
 * @returns a copy; the very data where there is nothing to fade.
 */
export function withoutHaze<Data extends Uint8ClampedArray>(
  data: Data,
  { widthPx, heightPx }: Pick<Matte, 'widthPx' | 'heightPx'>,
  box: Rect,
  channels: 1 | 4,
): Data | Uint8ClampedArray<ArrayBuffer> {
  const longer = Math.max(box.widthPx, box.heightPx);
  const [from, to] = [longer * kept, longer * gone];
  const share = (awayPx: number) => Math.min(1, Math.max(0, (to - awayPx) / (to - from)));
  const across = sharesOf(widthPx, box.x, box.x + box.widthPx, share);
  const down = sharesOf(heightPx, box.y, box.y + box.heightPx, share);
  let copy: Uint8ClampedArray<ArrayBuffer> | undefined;
  for (let y = 0, at = channels - 1; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1, at += channels) {
      const left = Math.min(across[x] ?? 1, down[y] ?? 1);
      if (left === 1 || data[at] === 0) continue;
      copy ??= new Uint8ClampedArray(data);
      copy[at] = (data[at] ?? 0) * left;
    }
  }
  return copy ?? data;
}

/** For each place along a side, how much is left there. */
function sharesOf(lengthPx: number, from: number, to: number, share: (awayPx: number) => number): Float32Array {
  return Float32Array.from({ length: lengthPx }, (_, at) => share(Math.max(from - at, at + 1 - to, 0)));
}
