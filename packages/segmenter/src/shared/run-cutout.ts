import {
  type Segmentation,
  type SegmentOptions,
  type Segmenter,
  type SegmenterSource,
  type StageProgress,
  type TranslatedError,
  translateError,
} from '../public-api.ts';

/** The state of a source's cut-out. */
export type CutoutState =
  /** There is no source. */
  | { readonly status: 'idle' }
  /** The image waits or is processed. `progress` is absent before the first report. */
  | { readonly status: 'working'; readonly progress?: StageProgress }
  /** `url` is an object URL of the PNG, for an `<img>`. It is revoked when the source or the options change. */
  | { readonly status: 'done'; readonly url: string; readonly segmentation: Segmentation<'png'> }
  | { readonly status: 'failed'; readonly error: TranslatedError };

/** Options of a call that a cut-out may have. */
export type CutoutCallOptions = Pick<SegmentOptions, 'detail' | 'transparency' | 'background' | 'prompt'>;

/**
 * Cuts out a source and shows each state of the work.
 * @param segmenter called at once. If it throws, the cut-out fails.
 * @returns a function that aborts the work and revokes the URL. Nothing is shown after its call.
 */
export function runCutout(
  source: SegmenterSource,
  segmenter: () => Segmenter,
  options: CutoutCallOptions,
  show: (state: CutoutState) => void,
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const showUnlessAborted = (state: CutoutState) => {
    if (!signal.aborted) show(state);
  };
  let url: string | undefined;
  async function run(): Promise<void> {
    try {
      const onProgress = (progress: StageProgress) => showUnlessAborted({ status: 'working', progress });
      const segmentation = await segmenter().segment(source, { ...options, outputs: ['png'], signal, onProgress });
      if (signal.aborted) return;
      url = URL.createObjectURL(segmentation.png);
      show({ status: 'done', url, segmentation });
    } catch (error) {
      showUnlessAborted({ status: 'failed', error: translateError(error) });
    }
  }
  void run();
  return () => {
    controller.abort();
    if (url !== undefined) URL.revokeObjectURL(url);
  };
}
