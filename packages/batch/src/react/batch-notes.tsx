import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useBatch, useBatchState } from './batch-context.tsx';

/** Messages about the storage: restored items, unreadable and deleted data, and failed writes. */
export function BatchNotes() {
  const { t } = useTranslation(['batch', 'common']);
  const storage = useBatchState((state) => state.storage);
  const restoredCount = useBatchState((state) => state.restoredCount);
  const deletedCount = useBatchState((state) => state.deletedCount);
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const dismissal = (id: string) => ({
    onDismiss: () => setDismissed([...dismissed, id]),
    dismissLabel: t('common:dismiss'),
  });
  const isPresetLost = useBatchState((state) => state.isPresetLost);
  return (
    <>
      <LossNote key={deletedCount} deletedCount={deletedCount} />
      {isPresetLost && !dismissed.includes('preset') && (
        <Banner tone="warning" data-slot="preset-note" title={t('presetLost.title')} {...dismissal('preset')}>
          {t('presetLost.text')}
        </Banner>
      )}
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

/**
 * Message about the last deletion of stored data. Without a deletion, and once the message is dismissed, unreadable
 * images have a message of their own.
 */
function LossNote({ deletedCount }: { deletedCount: number }) {
  const { t } = useTranslation(['batch', 'common']);
  const unreadableCount = useBatchState((state) => state.unreadableCount);
  const [isDismissed, setDismissed] = useState(false);
  if (deletedCount === 0 || isDismissed) return <UnreadableNote isAfterDeletion={deletedCount > 0} />;
  return (
    <Banner
      tone="warning"
      data-slot="deleted-note"
      title={t('deleted.title')}
      onDismiss={() => setDismissed(true)}
      dismissLabel={t('common:dismiss')}
    >
      {unreadableCount > 0 ? t('deleted.lost', { count: unreadableCount }) : t('deleted.text')}
    </Banner>
  );
}

/** Message with the number of unreadable images. It is shown until they can be read or are removed. */
function UnreadableNote({ isAfterDeletion }: { isAfterDeletion: boolean }) {
  const { t } = useTranslation(['batch', 'tool']);
  const batch = useBatch();
  const count = useBatchState((state) => state.unreadableCount);
  const [isReading, setReading] = useState(false);
  if (count === 0) return null;
  const readAgain = () => {
    setReading(true);
    void batch.readAgain().finally(() => setReading(false));
  };
  return (
    <Banner
      tone="warning"
      data-slot="unreadable-note"
      title={t('unreadable.title', { count })}
      actions={
        <Button size="sm" loading={isReading} onClick={readAgain} className="pointer-coarse:h-11">
          {t('tool:retry')}
        </Button>
      }
    >
      {/* The text says that nothing was deleted. */}
      {!isAfterDeletion && t('unreadable.text')}
    </Banner>
  );
}
