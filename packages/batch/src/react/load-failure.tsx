import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { useTranslation } from 'react-i18next';

/** Message for the case that the code of the batch could not be loaded. */
export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation(['batch', 'tool']);
  return (
    <Banner
      tone="danger"
      title={t('load.failed.title')}
      actions={
        <Button size="sm" onClick={onRetry} className="pointer-coarse:h-11">
          {t('tool:retry')}
        </Button>
      }
    >
      {t('load.failed.text')}
    </Banner>
  );
}
