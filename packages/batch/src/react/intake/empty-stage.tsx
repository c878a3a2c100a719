import { cn } from '@isola/ui/cn';
import { CutLine } from '@isola/ui/cut-line';
import { FolderUp, ImageUp } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

import { canWatchFolders } from '../folders/use-folder-watch.ts';
import { canPickFolders, FilePicker } from './file-pickers.tsx';
import type { Intake } from './use-intake.ts';

export interface EmptyStageProps {
  intake: Intake;
  maxItems: number;
  heading: ReactNode;
  /** Button that watches a folder, for browsers whose pages can. */
  folderButton: ReactNode;
  /** Series of sample images. */
  samples: ReactNode;
  /** `page` is as high as its content needs, and at least 384 px. `panel` fills the height of its container. */
  layout: 'page' | 'panel';
}

/** The drop zone of an empty batch, with buttons for files and folders, and the accepted formats. */
export function EmptyStage({ intake, maxItems, heading, folderButton, samples, layout }: EmptyStageProps) {
  const { t } = useTranslation(['batch', 'messages']);
  const canWatch = useSyncExternalStore(never, canWatchFolders, () => false);
  const canPick = useSyncExternalStore(never, canPickFolders, () => false);
  return (
    <div
      data-slot="drop-zone"
      data-state={intake.dragState}
      className={cn(
        'relative flex flex-col items-center justify-center gap-5 rounded-lg bg-sheet px-5 py-10 text-center',
        'transition-colors duration-base data-[state=over]:bg-accent-wash',
        'min-h-96',
        layout === 'panel' && 'flex-1',
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
        {canWatch && folderButton}
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

/** Subscription that never fires, because the support for picking folders does not change while the page is open. */
function never(): () => void {
  return () => undefined;
}
