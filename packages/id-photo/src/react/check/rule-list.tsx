import { cn } from '@isola/ui/cn';
import { ArrowDownToLine, ArrowUpToLine, Check, CircleHelp, X } from 'lucide-react';

import type { RuleResult, RuleState } from '../../compliance/rule-result.ts';
import { useWords } from '../use-words.ts';

/** Groups of states that are counted together above the list, in display order. */
const groups: readonly { name: 'failed' | 'estimated' | 'unknown' | 'ok'; states: readonly RuleState[] }[] = [
  { name: 'ok', states: ['ok'] },
  { name: 'estimated', states: ['estimated'] },
  { name: 'failed', states: ['low', 'high', 'wrong'] },
  { name: 'unknown', states: ['unknown'] },
];

/** Lists the rules. Each row shows the measure, the allowed range and the advice. */
export function RuleList({ rules }: { rules: readonly RuleResult[] }) {
  const { t } = useWords();
  const counts = groups
    .map(({ name, states }) => ({ name, states, count: rules.filter(({ state }) => states.includes(state)).length }))
    .filter(({ count }) => count > 0);
  return (
    <>
      <p role="status" className="flex flex-wrap gap-x-3 gap-y-1 text-13 text-soft tabular-nums">
        {counts.map(({ name, states: [sign = 'unknown'], count }, at) => (
          <span key={name} className="inline-flex items-start gap-1">
            <Mark state={name === 'failed' ? 'wrong' : sign} />
            <span>
              {t(`view.check.count.${name}`, { value: count })}
              {at < counts.length - 1 && <span className="sr-only">, </span>}
            </span>
          </span>
        ))}
      </p>
      <ul data-slot="rules" className="divide-y divide-line border-y border-line">
        {rules.map((rule) => (
          <Rule key={rule.id} rule={rule} />
        ))}
      </ul>
    </>
  );
}

function Rule({ rule }: { rule: RuleResult }) {
  const { t, units } = useWords();
  const { id, unit, measured, state, advice, isSure, measuredColor } = rule;
  const allowed = useAllowed(rule);
  const measuredWords =
    measured === undefined || (id === 'inside' && state === 'ok')
      ? t(`state.${state}`)
      : id === 'inside'
        ? t('view.check.beyond', { value: units[unit](measured) })
        : `${isSure ? '' : '≈ '}${units[unit](measured)}`;
  return (
    <li
      data-rule={id}
      data-state={state}
      data-sure={isSure}
      className="grid grid-cols-[1.25rem_1fr_auto] gap-x-2 py-2.5"
    >
      <Mark state={state} />
      <div className="min-w-0 text-13">
        <p className="font-medium text-ink">
          {t(`rule.${id}`)}
          <span className="sr-only">: {t(`state.${state}`)}</span>
        </p>
        {allowed !== undefined && <p className="text-12 text-faint tabular-nums">{allowed}</p>}
      </div>
      <p
        className={cn(
          'text-end text-13 tabular-nums',
          state === 'low' || state === 'high' || state === 'wrong' ? 'font-medium text-danger' : 'text-ink',
        )}
      >
        {measuredColor !== undefined && (
          <svg aria-hidden viewBox="0 0 16 16" className="me-2 inline size-4">
            <rect x="0.5" y="0.5" width="15" height="15" rx="2" fill={measuredColor} className="stroke-control" />
          </svg>
        )}
        <span>{measuredWords}</span>
      </p>
      {advice && (
        <p
          className={cn(
            'col-span-2 col-start-2 mt-0.5 text-12',
            state === 'estimated' || state === 'unknown' ? 'text-soft' : 'text-danger',
          )}
        >
          {t(`advice.${advice}`)}
        </p>
      )}
    </li>
  );
}

function useAllowed({ id, unit, min, max }: RuleResult): string | undefined {
  const { t, units } = useWords();
  if (id === 'inside') return undefined;
  const format = units[unit];
  if (min !== undefined && max !== undefined) {
    if (min === max) return t('view.check.exactly', { value: format(min) });
    return unit === 'mm' ? units.mmRange(min, max) : `${format(min)} – ${format(max)}`;
  }
  if (min !== undefined) return t('view.check.atLeast', { value: format(min) });
  return max === undefined ? undefined : t('view.check.atMost', { value: format(max) });
}

/** Shows the state of a rule by both shape and colour. */
function Mark({ state }: { state: RuleState }) {
  const place = 'mt-0.5 size-4 flex-none';
  switch (state) {
    case 'ok':
      return <Check aria-hidden className={cn(place, 'text-success')} />;
    case 'estimated':
      // The outline is dashed, like the unsure guide that the measure depends on.
      return (
        <span
          aria-hidden
          className={cn(place, 'grid place-items-center rounded-full border border-dashed border-current text-warning')}
        >
          <Check className="size-2.5" />
        </span>
      );
    case 'low':
      return <ArrowDownToLine aria-hidden className={cn(place, 'text-danger')} />;
    case 'high':
      return <ArrowUpToLine aria-hidden className={cn(place, 'text-danger')} />;
    case 'wrong':
      return <X aria-hidden className={cn(place, 'text-danger')} />;
    case 'unknown':
      return <CircleHelp aria-hidden className={cn(place, 'text-faint')} />;
    default:
      return state satisfies never;
  }
}
