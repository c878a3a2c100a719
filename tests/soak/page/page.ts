import {
  createSegmenter,
  type RunReport,
  type Segmenter,
  type SegmenterOptions,
  translateError,
} from '@isola/segmenter';

/** Moment of an abort: after this number of progress reports, and then this number of turns of the message loop. */
export interface Moment {
  readonly reports: number;
  readonly turns: number;
}

export type Outcome =
  | {
      readonly outcome: 'done';
      /** Hash of the matte. Equal mattes have equal hashes. */
      readonly sha256: string;
      readonly subject: 'found' | 'none';
      readonly run: RunReport;
      /** Number of progress reports. */
      readonly reports: number;
    }
  | { readonly outcome: 'aborted'; readonly stage: string }
  | { readonly outcome: 'failed'; readonly code: string; readonly detail?: string };

export interface SoakPage {
  open(name: string, options: SegmenterOptions): void;
  /** @param picture URL of the image. @param moment when to abort; without it, the run is completed. */
  cutOut(name: string, picture: string, moment?: Moment): Promise<Outcome>;
  /** See `Stage`. */
  cutOutLarge(name: string): Promise<boolean>;
  heapBytes(): Promise<number>;
  heldMattes(): number;
  close(name: string): void;
  /** Returns the number of living workers of the segmenters. Each holds a lock while it lives. */
  livingWorkers(): Promise<number>;
}

declare global {
  interface Window {
    soakPage: SoakPage;
  }
}

const segmenters = new Map<string, Segmenter>();
const mattes: WeakRef<object>[] = [];
let largePhoto: Promise<Blob> | undefined;

window.soakPage = {
  open(name, options) {
    segmenters.set(name, createSegmenter(options));
  },

  async cutOut(name, address, moment) {
    const segmenter = segmenters.get(name);
    if (!segmenter) throw new Error(`there is no segmenter ‘${name}’`);
    const picture = await (await fetch(address)).blob();
    const stop = new AbortController();
    const reason = new Error('the moment has come');
    let reports = 0;
    let stage = 'nothing';
    const stopAfterTurns = async (turns: number) => {
      for (let turn = 0; turn < turns; turn += 1) await messageTurn();
      stop.abort(reason);
    };
    try {
      const result = await segmenter.segment(picture, {
        signal: stop.signal,
        onProgress: (progress) => {
          reports += 1;
          stage = progress.stage;
          if (reports === moment?.reports) void stopAfterTurns(moment.turns);
        },
      });
      result.cutout.close();
      const { subject, run } = result;
      return { outcome: 'done', sha256: await sha256(result.matte.data), subject, run, reports };
    } catch (error) {
      if (error === reason) return { outcome: 'aborted', stage };
      return { outcome: 'failed', ...translateError(error) };
    }
  },

  async cutOutLarge(name) {
    const photo = await (largePhoto ??= makeLargePhoto());
    const result = await segmenters.get(name)?.segment(photo);
    if (!result) return false;
    result.cutout.close();
    mattes.push(new WeakRef(result.matte.data));
    return result.matte.data.length === 12e6;
  },

  async heapBytes() {
    const { bytes } = await (performance as unknown as MemoryMeasuring).measureUserAgentSpecificMemory();
    return bytes;
  },

  heldMattes: () => mattes.filter((matte) => matte.deref() !== undefined).length,

  close(name) {
    segmenters.get(name)?.dispose();
    segmenters.delete(name);
  },

  async livingWorkers() {
    const { held = [] } = await navigator.locks.query();
    return held.filter((lock) => lock.name?.startsWith('isola-segmenter-')).length;
  },
};

/** Lets messages that have already arrived be handled. */
function messageTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', () => resolve(), { once: true });
    port1.start();
    port2.postMessage(undefined);
  });
}

async function sha256(bytes: Uint8ClampedArray<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Chromium's measurement on isolated pages, which includes the page and its workers. */
interface MemoryMeasuring {
  measureUserAgentSpecificMemory(): Promise<{ readonly bytes: number }>;
}

/** Returns one of the repository's images, scaled to 4000 × 3000 px. */
async function makeLargePhoto(): Promise<Blob> {
  const picture = await createImageBitmap(await (await fetch('/pictures/cat.jpg')).blob());
  const canvas = new OffscreenCanvas(4000, 3000);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, 4000, 3000);
  picture.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
}
