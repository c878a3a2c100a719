import { createStore } from 'zustand/vanilla';

import type { ReadonlyStore } from '../model/readonly-store.ts';
import {
  type Aspect,
  type BackgroundMaker,
  type Candidate,
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
  /** Null until they are known. The first is the one that is asked unless another is chosen. */
  readonly makers: readonly BackgroundMaker[] | null;
  readonly makerKind: BackgroundMaker['kind'];
  /** Words and maker of the backgrounds that are being made. */
  readonly making: { readonly words: string; readonly maker: BackgroundMaker } | null;
  readonly made: Made | null;
  readonly failure: WordsFailure | null;
  /** Pictures of the provider; null: as many as one likes, or nothing is known. */
  readonly remainingToday: number | null;
  /** Newest first; they are on this device alone. */
  readonly remembered: readonly string[];
  /** Whether they are chosen beneath the stage; the panel then leaves it at that. */
  readonly isBeneathStage: boolean;
}

/** Backgrounds from words: who makes them, and what was made. */
export interface WordsStore extends ReadonlyStore<WordsState> {
  readonly chooseMaker: (kind: BackgroundMaker['kind']) => void;
  /** Makes four from these words. @returns whether there are some now; false where it failed, or gave way to a later one. */
  readonly make: (words: string, aspect: Aspect) => Promise<boolean>;
  /** Makes four others from the words of the last ones. */
  readonly makeOthers: (aspect: Aspect) => Promise<boolean>;
  /** Makes four that resemble one of the last. */
  readonly makeAlike: (like: Candidate, aspect: Aspect) => Promise<boolean>;
  /** Ends what is being made; what was made before stays. */
  readonly cancel: () => void;
  /** Puts a message of the last try away. */
  readonly dismiss: () => void;
  /** Forgets all words, on this device as well. */
  readonly forget: () => void;
  /** Shows the pictures beneath the stage. @returns ends that. */
  readonly showBeneathStage: () => () => void;
}

/**
 * @param makers in the order in which they are offered.
 * @param randomSeed gives the seeds, 0 to 2³¹ − 1.
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

  const run = async (typed: string, aspect: Aspect, like?: Candidate): Promise<boolean> => {
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
      const order = { words, aspect, seed: randomSeed(), count: candidatesPerOrder, ...(like && { like }) };
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
      const { code, waitSeconds } = error instanceof WordsError ? error : new WordsError('failed', String(error));
      const isLimit = code.startsWith('limit-');
      setState({ making: null, failure: { code, waitSeconds }, ...(isLimit && { remainingToday: 0 }) });
      return false;
    }
  };

  return {
    ...store,
    getState,
    chooseMaker: (makerKind) => setState({ makerKind, failure: null }),
    make: (words, aspect) => run(words, aspect),
    makeOthers: (aspect) => run(getState().made?.words ?? '', aspect),
    makeAlike: (like, aspect) => run(getState().made?.words ?? '', aspect, like),
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
