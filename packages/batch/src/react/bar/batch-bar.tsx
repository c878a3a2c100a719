import { formatDuration, formatNumber, formatPercent, type Locale } from '@isola/i18n';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@isola/ui/dropdown-menu';
import { IconButton } from '@isola/ui/icon-button';
import { Progress } from '@isola/ui/progress';
import { Download, EllipsisVertical, LayoutGrid, Pause, Play, Sheet, Trash2, X } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';

import { downloadableOf, isDone } from '../../download/downloadable.ts';
import { useBatch, useBatchState, useSelectionState } from '../batch-context.tsx';
import { useCounts } from '../use-counts.ts';
import { NotifySwitch } from './notify-switch.tsx';
import type { BatchDownload } from './use-download.ts';
import type { BatchNotification } from './use-notification.ts';

export interface BatchBarProps {
  download: BatchDownload;
  notification: BatchNotification;
  footer: ReactNode;
  onClear: () => void;
  /** Opens the contact sheet. */
  onSheet: () => void;
  /** Button that opens the preset on screens that are too narrow to show it next to the list. */
  presetButton: ReactNode;
}

/** Bar with the progress, the remaining time, and the buttons to pause and to download. */
export function BatchBar({ download, notification, footer, onClear, onSheet, presetButton }: BatchBarProps) {
  const { t, i18n } = useTranslation(['batch', 'messages', 'common']);
  const locale = i18n.language as Locale;
  const counts = useCounts();
  const processed = counts.done + counts.failed;
  const label = t('bar.progress', {
    done: formatNumber(locale, processed),
    total: formatNumber(locale, counts.total),
  });
  return (
    <div
      data-slot="batch-bar"
      className="flex flex-col gap-2 border-t border-line bg-sheet px-3 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:px-4"
    >
      {download.state.state === 'failed' && (
        <Banner
          tone="danger"
          title={t('messages:download.failed.title')}
          onDismiss={download.dismissFailure}
          dismissLabel={t('common:dismiss')}
        >
          {t('messages:download.failed.text')}
        </Banner>
      )}
      {download.withoutReceiptCount > 0 && (
        <Banner
          data-slot="without-receipt"
          title={t('receipts.missing', { count: download.withoutReceiptCount })}
          onDismiss={download.dismissWithoutReceipt}
          dismissLabel={t('common:dismiss')}
        >
          {t('receipts.missingText')}
        </Banner>
      )}
      <Progress
        label={t('bar.label')}
        fraction={counts.total === 0 ? 0 : processed / counts.total}
        valueText={label}
        className={counts.open === 0 ? 'hidden' : ''}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-[1_1_12rem]">
          <p data-slot="batch-progress" className="text-14 font-medium tabular-nums">
            {counts.open === 0 ? <Finished /> : label}
          </p>
          <p data-slot="batch-pace" className="text-12 text-soft tabular-nums empty:hidden">
            <Pace />
          </p>
        </div>
        {footer}
        {counts.open > 0 && <NotifySwitch notification={notification} />}
        <span className="flex sm:order-last">
          <MoreMenu download={download} onClear={onClear} onSheet={onSheet} isEmpty={counts.done === 0} />
        </span>
        <div className="flex min-w-0 flex-wrap items-center gap-2 max-sm:w-full">
          {presetButton}
          <PauseButton isOpen={counts.open > 0} />
          <DownloadButton download={download} />
        </div>
      </div>
    </div>
  );
}

function Finished() {
  const { t } = useTranslation('batch');
  const { done, failed } = useCounts();
  return (
    <>
      {t('done.title', { count: done })}
      {failed > 0 && <span className="font-normal text-danger"> · {t('done.failed', { count: failed })}</span>}
    </>
  );
}

const pausedKeys = { user: 'bar.paused', battery: 'bar.battery', offline: 'bar.offline' } as const;

/** Speed and remaining time, or the reason why the batch is paused. */
function Pace() {
  const { t, i18n } = useTranslation('batch');
  const locale = i18n.language as Locale;
  const activity = useBatchState((state) => state.activity);
  const pace = useBatchState((state) => state.pace);
  const isOpen = useBatchState(({ items }) => items.some(({ state }) => state !== 'processed'));
  const outdatedCount = useBatchState(({ items }) => items.filter((item) => isDone(item) && item.isOutdated).length);
  const updating = outdatedCount > 0 && t('bar.updating', { count: outdatedCount });
  if (activity.kind === 'paused') {
    return (isOpen || updating) && [t(pausedKeys[activity.reason]), updating].filter(Boolean).join(' · ');
  }
  if (!isOpen && updating) return updating;
  if (!isOpen || !pace) return null;
  return (
    <>
      {t('bar.remaining', { time: formatDuration(locale, pace.remainingMs) })}
      <span className="max-sm:hidden">
        {' · '}
        {t('bar.speed', { number: formatNumber(locale, roundedRate(pace.imagesPerMinute)) })}
      </span>
    </>
  );
}

function roundedRate(imagesPerMinute: number): number {
  return imagesPerMinute < 10 ? Math.round(imagesPerMinute * 10) / 10 : Math.round(imagesPerMinute);
}

/**
 * Button to pause and to resume. It is shown while any item waits or is processed, including results that are rendered
 * again.
 */
