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

/**
 * Sizes of the original file and of its result, then what was done to the image. The whole line is also its tooltip,
 * because a tile may cut it off.
 */
export function ItemSize({ item, className }: { item: BatchItem; className?: string }) {
  const sizes = useSizes(item);
  const notes = useNotes(item);
  return (
    <p
      data-slot="item-size"
      title={[sizes, ...notes].join(' · ')}
      className={cn('text-12 text-faint tabular-nums', className)}
    >
      {sizes}
      {notes.map((note) => (
        <span key={note} className="text-soft">
          {' '}
          · {note}
        </span>
      ))}
    </p>
  );
}

/** Returns the sizes of the original file and of its result. */
function useSizes(item: BatchItem): string {
  const { t, i18n } = useTranslation('batch');
  const locale = i18n.language as Locale;
  const result = resultOf(item);
  const reduced = useReductionWords()(result?.reduction ?? {});
  const from = formatBytes(locale, item.sizeBytes);
  if (!result) return from;
  const to = [formatBytes(locale, result.sizeBytes), reduced].filter(Boolean).join(' · ');
  return t('item.sizes', { from, to });
}

/**
 * Returns what was done to an image and what was given up. Blurred faces come first: a face that was not found must not
 * be overlooked.
 */
function useNotes(item: BatchItem): readonly string[] {
  const { t } = useTranslation('batch');
  const { blurredFaces, missingShadow, enlargedFrom } = resultOf(item) ?? {};
  const keepsTransparency = item.state === 'processed' && item.outcome === 'done' && item.transparency === 'kept';
  const { from, isFirstOfMany, isReduced, isApproximate } = item.conversion ?? {};
  return [
    blurredFaces !== undefined && (blurredFaces > 0 ? t('item.blurred', { count: blurredFaces }) : t('item.noFaces')),
    keepsTransparency && t('item.transparencyKept'),
    from !== undefined && t('item.converted', { from }),
    isFirstOfMany && t('item.convertedFirst'),
    isReduced && t('item.convertedReduced'),
    isApproximate && t('item.convertedApproximate'),
    missingShadow && t('item.noShadow'),
    enlargedFrom && t('item.enlarged', { w: enlargedFrom.widthPx, h: enlargedFrom.heightPx }),
    item.hasOverride && t('item.ownSettings'),
  ].filter((note) => typeof note === 'string');
}

function resultOf(item: BatchItem) {
  return item.state === 'processed' && item.outcome === 'done' ? item.result : undefined;
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
