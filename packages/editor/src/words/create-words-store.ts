import { createStore } from 'zustand/vanilla';

import type { ReadonlyStore } from '../model/readonly-store.ts';
import {
  type BackgroundMaker,
  type Candidate,
  type Frame,
  type MadeBackgrounds,
  WordsError,
  type WordsFailureCode,
} from './background-maker.ts';
import { forgetWords, readRememberedWords, rememberWords } from './remembered-words.ts';

export const maxWordsCharacters = 400;
const candidatesPerOrder = 4;

export interface WordsFailure {
  readonly code: WordsFailureCode;
  readonly waitSeconds?: number | undefined;
}

/** Backgrounds that were made last. */
export interface Made extends Omit<MadeBackgrounds, 'remainingToday'> {
  readonly words: string;
  readonly maker: BackgroundMaker;
}

export interface WordsState {
  /** Makers; null until they are known. The first one is used unless another is chosen. */
  readonly makers: readonly BackgroundMaker[] | null;
  readonly makerKind: BackgroundMaker['kind'];
  /** Words and maker of the backgrounds that are being made. */
  readonly making: { readonly words: string; readonly maker: BackgroundMaker } | null;
  readonly made: Made | null;
  readonly failure: WordsFailure | null;
  /** Number of the provider's images that can still be made today; null when there is no limit, or it is not known. */
  readonly remainingToday: number | null;
  /** Words that backgrounds were made from, the newest first. They are saved only on this device. */
  readonly remembered: readonly string[];
  /** True while the candidates are shown below the stage. The panel does not show them then. */
  readonly isBeneathStage: boolean;
}

/** Store of backgrounds from words: their makers and the backgrounds that were made. */
export interface WordsStore extends ReadonlyStore<WordsState> {
  readonly chooseMaker: (kind: BackgroundMaker['kind']) => void;
  /**
   * Makes four backgrounds from these words.
   * @returns whether there are new ones; false when it failed or a later request replaced it.
   */
  readonly make: (words: string, frame: Frame) => Promise<boolean>;
  /** Makes four other backgrounds from the last words. */
  readonly makeOthers: (frame: Frame) => Promise<boolean>;
  /** Makes four backgrounds that resemble one of the last ones. */
  readonly makeAlike: (like: Candidate, frame: Frame) => Promise<boolean>;
  /** Cancels the request under way. Backgrounds that were made before stay. */
  readonly cancel: () => void;
  /** Dismisses the failure of the last request. */
  readonly dismiss: () => void;
  /** Forgets all words, also those saved on this device. */
  readonly forget: () => void;
  /** Shows the candidates below the stage. @returns a function that ends this. */
  readonly showBeneathStage: () => () => void;
}

/**
 * @param makers Makers in the order in which they are offered.
 * @param randomSeed Returns a seed of 0 to 2³¹ − 1.
 */
export function createWordsStore(
  makers: Promise<readonly BackgroundMaker[]>,
  randomSeed: () => number = () => Math.floor(Math.random() * 2 ** 31),
): WordsStore {
  const { setState, getState, ...store } = createStore<WordsState>(() => ({
    makers: null,
    makerKind: 'device',
    making: null,
    made: null,
    failure: null,
    remainingToday: null,
    remembered: readRememberedWords(),
    isBeneathStage: false,
  }));
  let stop: AbortController | undefined;
  const known = makers.then((found) => {
    setState({ makers: found, ...(found[0] && { makerKind: found[0].kind }) });
    return found;
  });

  const run = async (typed: string, frame: Frame, like?: Candidate): Promise<boolean> => {
    stop?.abort();
    const words = typed.trim();
    const length = Array.from(words).length;
    if (length === 0 || length > maxWordsCharacters) {
      setState({ making: null, failure: { code: length === 0 ? 'words-missing' : 'words-too-long' } });
      return false;
    }
    const own = new AbortController();
    stop = own;
    const found = await known;
    const maker = found.find(({ kind }) => kind === getState().makerKind);
    if (!maker || own.signal.aborted) return false;
    setState({ making: { words, maker }, failure: null });
    try {
      const order = { words, ...frame, seed: randomSeed(), count: candidatesPerOrder, ...(like && { like }) };
      const { remainingToday, ...made } = await maker.make(order, own.signal);
      if (own.signal.aborted) return false;
      setState({
        making: null,
        made: { ...made, words, maker },
        ...(remainingToday !== undefined && { remainingToday }),
        remembered: rememberWords(words, getState().remembered),
      });
      return true;
    } catch (error) {
      if (own.signal.aborted) return false;
      const failure = error instanceof WordsError ? error : new WordsError('failed', String(error));
      const { code, waitSeconds } = failure;
      const remainingToday = code.startsWith('limit-') ? 0 : failure.remainingToday;
      setState({
        making: null,
        failure: { code, waitSeconds },
        ...(remainingToday !== undefined && { remainingToday }),
      });
      return false;
    }
  };

  return {
    ...store,
    getState,
    chooseMaker: (makerKind) => setState({ makerKind, failure: null }),
    make: (words, frame) => run(words, frame),
    makeOthers: (frame) => run(getState().made?.words ?? '', frame),
    makeAlike: (like, frame) => run(getState().made?.words ?? '', frame, like),
    cancel: () => {
      stop?.abort();
      setState({ making: null });
    },
    dismiss: () => setState({ failure: null }),
    forget: () => setState({ remembered: forgetWords() }),
    showBeneathStage: () => {
      setState({ isBeneathStage: true });
      return () => setState({ isBeneathStage: false });
    },
  };
}
