import { Button } from '@isola/ui/button';
import { Spinner } from '@isola/ui/spinner';
import { useTranslation } from 'react-i18next';
import { useSession, useSessionState } from './editor-host.tsx';

/** Note that a file is being opened, if that takes a moment, or that the opening waits for the connection. */
export function OpeningNote() {
  const { t } = useTranslation('tool');
  const session = useSession();
  const { opening } = useSessionState();
  if (!opening) return null;
  return (
    <div
      role="status"
      data-slot="opening-note"
      data-state={opening}
      // The animation delays the note: a small file is open before it appears.
      className="data-[state=reading]:animate-late fixed inset-x-4 bottom-6 z-40 mx-auto flex w-fit max-w-120 items-center gap-3 rounded-md border border-line bg-sheet py-2 ps-4 pe-2 text-14 shadow-float"
    >
      <Spinner />
      <span className="min-w-0">{t(opening === 'offline' ? 'opening.offline' : 'opening.reading')}</span>
      <Button size="sm" variant="ghost" onClick={session.cancelOpening} className="pointer-coarse:h-11">
        {t('cancel')}
      </Button>
    </div>
  );
}
