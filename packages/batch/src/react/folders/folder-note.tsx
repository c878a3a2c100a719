import { formatList, type Locale } from '@isola/i18n';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { FolderCounts } from '../../folders/create-folder-round.ts';
import type { FolderWatch } from '../../folders/create-folder-watch.ts';
import { useFailureTitle } from '../use-failure-title.ts';

/** Maximum number of refused files that the message lists. */
const shownCount = 3;

/** Message about the watched folders: what arrived and was saved, or why the watch stopped. */
export function FolderNote({ watch }: { watch: FolderWatch }) {
  const { t } = useTranslation('batch');
  const state = useStore(watch);
  const stop = (
    <Button size="sm" variant="ghost" onClick={() => void watch.stop()} className="pointer-coarse:h-11">
      {t('folders.stop')}
    </Button>
  );
  const resume = (
    <Button size="sm" onClick={() => void watch.resume()} className="pointer-coarse:h-11">
      {t('folders.resume')}
    </Button>
  );
  if (state.kind === 'off') return null;
  const names = { source: state.sourceName, target: state.targetName };
  switch (state.kind) {
    case 'asleep':
      return (
        <Banner
          data-slot="folder-note"
          title={t('folders.asleep.title', names)}
          actions={
            <>
              {resume}
              {stop}
            </>
          }
        >
          {t('folders.asleep.text')}
        </Banner>
      );
    case 'watching':
      return (
        <Banner data-slot="folder-note" title={t('folders.watching', names)} actions={stop}>
          <Counts counts={state} target={state.targetName} />
        </Banner>
      );
    case 'stopped':
      return (
        <Banner
          tone="warning"
          data-slot="folder-note"
          title={t(`folders.stopped.${state.reason}`)}
          actions={
            <>
              {resume}
              {stop}
            </>
          }
        >
          {t(`folders.stoppedText.${state.reason}`, names)}
        </Banner>
      );
    default:
      return state satisfies never;
  }
}

function Counts({ counts: { writtenCount, refused, isWaiting }, target }: { counts: FolderCounts; target: string }) {
  const { t, i18n } = useTranslation('batch');
  const titleOf = useFailureTitle();
  const pairs = refused
    .slice(-shownCount)
    .map(({ name, failure }) => t('folders.refusedPair', { name, reason: titleOf(failure) }));
  const rest = refused.length - pairs.length;
  const list = formatList(
    i18n.language as Locale,
    rest > 0 ? [...pairs, t('duplicates.more', { count: rest })] : pairs,
  );
  return (
    <div className="wrap-anywhere">
      <p>{writtenCount > 0 ? t('folders.written', { count: writtenCount, target }) : t('folders.none', { target })}</p>
      {isWaiting && <p>{t('folders.waiting')}</p>}
      {refused.length > 0 && <p>{t('folders.refused', { list })}</p>}
    </div>
  );
}
