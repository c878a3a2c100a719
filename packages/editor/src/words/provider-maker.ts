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

/** Time to wait for the name of the provider, in milliseconds. Until then, no maker can be used. */
const offerLimitMs = 8_000;
/** Time that an order takes at most on a server that does not tell, in milliseconds. */
const usualOrderMs = 90_000;
/** Time of the order's way to the server and back, in milliseconds. */
const wayLimitMs = 30_000;

const offer = z.object({ provider: z.nullable(z.string()), timeoutMs: z.optional(z.number()) });
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

/**
 * @param limitMs time to wait for the server's answer, in milliseconds.
 * @returns the server's provider; null when it has none, or when there is no server with this function.
 */
export async function findProviderMaker(
  request: RequestPictures,
  limitMs = offerLimitMs,
): Promise<BackgroundMaker | null> {
  try {
    const response = await request(undefined, AbortSignal.timeout(limitMs));
    // Some static hosts answer every URL with a page.
    const told = response.ok ? offer.safeParse(await response.json().catch(() => null)) : undefined;
    if (!told?.success || !told.data.provider) return null;
    return providerMaker(told.data.provider, request, (told.data.timeoutMs ?? usualOrderMs) + wayLimitMs);
  } catch {
    // There is no server. Backgrounds are painted on this device.
    return null;
  }
}

/** @param limitMs time to wait for an answer, in milliseconds. */
function providerMaker(name: string, request: RequestPictures, limitMs: number): BackgroundMaker {
  return {
    kind: 'provider',
    name,
    make: async ({ words, aspect, seed, count }, cancelled) => {
      const limit = AbortSignal.timeout(limitMs);
      // The order contains only the words and the requested form. No image leaves the device.
      const order = { words, aspect, seed, count, key: randomId() };
      const unanswered = (cause?: unknown) => {
        cancelled.throwIfAborted();
        return new WordsError('network', 'The server did not answer', { cause });
      };
      const response = await request(order, AbortSignal.any([cancelled, limit])).catch((cause: unknown) => {
        throw unanswered(cause);
      });
      const body: unknown = await response.json().catch(() => null);
      if (cancelled.aborted || limit.aborted) throw unanswered();
      if (!response.ok) throw failureOf(response, body);
      const told = answer.safeParse(body);
      if (!told.success) throw new WordsError('failed', 'The answer has an unexpected form');
      const opened = await Promise.all(told.data.pictures.map(({ type, data }) => pictureOf(type, data)));
      const candidates = opened.filter((each) => each !== null);
      cancelled.throwIfAborted();
      const { remainingToday } = told.data;
      if (candidates.length > 0) return { candidates, remainingToday };
      throw new WordsError('unreadable', 'None of the images could be opened', { remainingToday });
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
