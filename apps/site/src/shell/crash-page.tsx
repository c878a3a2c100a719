import { Button } from '@isola/ui/button';
import { useTranslation } from 'react-i18next';

/** A page whose own code failed, or did not come. It needs nothing that could be missing too. */
export function CrashPage() {
  const { t } = useTranslation('common');
  return (
    <div role="alert" className="flex flex-1 flex-col items-center justify-center gap-4 px-4 py-20 text-center">
      <h1 className="text-22 font-semibold">{t('crash.title')}</h1>
      <p className="max-w-120 text-soft">{t('crash.text')}</p>
      <Button variant="primary" onClick={() => location.reload()}>
        {t('crash.reload')}
      </Button>
    </div>
  );
}
