import {
  createSegmenter,
  type RunReport,
  type Segmenter,
  type SegmenterOptions,
  translateError,
} from '@isola/segmenter';

/** When to abort: after so many reports of progress, and then so many turns of the message loop. */
export interface Moment {
  readonly reports: number;
  readonly turns: number;
}

export type Outcome =
  | {
      readonly outcome: 'done';
      /** Of the matte: the same numbers have the same. */
      readonly sha256: string;
      readonly subject: 'found' | 'none';
      readonly run: RunReport;
      /** How often it reported progress. */
      readonly reports: number;
    }
  | { readonly outcome: 'aborted'; readonly stage: string }
  | { readonly outcome: 'failed'; readonly code: string; readonly detail?: string };

export interface SoakPage {
  open(name: string, options: SegmenterOptions): void;
  /** @param picture its address. @param moment if it is to be aborted. */
  cutOut(name: string, picture: string, moment?: Moment): Promise<Outcome>;
  /** See `Stage`. */
  cutOutLarge(name: string): Promise<boolean>;
  heapBytes(): Promise<number>;
  heldMattes(): number;
  close(name: string): void;
  /** How many of the segmenters' workers are alive: each holds a lock for as long. */
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

/** Lets the messages in that are there already. */
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

/** Chromium's, on isolated pages: of the page and its workers. */
interface MemoryMeasuring {
  measureUserAgentSpecificMemory(): Promise<{ readonly bytes: number }>;
}

/** 4000 × 3000 px of one of the repository's pictures. */
async function makeLargePhoto(): Promise<Blob> {
  const picture = await createImageBitmap(await (await fetch('/pictures/cat.jpg')).blob());
  const canvas = new OffscreenCanvas(4000, 3000);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, 4000, 3000);
  picture.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
}
