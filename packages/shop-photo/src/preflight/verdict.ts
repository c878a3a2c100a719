import type { Side } from '../layout/find-subject.ts';
import { isEnlarged, type SubjectLayout } from '../layout/lay-out-subject.ts';
import type { CheckedPhoto, RuleId } from './check-shop-photo.ts';

/** Why a finished file needs a look, or is refused. */
export type Reason =
  | { readonly kind: 'broken-rule'; readonly rule: RuleId }
  | { readonly kind: 'cut'; readonly sides: readonly Side[] }
  | { readonly kind: 'enlarged'; readonly scale: number };

/** The one verdict on a finished file. */
export interface Verdict {
  /** `fail`: a rule is broken. `look`: every rule is kept, and a person should look at the file. `pass`: neither. */
  readonly state: 'fail' | 'look' | 'pass';
  /** The worst reason stands first. */
  readonly reasons: readonly Reason[];
}

/**
 * Weighs the measured rules together with doubts that no rule measures. A recommendation that is missed is no doubt: the list
 * of rules names it.
 * @param cutAt sides of the original image that cut the product off.
 */
export function verdictOn({ rules }: CheckedPhoto, layout: SubjectLayout, cutAt: readonly Side[]): Verdict {
  const broken = rules
    .filter((rule) => rule.state === 'fail')
    .map(({ id }) => ({ kind: 'broken-rule' as const, rule: id }));
  const doubts: readonly Reason[] = [
    ...(cutAt.length > 0 ? [{ kind: 'cut' as const, sides: cutAt }] : []),
    ...(isEnlarged(layout) ? [{ kind: 'enlarged' as const, scale: layout.scale }] : []),
  ];
  const state = broken.length > 0 ? 'fail' : doubts.length > 0 ? 'look' : 'pass';
  return { state, reasons: [...broken, ...doubts] };
}
