import { command, type MattingInstance } from './matting-kernels.ts';
import { createReserve } from './reserve-memory.ts';
import type { SampledPicture } from './sample-pairs.ts';

/**
 * Makes parts inside a subject solid, in place, that are half transparent because the network is unsure about them:
 * dark fur, hair in front of a wall of its colour. A part that is far from the background, connected to sure subject
 * and smooth is a body, unless its colours are those of the background or a mixture of background and subject: glass,
 * veils and motion blur stay. Soft edges stay. All decisions are gradual, so that noise cannot reverse them.
 * @param instance an instance of `assembly/matting`.
 * @param mask 0…1, normalised, row by row.
 * @param picture the image at the mask's size.
 * @throws {SegmenterError} `out-of-memory` when the browser refuses the memory: 8 bytes per pixel, and 10 MB.
 * @throws {LostThreadError} when one of the instance's threads stops.
 */
export function solidifyBodies(
  instance: MattingInstance,
  mask: Float32Array,
  { pixels, heightPx, widthPx }: SampledPicture,
): void {
  const { kernels, memory } = instance;
  const reserve = createReserve(memory, instance.start);
  const maskAt = reserve(mask.length * 4);
  const rgba = reserve(mask.length * 4);
  const scratch = reserve(kernels.bodiesScratchBytes(heightPx, widthPx));
  const shared = () => new Float32Array(memory.buffer, maskAt, mask.length);
  shared().set(mask);
  new Uint8Array(memory.buffer, rgba, pixels.length).set(pixels);
  instance.run([command('solidifyBodies', maskAt, rgba, heightPx, widthPx, scratch)]);
  mask.set(shared());
}
