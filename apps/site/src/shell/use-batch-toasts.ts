import type { BatchEvent } from '@isola/batch/react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

import { useToast } from './use-toast.ts';

/** Returns a listener that shows a toast for each event of the batch. */
export function useBatchToasts(): (event: BatchEvent) => void {
  const { t } = useTranslation('messages');
  const toast = useToast();
  return useCallback(
    (event) => {
      switch (event.kind) {
        case 'complete':
          return toast({ id: 'batch', tone: 'success', title: t('batch.done', { count: event.count }) });
        case 'download-started':
          return toast({ id: 'batch', title: t('download.started') });
        case 'over-maximum':
          return toast({
            id: 'batch-maximum',
            tone: 'danger',
            title: t('images.tooMany.title'),
            description: t('images.tooMany.text', { max: event.max }),
          });
        default:
          return event satisfies never;
      }
    },
    [toast, t],
  );
}
