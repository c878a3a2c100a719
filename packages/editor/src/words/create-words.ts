import type { BackgroundMaker } from './background-maker.ts';
import { createWordsStore, type WordsStore } from './create-words-store.ts';
import { findProviderMaker, type RequestPictures } from './provider-maker.ts';

export type { WordsStore } from './create-words-store.ts';
export type { RequestPictures } from './provider-maker.ts';

/**
 * Backgrounds from words, by the provider that the server has, where it has one.
 * @param request asks the server; without it there is no provider.
 */
export function createWords(request?: RequestPictures): WordsStore {
  return createWordsStore(findMakers(request));
}

async function findMakers(request: RequestPictures | undefined): Promise<readonly BackgroundMaker[]> {
  const provider = request && (await findProviderMaker(request));
  return provider ? [provider] : [];
}
