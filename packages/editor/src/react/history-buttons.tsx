import { Redo2, Undo2 } from 'lucide-react';

import { BarButton } from './bar-button.tsx';
import { useCommand } from './commands/editor-commands.tsx';

/** Takes steps back and does them again. Not `disabled` at either end: that would throw the keyboard's place away. */
export function HistoryButtons() {
  const undo = useCommand('undo');
  const redo = useCommand('redo');
  return (
    <div className="flex gap-1">
      <BarButton label={undo.label} tip={undo.tip} aria-disabled={!undo.isEnabled} onClick={undo.run}>
        <Undo2 aria-hidden />
      </BarButton>
      <BarButton label={redo.label} tip={redo.tip} aria-disabled={!redo.isEnabled} onClick={redo.run}>
        <Redo2 aria-hidden />
      </BarButton>
    </div>
  );
}
