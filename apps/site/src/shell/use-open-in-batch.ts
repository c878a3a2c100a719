import { useNavigate } from '@tanstack/react-router';

import { putForBatch } from '#tool/files-for-batch.ts';

import { localeParam } from './require-locale.ts';
import { useLocale } from './use-locale.ts';

/** Returns a function that opens the batch tool and adds files to its batch. */
export function useOpenInBatch(): (files: readonly File[]) => void {
  const navigate = useNavigate();
  const locale = useLocale();
  return (files) => {
    putForBatch(files);
    void navigate({ to: '/{-$locale}/batch', params: localeParam(locale), viewTransition: false });
  };
}
