import { isLocale, type Locale } from '@isola/i18n';

import { callFunction } from './call-function.ts';

/**
 * Asks the geo-location function which language a visitor is likely to read, judged by the visitor's IP address.
 * @throws {BackendError} when the call fails.
 * @throws {TypeError} when the answer contains no supported language.
 */
export async function detectLanguage(signal?: AbortSignal): Promise<Locale> {
  // The answer is checked by hand: a validation library would double the size of the first script.
  const answer: unknown = await callFunction('geo-location', undefined, signal);
  if (typeof answer === 'object' && answer && 'defaultLanguage' in answer && isLocale(answer.defaultLanguage)) {
    return answer.defaultLanguage;
  }
  throw new TypeError('The geo-location function answered without a language');
}
