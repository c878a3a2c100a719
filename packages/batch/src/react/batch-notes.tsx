import { Banner } from '@isola/ui/banner';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useBatchState } from './batch-context.tsx';

/** What is to be known of storage: what came back from an earlier visit, and what would not. */
export function BatchNotes() {
  const { t } = useTranslation(['batch', 'common']);
  const storage = useBatchState((state) => state.storage);
  const restoredCount = useBatchState((state) => state.restoredCount);
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const dismissal = (id: string) => ({
    onDismiss: () => setDismissed([...dismissed, id]),
    dismissLabel: t('common:dismiss'),
  });
  return (
    <>
      {storage !== 'saved' && !dismissed.includes(storage) && (
        <Banner tone="warning" data-slot="storage-note" title={t(`storage.${storage}.title`)} {...dismissal(storage)}>
          {t(`storage.${storage}.text`)}
        </Banner>
      )}
      {restoredCount > 0 && !dismissed.includes('restored') && (
        <Banner data-slot="restored-note" title={t('restored', { count: restoredCount })} {...dismissal('restored')}>
          {t('kept')}
        </Banner>
      )}
    </>
  );
}
