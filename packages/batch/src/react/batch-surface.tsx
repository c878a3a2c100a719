import { useMedia } from '@isola/editor/react';
import { Button } from '@isola/ui/button';
import { Sheet, SheetBody, SheetContent, SheetTrigger } from '@isola/ui/sheet';
import { cn } from '@isola/ui/cn';
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { useTranslation } from 'react-i18next';

import type { FolderWatch } from '../folders/create-folder-watch.ts';
import { AlikeNotes } from './alike/alike-notes.tsx';
import { BatchAnnouncer } from './batch-announcer.tsx';
import { useBatch, useBatchState } from './batch-context.tsx';
import { BatchNotes } from './batch-notes.tsx';
import { BatchBar } from './bar/batch-bar.tsx';
import { useDownload } from './bar/use-download.ts';
import { useNotification } from './bar/use-notification.ts';
import { ClearDialog } from './clear-dialog.tsx';
import { ContactSheetDialog } from './contact-sheet/contact-sheet-dialog.tsx';
import type { Intake } from './intake/use-intake.ts';
import { ItemEditor } from './item-editor.tsx';
import { LessonNote } from './lesson/lesson-note.tsx';
import { BatchList } from './list/batch-list.tsx';
import type { ItemActions } from './list/item-actions.ts';
import { ListHeader } from './list/list-header.tsx';
import type { View } from './list/list-lines.ts';
import { rememberedView, rememberView } from './list/remembered-view.ts';
import { RemovedNote, useRemoval } from './list/use-removal.tsx';
import { LazyPresetPanel } from './preset/lazy-preset-panel.tsx';

export interface BatchSurfaceProps {
  intake: Intake;
  watch: FolderWatch | undefined;
  notes: ReactNode;
  footer: ReactNode;
  /** Called with true when an image opens in the editor, and with false when it closes. */
  onEditing: (isEditing: boolean) => void;
  /** Called with true while the last step can be undone. */
  onUndoable: (isUndoable: boolean) => void;
  onDownloadStarted: () => void;
}

/** The batch tool with images: the list, the preset next to it, and the bar below. An open item replaces all of it. */
export function BatchSurface({
  intake,
  watch,
  notes,
  footer,
  onEditing,
  onUndoable,
  onDownloadStarted,
}: BatchSurfaceProps) {
  const { t } = useTranslation('batch');
  const batch = useBatch();
  const isWide = useMedia('(min-width: 64rem)');
  const [view, setView] = useState(rememberedView);
  const [editedId, setEditedId] = useState<string>();
  const [said, setSaid] = useState('');
  const [isClearing, setClearing] = useState(false);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [offeredId, setOfferedId] = useState<string>();
  const [lookedId, setLookedId] = useState<string>();
  const isEdited = useBatchState(({ items }) => items.some(({ id }) => id === editedId));
  const isEditing = editedId !== undefined && isEdited;
  const removal = useRemoval(batch, { announce: setSaid, isEditing });
  const download = useDownload(batch, onDownloadStarted);
  const notification = useNotification(batch);
  const title = useId();
  useEffect(() => onEditing(isEditing), [isEditing, onEditing]);
  useEffect(() => onUndoable(removal.done !== undefined), [removal.done, onUndoable]);
  const { start } = download;
  const { remove, offerUndo } = removal;
  const startOne = useLatest((id: string) => start([id]));
  const removeSome = useLatest(remove);
  const actions: ItemActions = useMemo(
    () => ({ edit: setEditedId, remove: removeSome, download: startOne, offerUndo, announce: setSaid }),
    [removeSome, startOne, offerUndo],
  );
  const forgetLook = useCallback(() => setLookedId(undefined), []);
  const changeView = (next: View) => {
    setView(next);
    rememberView(next);
  };
  const closeEditor = useCallback(() => setEditedId(undefined), []);
  const offerLesson = useCallback((id: string) => setOfferedId(id), []);
  if (isEditing) return <ItemEditor key={editedId} id={editedId} onClose={closeEditor} onSaved={offerLesson} />;
  // The tiles themselves show the preset. Where the panel covers them, or the pictures are small, it has a preview.
  const panel = <LazyPresetPanel hasPreview={!isWide || view === 'list'} />;
  return (
    <>
      <div className={cn('flex min-h-0 flex-1', isWide && 'flex-row')}>
        <section aria-label={t('list.label')} className="flex min-w-0 flex-1 flex-col">
          <ListHeader intake={intake} watch={watch} view={view} onViewChange={changeView} actions={actions} />
          <div className="flex flex-col gap-2 border-b border-line px-3 py-3 empty:hidden sm:px-4">
            {notes}
            <BatchNotes />
            <AlikeNotes remove={remove} offerUndo={offerUndo} announce={setSaid} />
            <LessonNote
              offeredId={offeredId}
              onAnswered={() => setOfferedId(undefined)}
              onLook={setLookedId}
              announce={setSaid}
            />
          </div>
          <ErrorBoundary onError={(error) => reportError(error)} FallbackComponent={CrashedList}>
            <BatchList view={view} actions={actions} lookedId={lookedId} onLooked={forgetLook} />
          </ErrorBoundary>
          <RemovedNote removal={removal} />
        </section>
        {isWide && (
          <aside
            aria-labelledby={title}
            className="flex w-84 flex-none flex-col overflow-y-auto border-s border-line p-5"
          >
            <h2 id={title} className="mb-4 text-16 font-semibold">
              {t('preset.title')}
            </h2>
            {panel}
          </aside>
        )}
      </div>
      <BatchBar
        download={download}
        notification={notification}
        footer={footer}
        onClear={() => setClearing(true)}
        onSheet={() => setSheetOpen(true)}
        presetButton={
          !isWide && (
            <Sheet>
              <SheetTrigger asChild>
                <Button className="max-sm:flex-1 pointer-coarse:h-11">
                  <SlidersHorizontal aria-hidden />
                  {t('preset.title')}
                </Button>
              </SheetTrigger>
              <SheetContent
                side="bottom"
                title={t('preset.title')}
                closeLabel={t('preset.close')}
                aria-describedby={undefined}
              >
                <SheetBody>{panel}</SheetBody>
              </SheetContent>
            </Sheet>
          )
        }
      />
      {isClearing && <ClearDialog onClear={removal.forget} onClose={() => setClearing(false)} />}
      {isSheetOpen && <ContactSheetDialog onClose={() => setSheetOpen(false)} />}
      <BatchAnnouncer said={said} />
    </>
  );
}

/** @returns a stable function that calls the latest `call`, so that rows that receive it do not render again. */
function useLatest<Arguments extends readonly unknown[]>(call: (...given: Arguments) => void) {
  const latest = useRef(call);
  useEffect(() => {
    latest.current = call;
  }, [call]);
  return useCallback((...given: Arguments) => latest.current(...given), []);
}

function CrashedList({ resetErrorBoundary }: FallbackProps) {
  const { t } = useTranslation('batch');
  return (
    <div role="alert" className="flex flex-1 flex-col items-start gap-3 p-6 text-14">
      <p>{t('list.crashed')}</p>
      <Button onClick={resetErrorBoundary}>{t('list.show')}</Button>
    </div>
  );
}
