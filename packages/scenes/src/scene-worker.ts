import { openScene } from './open-scene.ts';
import type { SceneVariant } from './scene/variants.ts';

/** Message to the worker: a scene and the size to paint. */
export interface PaintRequest extends SceneVariant {
  readonly call: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

export type PaintAnswer =
  | { readonly call: number; readonly pixels: Uint8ClampedArray<ArrayBuffer> }
  | { readonly call: number; readonly failure: string };

/** The page, as its worker sees it. This file is checked with the types of the DOM, which have no worker scope. */
const page = self as unknown as Worker;

page.addEventListener('message', ({ data }: MessageEvent<PaintRequest>) => {
  void paint(data).then(
    (pixels) => page.postMessage({ call: data.call, pixels } satisfies PaintAnswer, [pixels.buffer]),
    (error: unknown) => page.postMessage({ call: data.call, failure: String(error) } satisfies PaintAnswer),
  );
});

async function paint({ scene, seed, widthPx, heightPx }: PaintRequest) {
  const { readRow } = await openScene(scene, seed, widthPx, heightPx, () => Promise.resolve());
  const row = new Float32Array(widthPx * 3);
  const pixels = new Uint8ClampedArray(widthPx * heightPx * 4).fill(255);
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    readRow(y, row);
    for (let x = 0; x < row.length; x += 3, at += 4) {
      for (let channel = 0; channel < 3; channel += 1) pixels[at + channel] = 255 * encoded(row[x + channel] ?? 0);
    }
  }
  return pixels;
}

/** Applies the transfer function of sRGB. */
function encoded(light: number): number {
  return light <= 0.003_130_8 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
}
