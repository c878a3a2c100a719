import { IconButton } from '@isola/ui/icon-button';
import { Redo2, Undo2 } from 'lucide-react';

import { useCommand } from './commands/editor-commands.tsx';

// Not `disabled` at either end: that would throw the keyboard's place away.
const look =
  'pointer-coarse:size-11 aria-disabled:cursor-not-allowed aria-disabled:text-neutral-9 aria-disabled:hover:bg-transparent';

/** Takes steps back and does them again. */
export function HistoryButtons() {
  const undo = useCommand('undo');
  const redo = useCommand('redo');
  return (
    <div className="flex gap-1">
      <IconButton
        label={undo.label}
        title={undo.title}
        aria-disabled={!undo.isEnabled}
        onClick={undo.run}
        className={look}
      >
        <Undo2 aria-hidden />
      </IconButton>
      <IconButton
        label={redo.label}
        title={redo.title}
        aria-disabled={!redo.isEnabled}
        onClick={redo.run}
        className={look}
      >
        <Redo2 aria-hidden />
      </IconButton>
    </div>
  );
}
