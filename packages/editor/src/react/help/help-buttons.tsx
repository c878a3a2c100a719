import { IconButton } from '@isola/ui/icon-button';
import { Command as CommandIcon, Ellipsis, Keyboard } from 'lucide-react';

import { useCommand } from '../commands/editor-commands.tsx';

/** The two buttons in the bar: all commands, and all keys. */
export function HelpButtons() {
  const menu = useCommand('command-menu');
  const shortcuts = useCommand('keyboard-shortcuts');
  return (
    <>
      <IconButton
        label={menu.label}
        title={menu.title}
        aria-haspopup="dialog"
        onClick={menu.run}
        className="pointer-coarse:size-11"
      >
        <CommandIcon aria-hidden className="max-sm:hidden" />
        <Ellipsis aria-hidden className="sm:hidden" />
      </IconButton>
      <IconButton
        label={shortcuts.label}
        title={shortcuts.title}
        aria-haspopup="dialog"
        onClick={shortcuts.run}
        className="max-sm:hidden pointer-coarse:size-11"
      >
        <Keyboard aria-hidden />
      </IconButton>
    </>
  );
}
