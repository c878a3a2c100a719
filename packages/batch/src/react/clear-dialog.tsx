import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogFooter,
} from '@isola/ui/alert-dialog';
import { useTranslation } from 'react-i18next';

import { useBatch, useBatchState } from './batch-context.tsx';
import { useFocusReturn } from './use-focus-return.ts';

/** Asks for confirmation before everything is deleted, which cannot be undone. */
export function ClearDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('batch');
  const batch = useBatch();
  const count = useBatchState(({ items }) => items.length);
  const returnFocus = useFocusReturn();
  return (
    <AlertDialog open onOpenChange={(open) => !open && onClose()}>
      <AlertDialogContent
        title={t('clear.title', { count })}
        description={t('clear.text')}
        onCloseAutoFocus={returnFocus}
      >
        <AlertDialogFooter>
          <AlertDialogCancel>{t('clear.keep')}</AlertDialogCancel>
          <AlertDialogAction onClick={() => void batch.clear()}>{t('clear.action')}</AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
