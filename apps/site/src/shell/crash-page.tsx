import { Button } from '@isola/ui/button';
import { EmptyState } from '@isola/ui/empty-state';
import { useTranslation } from 'react-i18next';

/** A page whose own code failed. */
export function CrashPage() {
  const { t } = useTranslation('common');
  return (
    <div role="alert" className="grid min-h-dvh place-items-center">
      <EmptyState
        headingLevel={1}
        title={t('crash.title')}
        action={
          <Button variant="primary" onClick={() => location.reload()}>
            {t('crash.reload')}
          </Button>
        }
      >
        {t('crash.text')}
      </EmptyState>
    </div>
  );
}
