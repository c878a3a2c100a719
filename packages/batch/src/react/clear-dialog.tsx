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

export interface ClearDialogProps {
  /** Called when the user has confirmed. */
  onClear: () => void;
  onClose: () => void;
}

/** Asks for confirmation before everything is deleted, which cannot be undone. */
export function ClearDialog({ onClear, onClose }: ClearDialogProps) {
  const { t } = useTranslation('batch');
  const batch = useBatch();
  const count = useBatchState(({ items }) => items.length);
  const returnFocus = useFocusReturn();
  const clear = () => {
    onClear();
    void batch.clear();
  };
  return (
    <AlertDialog open onOpenChange={(open) => !open && onClose()}>
      <AlertDialogContent
        title={t('clear.title', { count })}
        description={t('clear.text')}
        onCloseAutoFocus={returnFocus}
      >
        <AlertDialogFooter>
          <AlertDialogCancel>{t('clear.keep')}</AlertDialogCancel>
          <AlertDialogAction onClick={clear}>{t('clear.action')}</AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