function PauseButton({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation('batch');
  const batch = useBatch();
  const isOutdated = useBatchState(({ items }) => items.some((item) => isDone(item) && item.isOutdated));
  const isPaused = useBatchState(({ activity }) => activity.kind === 'paused');
  if (!isOpen && !isOutdated) return null;
  return (
    <Button onClick={isPaused ? batch.resume : batch.pause} className="max-sm:flex-1 pointer-coarse:h-11">
      {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
      {isPaused ? t('bar.resume') : t('bar.pause')}
    </Button>
  );
}

/**
 * The button for downloads, followed by the alternatives during a download. The button is the same in all states, so
 * that it keeps the keyboard focus.
 */
function DownloadButton({ download }: { download: BatchDownload }) {
  const { t } = useTranslation('batch');
  const { state } = download;
  const isWaiting = state.state === 'waiting' || state.state === 'asking';
  return (
    <>
      <MainButton download={download} />
      {isWaiting && <ReadyButton ids={state.ids} onTake={download.takeReady} />}
      {(isWaiting || state.state === 'working') && (
        <IconButton
          label={t('bar.cancelDownload')}
          title={t('bar.cancelDownload')}
          onClick={download.cancel}
          className="pointer-coarse:size-11"
        >
          <X aria-hidden />
        </IconButton>
      )}
      <span role="status" className="sr-only">
        {isWaiting && t(state.state === 'asking' ? 'bar.pausedBefore' : 'bar.waiting')}
      </span>
    </>
  );
}

function MainButton({ download }: { download: BatchDownload }) {
  const { t, i18n } = useTranslation('batch');
  const { state } = download;
  const selected = useSelectionState((selection) => selection.selected);
  const ids = useBatchState(
    useShallow(({ items }) =>
      items.filter((item) => isDone(item) && (selected.size === 0 || selected.has(item.id))).map(({ id }) => id),
    ),
  );
  const [readyCount, pendingCount] = useDownloadable('ids' in state ? state.ids : new Set(ids));
  const hint = useId();
  const number = (value: number) => formatNumber(i18n.language as Locale, value);
  const look = { variant: 'primary', className: 'tabular-nums max-sm:flex-1 pointer-coarse:h-11' } as const;
  switch (state.state) {
    case 'asking':
      return (
        <Button {...look} onClick={download.resumeAndWait}>
          <Play aria-hidden />
          {t('bar.resumeAndDownload', { total: number(readyCount + pendingCount) })}
        </Button>
      );
    case 'waiting':
      return (
        <Button {...look} loading>
          {t('bar.ready', { done: number(readyCount), total: number(readyCount + pendingCount) })}
        </Button>
      );
    case 'working':
      return (
        <Button {...look} loading>
          {t(state.step === 'receipts' ? 'zip.receipts' : 'zip.working', {
            percent: formatPercent(i18n.language as Locale, state.share),
          })}
        </Button>
      );
    case 'idle':
    case 'failed': {
      const count = ids.length;
      return (
        <Button
          {...look}
          disabled={count === 0}
          aria-describedby={pendingCount > 0 ? hint : undefined}
          onClick={() => download.start(ids)}
        >
          <Download aria-hidden />
          <span>{selected.size > 0 ? t('bar.downloadSelected', { count }) : t('bar.download', { count })}</span>
          {pendingCount > 0 && (
            <span id={hint} hidden>
              {t('bar.outdated')}
            </span>
          )}
        </Button>
      );
    }
    default:
      return state satisfies never;
  }
}

function ReadyButton({ ids, onTake }: { ids: ReadonlySet<string>; onTake: () => void }) {
  const { t } = useTranslation('batch');
  const [count] = useDownloadable(ids);
  if (count === 0) return null;
  return (
    <Button onClick={onTake} className="tabular-nums max-sm:flex-1 pointer-coarse:h-11">
      {t('bar.onlyReady', { count })}
    </Button>
  );
}

/** Returns the number of results that can be downloaded now, and of those that are still to be rendered. */
function useDownloadable(ids: ReadonlySet<string>): readonly [readyCount: number, pendingCount: number] {
  return useBatchState(
    useShallow(({ items }) => {
      const { ready, pendingCount } = downloadableOf(items, ids);
      return [ready.length, pendingCount] as const;
    }),
  );
}

interface MoreMenuProps extends Pick<BatchBarProps, 'download' | 'onClear' | 'onSheet'> {
  /** True while there is no result. */
  isEmpty: boolean;
}

function MoreMenu({ download, onClear, onSheet, isEmpty }: MoreMenuProps) {
  const { t } = useTranslation('batch');
  const chosen = useRef<() => void>(undefined);
  // A dialog opens after the menu has closed, so that it returns the focus to the menu’s button.
  const openChosen = () => {
    chosen.current?.();
    chosen.current = undefined;
  };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton label={t('bar.more')} title={t('bar.more')} className="pointer-coarse:size-11">
          <EllipsisVertical aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent
        align="end"
        side="top"
        onCloseAutoFocus={openChosen}
        className="pointer-coarse:[&_[role=menuitem]]:min-h-11"
      >
        <DropdownMenuItem disabled={isEmpty} onSelect={() => (chosen.current = onSheet)}>
          <LayoutGrid aria-hidden />
          {t('sheet.open')}
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={download.saveCsv}>
          <Sheet aria-hidden />
          {t('bar.csv')}
        </DropdownMenuItem>
        <DropdownMenuCheckboxItem checked={download.hasReceipts} onCheckedChange={download.setReceipts}>
          {t('receipts.option')}
        </DropdownMenuCheckboxItem>
        <DropdownMenuItem onSelect={() => (chosen.current = onClear)}>
          <Trash2 aria-hidden />
          {t('clear.open')}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
