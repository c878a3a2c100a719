import { Command as CommandIcon, Ellipsis, Keyboard } from 'lucide-react';

import { BarButton } from '../bar-button.tsx';
import { useCommand } from '../commands/editor-commands.tsx';

/** Buttons of the bar that open the command menu and the shortcut sheet. */
export function HelpButtons() {
  const menu = useCommand('command-menu');
  const shortcuts = useCommand('keyboard-shortcuts');
  return (
    <>
      <BarButton label={menu.label} tip={menu.tip} aria-haspopup="dialog" onClick={menu.run}>
        <CommandIcon aria-hidden className="max-sm:hidden" />
        <Ellipsis aria-hidden className="sm:hidden" />
      </BarButton>
      <BarButton
        label={shortcuts.label}
        tip={shortcuts.tip}
        aria-haspopup="dialog"
        onClick={shortcuts.run}
        className="max-lg:hidden"
      >
        <Keyboard aria-hidden />
      </BarButton>
    </>
  );
}
