import { cn } from '@isola/ui/cn';
import { TriangleAlert } from 'lucide-react';
import { useId, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { AirplaneButton } from '../airplane/airplane-button.tsx';
import { airplaneMode } from '../airplane/airplane-mode.ts';
import { type FlaggedRow, type NetworkLogRow, type NetworkSummary, totalBytes } from './create-network-log.ts';
import { allowedOrigins } from './site-network-log.ts';
import { sizeWords } from './size-words.ts';

/** Name of the compositor's worker, whose code is loaded with the first edit. */
const composer = 'compositor-worker';

export interface NetworkLogPanelProps {
  about: 'image' | 'batch';
  summary: NetworkSummary;
}

/** Lists the flagged requests, then all others with size and purpose, and says what they prove. */
export function NetworkLogPanel({ about, summary: { flagged, since, before } }: NetworkLogPanelProps) {
  const { t, i18n } = useTranslation('editor');
  const size = (bytes: number) => sizeWords(i18n.language, bytes);
  const isClear = flagged.length === 0;
  const sinceWords = t(`networkLog.since.${about}`);
  const list = useId();
  return (
    <div data-slot="network-log" className="flex flex-col text-13">
      <div className="flex flex-col gap-1 p-4 pb-3">
        <h3 className="text-14 font-medium">{t('networkLog.title')}</h3>
        <p
          data-slot="picture-out"
          className={cn('text-18 leading-tight font-semibold tabular-nums', isClear ? 'text-success' : 'text-warning')}
        >
          {isClear ? t(`networkLog.sent.${about}`, { size: size(0) }) : t('networkLog.sentUnclear')}
        </p>
        <p className="text-12 text-soft">{t(isClear ? 'networkLog.proof' : 'networkLog.unclear')}</p>
      </div>
      {!isClear && (
        <div data-slot="network-log-flagged" className="border-t border-line pt-2">
          <Rows rows={flagged} label={t('networkLog.sentUnclear')} />
        </div>
      )}
      <section aria-labelledby={list} className="border-t border-line">
        <h4 id={list} className="flex justify-between gap-4 px-4 pt-3 pb-1.5 text-soft">
          <span>{sinceWords}</span>
          <span data-slot="network-log-total" className="tabular-nums">
            {t('networkLog.total', { count: since.length, size: size(totalBytes(since)) })}
          </span>
        </h4>
        {since.length > 0 ? (
          <Rows rows={since} label={sinceWords} />
        ) : (
          <p className="px-4 pb-3 text-12 text-soft">{t('networkLog.none')}</p>
        )}
      </section>
      {before.length > 0 && (
        <details className="border-t border-line">
          <summary className="flex cursor-pointer justify-between gap-4 px-4 py-2.5 text-soft hover:text-ink">
            <span>{t('networkLog.before')}</span>
            <span className="tabular-nums">
              {t('networkLog.total', { count: before.length, size: size(totalBytes(before)) })}
            </span>
          </summary>
          <Rows rows={before} label={t('networkLog.before')} />
        </details>
      )}
      <div className="flex flex-col gap-1.5 border-t border-line p-4 pt-3">
        <Network editorIsHere={[...since, ...before].some(({ url }) => url.includes(composer))} />
        <p className="text-12 text-soft">{t('networkLog.unseen')}</p>
        <p className="text-12 wrap-anywhere text-soft">
          {t('networkLog.policy', { origins: allowedOrigins.map((origin) => new URL(origin).host).join(', ') })}
        </p>
      </div>
    </div>
  );
}

function Rows({ rows, label }: { rows: readonly (NetworkLogRow | FlaggedRow)[]; label: string }) {
  const { t, i18n } = useTranslation('editor');
  const size = (bytes: number) => sizeWords(i18n.language, bytes);
  return (
    // A scrolling region must be focusable, so that keyboard users can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label={label} tabIndex={0} className="max-h-52 overflow-y-auto px-4 pb-2 -outline-offset-2">
      <table className="w-full table-fixed border-separate border-spacing-0 text-12">
        <colgroup>
          <col />
          <col className="w-[32%]" />
          <col className="w-[19%]" />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('networkLog.file')}</th>
            <th scope="col">{t('networkLog.purpose')}</th>
            <th scope="col">{t('networkLog.size')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-slot="network-log-row" data-purpose={row.purpose} data-url={row.url}>
              <td className="truncate py-1 pe-2" title={row.path}>
                <bdi>{shortPath(row.path)}</bdi>
              </td>
              {/* For flagged requests, the reason takes the place of the received size, which says nothing about sent data. */}
              <td colSpan={'flag' in row ? 2 : 1} className="truncate py-1 pe-2 text-soft">
                <span>{t(`networkLog.for.${row.purpose}`)}</span>
                <RowNote row={row} />
              </td>
              {!('flag' in row) && (
                <td className="truncate py-1 text-end tabular-nums">
                  {row.source === 'network' ? size(row.receivedBytes) : t(`networkLog.source.${row.source}`)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Shows how much data a request sent, and why the request is flagged. */
function RowNote({ row }: { row: NetworkLogRow | FlaggedRow }) {
  const { t, i18n } = useTranslation('editor');
  const flag = 'flag' in row ? row.flag : undefined;
  const notes: string[] = [];
  if (flag === 'place' || flag === 'large') notes.push(t(`networkLog.why.${flag}`));
  if (row.sentBytes === undefined) notes.push(t('networkLog.takesUnknown'));
  else if (row.sentBytes > 0) notes.push(t('networkLog.takes', { size: sizeWords(i18n.language, row.sentBytes) }));
  if (notes.length === 0) return null;
  return (
    <span className={cn('flex gap-1 text-12 whitespace-normal', flag ? 'text-warning' : 'text-faint')}>
      {flag && <TriangleAlert aria-hidden className="mt-0.5 size-3 flex-none" />}
      <span>{notes.join(' · ')}</span>
    </span>
  );
}

/**
 * Shows whether the browser is online, and whether the editor works offline: its code must have been loaded before.
 * The button next to it turns airplane mode on, which the service worker's cached code makes possible earlier.
 */
function Network({ editorIsHere }: { editorIsHere: boolean }) {
  const { t } = useTranslation('editor');
  const isOnline = useSyncExternalStore(subscribeNetwork, () => navigator.onLine);
  const isAirplane = useStore(airplaneMode, (state) => state.isOn);
  const word = isOnline ? 'online' : 'offline';
  const isReachable = isOnline && !isAirplane;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <p data-slot="network-log-network" data-state={isReachable ? 'on' : 'off'} className="flex items-baseline gap-2">
        <span aria-hidden className={cn('size-2 flex-none rounded-full', isReachable ? 'bg-success' : 'bg-warning')} />
        <span aria-live="polite">
          {isAirplane ? t('networkLog.airplane') : t(editorIsHere ? `networkLog.${word}` : `networkLog.${word}First`)}
        </span>
      </p>
      <AirplaneButton className="-ms-2.5" />
    </div>
  );
}

function subscribeNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Returns the last part of a path, which describes a request better than its folder. */
function shortPath(path: string): string {
  const name = path.split('?')[0]?.split('/').findLast(Boolean);
  return name ?? '/';
}
