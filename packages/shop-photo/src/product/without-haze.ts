import type { Matte, Rect } from '@isola/imaging';

/**
 * Distances from the subject's box, as shares of its longer side. Up to `kept`, which covers soft edges and single
 * hairs, everything stays. From `gone` on, nothing does.
 */
const kept = 0.01;
const gone = 0.04;

/**
 * Fades out faint pixels outside the subject's box: traces of the old background that are hardly visible, but reach the
 * border of a file that must be white. Inside the box everything stays, even if it is as faint, such as glass or gauze.
 * @param box bounding box of the subject, in px of the image.
 * @param channels channels per pixel of `data`, the last of which is alpha: 1 for a matte, 4 for a cutout.
 * @returns a copy, or `data` itself when there is nothing to fade.
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

/** Returns the remaining share for each position along a side. */
function sharesOf(lengthPx: number, from: number, to: number, share: (awayPx: number) => number): Float32Array {
  return Float32Array.from({ length: lengthPx }, (_, at) => share(Math.max(from - at, at + 1 - to, 0)));
}
