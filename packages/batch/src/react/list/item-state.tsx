import type { Conversion } from '@isola/convert';
import { useReductionWords } from '@isola/editor/react';
import { formatBytes, formatPercent, type Locale } from '@isola/i18n';
import { cn } from '@isola/ui/cn';
import { Check, Clock, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import type { BatchItem } from '../../batch.ts';
import { useBatchState } from '../batch-context.tsx';
import { shareOf } from './list-entries.ts';
import { useFailureTitle } from '../use-failure-title.ts';

/** State of an item, as text with an icon. */
export function ItemState({ item, className }: { item: BatchItem; className?: string }) {
  const text = useStateText(item);
  const kind = useStateKind(item);
  return (
    <p
      data-slot="item-state"
      className={cn(
        'flex min-w-0 items-center gap-1.5 text-12 tabular-nums',
        kind === 'failed' ? 'text-danger' : kind === 'waiting' ? 'text-faint' : 'text-soft',
        className,
      )}
    >
      <Sign kind={kind} />
      <span className="min-w-0 truncate" title={text}>
        {text}
      </span>
    </p>
  );
}

/** State as it is displayed. */
export type StateKind = 'waiting' | 'processing' | 'done' | 'failed';

function Sign({ kind }: { kind: StateKind }) {
  switch (kind) {
    case 'waiting':
      return <Clock aria-hidden className="size-3.5" />;
    case 'processing':
      return null;
    case 'done':
      return <Check aria-hidden className="size-3.5 text-success" />;
    case 'failed':
      return <TriangleAlert aria-hidden className="size-3.5" />;
    default:
      return kind satisfies never;
  }
}

/**
 * Returns the state to display. A result of an earlier preset does not count as done: it waits or is being rendered
 * again.
 */
export function useStateKind(item: BatchItem): StateKind {
  const isPaused = useIsPaused();
  if (item.state !== 'processed') return item.state;
  if (item.outcome === 'failed' || !item.isOutdated) return item.outcome;
  return isPaused ? 'waiting' : 'processing';
}

function useIsPaused(): boolean {
  return useBatchState(({ activity }) => activity.kind === 'paused');
}

/**
 * Returns the state as text: `waiting`, `processing 63%`, `processed`, `waiting for the preset`, or the reason of a
 * failure.
 */
export function useStateText(item: BatchItem): string {
  const { t, i18n } = useTranslation('batch');
  const failureTitle = useFailureTitle();
  const isPaused = useIsPaused();
  switch (item.state) {
    case 'waiting':
      return t('state.waiting');
    case 'processing':
      return t('state.processing', { percent: formatPercent(i18n.language as Locale, shareOf(item)) });
    case 'processed':
      if (item.outcome === 'failed') return failureTitle(item.failure);
      if (item.isOutdated) return t(isPaused ? 'state.outdatedPaused' : 'state.outdated');
      return t('state.processed');
    default:
      return item satisfies never;
  }
}

/** Sizes of the original file and of its result, and notes on its conversion, transparency, shadow, enlargement, blurred faces and the item's own settings. */
export function ItemSize({ item, className }: { item: BatchItem; className?: string }) {
  const { t, i18n } = useTranslation('batch');
  const locale = i18n.language as Locale;
  const done = item.state === 'processed' && item.outcome === 'done' ? item : undefined;
  const result = done?.result;
  const from = formatBytes(locale, item.sizeBytes);
  const reduced = useReductionWords()(result?.reduction ?? {});
  const to = result && [formatBytes(locale, result.sizeBytes), reduced].filter(Boolean).join(' · ');
  const sizes = to === undefined ? from : t('item.sizes', { from, to });
  return (
    <p title={sizes} className={cn('truncate text-12 text-faint tabular-nums', className)}>
      <span>{sizes}</span>
      {done?.transparency === 'kept' && <span className="text-soft"> · {t('item.transparencyKept')}</span>}
      {item.conversion && <ConversionFacts conversion={item.conversion} />}
      {result?.missingShadow && <span className="text-soft"> · {t('item.noShadow')}</span>}
      {result?.enlargedFrom && (
        <span className="text-soft">
          {' '}
          · {t('item.enlarged', { w: result.enlargedFrom.widthPx, h: result.enlargedFrom.heightPx })}
        </span>
      )}
      {result?.blurredFaces !== undefined && (
        <span className="text-soft">
          {' '}
          · {result.blurredFaces > 0 ? t('item.blurred', { count: result.blurredFaces }) : t('item.noFaces')}
        </span>
      )}
      {item.hasOverride && <span className="text-soft"> · {t('item.ownSettings')}</span>}
    </p>
  );
}

/** The format from which an image was converted, and what was left out or given up. */
function ConversionFacts({ conversion }: { conversion: Conversion }) {
  const { t } = useTranslation('batch');
  const { from, isFirstOfMany, isReduced, isApproximate } = conversion;
  const facts = [
    t('item.converted', { from }),
    ...(isFirstOfMany ? [t('item.convertedFirst')] : []),
    ...(isReduced ? [t('item.convertedReduced')] : []),
    ...(isApproximate ? [t('item.convertedApproximate')] : []),
  ];
  return <span className="text-soft"> · {facts.join(' · ')}</span>;
}

/** Note on an image that a lesson has changed, until the user keeps or undoes the change. */
export function TaughtMark({ item, className }: { item: BatchItem; className: string }) {
  const { t } = useTranslation('batch');
  if (!item.isTaught) return null;
  return (
    <p data-slot="taught-mark" className={className}>
      {t('item.taught')}
    </p>
  );
}
