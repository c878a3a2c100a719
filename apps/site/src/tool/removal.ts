import type { Detail, Segmentation, Segmenter, StageProgress, TranslatedError } from '@isola/segmenter';

import type { PhotoRefusal } from './check-photo.ts';
import type { KeepErrorCode } from './keep/keep-error.ts';

export interface Photo {
  /** The browser's own copy: the file that it came from may be moved or changed. */
  readonly file: Blob;
  /** As the file was called; empty for a picture that had no name, such as a pasted one. */
  readonly name: string;
  /** For showing it; good for as long as the photo is on the table. */
  readonly url: string;
}

export interface Failure {
  readonly code: Exclude<TranslatedError['code'], 'aborted'> | PhotoRefusal | 'file-unreadable' | 'project-not-opened';
  /** Why a project could not be opened. */
  readonly reason?: KeepErrorCode;
  /** For a report: the particulars in the machine's words. */
  readonly detail?: string;
}

/** Where one photo stands. A refused file never becomes the photo: what was on the table stays there. */
export type RemovalState =
  | { readonly state: 'empty'; readonly refusal?: Failure }
  | {
      readonly state: 'working';
      readonly photo: Photo;
      readonly progress?: StageProgress;
      readonly stageStartedAtMs: number;
      /** While a result is made anew: what there is until it is done, and if it never is. */
      readonly previous?: Segmentation;
      readonly refusal?: Failure;
    }
  | { readonly state: 'done'; readonly photo: Photo; readonly result: Segmentation; readonly refusal?: Failure }
  | { readonly state: 'failed'; readonly photo: Photo; readonly failure: Failure; readonly refusal?: Failure }
  | { readonly state: 'cancelled'; readonly photo: Photo; readonly refusal?: Failure };

export interface Removal {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => RemovalState;
  /**
   * Takes a new photo on, in place of whatever was there; the work goes on after the promise. A saved project is opened.
   * @returns `overtaken` when another file came while this one was looked at.
   */
  readonly start: (file: Blob) => Promise<'accepted' | 'refused' | 'overtaken'>;
  /** Puts a photo on the table of which there is a result already, in place of whatever was there. */
  readonly open: (photo: Photo, result: Segmentation) => void;
  /** The same photo once more. A cancel or a failure leaves the result that is there, if there is one. */
  readonly retry: () => void;
  /** A result once more, in fine detail. A cancel or a failure leaves the one that is there. */
  readonly lookCloser: () => void;
  readonly cancel: () => void;
  /** Clears the table. */
  readonly reset: () => void;
  readonly dismissRefusal: () => void;
}

/**
 * The removal of one photo's background as a plain store.
 * @param segmenter asked for when the first photo comes.
 * @param now milliseconds, growing.
 */
export function createRemoval(
  segmenter: () => Promise<Segmenter>,
  now: () => number = () => performance.now(),
): Removal {
  const listeners = new Set<() => void>();
  let snapshot: RemovalState = { state: 'empty' };
  let running: AbortController | undefined;
  let lastStart = 0;

  function become(next: RemovalState): void {
    const before = snapshot;
    snapshot = next;
    for (const listener of listeners) listener();
    // Only now: whoever showed them has been told to show something else.
    const held = resultOf(before);
    if (held && held !== resultOf(next)) held.cutout.close();
    if (before.state !== 'empty' && !(next.state !== 'empty' && next.photo === before.photo)) {
      URL.revokeObjectURL(before.photo.url);
    }
  }

  async function run(photo: Photo, detail: Detail = 'standard', previous?: Segmentation): Promise<void> {
    running?.abort();
    const own = new AbortController();
    running = own;
    become({ state: 'working', photo, stageStartedAtMs: now(), ...(previous && { previous }) });
    try {
      const result = await (
        await segmenter()
      ).segment(photo.file, {
        signal: own.signal,
        detail,
        onProgress: (progress) => {
          if (own.signal.aborted || snapshot.state !== 'working') return;
          const sameStage = snapshot.progress?.stage === progress.stage;
          become({ ...snapshot, progress, stageStartedAtMs: sameStage ? snapshot.stageStartedAtMs : now() });
        },
      });
      if (own.signal.aborted) return result.cutout.close();
      become({ state: 'done', photo, result });
    } catch (error) {
      const { failureOf } = await import('./intake/look-at.ts');
      // Aborted: `cancel` or a newer photo has said already what is shown.
      if (own.signal.aborted) return;
      const failure = failureOf(error);
      if (previous) become({ state: 'done', photo, result: previous, refusal: failure });
      else become({ state: 'failed', photo, failure });
    }
  }

  function open(photo: Photo, result: Segmentation): void {
    running?.abort();
    become({ state: 'done', photo, result });
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => snapshot,
    async start(file) {
      const start = ++lastStart;
      const found = await import('./intake/look-at.ts').then(
        ({ lookAt }) => lookAt(file),
        // Whoever drops a photo before the page is whole, and without a network, is to hear why nothing happens.
        () => ({ failure: { code: 'network' } }) as const,
      );
      if ('failure' in found) {
        if (start !== lastStart) return 'overtaken';
        become({ ...snapshot, refusal: found.failure });
        return 'refused';
      }
      const { photo, result } = found;
      // A later file overtook this one while it was looked at.
      if (start !== lastStart) {
        result?.cutout.close();
        URL.revokeObjectURL(photo.url);
        return 'overtaken';
      }
      if (result) open(photo, result);
      else void run(photo);
      return 'accepted';
    },
    open,
    retry() {
      if (snapshot.state !== 'empty') void run(snapshot.photo, 'standard', resultOf(snapshot));
    },
    lookCloser() {
      if (snapshot.state === 'done') void run(snapshot.photo, 'fine', snapshot.result);
    },
    cancel() {
      if (snapshot.state !== 'working') return;
      running?.abort();
      const { photo, previous } = snapshot;
      become(previous ? { state: 'done', photo, result: previous } : { state: 'cancelled', photo });
    },
    reset() {
      running?.abort();
      become({ state: 'empty' });
    },
    dismissRefusal() {
      const { refusal, ...rest } = snapshot;
      if (refusal) become(rest);
    },
  };
}

function resultOf(state: RemovalState): Segmentation | undefined {
  if (state.state === 'done') return state.result;
  return state.state === 'working' ? state.previous : undefined;
}
