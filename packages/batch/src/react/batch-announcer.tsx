import { formatNumber, type Locale } from '@isola/i18n';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useBatch } from './batch-context.tsx';
import { countItems } from './list/list-entries.ts';

/** Minimum time between two announcements of the progress, so that a screen reader can also read other things. */
const restMs = 20_000;

/**
 * Announces the progress of the batch to screen readers: from time to time, and at the end.
 * @param props.said message about an action of the user, which is announced at once.
 */
export function BatchAnnouncer({ said }: { said: string }) {
  const { t, i18n } = useTranslation(['batch', 'messages']);
  const batch = useBatch();
  const [progress, setProgress] = useState('');
  useEffect(() => {
    let last = countItems(batch.getState().items);
    let saidAtMs = performance.now();
    return batch.subscribe(({ items }) => {
      const next = countItems(items);
      const isOver = last.open > 0 && next.open === 0 && next.total > 0;
      const isDue = next.open > 0 && next.open !== last.open && performance.now() - saidAtMs > restMs;
      last = next;
      if (!isOver && !isDue) return;
      saidAtMs = performance.now();
      const number = (value: number) => formatNumber(i18n.language as Locale, value);
      const failed = next.failed > 0 ? ` ${t('done.failed', { count: next.failed })}` : '';
      setProgress(
        isOver
          ? `${t('messages:batch.done', { count: next.done })}${failed}`
          : t('bar.progress', { done: number(next.total - next.open), total: number(next.total) }),
      );
    });
  }, [batch, t, i18n]);
  return (
    <>
      <p role="status" data-slot="batch-said" className="sr-only">
        {progress}
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}
