import { Button } from '@isola/ui/button';
import { useTranslation } from 'react-i18next';

import { FailureBanner } from './failure-banner.tsx';
import { siteRemoval } from './site-removal.ts';
import { useRemoval } from './use-removal.ts';

/** Says why the last file was not opened, with another try where one can help. */
export function RefusalBanner() {
  const { t } = useTranslation('tool');
  const { refusal } = useRemoval();
  if (!refusal) return null;
  return (
    <FailureBanner
      failure={refusal}
      actions={
        refusal.file && (
          <Button size="sm" onClick={siteRemoval.retryRefused} className="pointer-coarse:h-11">
            {t('retry')}
          </Button>
        )
      }
      onDismiss={siteRemoval.dismissRefusal}
    />
  );
}
