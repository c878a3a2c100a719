import { useTransfer } from '@isola/editor/react';
import { carriesImage, watchOwnDrags } from '@isola/ui/drop-zone';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';

import type { AddOptions, AddOutcome, Batch, Duplicate } from '../../batch.ts';
import { droppedFiles } from './dropped-files.ts';

export interface Intake {
  /** `over`: files hang above the page. */
  readonly dragState: 'idle' | 'over';
  /** Files are read and checked. */
  readonly isReading: boolean;
  /** Of the last files that came: what was not added. */
  readonly left: LeftOut | undefined;
  /** Files of the last ones that the batch has already: they were left out. */
  readonly duplicates: readonly Duplicate[];
  readonly take: (files: readonly File[]) => void;
  /** Adds the duplicates all the same. */
  readonly keepDuplicates: () => void;
  readonly leaveDuplicates: () => void;
  readonly dismissLeft: () => void;
  /** Says what becomes of a URL, or that there is no image in what came. */
  readonly sheet: ReactNode;
}

export type LeftOut = Pick<AddOutcome, 'refused' | 'overMaximum' | 'withoutFilm'>;

export interface IntakeOptions {
  readonly load: () => Promise<Batch>;
  /** Of a batch that could not be loaded. */
  readonly onFailed: (error: unknown) => void;
  readonly onOverMaximum: (names: readonly string[]) => void;
  /** While one item is open in the editor, files are the editor's. */
  readonly isDisabled: boolean;
}

/** Browsers send `dragover` at least every 350 ms while a file is dragged over the page. */
const dragTimeoutMs = 1_000;

/** Takes files, whole folders, and images of other pages that are dropped anywhere on the page, and what is pasted. */
export function useIntake({ load, onFailed, onOverMaximum, isDisabled }: IntakeOptions): Intake {
  const [reading, setReading] = useState(0);
  const [left, setLeft] = useState<LeftOut>();
  const [duplicates, setDuplicates] = useState<readonly Duplicate[]>([]);
  const add = async (coming: Promise<readonly File[]>, options?: AddOptions) => {
    setReading((count) => count + 1);
    try {
      const [batch, files] = await Promise.all([load(), coming]);
      const { refused, overMaximum, withoutFilm, duplicates: found } = await batch.add(files, options);
      setDuplicates(found);
      const isWhole = refused.length === 0 && overMaximum.length === 0 && withoutFilm.length === 0;
      setLeft(isWhole ? undefined : { refused, overMaximum, withoutFilm });
      if (overMaximum.length > 0) onOverMaximum(overMaximum);
    } catch (error) {
      onFailed(error);
    } finally {
      setReading((count) => count - 1);
    }
  };
  const take = (files: readonly File[]) => void add(Promise.resolve(files));
  const { receive, sheet } = useTransfer(take);
  const dragState = useDrop((transfer) => {
    if (transfer.types.includes('Files')) void add(droppedFiles(transfer));
    else receive(transfer, 'drop');
  }, isDisabled);
  usePaste((transfer) => {
    if (transfer.files.length > 0) take([...transfer.files]);
    else receive(transfer, 'paste');
  }, isDisabled);
  return {
    dragState,
    isReading: reading > 0,
    left,
    duplicates,
    take,
    keepDuplicates: () => void add(Promise.resolve(duplicates.map(({ file }) => file)), { keepsDuplicates: true }),
    leaveDuplicates: () => setDuplicates([]),
    dismissLeft: () => setLeft(undefined),
    sheet,
  };
}

/** The kit's `useFileDrop` gives files alone; folders are read of the event itself. */
function useDrop(onDrop: (transfer: DataTransfer) => void, isDisabled: boolean): 'idle' | 'over' {
  const [state, setState] = useState<'idle' | 'over'>('idle');
  const receive = useEffectEvent(onDrop);
  useEffect(() => {
    if (isDisabled) return undefined;
    const listening = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isOwn = watchOwnDrags(listening.signal);
    let lastEntered: EventTarget | null = null;
    const show = (next: 'idle' | 'over') => {
      clearTimeout(timer);
      // The last `dragleave` never comes when the element under the pointer was taken out of the page.
      if (next === 'over') timer = setTimeout(show, dragTimeoutMs, 'idle');
      setState(next);
    };
    const on = (type: 'dragenter' | 'dragover' | 'dragleave' | 'drop', listener: (event: DragEvent) => void) =>
      addEventListener(
        type,
        (event) => {
          if (!isOwn() && carriesImage(event)) listener(event);
        },
        { signal: listening.signal },
      );
    on('dragenter', (event) => {
      // A zone within the page takes them for something else.
      if (event.defaultPrevented) return show('idle');
      event.preventDefault();
      lastEntered = event.target;
      show('over');
    });
    on('dragover', (event) => {
      if (event.defaultPrevented) return show('idle');
      event.preventDefault();
      if (event.dataTransfer?.types.includes('Files')) event.dataTransfer.dropEffect = 'copy';
      show('over');
    });
    on('dragleave', ({ target }) => {
      if (target === lastEntered) show('idle');
    });
    on('drop', (event) => {
      show('idle');
      if (event.defaultPrevented || !event.dataTransfer) return;
      event.preventDefault();
      receive(event.dataTransfer);
    });
    return () => {
      listening.abort();
      clearTimeout(timer);
      setState('idle');
    };
  }, [isDisabled]);
  return state;
}

function usePaste(onPaste: (transfer: DataTransfer) => void, isDisabled: boolean): void {
  const receive = useEffectEvent(onPaste);
  useEffect(() => {
    if (isDisabled) return undefined;
    const listener = (event: ClipboardEvent) => {
      const { target, clipboardData } = event;
      if (!clipboardData?.types.length || (target instanceof Element && target.matches(':read-write'))) return;
      event.preventDefault();
      receive(clipboardData);
    };
    document.addEventListener('paste', listener);
    return () => document.removeEventListener('paste', listener);
  }, [isDisabled]);
}
