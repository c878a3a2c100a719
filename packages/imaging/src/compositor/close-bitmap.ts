import type { Job, Outcomes } from './protocol.ts';

/** Frees the bitmap of an outcome that nobody waits for any more. Otherwise its pixels stay until garbage is collected. */
export function closeBitmap(outcome: Outcomes[Job['kind']]): void {
  if (typeof outcome !== 'object') return;
  if ('part' in outcome) outcome.part?.bitmap.close();
  else if ('bitmap' in outcome) outcome.bitmap.close();
}
