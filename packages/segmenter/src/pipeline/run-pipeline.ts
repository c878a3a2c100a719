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
import { runLesson } from './run-lesson.ts';
import { type Prediction, segment } from './segment.ts';

export interface PipelineContext {
  readonly platform: Platform;
  /** The decoded source, when decoding has already begun. The pipeline closes it. */
  readonly decoded?: Promise<Picture> | undefined;
  readonly loader: ModelLoader;
  readonly thread: Thread;
  readonly deviceMemoryGib: number;
  readonly request: SegmentRequest;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

/**
 * Processes an image from source to result on the current thread: checks, decodes and preprocesses it, loads the model,
 * segments and postprocesses. The model loads while the image is decoded. The stages are still reported one after the other.
 * @throws the signal's reason, or any error of a stage. All resources are released then.
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
    // The source is checked first, so that no model is loaded for a file that is not an image.
    await checkSource(source);
    const loading = startLoading(loader, signal, onProgress);
    // Both only preload. The code that needs the kernels requests them again and reports a failure.
    loadScaleKernels().catch(() => undefined);
    loadPostprocessing(outputs).catch(() => undefined);
    decoding ??= platform.decode(source);
    const picture = await unlessAborted(decoding, signal);
    signal.throwIfAborted();
    steps('preprocessing', 1, 2);
    const finishing = () =>
      countUp(100, (counted) => onProgress({ stage: 'postprocessing', ...counted, unit: 'percent' }));
    if (request.transparency === 'keep' && !request.prompt && !request.lesson && isCutOutAlready(picture)) {
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

    // A session that does not report its progress counts as one step.
    const segmenting = session.reportsShares
      ? countUp(100, (counted) => onProgress({ stage: 'segmenting', ...counted, unit: 'percent' }))
      : countUp(1, (counted) => onProgress({ stage: 'segmenting', ...counted, unit: 'steps' }));
    const { lesson } = request;
    const passes = { signal, onProgress: segmenting.advance };
    const answered = lesson && (await runLesson(picture, platform, session, { lesson, outputs }, passes));
    const prediction =
      answered?.prediction ??
      (await segment(working, picture, session, {
        ...passes,
        onMask: segmenting.addMask,
        detail,
        prompt: request.prompt,
      }));
    signal.throwIfAborted();
    segmenting.addMask(prediction);
    segmenting.finish();
    clock.end('segmenting');

    const postprocessing = finishing();
    const run = { signal, onProgress: postprocessing.advance };
    const result = answered?.result ?? (await postprocess(picture, platform, session, prediction, request, run));
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
        modelSha256: model.sha256,
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
    // If a stage has failed while the image is still being decoded, the image is closed when it arrives.
    decoding?.then(
      (picture) => picture.close(),
      () => undefined,
    );
    working?.close();
  }
}

/** Returns the result for an image that is already cut out. Its confidence is 1, because no network ran. */
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

/** Longer side at which an editor estimates the colours of such an image after its matte is edited, in pixels. */
const keptWorkingSidePx = 1024;

/**
 * Loads everything that the first image would wait for.
 * @throws {SegmenterError} the loader's errors.
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
 * Reports a stage's progress in whole numbers from 0 to `total`. The numbers increase, none is reported twice, and `total` is
 * reported only when the stage is finished.
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
    /** Reports progress. @param share completed share, 0…1. A lower share than before is ignored. */
    advance: (share: number) => {
      const loaded = Math.min(Math.floor(share * total), total - 1);
      if (loaded <= last) return;
      last = loaded;
      report(loaded);
    },
    /** Adds a mask to the next report, unless no subject was found. */
    addMask: ({ subject, widthPx, heightPx, mask: shares }: Prediction) => {
      if (subject === 'none') return;
      // This loop takes a thirtieth of the time of `Uint8ClampedArray.from` with a callback.
      const data = new Uint8ClampedArray(shares.length);
      for (let at = 0; at < data.length; at += 1) data[at] = (shares[at] ?? 0) * 255;
      mask = { widthPx, heightPx, data };
    },
    finish: () => report(total),
  };
}

/** Starts to load the model. The loaded bytes are reported only after `finish` is called, in the stage `loading-model`. */
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
  // `finish` awaits the session. Until then a failure must not be reported as an unhandled rejection.
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
