import { formatNumber, type Locale } from '@isola/i18n';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useBatch } from './batch-context.tsx';
import { countItems } from './list/list-entries.ts';

/** Counts are said at most so often; a screen reader would speak of nothing else. */
const restMs = 20_000;

/** Says to a screen reader how far the batch is: now and then, and at the end. What was done by hand is said at once. */
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
