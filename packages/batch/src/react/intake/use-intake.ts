import { sourceFormatOf } from '@isola/convert';
import { useTransfer } from '@isola/editor/react';
import { carriesImage, watchOwnDrags } from '@isola/ui/drop-zone';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';

import type { AddOptions, AddOutcome, Batch, Duplicate, RefusedFile } from '../../batch.ts';
import { type BatchConversion, useBatchConversion } from './use-batch-conversion.ts';
import { droppedFiles } from './dropped-files.ts';

export interface Intake {
  /** `over` while files are dragged over the page. */
  readonly dragState: 'idle' | 'over';
  /** True while files are read and checked. */
  readonly isReading: boolean;
  /** Files that were not added, or not completely, until the user dismisses the note. Undefined when there are none. */
  readonly left: LeftOut | undefined;
  /** Files that were not added because the batch already contains them, until the user decides about them. */
  readonly duplicates: readonly Duplicate[];
  readonly take: (files: readonly File[]) => void;
  /** Adds the duplicates anyway. */
  readonly keepDuplicates: () => void;
  readonly leaveDuplicates: () => void;
  readonly dismissLeft: () => void;
  /** Conversion of the refused files whose formats can be converted. */
  readonly conversion: BatchConversion;
  /** Converts these files on the device, and adds each of them when it is done. */
  readonly convert: () => void;
  /** Message about a dropped or pasted URL, or about content without an image. */
  readonly sheet: ReactNode;
}

export type LeftOut = Pick<AddOutcome, 'refused' | 'overMaximum' | 'withoutFilm'>;

export interface IntakeOptions {
  readonly load: () => Promise<Batch>;
  /** Called when the batch could not be loaded or adding files failed. */
  readonly onFailed: (error: unknown) => void;
  readonly onOverMaximum: (names: readonly string[]) => void;
  /** True while an item is open in the editor, which then receives files itself. */
  readonly isDisabled: boolean;
}

/** Time without a `dragover` event after which the drag counts as ended. Browsers send one at least every 350 ms. */
const dragTimeoutMs = 1_000;

/**
 * Adds images to the batch: files, folders, and images of other pages that are dropped anywhere on the page or pasted.
 */
export function useIntake({ load, onFailed, onOverMaximum, isDisabled }: IntakeOptions): Intake {
  const [reading, setReading] = useState(0);
  const [left, setLeft] = useState<LeftOut>();
  const [duplicates, setDuplicates] = useState<readonly Duplicate[]>([]);
  const add = async (coming: Promise<readonly File[]>, options?: AddOptions) => {
    setReading((count) => count + 1);
    try {
      const [batch, files] = await Promise.all([load(), coming]);
      const outcome = await batch.add(files, options);
      setDuplicates((before) => [...withoutFiles(before, files), ...outcome.duplicates]);
      setLeft((before) => joined(before && withoutAnswered(before, files), outcome));
      if (outcome.overMaximum.length > 0) onOverMaximum(outcome.overMaximum);
    } catch (error) {
      onFailed(error);
    } finally {
      setReading((count) => count - 1);
    }
  };
  const conversion = useBatchConversion({
    async onConverted(file, facts) {
      const batch = await load();
      const outcome = await batch.add([file], { conversion: facts });
      setDuplicates((before) => [...before, ...outcome.duplicates]);
      setLeft((before) => joined(before, outcome));
      if (outcome.overMaximum.length > 0) onOverMaximum(outcome.overMaximum);
    },
    onCancelled: (refused) => setLeft((before) => joined(before, { refused })),
  });
  const convert = () => {
    const refused = left?.refused ?? [];
    const rest = refused.filter((each) => !isConvertible(each));
    setLeft(left && joined({ ...left, refused: rest }, {}));
    conversion.start(refused.filter(isConvertible));
  };
  const keepDuplicates = () => {
    // A second press must not add them twice.
    setDuplicates([]);
    void add(Promise.resolve(duplicates.map(({ file }) => file)), { keepsDuplicates: true });
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
    keepDuplicates,
    leaveDuplicates: () => setDuplicates([]),
    dismissLeft: () => setLeft(undefined),
    conversion,
    convert,
    sheet,
  };
}

/** Checks whether a refused file has a format that can be converted on the device. */
export function isConvertible({ failure }: RefusedFile): boolean {
  return failure.code === 'unsupported-format' && sourceFormatOf(failure.format) !== undefined;
}

/** @returns undefined when nothing is left out. */
function joined(before: LeftOut | undefined, more: Partial<LeftOut>): LeftOut | undefined {
  const left = {
    refused: [...(before?.refused ?? []), ...(more.refused ?? [])],
    overMaximum: [...(before?.overMaximum ?? []), ...(more.overMaximum ?? [])],
    withoutFilm: [...(before?.withoutFilm ?? []), ...(more.withoutFilm ?? [])],
  };
  return Object.values(left).some(({ length }) => length > 0) ? left : undefined;
}

/** Returns what was left out, except files that the user has given again, because they are answered anew. */
function withoutAnswered({ refused, overMaximum, withoutFilm }: LeftOut, files: readonly File[]): LeftOut {
  const names = new Set(files.map(({ name }) => name));
  return {
    refused: withoutFiles(refused, files),
    overMaximum: overMaximum.filter((name) => !names.has(name)),
    withoutFilm: withoutFilm.filter((name) => !names.has(name)),
  };
}

function withoutFiles<Entry extends { readonly file: File }>(
  entries: readonly Entry[],
  files: readonly File[],
): readonly Entry[] {
  const keys = new Set(files.map(keyOf));
  return entries.filter(({ file }) => !keys.has(keyOf(file)));
}

function keyOf({ name, size, lastModified }: File): string {
  return `${size} ${lastModified} ${name}`;
}

/**
 * Reports drops anywhere on the page. Unlike `useFileDrop` of `@isola/ui`, it passes on the transfer, which contains
 * folders.
 */
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
      // The last `dragleave` is never sent when the element under the pointer was removed from the page.
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
      // Another drop zone within the page handles these files.
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
