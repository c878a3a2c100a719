import { cn } from '@isola/ui/cn';
import { CutLine } from '@isola/ui/cut-line';
import { FolderUp, ImageUp } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

import { canPickFolders, FilePicker } from './file-pickers.tsx';
import type { Intake } from './use-intake.ts';

export interface EmptyStageProps {
  intake: Intake;
  maxItems: number;
  heading: ReactNode;
  /** Series to try it with. */
  samples: ReactNode;
  /** `page`: takes about half of a desktop's window, and leaves the rest to what follows. `panel`: as high as what it holds. */
  layout: 'page' | 'panel';
}

/** The drop zone: files, folders, and what a file must be. */
export function EmptyStage({ intake, maxItems, heading, samples, layout }: EmptyStageProps) {
  const { t } = useTranslation(['batch', 'messages']);
  const canPick = useSyncExternalStore(never, canPickFolders, () => false);
  return (
    <div
      data-slot="drop-zone"
      data-state={intake.dragState}
      className={cn(
        'relative flex flex-col items-center justify-center gap-5 rounded-lg bg-sheet px-5 py-10 text-center',
        'transition-colors duration-base data-[state=over]:bg-accent-wash',
        layout === 'panel' ? 'min-h-96 flex-1' : 'min-h-120',
      )}
    >
      <CutLine state={intake.dragState === 'over' ? 'running' : 'still'} />
      {heading}
      <div className="flex flex-wrap justify-center gap-2">
        <FilePicker kind="files" onFiles={intake.take} variant="primary" size="lg" loading={intake.isReading}>
          {!intake.isReading && <ImageUp aria-hidden />}
          <span>{t('drop.pick')}</span>
        </FilePicker>
        {canPick && (
          <FilePicker kind="folder" onFiles={intake.take} size="lg">
            <FolderUp aria-hidden />
            {t('drop.folder')}
          </FilePicker>
        )}
      </div>
      <p className="max-w-120 text-13 text-soft">
        <span className="block text-balance pointer-coarse:hidden">{t('drop.hint')}</span>
        <span className="block text-balance">
          {t('messages:images.hint', { max: maxItems })}
          {t('drop.formats')}
        </span>
      </p>
      <p role="status" className="sr-only">
        {intake.isReading && t('drop.reading')}
      </p>
      {samples}
    </div>
  );
}

/** The browser can pick folders, or it cannot, for as long as the page is open. */
function never(): () => void {
  return () => undefined;
}
