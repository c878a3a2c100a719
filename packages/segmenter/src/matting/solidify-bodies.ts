import { command, type MattingInstance } from './matting-kernels.ts';
import { createReserve } from './reserve-memory.ts';
import type { SampledPicture } from './sample-pairs.ts';

/**
 * Makes solid, in place, what is half transparent inside a subject because the network doubts it: dark fur, hair before a
 * wall of its colour. What is far from the background, joined to sure subject and smooth is a body, unless its colours are
 * those of the background or a mixture of it with the subject: glass, veils and motion blur stay. Soft edges stay. All
 * decisions are gradual, so that noise cannot turn them.
 * @param instance of `assembly/matting`.
 * @param mask 0…1, normalised, row by row.
 * @param picture at the mask's size.
 * @throws {SegmenterError} `out-of-memory` when the browser does not give the memory: 8 bytes a pixel, and 10 MB.
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
