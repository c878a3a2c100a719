import type {
  CoarseMask,
  Segmentation,
  Segmenter,
  SegmentOptions,
  StageProgress,
  Transparency,
} from '@isola/segmenter';
import { createStore } from 'zustand/vanilla';

import type { SourceImage } from '../model/source-image.ts';
import { canSucceedLater, type Failure, type Refusal } from '../model/failure.ts';
import { createImageDocument, type ImageDocument } from '../document/image-document.ts';
import { lastExport } from '../export/last-export.ts';
import { initialState } from '../schema/initial-state.ts';
import type { OpenFile } from '../import/open-file.ts';
import type { ReadonlyStore } from '../model/readonly-store.ts';
import { type ImageSegmentation, editorOutputs, imageSegmentation } from '../image/image-segmentation.ts';

/** Segmentation of an image, and its document. Another segmentation of the same image keeps the document. */
export interface ImageResult {
  readonly segmentation: ImageSegmentation;
  readonly document: ImageDocument;
}

/** State of the open image. */
export type OpenImage =
  | { readonly state: 'empty' }
  | {
      readonly state: 'working';
      readonly image: SourceImage;
      readonly progress?: StageProgress;
      /** Mask of the subject, once it is known. */
      readonly mask?: CoarseMask;
      readonly stageStartedAtMs: number;
      /** While a result is computed again: the one before, which stays if this run fails. */
      readonly previous?: ImageResult;
    }
  | ({
      readonly state: 'done';
      readonly image: SourceImage;
      /** As it was last known while the image was worked on: it stays in sight until the result is drawn. */
      readonly mask?: CoarseMask;
    } & ImageResult)
  | { readonly state: 'failed'; readonly image: SourceImage; readonly failure: Failure }
  | { readonly state: 'cancelled'; readonly image: SourceImage };

/** State of the next file, in addition to the open image. */
export interface OpeningState {
  /** A file is being read; or its reading waits until the browser is online again. */
  readonly opening?: 'reading' | 'offline';
  /** Work would be lost: by another image that is ready (`replace`), or by clearing the session (`clear`). */
  readonly question?: 'replace' | 'clear';
  /** Beside `question`: the name of the image whose work would be lost. */
  readonly questionedName?: string;
  /** A refused file never becomes the image: what was open stays there. */
  readonly refusal?: Refusal;
}

export type SessionState = OpenImage & OpeningState;

export type StartOutcome = 'accepted' | 'refused' | 'overtaken' | 'declined';

export interface SegmentationSession extends ReadonlyStore<SessionState> {
  /** When the open image was asked for: the browser began to read its file then. In `performance.now()`; 0 before the first. */
  readonly openedAtMs: () => number;
  /**
   * Opens a file, in place of what is open: an image, whose work goes on after the promise, or a saved project. The
   * file is decoded first, so that a damaged one replaces nothing; where work would be lost, the state asks.
   * @returns `overtaken` when another file came, or the session was cleared, meanwhile; `declined` when the work was kept.
   */
  readonly start: (file: Blob) => Promise<StartOutcome>;
  /**
   * Opens an image of which there is a result already, in place of whatever was open.
   * @param document its document, where it was saved; otherwise the image keeps the one that it has, or gets a new one.
   */
  readonly open: (image: SourceImage, result: ImageSegmentation, document?: ImageDocument) => void;
  /**
   * Puts an image open that was saved without a result.
   * @param go whether the work on it begins at once, or waits for `retry`.
   */
  readonly resume: (image: SourceImage, go: boolean) => void;
  /** The same image once more. A cancel or a failure leaves the result that is there, if there is one. */
  readonly retry: () => void;
  /** A result once more, in fine detail. A cancel or a failure leaves the one that is there. */
  readonly improveDetail: () => void;
  /**
   * The same image once more: its own transparency is kept, or the subject is found anew. A cancel or a failure leaves the
   * result that is there.
   */
  readonly setTransparency: (transparency: Transparency) => void;
  readonly cancel: () => void;
  /** Clears the session; where work would be lost, the state asks first. */
  readonly reset: () => Promise<void>;
  /** Answers the state's question. */
  readonly answer: (answer: 'keep' | 'discard') => void;
  /** Gives up the file that is being opened. */
  readonly cancelOpening: () => void;
  /** Opens the refused file once more. */
  readonly retryRefused: () => void;
  readonly dismissRefusal: () => void;
}

export interface SessionOptions {
  /** Loads what opens files. */
  readonly loadOpenFile?: () => Promise<OpenFile>;
  /** Whether the work open is saved, so that another image may take its place. */
  readonly isWorkSafe?: () => Promise<boolean>;
  /** Milliseconds, growing. */
  readonly now?: () => number;
}

