import { SegmenterError } from '../../api/errors.ts';
import { ownTransparencyModel } from '../../api/segmentation.ts';
import type { AnimationFormat, AnimationFrame, AnimationHeader, AnimationWriter } from '../../animation/animation.ts';
import { createEdgeSteadier } from '../../animation/steady-edge.ts';
import { createApngWriter } from '../../animation/write-apng.ts';
import { createGifWriter } from '../../animation/write-gif.ts';
import { createWebpWriter } from '../../animation/write-webp.ts';
import { flattenerOnto } from '../../pipeline/flatten.ts';
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
  const cutter = createFrameCutter(segmenter, header, options);
  const notify = (loaded: number) => options.onProgress?.({ loaded, total: frames });
  let loaded = 0;
  notify(loaded);
  for await (const frame of decode()) {
    aborted.throwIfAborted();
    const pixels = await cutter.cutOut(frame);
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

/** Cuts out the frames of one animation, in order. */
function createFrameCutter(
  segmenter: Pick<Segmenter, 'segment'>,
  { widthPx, heightPx }: AnimationHeader,
  { signal: aborted, detail: wanted, transparency: first = 'keep', background: colour, ...options }: AnimationOptions,
) {
  const steadier = options.steadyEdge === false ? undefined : createEdgeSteadier({ widthPx, heightPx });
  const flatten = colour === undefined ? undefined : flattenerOnto(colour);
  const call = { outputs: ['pixels'], ...(aborted && { signal: aborted }), ...(wanted && { detail: wanted }) } as const;
  let keptTransparency: boolean | undefined;
  let subject: 'found' | 'none' = 'none';

  /** Returns the frame's cut-out without a background. */
  async function segmented({ pixels: data }: AnimationFrame): Promise<Uint8ClampedArray> {
    // When the first frame is cut out already, so are the others.
    if (keptTransparency) return data;
    const frame = { data, width: widthPx, height: heightPx };
    const transparency = keptTransparency === undefined ? first : 'cut';
    const found = await segmenter.segment(frame, { ...call, transparency });
    keptTransparency ??= found.run.model === ownTransparencyModel;
    if (!keptTransparency) steadier?.steady(data, found.pixels);
    return found.pixels;
  }

  return {
    async cutOut(frame: AnimationFrame): Promise<Uint8ClampedArray> {
      const pixels = await segmented(frame);
      if (subject === 'none' && hasSubject(pixels)) subject = 'found';
      flatten?.(pixels);
      return pixels;
    },
    facts: () => ({ subject, keptTransparency: keptTransparency ?? false }),
  };
}

function hasSubject(pixels: Uint8ClampedArray): boolean {
  for (let at = 3; at < pixels.length; at += 4) if ((pixels[at] ?? 0) > 0) return true;
  return false;
}
