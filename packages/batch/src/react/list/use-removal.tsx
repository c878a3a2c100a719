import { Button } from '@isola/ui/button';
import { Undo2 } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Batch } from '../../batch.ts';

interface Removed {
  readonly count: number;
  readonly restore: () => Promise<void>;
}

export interface Removal {
  /** The last removal, while it can be undone. */
  readonly removed: Removed | undefined;
  readonly remove: (ids: readonly string[]) => void;
  readonly undo: () => void;
}

/** Time for which the last removal can be undone. */
const undoTimeoutMs = 15_000;

/** Removes items without asking. The last removal can be undone with a button or Ctrl+Z. */
export function useRemoval(batch: Batch, announce: (text: string) => void): Removal {
  const { t } = useTranslation('batch');
  const [removed, setRemoved] = useState<Removed>();
  const remove = useCallback(
    (ids: readonly string[]) => {
      const removing = batch.remove(ids);
      // Set before the removal is stored, because the user may press Ctrl+Z at once.
      setRemoved({ count: ids.length, restore: async () => (await removing).restore() });
      removing.then(
        () => announce(t('removed', { count: ids.length })),
        (error: unknown) => {
          setRemoved(undefined);
          reportError(error);
        },
      );
    },
    [batch, announce, t],
  );
  const undo = useCallback(() => {
    if (!removed) return;
    setRemoved(undefined);
    removed.restore().then(
      () => announce(t('restoredAgain', { count: removed.count })),
      (error: unknown) => reportError(error),
    );
  }, [removed, announce, t]);
  useEffect(() => {
    if (!removed) return undefined;
    const timer = setTimeout(() => setRemoved(undefined), undoTimeoutMs);
    return () => clearTimeout(timer);
  }, [removed]);
  const onUndoKey = useEffectEvent((event: KeyboardEvent) => {
    if (!removed || event.key.toLowerCase() !== 'z' || event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
    if (event.target instanceof Element && event.target.matches(':read-write')) return;
    event.preventDefault();
    undo();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => onUndoKey(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return { removed, remove, undo };
}

/** Message below the list with an undo button, while the last removal can be undone. */
export function RemovedNote({ removal: { removed, undo } }: { removal: Removal }) {
  const { t } = useTranslation('batch');
  if (!removed) return null;
  return (
    <div data-slot="removed-note" className="flex items-center gap-3 border-t border-line bg-sunk px-4 py-2 text-13">
      <p className="min-w-0 flex-1">{t('removed', { count: removed.count })}</p>
      <Button size="sm" onClick={undo} className="pointer-coarse:h-11">
        <Undo2 aria-hidden />
        {t('undo')}
      </Button>
    </div>
  );
}
