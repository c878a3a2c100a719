import type { Command } from './define-command.ts';
import { isPressed, type KeyPress } from './shortcut.ts';

export interface CommandRegistry {
  /** Commands in the order in which they were given. */
  readonly commands: readonly Command[];
  /** @throws if no command has this id. */
  readonly get: (id: string) => Command;
  /** @returns the command whose shortcut was pressed. */
  readonly pressed: (event: KeyPress, isMac: boolean) => Command | undefined;
}

/**
 * Creates the single list of commands, which buttons, keys, the command menu and the list of keyboard shortcuts share.
 *
 * @throws if two commands have the same id or the same keys.
 */
export function createCommandRegistry(commands: readonly Command[]): CommandRegistry {
  const byId = new Map<string, Command>();
  const byKeys = new Map<string, Command>();
  for (const command of commands) {
    if (byId.has(command.id)) throw new Error(`two commands have the id ${command.id}`);
    byId.set(command.id, command);
    if (!command.shortcut) continue;
    const keys = command.shortcut.keys.join('+');
    const other = byKeys.get(keys);
    if (other) throw new Error(`the commands ${other.id} and ${command.id} have the same keys: ${keys}`);
    byKeys.set(keys, command);
  }
  return {
    commands,
    get(id) {
      const command = byId.get(id);
      if (!command) throw new Error(`there is no command ${id}`);
      return command;
    },
    pressed: (event, isMac) => commands.find(({ shortcut }) => shortcut && isPressed(event, shortcut, isMac)),
  };
}
