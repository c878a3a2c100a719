import { type Locale, locales } from '@isola/i18n';
import * as z from 'zod/mini';

import { callFunction } from './call-function.ts';

/** What the geo-location function answers; the owner's names. */
const answer = z.object({
  ip: z.nullable(z.string()),
  country: z.nullable(z.string()),
  defaultLanguage: z.enum(locales),
});

/**
 * Asks the geo-location function which language a visitor from this address is likely to read.
 * @throws {BackendError} when it cannot be asked, or a `ZodError` when what it answers is not what was agreed.
 */
export async function detectLanguage(signal?: AbortSignal): Promise<Locale> {
  return answer.parse(await callFunction('geo-location', undefined, signal)).defaultLanguage;
}