/**
 * The removal of one image's background as a store.
 * @param segmenter asked for when the first image comes.
 */
export function createSegmentationSession(
  segmenter: () => Promise<Pick<Segmenter, 'segment'>>,
  {
    loadOpenFile = async () => (await import('../import/open-file.ts')).openFile,
    isWorkSafe = () => Promise.resolve(true),
    now = () => performance.now(),
  }: SessionOptions = {},
): SegmentationSession {
  const { setState, ...store } = createStore<SessionState>(() => ({ state: 'empty' }));
  let work: OpenImage = { state: 'empty' };
  let opening: OpeningState = {};
  let openedAtMs = 0;
  let running: AbortController | undefined;
  /** Ends when another file comes, or the session is cleared. */
  let lastOpening = new AbortController();
  let resolveQuestion: ((answer: 'keep' | 'discard') => void) | undefined;

  function notify(): void {
    setState({ ...work, ...opening }, true);
  }

  function setOpening(next: OpeningState): void {
    opening = next;
    notify();
  }

  function setImage(next: OpenImage, nextOpening = opening): void {
    const before = work;
    work = next;
    opening = nextOpening;
    notify();
    // After the listeners were notified: they no longer show these resources.
    const held = imageResultOf(before)?.segmentation;
    if (held && held !== imageResultOf(next)?.segmentation) held.cutout.close();
    if (before.state !== 'empty' && !(next.state !== 'empty' && next.image === before.image)) {
      release(before.image);
    }
  }

  function noteOpened(image: SourceImage, atMs: number): void {
    if (work.state === 'empty' || work.image !== image) openedAtMs = atMs;
  }

  async function run(image: SourceImage, how: HowToSegment = {}, previous?: ImageResult): Promise<void> {
    running?.abort();
    const own = new AbortController();
    running = own;
    setImage({ state: 'working', image, stageStartedAtMs: now(), ...(previous && { previous }) }, withoutRefusal());
    try {
      const result = await (
        await segmenter()
      ).segment(image.bitmap ?? image.file, {
        detail: 'standard',
        ...how,
        signal: own.signal,
        outputs: editorOutputs,
        onProgress: ({ mask, ...progress }) => {
          if (own.signal.aborted || work.state !== 'working') return;
          const sameStage = work.progress?.stage === progress.stage;
          const stageStartedAtMs = sameStage ? work.stageStartedAtMs : now();
          setImage({ ...work, progress, ...(mask && { mask }), stageStartedAtMs });
        },
      });
      await restoreColors(result, image);
      if (own.signal.aborted) return result.cutout.close();
      const mask = work.state === 'working' ? work.mask : undefined;
      const segmentation = imageSegmentation(result);
      setImage({ state: 'done', image, ...(mask && { mask }), segmentation, document: documentFor(image) });
    } catch (error) {
      const failure = await failureOf(error);
      // Aborted: `cancel` or a newer image has said already what is shown.
      if (own.signal.aborted) return;
      if (previous) setImage({ state: 'done', image, ...previous }, { ...opening, refusal: failure });
      else setImage({ state: 'failed', image, failure });
    }
  }

  function withoutRefusal(): OpeningState {
    const { refusal: _, ...rest } = opening;
    return rest;
  }

  function open(image: SourceImage, result: ImageSegmentation, document = documentFor(image)): void {
    running?.abort();
    setImage({ state: 'done', image, segmentation: result, document }, withoutRefusal());
  }

  function documentFor(image: SourceImage): ImageDocument {
    const known = imageResultOf(work)?.document;
    if (known?.image === image) return known;
    return createImageDocument(image, undefined, { ...initialState, export: lastExport() });
  }

  /** Ends whatever is being opened or asked. @returns ends with the next call. */
  function newOpening(next: OpeningState): AbortSignal {
    lastOpening.abort();
    lastOpening = new AbortController();
    resolveQuestion?.('keep');
    setOpening(next);
    return lastOpening.signal;
  }

  /** @returns whether the work open may go: it is saved, there is none, or the answer was to discard it. */
  async function mayDiscard(question: 'replace' | 'clear', signal: AbortSignal): Promise<boolean> {
    if (work.state === 'empty' || !imageResultOf(work) || (await isWorkSafe().catch(() => false)) || signal.aborted)
      return true;
    const { promise, resolve } = Promise.withResolvers<'keep' | 'discard'>();
    resolveQuestion = resolve;
    setOpening({ question, questionedName: work.image.name });
    const answer = await promise;
    if (!signal.aborted) {
      resolveQuestion = undefined;
      setOpening({});
    }
    return answer === 'discard';
  }

  async function loadWhenOnline(signal: AbortSignal): Promise<OpenFile | undefined> {
    try {
      return await loadOpenFile();
    } catch {
      // A retry is scheduled only for an offline browser, which reports when it is online again.
      if (signal.aborted || navigator.onLine) return undefined;
      setOpening({ opening: 'offline' });
      await nextOnline(signal);
      if (signal.aborted) return undefined;
      setOpening({ opening: 'reading' });
      return loadWhenOnline(signal);
    }
  }

  async function start(file: Blob): Promise<StartOutcome> {
    const askedAtMs = now();
    const signal = newOpening({ opening: 'reading' });
    const openFile = await loadWhenOnline(signal);
    const found = (await openFile?.(file, signal)) ?? ({ failure: { code: 'resource-load-failed' } } as const);
    if ('failure' in found) {
      if (signal.aborted) return 'overtaken';
      setOpening({ refusal: { ...found.failure, ...(canSucceedLater(found.failure) && { file }) } });
      return 'refused';
    }
    const { image, segmentation: result, document } = found;
    const isAccepted = !signal.aborted && (await mayDiscard('replace', signal));
    if (!isAccepted || signal.aborted) {
      result?.cutout.close();
      release(image);
      if (signal.aborted) return 'overtaken';
      setOpening({});
      return 'declined';
    }
    opening = {};
    noteOpened(image, askedAtMs);
    if (result) open(image, result, document);
    else void run(image);
    return 'accepted';
  }

  return {
    ...store,
    openedAtMs: () => openedAtMs,
    start,
    open(image, result, document) {
      noteOpened(image, now());
      open(image, result, document);
    },
    resume(image, go) {
      noteOpened(image, now());
      if (go) void run(image);
      else {
        running?.abort();
        setImage({ state: 'cancelled', image });
      }
    },
    retry() {
      if (work.state !== 'empty') void run(work.image, {}, imageResultOf(work));
    },
    improveDetail() {
      // A result that was not cut has no detail to improve: here the network has seen the image.
      if (work.state === 'done') void run(work.image, { detail: 'fine', transparency: 'cut' }, imageResultOf(work));
    },
    setTransparency(transparency) {
      if (work.state === 'done') void run(work.image, { transparency }, imageResultOf(work));
    },
    cancel() {
      if (work.state !== 'working') return;
      running?.abort();
      const { image, previous } = work;
      setImage(previous ? { state: 'done', image, ...previous } : { state: 'cancelled', image });
    },
    async reset() {
      const signal = newOpening({});
      if (!(await mayDiscard('clear', signal)) || signal.aborted) return;
      running?.abort();
      setImage({ state: 'empty' }, {});
    },
    answer: (answer) => resolveQuestion?.(answer),
    cancelOpening: () => void newOpening({}),
    retryRefused() {
      if (opening.refusal?.file) void start(opening.refusal.file);
    },
    dismissRefusal() {
      if (opening.refusal) setOpening(withoutRefusal());
    },
  };
}

