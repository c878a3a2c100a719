import { Button } from '@isola/ui/button';
import { Undo2 } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
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
  /** The last removal or other step that can be undone. */
  readonly done: UndoableStep | undefined;
  readonly remove: (ids: readonly string[]) => void;
  /** Announces another step that was done, and offers to undo it. */
  readonly offerUndo: (step: UndoableStep) => void;
  /** Undoes the last step. The one before it can be undone next. */
  readonly undo: () => void;
  /** Forgets all steps. */
  readonly forget: () => void;
}

/** Time after the last step for which it and the steps before it can be undone. */
const undoTimeoutMs = 15_000;

export interface RemovalOptions {
  readonly announce: (text: string) => void;
  /** True while an item is open in the editor, whose own history takes Ctrl+Z. */
  readonly isEditing: boolean;
}

/** Removes items without asking. Removals and other steps can be undone with a button or Ctrl+Z, the last one first. */
export function useRemoval(batch: Batch, { announce, isEditing }: RemovalOptions): Removal {
  const { t } = useTranslation('batch');
  const [steps, setSteps] = useState<readonly UndoableStep[]>([]);
  const undoing = useRef<Promise<void>>(Promise.resolve());
  const done = steps.at(-1);
  const remove = useCallback(
    (ids: readonly string[]) => {
      const removing = batch.remove(ids);
      const step: UndoableStep = {
        text: t('removed', { count: ids.length }),
        undoneText: t('restoredAgain', { count: ids.length }),
        undo: async () => (await removing).restore(),
      };
      // Set before the removal is stored, because the user may press Ctrl+Z at once.
      setSteps((before) => [...before, step]);
      removing.then(
        () => announce(step.text),
        (error: unknown) => {
          setSteps((before) => before.filter((each) => each !== step));
          reportError(error);
        },
      );
    },
    [batch, announce, t],
  );
  const offerUndo = useCallback(
    (step: UndoableStep) => {
      setSteps((before) => [...before, step]);
      announce(step.text);
    },
    [announce],
  );
  const undo = useCallback(() => {
    if (!done) return;
    setSteps((before) => before.filter((each) => each !== done));
    // Each step puts items back at the positions that they had when the steps after it were undone.
    undoing.current = undoing.current.then(done.undo).then(
      () => announce(done.undoneText),
      (error: unknown) => reportError(error),
    );
  }, [done, announce]);
  const forget = useCallback(() => setSteps([]), []);
  useEffect(() => {
    if (steps.length === 0) return undefined;
    const timer = setTimeout(() => setSteps([]), undoTimeoutMs);
    return () => clearTimeout(timer);
  }, [steps]);
  const onUndoKey = useEffectEvent((event: KeyboardEvent) => {
    if (!done || isEditing || event.defaultPrevented) return;
    if (event.key.toLowerCase() !== 'z' || event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
    if (event.target instanceof Element && event.target.matches(':read-write')) return;
    event.preventDefault();
    undo();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => onUndoKey(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return { done, remove, offerUndo, undo, forget };
}

/** Message below the list with an undo button, while the last step can be undone. */
export function RemovedNote({ removal: { done, undo } }: { removal: Removal }) {
  const { t } = useTranslation('batch');
  if (!done) return null;
  return (
    <div data-slot="removed-note" className="flex items-center gap-3 border-t border-line bg-sunk px-4 py-2 text-13">
      <p className="min-w-0 flex-1 wrap-anywhere">{done.text}</p>
      <Button size="sm" onClick={undo} className="pointer-coarse:h-11">
        <Undo2 aria-hidden />
        {t('undo')}
      </Button>
    </div>
  );
}
