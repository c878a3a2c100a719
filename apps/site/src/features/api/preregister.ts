import type { Locale } from '@isola/i18n';

import { BackendError } from '#backend/call-function.ts';
import { callInTime } from '#backend/call-in-time.ts';

export interface Preregistration {
  readonly email: string;
  /** Language of the emails to this person. */
  readonly language: Locale;
}

/**
 * Registers a person for early access to the API.
 * @throws {BackendError}
 */
export async function preregister(registration: Preregistration): Promise<void> {
  const answer = await callInTime('api-preregister', registration);
  // Some static hosts answer every URL with a page and the status 200, which is not a successful registration.
  if (typeof answer !== 'object' || answer === null) {
    throw new BackendError('not-offered', 'The answer is not from the function');
  }
}
