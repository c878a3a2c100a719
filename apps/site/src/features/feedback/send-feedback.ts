import type { Locale } from '@isola/i18n';

import { BackendError } from '#backend/call-function.ts';
import { callInTime } from '#backend/call-in-time.ts';

export interface Feedback {
  readonly text: string;
  /** Email address for an answer; absent when the user wants none. */
  readonly email?: string;
  readonly language: Locale;
  /** Path of the page on which the feedback was written. */
  readonly page: string;
  /** UUID. The server stores feedback that arrives again with the same key once. */
  readonly key: string;
}

/**
 * Sends feedback to the server.
 * @throws {BackendError}
 */
export async function sendFeedback(feedback: Feedback): Promise<void> {
  const answer = await callInTime('feedback', feedback);
  // Some static hosts answer every URL with a page and the status 200, without having received the feedback.
  if (typeof answer !== 'object' || answer === null) {
    throw new BackendError('not-offered', 'The answer is not from the function');
  }
}
