import type { Matte } from '@isola/segmenter/node';

/** Returns one byte per pixel: 1 where more than half of the pixel is subject. */
export function maskOf({ data }: Matte): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(data, (alpha) => Number(alpha > 127));
}

/** Returns the number of pixels that both masks have, as a share of those that either has. */
export function overlapOf(result: Uint8Array, truth: Uint8Array): number {
  let [both, either] = [0, 0];
  for (const [at, is] of truth.entries()) {
    both += Number(is === 1 && result[at] === 1);
    either += Number(is === 1 || result[at] === 1);
  }
  return either === 0 ? 1 : both / either;
}
