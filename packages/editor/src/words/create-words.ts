import type { BackgroundMaker } from './background-maker.ts';
import { deviceMaker } from './device-maker.ts';
import { createWordsStore, type WordsStore } from './create-words-store.ts';
import { findProviderMaker, type RequestPictures } from './provider-maker.ts';

export type { WordsStore } from './create-words-store.ts';
export type { RequestPictures } from './provider-maker.ts';

/**
 * Backgrounds from words: by the provider that the server has, where it has one, and painted on this device.
 * @param request asks the server; without it there is no provider.
 */
export function createWords(request?: RequestPictures): WordsStore {
  return createWordsStore(findMakers(request));
}

async function findMakers(request: RequestPictures | undefined): Promise<readonly BackgroundMaker[]> {
  const provider = request && (await findProviderMaker(request));
  return provider ? [provider, deviceMaker] : [deviceMaker];
}
