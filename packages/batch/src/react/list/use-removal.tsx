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
  /** What was removed last, for as long as it can be brought back. */
  readonly removed: Removed | undefined;
  readonly remove: (ids: readonly string[]) => void;
  readonly undo: () => void;
}

/** So long the last removal can be taken back. */
const undoTimeoutMs = 15_000;

/** Removes items at once, and brings them back by a button or Ctrl+Z. */
export function useRemoval(batch: Batch, announce: (text: string) => void): Removal {
  const { t } = useTranslation('batch');
  const [removed, setRemoved] = useState<Removed>();
  const remove = useCallback(
    (ids: readonly string[]) => {
      const removing = batch.remove(ids);
      // Before it is stored: the key that takes it back may follow at once.
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

/** Stands beneath the list for as long as a removal can be taken back. */
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
