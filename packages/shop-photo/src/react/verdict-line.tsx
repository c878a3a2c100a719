import { formatList, formatPercent, type Locale } from '@isola/i18n';
import { cn } from '@isola/ui/cn';
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import type { Reason, Verdict } from '../preflight/verdict.ts';

const signs = {
  fail: { Icon: CircleX, tone: 'text-danger' },
  look: { Icon: TriangleAlert, tone: 'text-warning' },
  pass: { Icon: CircleCheck, tone: 'text-success' },
} as const;

/** Shows the verdict on a finished file and its reasons in one sentence. */
export function VerdictLine({ verdict: { state, reasons } }: { verdict: Verdict }) {
  const { t, i18n } = useTranslation('shop-photo');
  const locale = i18n.language as Locale;
  const { Icon, tone } = signs[state];
  const reasonWords = (reason: Reason) => {
    switch (reason.kind) {
      case 'broken-rule':
        return t(`rule.${reason.rule}`);
      case 'cut': {
        const sides = reason.sides.map((side) => t(`side.${side}`));
        return t('reason.cut', { sides: formatList(locale, sides) });
      }
      case 'enlarged': {
        const percent = formatPercent(locale, reason.scale);
        return t(reason.isComputed ? 'reason.computed' : 'reason.enlarged', { percent });
      }
      case 'no-zoom':
        return t('reason.no-zoom', { value: t('px', { value: reason.zoomPx }) });
      default:
        return reason satisfies never;
    }
  };
  return (
    <p data-slot="verdict" data-state={state} className="flex gap-2 text-13 font-medium">
      <Icon aria-hidden className={cn('mt-0.5 size-4 flex-none', tone)} />
      <span>{t(`verdict.${state}`, { reasons: reasons.map(reasonWords).join(t('join')) })}</span>
    </p>
  );
}
