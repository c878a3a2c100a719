import { SegmenterError } from '../../api/errors.ts';
import type { AnimationFormat, AnimationHeader, AnimationWriter } from '../../animation/animation.ts';
import { createFrameCutter } from '../../animation/frame-cutter.ts';
import { createApngWriter } from '../../animation/write-apng.ts';
import { createGifWriter } from '../../animation/write-gif.ts';
import { createWebpWriter } from '../../animation/write-webp.ts';
import type { Segmenter } from '../create-node-segmenter.ts';
import { openNodeSource, type SegmenterSource } from '../open-node-source.ts';
import { sharpOf } from '../sharp-platform.ts';
import type { AnimationCutout, AnimationOptions } from './cut-out-animation.ts';
import { openAnimation } from './open-animation.ts';

/** Does the work of `cutOutAnimation`, whose options it takes unchecked. */
export async function cutOutFrames(
  segmenter: Pick<Segmenter, 'segment'>,
  source: SegmenterSource,
  options: AnimationOptions,
): Promise<AnimationCutout> {
  const { signal: aborted = new AbortController().signal, quality = 90 } = options;
  aborted.throwIfAborted();
  const file = await openNodeSource(source, { fetch: undefined, signal: aborted }).prepare();
  if (!(file instanceof Blob)) throw new SegmenterError('unsupported-format', 'pixels are not an animation');
  const { format: ownFormat, decode, ...header } = await openAnimation(file);
  const { format = ownFormat } = options;
  const { widthPx, heightPx, frames } = header;
  const writer = writers[format](header);
  const call = { outputs: ['pixels'], signal: aborted, ...(options.detail && { detail: options.detail }) } as const;
  const cutter = createFrameCutter(
    (data, transparency) => segmenter.segment({ data, width: widthPx, height: heightPx }, { ...call, transparency }),
    header,
    options,
  );
  const notify = (loaded: number) => options.onProgress?.({ loaded, total: frames });
  let loaded = 0;
  notify(loaded);
  for await (const frame of decode()) {
    aborted.throwIfAborted();
    const pixels = await cutter.cutOut(frame.pixels);
    const encoder = sharpOf(pixels, { widthPx, heightPx });
    writer.add(await encoders[format](encoder, quality).toBuffer(), frame.durationMs);
    loaded += 1;
    notify(loaded);
  }
  aborted.throwIfAborted();
  return { ...header, file: writer.finish(), format, ...cutter.facts() };
}

const writers: Readonly<Record<AnimationFormat, (header: AnimationHeader) => AnimationWriter>> = {
  gif: createGifWriter,
  webp: createWebpWriter,
  png: createApngWriter,
};

type Sharp = ReturnType<typeof sharpOf>;

const encoders: Readonly<Record<AnimationFormat, (frame: Sharp, quality: number) => Sharp>> = {
  gif: (frame) => frame.gif(),
  webp: (frame, quality) => frame.webp({ quality, alphaQuality: 100 }),
  png: (frame) => frame.png(),
};
