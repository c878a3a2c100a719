import { defaultOutputs, type PreparedSource, type SegmentRequest } from '../api/options.ts';
import { servedBytes } from '../model/load-model-parts.ts';
import type { ModelLoader } from '../inference/model-loader.ts';
import { unlessAborted } from '../async/unless-aborted.ts';
import { type AnySegmentation, ownTransparencyModel, type RunReport, type Thread } from '../api/segmentation.ts';
import type { Size } from '../api/size.ts';
import type { CoarseMask, OnProgress, Stage, StageProgress } from '../api/stages.ts';
import { cutOutByOwnAlpha } from './cut-out-by-own-alpha.ts';
import { checkSource } from './decode.ts';
import { isCutOutAlready } from './is-cut-out-already.ts';
import type { Picture, Platform } from './platform.ts';
import { loadPostprocessing, postprocess } from './postprocess.ts';
import { preprocess, workingLongSidePx } from './preprocess.ts';
import { loadScaleKernels } from './scale-kernels.ts';
import { type Prediction, segment } from './segment.ts';

export interface PipelineContext {
  readonly platform: Platform;
  /** The source, where it is decoded already or about to be; the pipeline closes it. */
  readonly decoded?: Promise<Picture> | undefined;
  readonly loader: ModelLoader;
  readonly thread: Thread;
  readonly deviceMemoryGib: number;
  readonly request: SegmentRequest;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

/**
 * A photo's whole way, on whichever thread this is called: check, decode and preprocess, load the model, segment,
 * postprocess. The model starts to load while the picture is decoded; the stages are reported one after the other all the
 * same.
 * @throws the signal's reason, or any failure of a stage; what was held by then is released.
 */
export async function runPipeline(source: PreparedSource, context: PipelineContext): Promise<AnySegmentation> {
  const { platform, loader, thread, request, signal, onProgress } = context;
  const { detail, outputs } = request;
  const clock = startClock();
  const steps = (stage: Stage, loaded: number, total: number) => onProgress({ stage, loaded, total, unit: 'steps' });
  let decoding = context.decoded;
  let working: Picture | undefined;
  try {
    signal.throwIfAborted();
    steps('preprocessing', 0, 2);
    // Checked first, so that no model is loaded for a file that is no picture.
    await checkSource(source);
    const loading = startLoading(loader, signal, onProgress);
    // Preloaded. They are requested again, and a failure is reported, when they are needed.
    loadScaleKernels().catch(() => undefined);
    loadPostprocessing(outputs).catch(() => undefined);
    decoding ??= platform.decode(source);
    const picture = await unlessAborted(decoding, signal);
    signal.throwIfAborted();
    steps('preprocessing', 1, 2);
    const finishing = () =>
      countUp(100, (counted) => onProgress({ stage: 'postprocessing', ...counted, unit: 'percent' }));
    if (request.transparency === 'keep' && isCutOutAlready(picture)) {
      steps('preprocessing', 2, 2);
      clock.end('preprocessing');
      const keeping = finishing();
      const kept = await cutOutByOwnAlpha(picture, platform, request, { signal, onProgress: keeping.advance });
      keeping.finish();
      clock.end('postprocessing');
      steps('complete', 1, 1);
      return keptSegmentation(picture, kept, { thread, detail, timingsMs: clock.stop() });
    }
    working = await preprocess(picture, platform, workingLongSidePx(context.deviceMemoryGib));
    signal.throwIfAborted();
    steps('preprocessing', 2, 2);
    clock.end('preprocessing');

    const session = await loading.finish();
    const { model } = session;
    clock.end('loading-model');

    // What reports no shares is one step, done or not.
    const segmenting = session.reportsShares
      ? countUp(100, (counted) => onProgress({ stage: 'segmenting', ...counted, unit: 'percent' }))
      : countUp(1, (counted) => onProgress({ stage: 'segmenting', ...counted, unit: 'steps' }));
    const prediction = await segment(working, picture, session, {
      signal,
      onProgress: segmenting.advance,
      onMask: segmenting.addMask,
      detail,
    });
    signal.throwIfAborted();
    segmenting.addMask(prediction);
    segmenting.finish();
    clock.end('segmenting');

    const postprocessing = finishing();
    const result = await postprocess(picture, platform, session, prediction, request, {
      signal,
      onProgress: postprocessing.advance,
    });
    postprocessing.finish();
    clock.end('postprocessing');

    steps('complete', 1, 1);
    return {
      ...result,
      subject: prediction.subject,
      confidence: prediction.confidence,
      widthPx: picture.widthPx,
      heightPx: picture.heightPx,
      run: {
        model: model.id,
        provider: prediction.provider,
        ...(prediction.fallback && { fallback: prediction.fallback }),
        threads: session.threads,
        thread,
        detail,
        workingWidthPx: working.widthPx,
        workingHeightPx: working.heightPx,
        networkWidthPx: prediction.widthPx,
        networkHeightPx: prediction.heightPx,
        passes: prediction.passes,
        timingsMs: clock.stop(),
      },
    };
  } finally {
    // Also one that is not there yet, where the stages ended before it came.
    decoding?.then(
      (picture) => picture.close(),
      () => undefined,
    );
    working?.close();
  }
}

/** @returns the result of a picture that is cut out already: nothing was guessed, and no network ran. */
function keptSegmentation(
  { widthPx, heightPx }: Size,
  kept: Awaited<ReturnType<typeof cutOutByOwnAlpha>>,
  run: Pick<RunReport, 'thread' | 'detail' | 'timingsMs'>,
): AnySegmentation {
  const scale = Math.min(1, keptWorkingSidePx / Math.max(widthPx, heightPx));
  return {
    ...kept,
    subject: kept.matte.data.some((alpha) => alpha > 0) ? 'found' : 'none',
    confidence: { value: 1, map: Uint8ClampedArray.of(255), mapWidthPx: 1, mapHeightPx: 1, disputed: [] },
    widthPx,
    heightPx,
    run: {
      ...run,
      model: ownTransparencyModel,
      provider: 'engine',
      threads: 1,
      workingWidthPx: Math.max(1, Math.round(widthPx * scale)),
      workingHeightPx: Math.max(1, Math.round(heightPx * scale)),
      networkWidthPx: 0,
      networkHeightPx: 0,
      passes: 0,
    },
  };
}

/** The size at which an editor estimates the colours of such a picture, once its matte is edited. */
const keptWorkingSidePx = 1024;

/**
 * Loads whatever a first picture would wait for.
 * @throws {SegmenterError} as the loader.
 */
export async function warmUpPipeline(
  loader: ModelLoader,
  { signal, onProgress }: Pick<PipelineContext, 'signal' | 'onProgress'>,
): Promise<void> {
  await Promise.all([
    loader.load(signal, (loaded, total) => onProgress({ stage: 'loading-model', loaded, total, unit: 'bytes' })),
    loadScaleKernels(),
    loadPostprocessing(defaultOutputs),
  ]);
}

/**
 * Reports a stage's share in whole numbers of `total`: each number once, upwards, from 0 on, and `total` only when the
 * stage is over.
 */
function countUp(total: number, onCount: (counted: Pick<StageProgress, 'loaded' | 'total' | 'mask'>) => void) {
  let last = 0;
  let mask: CoarseMask | undefined;
  const report = (loaded: number) => {
    onCount({ loaded, total, ...(mask && { mask }) });
    mask = undefined;
  };
  report(0);
  return {
    /** @param share 0…1; one that is less than an earlier one is passed over. */
    advance: (share: number) => {
      const loaded = Math.min(Math.floor(share * total), total - 1);
      if (loaded <= last) return;
      last = loaded;
      report(loaded);
    },
    /** The next report has it, unless there is no subject. */
    addMask: ({ subject, widthPx, heightPx, mask: shares }: Prediction) => {
      if (subject === 'none') return;
      // A loop takes a thirtieth of the time of `Uint8ClampedArray.from` with a function.
      const data = new Uint8ClampedArray(shares.length);
      for (let at = 0; at < data.length; at += 1) data[at] = (shares[at] ?? 0) * 255;
      mask = { widthPx, heightPx, data };
    },
    finish: () => report(total),
  };
}

/** Loads the model from now on, and reports its bytes only once its own stage has come. */
function startLoading(loader: ModelLoader, signal: AbortSignal, onProgress: OnProgress) {
  let bytes: readonly [loaded: number, total: number] = [0, 0];
  let isItsTurn = false;
  const report = () => {
    const [loaded, total] = bytes;
    if (isItsTurn && total > 0) onProgress({ stage: 'loading-model', loaded, total, unit: 'bytes' });
  };
  const session = loader.load(signal, (loaded, total) => {
    bytes = [loaded, total];
    report();
  });
  // `finish` awaits it. Until then a failure must not be reported as an unhandled rejection.
  session.catch(() => undefined);
  return {
    async finish() {
      isItsTurn = true;
      report();
      const total = servedBytes((await session).model);
      bytes = [total, total];
      report();
      return session;
    },
  };
}

function startClock() {
  const startedAt = performance.now();
  let lapStartedAt = startedAt;
  const timingsMs: Record<Stage, number> = {
    preprocessing: 0,
    'loading-model': 0,
    segmenting: 0,
    postprocessing: 0,
    complete: 0,
  };
  return {
    end(stage: Stage) {
      const now = performance.now();
      timingsMs[stage] = now - lapStartedAt;
      lapStartedAt = now;
    },
    stop() {
      timingsMs.complete = performance.now() - startedAt;
      return timingsMs;
    },
  };
}