type HowToSegment = Pick<SegmentOptions, 'detail' | 'transparency'>;

/** Gives an image that no network saw the colours of its file, which a canvas has rounded. */
async function restoreColors(
  { run, sharedPixels }: Segmentation<'sharedPixels'>,
  { file }: SourceImage,
): Promise<void> {
  if (run.passes > 0) return;
  try {
    const { restoreOwnColors } = await import('../import/own-colors.ts');
    await restoreOwnColors(sharedPixels, file);
  } catch (error) {
    // The rounded colours are good enough: no image is refused for them.
    reportError(error);
  }
}

function imageResultOf(state: OpenImage): ImageResult | undefined {
  if (state.state === 'done') return state;
  return state.state === 'working' ? state.previous : undefined;
}

/** Gives back what is held of an image that is open no longer. */
function release({ url, bitmap }: SourceImage): void {
  URL.revokeObjectURL(url);
  bitmap?.close();
}

/** Translates an error into a failure. If the translating module does not load, the failure has the error's own words. */
async function failureOf(error: unknown): Promise<Failure> {
  try {
    return (await import('../import/open-file.ts')).failureOf(error);
  } catch {
    return { code: 'resource-load-failed', detail: String(error) };
  }
}

/** Resolves when the browser is online again, or the signal ends. */
function nextOnline(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    addEventListener('online', () => resolve(), { once: true, signal });
  });
}
