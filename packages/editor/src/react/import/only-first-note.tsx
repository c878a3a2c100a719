import { Banner } from '@isola/ui/banner';
import { useTranslation } from 'react-i18next';

import { useImageImport } from './image-import.tsx';

/** Says that of several files one was taken, where a page works on one. */
export function OnlyFirstNote() {
  const { t } = useTranslation(['tool', 'common']);
  const { cameAtOnce, dismissNote } = useImageImport();
  if (cameAtOnce === undefined) return null;
  return (
    <Banner
      tone="info"
      title={t('tool:drop.onlyFirst', { count: cameAtOnce })}
      onDismiss={dismissNote}
      dismissLabel={t('common:dismiss')}
    />
  );
}
