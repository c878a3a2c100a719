import type { Locale } from '@isola/i18n';

import { BackendError, callFunction } from '#backend/call-function.ts';

export interface Feedback {
  readonly text: string;
  /** The email for an answer; left out when the user wants none. */
  readonly email?: string;
  readonly language: Locale;
  /** The address path of the page that it was written on. */
  readonly page: string;
}

/** @throws {BackendError} */
export async function sendFeedback(feedback: Feedback): Promise<void> {
  const answer = await callFunction('feedback', feedback);
  // Some static hosts answer every address with a page and the status 200: the feedback was not received there.
  if (typeof answer !== 'object' || answer === null) {
    throw new BackendError('not-offered', 'What answered is no function');
  }
}
