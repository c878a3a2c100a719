import type { WordsStore } from '@isola/editor/words';

import { requestFunction } from '#backend/call-function.ts';
import { hasKeptSession } from '#backend/kept-session.ts';
import { openAuth } from '#backend/open-auth.ts';

let words: Promise<WordsStore> | undefined;

/** Loads the generator of backgrounds from text, once per visit. After a failure, the next call loads it again. */
export function loadWords(): Promise<WordsStore> {
  return (words ??= import('@isola/editor/words').then(
    ({ createWords }) => createWords(requestPictures),
    (error: unknown) => {
      words = undefined;
      throw error;
    },
  ));
}

async function requestPictures(order: object | undefined, signal: AbortSignal | undefined): Promise<Response> {
  const method = order ? 'POST' : 'GET';
  const token = order && (await accessToken());
  const response = await requestFunction('generate-background', order, signal, { method, accessToken: token });
  if (response.status === 401 && token !== undefined) (await openAuth())?.reportRefusedToken(token);
  return response;
}

/** Returns the access token of the signed-in member; undefined for a visitor. */
async function accessToken(): Promise<string | undefined> {
  const state = hasKeptSession() ? (await openAuth())?.getSnapshot() : undefined;
  return state?.status === 'signed-in' ? state.session.access_token : undefined;
}
