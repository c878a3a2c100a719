import type { Rule } from '../api/check.ts';
import { segmentRules, segmenterRules } from '../api/check-options.ts';
import type { Segmenter, SegmentOptions } from '../public-api.ts';
import { type SharedOptions, sharedSegmenter } from '../shared/shared-segmenter.ts';

/** Options of a segmenter, which frames and animations share. */
type SegmenterChoice = Pick<SharedOptions, 'manifestUrl' | 'model' | 'threads' | 'provider' | 'runtimeUrl'>;

/** Options of `segmentFrames`. `transparency` is decided for all frames by the first one. */
export interface FramesOptions
  extends SegmenterChoice, Pick<SegmentOptions, 'signal' | 'detail' | 'transparency' | 'background'> {
  /**
   * A segmenter of your own, which you dispose of. The options of a segmenter are then not used. Default: one that all callers
   * with equal options share, and that lives as long as the page.
   */
  readonly segmenter?: Pick<Segmenter, 'segment'>;
  /**
   * Whether the edge is steadied: where the picture does not change, the alpha is a mean over up to five frames. Parts that
   * move and cuts are not delayed.
   * @default true
   */
  readonly steadyEdge?: boolean;
}

const { manifestUrl, model, threads, provider, runtimeUrl } = segmenterRules;
const { signal, detail, transparency, background } = segmentRules;

export const framesRules: Readonly<Record<keyof FramesOptions, Rule>> = {
  manifestUrl,
  model,
  threads,
  provider,
  runtimeUrl,
  signal,
  detail,
  transparency,
  background,
  segmenter: {
    must: 'a segmenter',
    isMet: (value) => typeof value === 'object' && value !== null && 'segment' in value,
  },
  steadyEdge: { must: 'true or false', isMet: (value) => typeof value === 'boolean' },
};

/** Returns the segmenter that the options name. */
export function segmenterOf({ segmenter, ...options }: FramesOptions): Pick<Segmenter, 'segment'> {
  if (segmenter) return segmenter;
  const choice = Object.entries(options).filter(([name, value]) => name in segmenterRules && value !== undefined);
  return sharedSegmenter(Object.fromEntries(choice));
}
