import { check, oneOf, type Rule } from '../api/check.ts';
import { segmentRules } from '../api/check-options.ts';
import {
  type AnimationFormat,
  animationFormats,
  type AnimationHeader,
  type AnimationWriter,
} from '../animation/animation.ts';
import { createFrameCutter } from '../animation/frame-cutter.ts';
import { createApngWriter } from '../animation/write-apng.ts';
import { createGifWriter } from '../animation/write-gif.ts';
import { createWebpWriter } from '../animation/write-webp.ts';
import { createPngEncoder } from '../imaging.ts';
import { SegmenterError, translateError } from '../public-api.ts';
import { FramesError } from './frames-error.ts';
import { type FramesOptions, framesRules, segmenterOf } from './frames-options.ts';
import { openAnimation } from './open-animation.ts';

/** Options of `cutOutAnimation`, in addition to those of `segmentFrames`. */
export interface AnimationOptions extends FramesOptions {
  /** Called before the first frame and after each. */
  readonly onProgress?: (progress: FrameProgress) => void;
  /**
   * Format of the result. Default: the source's. A GIF has a hard edge, because it has no partial transparency, and few colours;
   * `png` and `webp` keep both.
   */
  readonly format?: AnimationFormat;
  /** Quality of a WebP, 1…100. @default 90 */
  readonly quality?: number;
}

/** Number of finished frames, and of all frames. */
export interface FrameProgress {
  readonly loaded: number;
  readonly total: number;
}

/** The result of `cutOutAnimation`. Its frames, their durations and the number of plays are the source's. */
export interface AnimationCutout extends AnimationHeader {
  /** The animation: `image/gif`, `image/webp` or `image/png`. */
  readonly file: Blob;
  readonly format: AnimationFormat;
  /** `none` when no frame has a subject. */
  readonly subject: 'found' | 'none';
  /** True when the frames were already cut out, so that they kept their transparency and no network ran. */
  readonly keptTransparency: boolean;
}

const rules: Readonly<Record<keyof AnimationOptions, Rule>> = {
  ...framesRules,
  onProgress: segmentRules.onProgress,
  format: oneOf(...animationFormats),
  quality: {
    must: 'a number from 1 to 100',
    isMet: (value) => typeof value === 'number' && value >= 1 && value <= 100,
  },
};

/**
 * Cuts out each frame of an animated GIF, WebP or PNG. It writes an animation with the same frames, durations and number of
 * plays, and with an edge that does not flicker. One decoded frame is in memory at a time.
 * @param file an animation of at most 1000 megapixels in all its frames. A still image counts as one frame.
 * @throws {FramesError} `no-image-decoder`; `format-not-writable`. {SegmenterError} as `segment`; the signal's reason;
 *   {TypeError} for an option that does not exist; {RangeError} for a value that an option cannot have.
 * @example
 * const { file } = await cutOutAnimation(gif, { manifestUrl: '/models/manifest.json' });
 * image.src = URL.createObjectURL(file);
 */
export async function cutOutAnimation(file: Blob, options: AnimationOptions = {}): Promise<AnimationCutout> {
  check(options, rules);
  try {
    return await cutOutFrames(file, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof FramesError || error instanceof SegmenterError) throw error;
    const { code, detail } = translateError(error);
    throw new SegmenterError(code, detail, { cause: error });
  }
}

/** Does the work of `cutOutAnimation`, whose options it takes unchecked. */
async function cutOutFrames(file: Blob, options: AnimationOptions): Promise<AnimationCutout> {
  const { signal = new AbortController().signal, onProgress, detail, quality = 90 } = options;
  signal.throwIfAborted();
  const animation = await openAnimation(file);
  try {
    const { widthPx, heightPx, frames, plays } = animation;
    const header = { widthPx, heightPx, frames, plays };
    const format = options.format ?? animation.format;
    const { encode, writer } = formats[format](header, quality);
    const segmenter = segmenterOf(options);
    const call = { outputs: ['pixels'], signal, ...(detail && { detail }) } as const;
    const cutter = createFrameCutter(
      (pixels, transparency) => segmenter.segment(new ImageData(pixels, widthPx, heightPx), { ...call, transparency }),
      header,
      options,
    );
    onProgress?.({ loaded: 0, total: frames });
    for (let index = 0; index < frames; index += 1) {
      signal.throwIfAborted();
      const { image, durationMs } = await animation.read(index);
      const encoded = await encode(new ImageData(await cutter.cutOut(image.data), widthPx, heightPx));
      writer.add(new Uint8Array(await encoded.arrayBuffer()), durationMs);
      onProgress?.({ loaded: index + 1, total: frames });
    }
    signal.throwIfAborted();
    return { ...header, file: writer.finish(), format, ...cutter.facts() };
  } finally {
    animation.close();
  }
}

interface Format {
  readonly encode: (frame: ImageData) => Promise<Blob>;
  readonly writer: AnimationWriter;
}

const formats: Readonly<Record<AnimationFormat, (header: AnimationHeader, quality: number) => Format>> = {
  png: (header) => ({
    async encode({ data }) {
      const encoder = await createPngEncoder(header);
      encoder.add(data);
      return encoder.finish();
    },
    writer: createApngWriter(header),
  }),
  gif: (header) => ({
    encode: async (frame) => (await import('./encode-gif.ts')).encodeGif(frame),
    writer: createGifWriter(header),
  }),
  webp: (header, quality) => ({
    async encode(frame) {
      const canvas = new OffscreenCanvas(header.widthPx, header.heightPx);
      canvas.getContext('2d')?.putImageData(frame, 0, 0);
      const file = await canvas.convertToBlob({ type: 'image/webp', quality: quality / 100 });
      // A browser without the encoder writes a PNG.
      if (file.type !== 'image/webp') throw new FramesError('format-not-writable', 'the browser cannot encode WebP');
      return file;
    },
    writer: createWebpWriter(header),
  }),
};
