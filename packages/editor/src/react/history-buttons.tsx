import { Redo2, Undo2 } from 'lucide-react';

import { BarButton } from './bar-button.tsx';
import { useCommand } from './commands/editor-commands.tsx';

/** Buttons for undo and redo. They use `aria-disabled`, because a button that becomes `disabled` loses the focus. */
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
