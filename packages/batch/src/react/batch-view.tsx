import { CutLine } from '@isola/ui/cut-line';
import { cn } from '@isola/ui/cn';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { Batch } from '../batch.ts';
import type { FolderWatch } from '../folders/create-folder-watch.ts';
import { BatchProvider } from './batch-context.tsx';
import { BatchSurface } from './batch-surface.tsx';
import { ConversionNotes } from './intake/conversion-notes.tsx';
import { DuplicatesNote } from './intake/duplicates-note.tsx';
import { FolderButton } from './folders/folder-button.tsx';
import { FolderNote } from './folders/folder-note.tsx';
import { useFolderWatch } from './folders/use-folder-watch.ts';
import { EmptyStage } from './intake/empty-stage.tsx';
import { LeftOutNote } from './intake/left-out-note.tsx';
import { LoadFailure } from './load-failure.tsx';
import { OpeningNote } from './opening-note.tsx';
import { type Intake, useIntake } from './intake/use-intake.ts';
import { useOutsideProgress } from './use-outside-progress.ts';

/** Event that the page may show in its own way, for example as a toast. */
export type BatchEvent =
  /** The last image has been processed. `count` is the number of results. */
  | { readonly kind: 'complete'; readonly count: number }
  | { readonly kind: 'download-started' }
  | { readonly kind: 'over-maximum'; readonly max: number };

/** Files that reach the page in another way than through the tool, such as files that the system opens with the app. */
export interface ArrivingFiles {
  /** @param listener called when files have arrived. @returns stops the calls. */
  subscribe(listener: () => void): () => void;
  /** Returns the files that have arrived since the last call, which may be none. */
  take(): readonly File[];
}

export interface BatchViewProps {
  /** Opens the batch. Every call returns the same batch. The function has to be stable between renders. */
  load: () => Promise<Batch>;
  /** Maximum number of images. */
  maxItems: number;
  /** Heading in the drop zone, which is shown while the batch is empty. */
  heading: ReactNode;
  /** Files from outside of the tool, which are added as they arrive. The object has to be stable between renders. */
  arriving?: ArrivingFiles | undefined;
  /** Renders sample images: in the drop zone or, with the layout `page`, below it. */
  renderSamples?: (take: (files: readonly File[]) => void) => ReactNode;
  /** `page` fills the available height. `panel` has a fixed height within a longer page. */
  layout: 'page' | 'panel';
  /** Content of the page in the bar below the list. */
  footer?: ReactNode;
  /** Called while files are dragged over the page, so that the model can be loaded early. */
  onImagesExpected?: () => void;
  /** Called with true once the batch has images, and with false when it is empty again. */
  onFilled?: (isFilled: boolean) => void;
  onEvent: (event: BatchEvent) => void;
}

type Loading = { readonly batch?: Batch; readonly hasFailed?: boolean };

