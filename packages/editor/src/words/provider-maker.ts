import { v4 as randomId } from 'uuid';
import * as z from 'zod/mini';

import { openImage } from '../import/open-file.ts';
import { type BackgroundMaker, type Candidate, WordsError, type WordsFailureCode } from './background-maker.ts';

/**
 * Sends a request to the server's function `generate-background`.
 * @param order Order of backgrounds. Undefined asks for the name of the provider.
 * @throws when no server answers, or the signal's reason.
 */
export type RequestPictures = (order: object | undefined, signal: AbortSignal | undefined) => Promise<Response>;

const offer = z.object({ provider: z.nullable(z.string()) });
const answer = z.object({
  pictures: z.array(z.object({ type: z.string(), data: z.string() })),
  remainingToday: z.nullable(z.number()),
});
const refusal = z.object({
  code: z.string(),
  reason: z.optional(z.string()),
  limit: z.optional(z.enum(['day', 'month', 'site'])),
  member: z.optional(z.boolean()),
});

/** Failures by the function's codes; see `supabase/functions/generate-background/handle.ts`. */
const codes: Readonly<Record<string, WordsFailureCode>> = {
  'words-invalid': 'words-missing',
  'words-refused': 'words-refused',
  'provider-busy': 'busy',
  'too-many-requests': 'busy',
  busy: 'busy',
  timeout: 'timeout',
  'session-invalid': 'session-ended',
  'not-configured': 'not-offered',
  'origin-refused': 'not-offered',
  unavailable: 'network',
};

/** @returns the server's provider; null when it has none, or when there is no server with this function. */
export async function findProviderMaker(request: RequestPictures): Promise<BackgroundMaker | null> {
  try {
    const response = await request(undefined, undefined);
    // Some static hosts answer every URL with a page.
    const told = response.ok ? offer.safeParse(await response.json().catch(() => null)) : undefined;
    return told?.success && told.data.provider ? providerMaker(told.data.provider, request) : null;
  } catch {
    // There is no server. Backgrounds are painted on this device.
    return null;
  }
}

function providerMaker(name: string, request: RequestPictures): BackgroundMaker {
  return {
    kind: 'provider',
    name,
    make: async ({ words, aspect, seed, count }, signal) => {
      // The order contains only the words and the requested form. No image leaves the device.
      const order = { words, aspect, seed, count, key: randomId() };
      const response = await request(order, signal).catch((cause: unknown) => {
        signal.throwIfAborted();
        throw new WordsError('network', 'The server did not answer', { cause });
      });
      const body: unknown = await response.json().catch(() => null);
      signal.throwIfAborted();
      if (!response.ok) throw failureOf(response, body);
      const told = answer.safeParse(body);
      if (!told.success) throw new WordsError('failed', 'The answer has an unexpected form');
      const opened = await Promise.all(told.data.pictures.map(({ type, data }) => pictureOf(type, data)));
      const candidates = opened.filter((each) => each !== null);
      signal.throwIfAborted();
      if (candidates.length === 0) throw new WordsError('fetch-failed', 'None of the images could be opened');
      return { candidates, remainingToday: told.data.remainingToday };
    },
  };
}

/** @returns null for an image that cannot be opened. */
async function pictureOf(type: string, data: string): Promise<Candidate | null> {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  const found = await openImage(new Blob([bytes], { type }));
  return 'picture' in found ? { kind: 'picture', picture: found.picture } : null;
}

function failureOf(response: Response, body: unknown): WordsError {
  const told = refusal.safeParse(body);
  if (!told.success) return new WordsError('failed', `The server answered ${response.status}`);
  const { code, reason, limit, member } = told.data;
  const waitSeconds = Number(response.headers.get('retry-after')) || undefined;
  if (code === 'limit-reached') {
    const whose = member || limit === 'site' ? (`limit-${limit ?? 'day'}` as const) : 'limit-visitor';
    return new WordsError(whose, code, { waitSeconds });
  }
  if (code === 'provider-failed' && reason) return new WordsError('fetch-failed', reason);
  return new WordsError(codes[code] ?? 'failed', code, { waitSeconds });
}
