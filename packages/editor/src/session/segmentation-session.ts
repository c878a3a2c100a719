import type { Conversion } from '@isola/convert';
import type { Segmenter, SegmentOptions, Transparency } from '@isola/segmenter';

import type { ImageDocument } from '../document/image-document.ts';
import type { ImageSegmentation } from '../image/image-segmentation.ts';
import type { ReadonlyStore } from '../model/readonly-store.ts';
import type { SourceImage } from '../model/source-image.ts';
import { createFileOpening, type FileOpeningOptions, type StartOutcome } from './file-opening.ts';
import { createImageSegmenter, documentOf } from './segment-image.ts';
import { createSessionStore, imageResultOf, type SessionState, withoutRefusal } from './session-state.ts';

export interface SegmentationSession extends ReadonlyStore<SessionState> {
  /**
   * Time at which the open image was requested, in `performance.now()`. The browser began to read its file then. 0
   * before the first image.
   */
  readonly openedAtMs: () => number;
  /**
   * Opens an image or a saved project in place of the open image. The promise resolves before an image is segmented. The
   * file is decoded first, so that a damaged file replaces nothing. If work would be lost, the state asks.
   * @param conversion what happened to the file when it was converted on the device.
   */
  readonly start: (file: Blob, conversion?: Conversion) => Promise<StartOutcome>;
  /**
   * Asks, as `start` does, whether another image may replace the open one. It belongs before `open` and `resume` when the
   * user chooses an image.
   * @returns false when the user keeps the open image, or another file came meanwhile.
   */
  readonly mayReplace: () => Promise<boolean>;
  /**
   * Opens an image that is already segmented, in place of the open image.
   * @param document the saved document. By default the image keeps the document that it has, or gets a new one.
   */
  readonly open: (image: SourceImage, result: ImageSegmentation, document?: ImageDocument) => void;
  /**
   * Opens an image that was saved without a result, or that this page has computed.
   * @param go true to segment it at once; otherwise it waits for `retry`.
   */
  readonly resume: (image: SourceImage, go: boolean) => void;
  /** Segments the image again. A cancel or a failure keeps its earlier result. */
  readonly retry: () => void;
  /** Segments the image again in fine detail. A cancel or a failure keeps its earlier result. */
  readonly improveDetail: () => void;
  /**
   * Segments the image again, keeping its own transparency or finding the subject. A cancel or a failure keeps its
   * earlier result.
   */
  readonly setTransparency: (transparency: Transparency) => void;
  readonly cancel: () => void;
  /** Clears the session. If work would be lost, the state asks first. */
  readonly reset: () => Promise<void>;
  /** Answers the state's question. */
  readonly answer: (answer: 'keep' | 'discard') => void;
  /** Cancels the opening of a file. */
  readonly cancelOpening: () => void;
  /** Opens the refused file again. */
  readonly retryRefused: () => void;
  readonly dismissRefusal: () => void;
}

export interface SessionOptions extends Partial<FileOpeningOptions> {
  /** Returns increasing milliseconds. */
  readonly now?: () => number;
}

/**
 * Creates a store of the one open image: its opening, its segmentation and its document.
 * @param segmenter called when the first image comes.
 */
export function createSegmentationSession(
  segmenter: () => Promise<Pick<Segmenter, 'segment'>>,
  {
    loadOpenFile = async () => (await import('../import/open-file.ts')).openFile,
    isWorkSafe = () => Promise.resolve(true),
    now = () => performance.now(),
  }: SessionOptions = {},
): SegmentationSession {
  const store = createSessionStore();
  const images = createImageSegmenter(store, segmenter, now);
  const files = createFileOpening(store, { loadOpenFile, isWorkSafe });
  let openedAtMs = 0;

  function noteOpened(image: SourceImage, atMs: number): void {
    const open = store.image();
    if (open.state === 'empty' || open.image !== image) openedAtMs = atMs;
  }

  function open(
    image: SourceImage,
    segmentation: ImageSegmentation,
    document = documentOf(image, store),
    opening = withoutRefusal(store.opening()),
  ): void {
    images.abort();
    store.setImage({ state: 'done', image, segmentation, document }, opening);
  }

  function start(file: Blob, conversion?: Conversion): Promise<StartOutcome> {
    const askedAtMs = now();
    return files.start(file, ({ image: opened, segmentation, document }) => {
      const image = conversion ? { ...opened, conversion } : opened;
      noteOpened(image, askedAtMs);
      if (segmentation) open(image, segmentation, document, {});
      else void images.run(image, { opening: {} });
    });
  }

  /** Segments the image of the result again. */
  function runAgain(options: Pick<SegmentOptions, 'detail' | 'transparency'>): void {
    const open = store.image();
    if (open.state === 'done') void images.run(open.image, { ...options, previous: open });
  }

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    openedAtMs: () => openedAtMs,
    start,
    mayReplace: files.mayReplace,
    open(image, result, document) {
      noteOpened(image, now());
      open(image, result, document);
    },
    resume(image, go) {
      noteOpened(image, now());
      if (go) void images.run(image);
      else {
        images.abort();
        store.setImage({ state: 'cancelled', image });
      }
    },
    retry() {
      const open = store.image();
      if (open.state !== 'empty') void images.run(open.image, { previous: imageResultOf(open) });
    },
    // A result that was not cut has no detail to improve, so the network segments the image here.
    improveDetail: () => runAgain({ detail: 'fine', transparency: 'cut' }),
    setTransparency: (transparency) => runAgain({ transparency }),
    cancel() {
      const open = store.image();
      if (open.state !== 'working') return;
      images.abort();
      const { image, previous } = open;
      store.setImage(previous ? { state: 'done', image, ...previous } : { state: 'cancelled', image });
    },
    reset: () =>
      files.clear(() => {
        images.abort();
        store.setImage({ state: 'empty' }, {});
      }),
    answer: files.answer,
    cancelOpening: files.cancel,
    retryRefused() {
      const { refusal } = store.opening();
      if (refusal?.file) void start(refusal.file);
    },
    dismissRefusal() {
      if (store.opening().refusal) store.setOpening(withoutRefusal(store.opening()));
    },
  };
}
