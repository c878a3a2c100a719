import { isLocale, type Locale } from '@isola/i18n';

import { callFunction } from './call-function.ts';

/**
 * Asks the geo-location function which language a visitor from this address is likely to read.
 * @throws {BackendError} when it cannot be asked, or a `TypeError` when what it answers is not what was agreed.
 */
export async function detectLanguage(signal?: AbortSignal): Promise<Locale> {
  // Checked by hand: this is in the first script of a visit, which a library for it would double.
  const answer: unknown = await callFunction('geo-location', undefined, signal);
  if (typeof answer === 'object' && answer && 'defaultLanguage' in answer && isLocale(answer.defaultLanguage)) {
    return answer.defaultLanguage;
  }
  throw new TypeError('The geo-location function answered without a language');
}
