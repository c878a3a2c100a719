import { BackendError } from '#backend/call-function.ts';
import { callInTime } from '#backend/call-in-time.ts';

const outcomes = ['confirmed', 'already-confirmed', 'link-expired'] as const;

export type Confirmation = (typeof outcomes)[number];

/**
 * Confirms a pre-registration with the token of the mailed link.
 * @throws {BackendError}
 */
export async function confirmPreregistration(token: string): Promise<Confirmation> {
  const answer = await callInTime('api-preregister-confirm', { token });
  const outcome = outcomes.find(
    (each) => typeof answer === 'object' && answer !== null && 'outcome' in answer && answer.outcome === each,
  );
  if (!outcome) throw new BackendError('not-offered', 'The answer is not from the function');
  return outcome;
}
