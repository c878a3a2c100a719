import { IconButton } from '@isola/ui/icon-button';
import { Command as CommandIcon, Ellipsis, Keyboard } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { tools } from '../tools.ts';
import { CommandMenu } from './command-menu.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import type { ShortcutId } from '../../commands/shortcuts.ts';
import { type CommandParts, download, useCommands } from './use-commands.ts';
import { useShortcuts } from './use-shortcuts.ts';

export type HelpProps = Omit<CommandParts, 'onKeys'>;

/** The two buttons in the bar, what they open, and the keys that act everywhere. */
export function Help(parts: HelpProps) {
  const { t } = useTranslation('editor');
  const [shown, setShown] = useState<'menu' | 'keys'>();
  const before = useRef<Element>(null);
  const show = (next: 'menu' | 'keys') => {
    before.current = document.activeElement;
    setShown(next);
  };
  const giveFocusBack = () => {
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
  };
  const { commands, copy } = useCommands({ ...parts, onKeys: () => show('keys') });

  useShortcuts((id: ShortcutId) => {
    const tool = tools.find((each) => each.id === id);
    if (tool) return parts.onTool(tool.id);
    switch (id) {
      case 'download':
        return download();
      case 'copy':
        return copy();
      case 'compare':
        return parts.onCompare();
      case 'outline':
        return parts.onOutline();
      case 'keys':
      case 'menu':
        return show(id);
      default:
        return undefined;
    }
  });

  return (
    <>
      <IconButton
        label={t('help.menu')}
        title={t('help.menu')}
        aria-haspopup="dialog"
        onClick={() => show('menu')}
        className="pointer-coarse:size-11"
      >
        <CommandIcon aria-hidden className="max-sm:hidden" />
        <Ellipsis aria-hidden className="sm:hidden" />
      </IconButton>
      <IconButton
        label={t('help.keys')}
        title={t('help.keys')}
        aria-haspopup="dialog"
        onClick={() => show('keys')}
        className="max-sm:hidden pointer-coarse:size-11"
      >
        <Keyboard aria-hidden />
      </IconButton>
      <CommandMenu
        open={shown === 'menu'}
        commands={commands}
        onClose={() => setShown(undefined)}
        onClosed={giveFocusBack}
      />
      <ShortcutSheet open={shown === 'keys'} onClose={() => setShown(undefined)} onClosed={giveFocusBack} />
    </>
  );
}
