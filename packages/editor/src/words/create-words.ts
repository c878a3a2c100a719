import type { BackgroundMaker } from './background-maker.ts';
import { createDeviceMaker } from './device-maker.ts';
import { createWordsStore, type WordsStore } from './create-words-store.ts';
import { findProviderMaker, type RequestPictures } from './provider-maker.ts';

export type { WordsStore } from './create-words-store.ts';
export type { RequestPictures } from './provider-maker.ts';

/**
 * Creates the store of backgrounds from words. They are made by the server's provider, if it has one, and on this
 * device.
 * @param request Sends a request to the server. Without it, there is no provider.
 */
export function createWords(request?: RequestPictures): WordsStore {
  return createWordsStore(findMakers(request));
}

async function findMakers(request: RequestPictures | undefined): Promise<readonly BackgroundMaker[]> {
  const provider = request && (await findProviderMaker(request));
  const device = createDeviceMaker();
  return provider ? [provider, device] : [device];
}
