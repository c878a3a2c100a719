import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogFooter,
} from '@isola/ui/alert-dialog';
import { useTranslation } from 'react-i18next';
import { useSession } from './editor-host.tsx';

export interface DiscardDialogProps {
  question: 'replace' | 'clear';
  /** Name of the image whose changes would be lost. */
  name: string;
}

/** Dialog that asks before unsaved work is discarded. Escape and the first button keep the work. */
export function DiscardDialog({ question, name }: DiscardDialogProps) {
  const { t } = useTranslation('tool');
  const session = useSession();
  return (
    <AlertDialog open onOpenChange={(open) => !open && session.answer('keep')}>
      <AlertDialogContent
        title={t('discard.title')}
        description={t(`discard.${question}.text`, { name: name || t('photo.pasted') })}
      >
        <AlertDialogFooter>
          <AlertDialogCancel>{t('discard.keep')}</AlertDialogCancel>
          <AlertDialogAction onClick={() => session.answer('discard')}>
            {t(`discard.${question}.action`)}
          </AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
