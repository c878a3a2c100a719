import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { builtInCommands } from '../../commands/built-in-commands.ts';
import { createCommandRegistry, type CommandRegistry } from '../../commands/create-command-registry.ts';
import type { Command, CommandContext } from '../../commands/define-command.ts';
import { runCommand } from '../../commands/run-command.ts';
import { CommandMenu, type CommandMenuProps } from '../help/command-menu.tsx';
import { shortcutText } from '../help/key-caps.tsx';
import { ShortcutSheet } from '../help/shortcut-sheet.tsx';
import { useAnnouncement } from '../help/use-announcement.ts';
import { useEditorHost } from '../session/editor-host.tsx';
import { useShortcuts } from './use-shortcuts.ts';

interface Commands {
  readonly registry: CommandRegistry;
  readonly context: CommandContext;
}

const CommandsContext = createContext<Commands | undefined>(undefined);

export type EditorCommandsProps = Omit<CommandContext, 't' | 'openMenu' | 'openShortcuts' | 'announceQuietly'> & {
  children: ReactNode;
};

/** Provides the commands of the editor and the host to the buttons inside it, the shortcuts and the command menu. */
export function EditorCommands({ children, ...layout }: EditorCommandsProps) {
  const { t } = useTranslation('editor');
  const { commands: hostCommands } = useEditorHost();
  const { registries } = layout.editor;
  const registry = useMemo(
    () => createCommandRegistry([...builtInCommands(registries), ...(hostCommands ?? [])]),
    [registries, hostCommands],
  );
  const [shown, setShown] = useState<'menu' | 'shortcuts'>();
  const [focusedBefore, setFocusedBefore] = useState<Element | null>(null);
  const [saidQuietly, announceQuietly] = useAnnouncement();

  const show = (next: 'menu' | 'shortcuts') => {
    setFocusedBefore(document.activeElement);
    setShown(next);
  };
  const giveFocusBack = () => {
    if (focusedBefore instanceof HTMLElement) focusedBefore.focus({ preventScroll: true });
  };
  const context: CommandContext = {
    ...layout,
    t,
    openMenu: () => show('menu'),
    openShortcuts: () => show('shortcuts'),
    announceQuietly,
  };
  useShortcuts(registry, (command) => runCommand(command, context));
  const dialogProps = { onClose: () => setShown(undefined), onClosed: giveFocusBack };
  return (
    <CommandsContext value={{ registry, context }}>
      {children}
      <p role="status" data-slot="said-quietly" className="sr-only">
        {saidQuietly}
      </p>
      <AllCommands open={shown === 'menu'} {...dialogProps} />
      <ShortcutSheet open={shown === 'shortcuts'} commands={registry.commands} {...dialogProps} />
    </CommandsContext>
  );
}

type AllCommandsProps = Omit<CommandMenuProps, 'commands'>;

/**
 * Command menu. While it is open, it follows the document and the download, because the commands' labels depend on
 * them.
 */
function AllCommands({ open, ...props }: AllCommandsProps) {
  const { registry, context } = useCommands();
  const { t, editor } = context;
  useStore(editor.document.history, (state) => open && state);
  useStore(editor.download, (state) => open && state);
  const commands = registry.commands.filter((command) => isInMenu(command, context)).map(toMenuCommand);
  return <CommandMenu open={open} commands={commands} {...props} />;

  function toMenuCommand(command: Command) {
    const { id, keywords, group, shortcut } = command;
    return {
      id,
      keywords,
      label: command.currentLabel(context),
      groupLabel: t(`help.group.${group}`),
      ...(shortcut && { keys: shortcut.keys }),
      run: () => runCommand(command, context),
    };
  }
}

function isInMenu(command: Command, context: CommandContext): boolean {
  return command.isListed && (command.isEnabled(context) || command.whyDisabled !== undefined);
}

export interface BoundCommand {
  readonly label: string;
  /** Text of the button's tooltip: the label with its keys, or the reason why the command is not enabled. */
  readonly tip: string;
  readonly isEnabled: boolean;
  readonly run: () => void;
}

/**
 * @returns a command for a button, with its current label and state.
 * @throws outside `EditorCommands`, and for an unknown ID.
 */
export function useCommand(id: string): BoundCommand {
  const { registry, context } = useCommands();
  const command = registry.get(id);
  const label = useCurrent(context, () => command.currentLabel(context));
  const isEnabled = useCurrent(context, () => command.isEnabled(context));
  const keys = command.shortcut && ` (${shortcutText(command.shortcut.keys, context.t)})`;
  return {
    label,
    tip: (!isEnabled && command.whyDisabled?.(context.t)) || `${label}${keys ?? ''}`,
    isEnabled,
    run: () => runCommand(command, context),
  };
}

/** @throws outside `EditorCommands`. */
function useCommands(): Commands {
  const commands = use(CommandsContext);
  if (!commands) throw new Error('useCommand needs EditorCommands around it');
  return commands;
}

/**
 * Returns a property of a command, and updates it when the document or the download changes.
 * @param read Returns the command's label, or whether it is enabled.
 */
function useCurrent<Value extends string | boolean>({ editor }: CommandContext, read: () => Value): Value {
  useStore(editor.download, read);
  return useStore(editor.document.history, read);
}
