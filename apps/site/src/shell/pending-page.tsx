import { Skeleton } from '@isola/ui/skeleton';
import { useTranslation } from 'react-i18next';

/** Stands in while a page's own code comes: the shape of a heading and of a place to work. */
export function PendingPage() {
  const { t } = useTranslation('common');
  return (
    <div
      role="status"
      aria-label={t('loading')}
      className="mx-auto flex w-full max-w-160 flex-1 flex-col justify-center gap-6 px-4"
    >
      <Skeleton className="mx-auto h-9 w-56" />
      <Skeleton className="h-52 w-full" />
    </div>
  );
}
