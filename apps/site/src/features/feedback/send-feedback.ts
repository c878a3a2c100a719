import type { Locale } from '@isola/i18n';
import { v4 as randomId } from 'uuid';

import { BackendError } from '#backend/call-function.ts';
import { callInTime } from '#backend/call-in-time.ts';

export interface Feedback {
  readonly text: string;
  /** Email address for an answer; absent when the user wants none. */
  readonly email?: string;
  readonly language: Locale;
  /** Path of the page on which the feedback was written. */
  readonly page: string;
}

/** The last feedback that the server has not confirmed, and its key. */
let unconfirmed: { readonly content: string; readonly key: string } | null = null;

/**
 * Sends feedback to the server. When it is sent again unchanged after a failure, the server stores it once.
 * @throws {BackendError}
 */
export async function sendFeedback(feedback: Feedback): Promise<void> {
  const content = JSON.stringify(feedback);
  if (unconfirmed?.content !== content) unconfirmed = { content, key: randomId() };
  const answer = await callInTime('feedback', { ...feedback, key: unconfirmed.key });
  // Some static hosts answer every URL with a page and the status 200, without having received the feedback.
  if (typeof answer !== 'object' || answer === null) {
    throw new BackendError('not-offered', 'The answer is not from the function');
  }
  unconfirmed = null;
}
