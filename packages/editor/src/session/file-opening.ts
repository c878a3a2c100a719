import type { OpenedFile, OpenFile } from '../import/open-file.ts';
import { canSucceedLater } from '../model/failure.ts';
import { releaseImage } from '../model/source-image.ts';
import { imageResultOf, type OpeningState, type SessionStore } from './session-state.ts';

/**
 * Outcome of opening a file: `overtaken` when another file came, or the session was cleared, meanwhile; `declined` when
 * the visitor kept the unsaved work.
 */
export type StartOutcome = 'accepted' | 'refused' | 'overtaken' | 'declined';

type AcceptedFile = Exclude<OpenedFile, { readonly failure: unknown }>;

export interface FileOpeningOptions {
  /** Loads the function that opens files. */
  readonly loadOpenFile: () => Promise<OpenFile>;
  /** Checks whether the open work is saved, so that another image may replace it. */
  readonly isWorkSafe: () => Promise<boolean>;
}

export interface FileOpening {
  /**
   * Reads a file. Before it would replace unsaved work, the state asks.
   * @param accept called with the read file when it may be opened.
   */
  readonly start: (file: Blob, accept: (file: AcceptedFile) => void) => Promise<StartOutcome>;
  /**
   * Ends the current opening. If work would be lost, the state asks.
   * @returns whether an image that is already read may be opened.
   */
  readonly mayReplace: () => Promise<boolean>;
  /**
   * Ends the current opening. If work would be lost, the state asks.
   * @param accept called when the session may be cleared.
   */
  readonly clear: (accept: () => void) => Promise<void>;
  readonly answer: (answer: 'keep' | 'discard') => void;
  readonly cancel: () => void;
}

/** Creates the part of a session that reads the next file while an image is open. */
export function createFileOpening(store: SessionStore, { loadOpenFile, isWorkSafe }: FileOpeningOptions): FileOpening {
  /** Aborted when another file comes, or the session is cleared. */
  let lastOpening = new AbortController();
  let resolveQuestion: ((answer: 'keep' | 'discard') => void) | undefined;

  /** Ends the current opening and its question. The returned signal is aborted by the next call. */
  function begin(next: OpeningState): AbortSignal {
    lastOpening.abort();
    lastOpening = new AbortController();
    resolveQuestion?.('keep');
    store.setOpening(next);
    return lastOpening.signal;
  }

  /** Checks whether the open work may be discarded: there is none, it is saved, or the visitor agrees. */
  async function mayDiscard(question: 'replace' | 'clear', signal: AbortSignal): Promise<boolean> {
    if (!imageResultOf(store.image()) || (await isWorkSafe().catch(() => false)) || signal.aborted) return true;
    const { promise, resolve } = Promise.withResolvers<'keep' | 'discard'>();
    resolveQuestion = resolve;
    const open = store.image();
    store.setOpening({ question, ...(open.state !== 'empty' && { questionedName: open.image.name }) });
    const answer = await promise;
    if (!signal.aborted) {
      resolveQuestion = undefined;
      store.setOpening({});
    }
    return answer === 'discard';
  }

  async function loadWhenOnline(signal: AbortSignal): Promise<OpenFile | undefined> {
    try {
      return await loadOpenFile();
    } catch {
      // A retry is scheduled only for an offline browser, which reports when it is online again.
      if (signal.aborted || navigator.onLine) return undefined;
      store.setOpening({ opening: 'offline' });
      await nextOnline(signal);
      if (signal.aborted) return undefined;
      store.setOpening({ opening: 'reading' });
      return loadWhenOnline(signal);
    }
  }

  async function start(file: Blob, accept: (file: AcceptedFile) => void): Promise<StartOutcome> {
    const signal = begin({ opening: 'reading' });
    const openFile = await loadWhenOnline(signal);
    const found = (await openFile?.(file, signal)) ?? ({ failure: { code: 'resource-load-failed' } } as const);
    if ('failure' in found) {
      if (signal.aborted) return 'overtaken';
      const { failure } = found;
      store.setOpening({
        refusal: {
          ...failure,
          ...(canSucceedLater(failure) && { file }),
          ...(failure.format && { foreignFiles: [file] }),
        },
      });
      return 'refused';
    }
    const isAccepted = !signal.aborted && (await mayDiscard('replace', signal));
    if (!isAccepted || signal.aborted) {
      found.segmentation?.cutout.close();
      releaseImage(found.image);
      if (signal.aborted) return 'overtaken';
      store.setOpening({});
      return 'declined';
    }
    accept(found);
    return 'accepted';
  }

  return {
    start,
    async mayReplace() {
      const signal = begin({});
      return (await mayDiscard('replace', signal)) && !signal.aborted;
    },
    async clear(accept) {
      const signal = begin({});
      if ((await mayDiscard('clear', signal)) && !signal.aborted) accept();
    },
    answer: (answer) => resolveQuestion?.(answer),
    cancel: () => void begin({}),
  };
}

/** Resolves when the browser is online again, or the signal is aborted. */
function nextOnline(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    addEventListener('online', () => resolve(), { once: true, signal });
  });
}
