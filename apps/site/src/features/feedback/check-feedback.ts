import { checkEmail } from '#backend/check-email.ts';

import type { FeedbackDraft } from './feedback-draft.ts';

/** In characters as people count them: an emoji is one. */
export const textLimits = { min: 10, max: 4000 } as const;

/** Problems that prevent sending, by the name of the field. */
export interface FeedbackProblems {
  readonly text?: 'too-short' | 'too-long';
  readonly email?: 'malformed' | 'too-long';
}

const characters = new Intl.Segmenter();

/** @returns nothing when the draft can be sent: the spaces around text and address do not count, no address is needed. */
export function checkFeedback(draft: FeedbackDraft): FeedbackProblems {
  const length = [...characters.segment(draft.text.trim())].length;
  const email = checkEmail(draft.email);
  return {
    ...(length < textLimits.min && { text: 'too-short' }),
    ...(length > textLimits.max && { text: 'too-long' }),
    ...('problem' in email && email.problem !== 'empty' && { email: email.problem }),
  };
}
