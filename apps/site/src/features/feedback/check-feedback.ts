import { checkEmail } from '#backend/check-email.ts';

import type { FeedbackDraft } from './feedback-draft.ts';

/** Limits of the text's length, in grapheme clusters: an emoji counts as one. */
export const textLimits = { min: 10, max: 4000 } as const;

/** Problems that prevent sending, by the name of the field. */
export interface FeedbackProblems {
  readonly text?: 'too-short' | 'too-long';
  readonly email?: 'malformed' | 'too-long';
}

const characters = new Intl.Segmenter();

/**
 * Checks a draft before it is sent. White space around the text and the address is ignored, and the address is
 * optional.
 * @returns an empty object when the draft can be sent.
 */
export function checkFeedback(draft: FeedbackDraft): FeedbackProblems {
  const length = [...characters.segment(draft.text.trim())].length;
  const email = checkEmail(draft.email);
  return {
    ...(length < textLimits.min && { text: 'too-short' }),
    ...(length > textLimits.max && { text: 'too-long' }),
    ...('problem' in email && email.problem !== 'empty' && { email: email.problem }),
  };
}
