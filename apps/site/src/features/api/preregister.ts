import type { Locale } from '@isola/i18n';

import { BackendError, callFunction } from '#backend/call-function.ts';

export interface Preregistration {
  readonly email: string;
  /** The language to write to them in. */
  readonly language: Locale;
}

/**
 * Adds a person to the list of those who get an API key early.
 * @throws {BackendError}
 */
export async function preregister(registration: Preregistration): Promise<void> {
  const answer = await callFunction('api-preregister', registration);
  // Some static hosts answer every address with a page and the status 200: that is no registration.
  if (typeof answer !== 'object' || answer === null) {
    throw new BackendError('not-offered', 'What answered is no function');
  }
}
