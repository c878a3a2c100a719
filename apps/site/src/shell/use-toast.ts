import type { ToastMessage } from '@isola/ui/toast';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

import { showToast } from './show-toast.tsx';

/** Returns a function that shows a toast, with labels in the language of the page at that time. */
export function useToast(): (message: ToastMessage) => void {
  const { i18n } = useTranslation(['common', 'messages']);
  return useCallback(
    (message) =>
      showToast(message, {
        label: i18n.t('messages:toast.label'),
        viewportLabel: i18n.t('messages:toast.region'),
        closeLabel: i18n.t('common:dismiss'),
      }),
    [i18n],
  );
}
