import { Button } from '@isola/ui/button';
import { useTranslation } from 'react-i18next';

import { FailureBanner } from './failure-banner.tsx';
import { useImageImport } from '../import/import-context.ts';
import { useSession, useSessionState } from './editor-host.tsx';

/**
 * Banner that says why the last file was not opened. It offers a retry if one can help, and the conversion of a file
 * whose format can be converted.
 */
export function RefusalBanner() {
  const { t } = useTranslation('tool');
  const session = useSession();
  const { take } = useImageImport();
  const { refusal } = useSessionState();
  if (!refusal) return null;
  return (
    <FailureBanner
      failure={refusal}
      actions={
        refusal.file && (
          <Button size="sm" onClick={session.retryRefused} className="pointer-coarse:h-11">
            {t('retry')}
          </Button>
        )
      }
      foreignFiles={refusal.foreignFiles}
      onConverted={([{ file, conversion }]) => take([file], conversion)}
      onDismiss={session.dismissRefusal}
    />
  );
}
