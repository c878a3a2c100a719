import { Button } from '@isola/ui/button';
import { Undo2 } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Batch } from '../../batch.ts';

/** A step that can be undone. */
export interface UndoableStep {
  /** Tells what was done, and that it was undone. */
  readonly text: string;
  readonly undoneText: string;
  readonly undo: () => Promise<void>;
}

export interface Removal {
  /** The last removal or other step, while it can be undone. */
  readonly done: UndoableStep | undefined;
  readonly remove: (ids: readonly string[]) => void;
  /** Announces another step that was done, and offers to undo it. */
  readonly offerUndo: (step: UndoableStep) => void;
  readonly undo: () => void;
}

/** Time for which the last step can be undone. */
const undoTimeoutMs = 15_000;

/** Removes items without asking. The last removal or other step can be undone with a button or Ctrl+Z. */
export function useRemoval(batch: Batch, announce: (text: string) => void): Removal {
  const { t } = useTranslation('batch');
  const [done, setDone] = useState<UndoableStep>();
  const remove = useCallback(
    (ids: readonly string[]) => {
      const removing = batch.remove(ids);
      // Set before the removal is stored, because the user may press Ctrl+Z at once.
      setDone({
        text: t('removed', { count: ids.length }),
        undoneText: t('restoredAgain', { count: ids.length }),
        undo: async () => (await removing).restore(),
      });
      removing.then(
        () => announce(t('removed', { count: ids.length })),
        (error: unknown) => {
          setDone(undefined);
          reportError(error);
        },
      );
    },
    [batch, announce, t],
  );
  const offerUndo = useCallback(
    (step: UndoableStep) => {
      setDone(step);
      announce(step.text);
    },
    [announce],
  );
  const undo = useCallback(() => {
    if (!done) return;
    setDone(undefined);
    done.undo().then(
      () => announce(done.undoneText),
      (error: unknown) => reportError(error),
    );
  }, [done, announce]);
  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(() => setDone(undefined), undoTimeoutMs);
    return () => clearTimeout(timer);
  }, [done]);
  const onUndoKey = useEffectEvent((event: KeyboardEvent) => {
    if (!done || event.key.toLowerCase() !== 'z' || event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
    if (event.target instanceof Element && event.target.matches(':read-write')) return;
    event.preventDefault();
    undo();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => onUndoKey(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return { done, remove, offerUndo, undo };
}

/** Message below the list with an undo button, while the last step can be undone. */
export function RemovedNote({ removal: { done, undo } }: { removal: Removal }) {
  const { t } = useTranslation('batch');
  if (!done) return null;
  return (
    <div data-slot="removed-note" className="flex items-center gap-3 border-t border-line bg-sunk px-4 py-2 text-13">
      <p className="min-w-0 flex-1">{done.text}</p>
      <Button size="sm" onClick={undo} className="pointer-coarse:h-11">
        <Undo2 aria-hidden />
        {t('undo')}
      </Button>
    </div>
  );
}
