import type { Locale } from '@isola/i18n';
import { cn } from '@isola/ui/cn';
import { CircleCheck, CircleDashed, CircleX, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import type { CheckedPhoto, Rule, RuleState } from '../preflight/check-shop-photo.ts';
import type { Target } from '../targets/targets.ts';
import { plannedWords, ruleWords } from './rule-words.ts';

export interface RuleListProps {
  target: Target;
  /** Checks of the finished file. Undefined until the file is made; the list then shows what will be measured. */
  checked: CheckedPhoto | undefined;
}

const icons: Readonly<Record<RuleState, typeof CircleCheck>> = {
  pass: CircleCheck,
  fail: CircleX,
  advice: TriangleAlert,
  unstated: CircleDashed,
};

const tones: Readonly<Record<RuleState, string>> = {
  pass: 'text-success',
  fail: 'text-danger',
  advice: 'text-warning',
  unstated: 'text-faint',
};

/** Lists each rule with the allowed value and the measure of the finished file. */
export function RuleList({ target, checked }: RuleListProps) {
  const { t, i18n } = useTranslation('shop-photo');
  const locale = i18n.language as Locale;
  if (!checked) {
    return (
      <dl
        data-slot="rules"
        data-state="planned"
        className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-t border-line pt-3 text-13"
      >
        {plannedWords(target, t, locale).map(({ id, name, allowed }) => (
          <div key={id} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="text-end text-soft tabular-nums">{allowed}</dd>
          </div>
        ))}
      </dl>
    );
  }
  return (
    <ul
      data-slot="rules"
      data-state={checked.state}
      className="flex flex-col gap-1.5 border-t border-line pt-3 text-13"
    >
      {shownRules(target, checked).map((rule) => {
        const Icon = icons[rule.state];
        const { name, measured, allowed, state } = ruleWords(rule, t, locale);
        return (
          <li key={rule.id} data-rule={rule.id} data-state={rule.state} className="flex gap-2">
            <Icon aria-hidden className={cn('mt-0.5 size-4 flex-none', tones[rule.state])} />
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap justify-between gap-x-3">
                <span>
                  {name}
                  <span className="sr-only">: {state}</span>
                </span>
                <span className={cn('tabular-nums', rule.state === 'fail' && 'font-medium text-danger')}>
                  {measured}
                </span>
              </span>
              {rule.state !== 'pass' && <span className="block text-soft tabular-nums">{allowed}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/**
 * Returns the rules to show. A target that belongs to no marketplace has no sources, so its unstated rules are left
 * out.
 */
function shownRules({ spec }: Target, { rules }: CheckedPhoto): readonly Rule[] {
  return Object.keys(spec.from).length > 0 ? rules : rules.filter(({ state }) => state !== 'unstated');
}