/** The whole batch tool. Until the batch is loaded, it looks like an empty batch. */
export function BatchView({ load, layout, arriving, onImagesExpected, onFilled, ...props }: BatchViewProps) {
  const { maxItems, onEvent } = props;
  const [{ batch, hasFailed }, setLoading] = useState<Loading>({});
  const [isEditing, setEditing] = useState(false);
  const events = useRef(onEvent);
  useEffect(() => {
    events.current = onEvent;
  }, [onEvent]);
  const open = useCallback(async () => {
    const opened = await load();
    setLoading({ batch: opened });
    return opened;
  }, [load]);
  const fail = (error: unknown) => {
    reportError(error);
    setLoading({ hasFailed: true });
  };
  useEffect(() => {
    let isGone = false;
    load().then(
      (opened) => !isGone && setLoading({ batch: opened }),
      // An empty page works without the batch. Adding files loads it again, and shows a failure then.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [load]);
  const intake = useIntake({
    load: open,
    onFailed: fail,
    onOverMaximum: () => events.current({ kind: 'over-maximum', max: maxItems }),
    isDisabled: isEditing,
  });
  useEffect(() => {
    if (intake.dragState === 'over') onImagesExpected?.();
  }, [intake.dragState, onImagesExpected]);
  useArrivingFiles(arriving, intake.take);
  useOutsideProgress(
    batch,
    useCallback((count: number) => events.current({ kind: 'complete', count }), []),
  );
  const watch = useFolderWatch(batch, maxItems);
  const notes = (
    <>
      {watch && <FolderNote watch={watch} />}
      {hasFailed && <LoadFailure onRetry={() => void open().catch(fail)} />}
      {intake.left && (
        <LeftOutNote left={intake.left} maxItems={maxItems} onConvert={intake.convert} onDismiss={intake.dismissLeft} />
      )}
      {intake.conversion.state.state !== 'idle' && <ConversionNotes conversion={intake.conversion} />}
      {intake.duplicates.length > 0 && <DuplicatesNote intake={intake} />}
    </>
  );
  const parts = { ...props, intake, watch, notes, layout };
  return (
    <>
      {batch ? (
        <BatchProvider batch={batch}>
          <Filled
            {...parts}
            batch={batch}
            onFilled={onFilled}
            onEditing={setEditing}
            onDownloadStarted={() => events.current({ kind: 'download-started' })}
          />
        </BatchProvider>
      ) : (
        <Empty {...parts} />
      )}
      {intake.dragState === 'over' && batch && <WindowTarget />}
      {intake.sheet}
    </>
  );
}

interface PartProps extends Pick<BatchViewProps, 'maxItems' | 'heading' | 'renderSamples' | 'footer' | 'layout'> {
  intake: Intake;
  watch: FolderWatch | undefined;
  notes: ReactNode;
}

interface FilledProps extends PartProps {
  batch: Batch;
  onFilled: BatchViewProps['onFilled'];
  onEditing: (isEditing: boolean) => void;
  onDownloadStarted: () => void;
}

function Filled({ batch, onFilled, onEditing, onDownloadStarted, ...parts }: FilledProps) {
  const isFilled = useStore(batch, ({ items }) => items.length > 0);
  // The list stays while the removal of the last items can be undone, because it contains the undo button.
  const [isUndoable, setUndoable] = useState(false);
  const isShown = isFilled || isUndoable;
  useEffect(() => {
    onFilled?.(isShown);
  }, [isShown, onFilled]);
  if (!isShown) {
    const notes = (
      <>
        <OpeningNote />
        {parts.notes}
      </>
    );
    return <Empty {...parts} notes={notes} />;
  }
  return (
    <div
      data-slot="batch"
      data-fills-page={parts.layout === 'page' ? '' : undefined}
      className={cn(
        'flex min-h-0 flex-col bg-sheet',
        parts.layout === 'page'
          ? // The height of the window without the header, so that the list scrolls and the bar stays in view.
            'h-[calc(100dvh-4rem)] min-h-120 flex-none'
          : 'h-[clamp(34rem,85dvh,50rem)] overflow-hidden rounded-lg border border-line',
      )}
    >
      <BatchSurface
        intake={parts.intake}
        watch={parts.watch}
        notes={parts.notes}
        footer={parts.footer}
        onEditing={onEditing}
        onUndoable={setUndoable}
        onDownloadStarted={onDownloadStarted}
      />
    </div>
  );
}

function Empty({ intake, watch, notes, maxItems, heading, renderSamples, layout }: PartProps) {
  return (
    <div className={cn('mx-auto flex w-full max-w-244 flex-1 flex-col', layout === 'page' && 'p-4 sm:px-10 sm:py-8')}>
      <div className="mb-4 flex flex-col gap-2 empty:hidden">{notes}</div>
      <EmptyStage
        intake={intake}
        maxItems={maxItems}
        heading={heading}
        folderButton={<FolderButton watch={watch} size="lg" />}
        samples={layout === 'panel' && renderSamples?.(intake.take)}
        layout={layout}
      />
      {layout === 'page' && renderSamples?.(intake.take)}
    </div>
  );
}

/** Passes on files that have arrived before or while the component is shown. */
function useArrivingFiles(arriving: ArrivingFiles | undefined, onFiles: (files: readonly File[]) => void): void {
  const receive = useEffectEvent(onFiles);
  useEffect(() => {
    const takeArrived = () => {
      const files = arriving?.take() ?? [];
      if (files.length > 0) receive(files);
    };
    takeArrived();
    return arriving?.subscribe(takeArrived);
  }, [arriving]);
}

/** The line around the window that marks it as a drop target while files are dragged over it. */
function WindowTarget() {
  const { t } = useTranslation('batch');
  return (
    <div className="pointer-events-none fixed inset-2 z-50">
      <CutLine state="running" radiusPx={16} />
      <p className="absolute inset-x-0 bottom-6 text-center">
        <span className="rounded-md border border-line bg-sheet px-4 py-2 text-14 font-medium shadow-float">
          {t('drop.release')}
        </span>
      </p>
    </div>
  );
}
