import type { Side } from '../layout/find-subject.ts';
import { isEnlarged, type SubjectLayout } from '../layout/lay-out-subject.ts';
import { type CheckedPhoto, decisivePx, type Rule, type RuleId } from './check-shop-photo.ts';

/** Reason why a finished file is rejected or needs to be looked at. */
export type Reason =
  | { readonly kind: 'broken-rule'; readonly rule: RuleId }
  | { readonly kind: 'cut'; readonly sides: readonly Side[] }
  /** The subject was enlarged: by a network when `isComputed`, otherwise by resampling. */
  | { readonly kind: 'enlarged'; readonly scale: number; readonly isComputed: boolean }
  /** The file is accepted, but shoppers cannot zoom into it. */
  | { readonly kind: 'no-zoom'; readonly zoomPx: number };

/** Overall verdict on a finished file. */
export interface Verdict {
  /** `fail`: a rule is broken. `look`: every rule is kept, and a person should look at the file. `pass`: neither. */
  readonly state: 'fail' | 'look' | 'pass';
  /** Reasons, the worst first. */
  readonly reasons: readonly Reason[];
}

/**
 * Combines the measured rules with doubts that no rule measures. A missed recommendation does not count as a doubt; the
 * list of rules shows it. An image that is too small for the marketplace's zoom does.
 * @param cutAt sides of the original image that cut the product off.
 */
export function verdictOn({ rules }: CheckedPhoto, layout: SubjectLayout, cutAt: readonly Side[]): Verdict {
  const broken = rules
    .filter((rule) => rule.state === 'fail')
    .map(({ id }) => ({ kind: 'broken-rule' as const, rule: id }));
  const doubts: readonly Reason[] = [
    ...(cutAt.length > 0 ? [{ kind: 'cut' as const, sides: cutAt }] : []),
    ...(isEnlarged(layout) ? [{ kind: 'enlarged' as const, scale: layout.scale, isComputed: layout.isComputed }] : []),
    ...rules.flatMap(missedZoom),
  ];
  const state = broken.length > 0 ? 'fail' : doubts.length > 0 ? 'look' : 'pass';
  return { state, reasons: [...broken, ...doubts] };
}

function missedZoom(rule: Rule): readonly Reason[] {
  if (rule.id !== 'pixels' || rule.allowed?.zoomPx === undefined) return [];
  const { zoomPx } = rule.allowed;
  return decisivePx(rule.measured, rule.allowed).least < zoomPx ? [{ kind: 'no-zoom', zoomPx }] : [];
}
