import { check, oneOf } from '../../api/check.ts';
import { segmentRules } from '../../api/check-options.ts';
import { toSegmenterError } from '../../api/translate-error.ts';
import { type AnimationFormat, animationFormats, type AnimationHeader } from '../../animation/animation.ts';
import type { Segmenter } from '../create-node-segmenter.ts';
import type { SegmentOptions } from '../node-options.ts';
import type { RawPixels, SegmenterSource } from '../open-node-source.ts';
import { requireSharp } from '../require-sharp.ts';

/** Options of `cutOutAnimation`. `transparency` is decided for all frames by the first one. */
export interface AnimationOptions extends Pick<SegmentOptions, 'signal' | 'detail' | 'transparency' | 'background'> {
  /** Called before the first frame and after each. */
  readonly onProgress?: (progress: FrameProgress) => void;
  /** Format of the result. Default: the source's. */
  readonly format?: AnimationFormat;
  /** Quality of a WebP, 1…100. @default 90 */
  readonly quality?: number;
  /** Whether the edge is steadied: where the picture does not change, the alpha is a mean over several frames. @default true */
  readonly steadyEdge?: boolean;
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

const { signal, onProgress, detail, transparency, background } = segmentRules;
const rules = {
  signal,
  onProgress,
  detail,
  transparency,
  background,
  format: oneOf(...animationFormats),
  quality: {
    must: 'a number from 1 to 100',
    isMet: (value: unknown) => typeof value === 'number' && value >= 1 && value <= 100,
  },
  steadyEdge: { must: 'true or false', isMet: (value: unknown) => typeof value === 'boolean' },
};

/**
 * Cuts out each frame of an animated GIF, WebP or PNG. It writes an animation with the same frames, durations and number of
 * plays, and with an edge that does not flicker. One frame is in memory at a time, and the files. A GIF has no partial
 * transparency: its edge is hard, unless there is a `background`.
 * @param segmenter created by `createSegmenter`; stays open.
 * @param source an animation of at most 1000 megapixels in all its frames. A still image counts as one frame.
 * @throws {SegmenterError} as `segment`; the signal's reason; {TypeError} for an option that does not exist; {RangeError} for a
 *   value that an option cannot have.
 * @example
 * const { file } = await cutOutAnimation(segmenter, pathToFileURL('dance.gif'), { format: 'webp' });
 * await writeFile('dance.webp', Buffer.from(await file.arrayBuffer()));
 */
export async function cutOutAnimation(
  segmenter: Pick<Segmenter, 'segment'>,
  source: Exclude<SegmenterSource, RawPixels>,
  options: AnimationOptions = {},
): Promise<AnimationCutout> {
  check(options, rules);
  await requireSharp();
  // The module is loaded late, because it needs sharp.
  const { cutOutFrames } = await import('./cut-out-frames.ts');
  try {
    return await cutOutFrames(segmenter, source, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    throw toSegmenterError(error);
  }
}
