import { backgroundCommands } from './background-commands.ts';
import type { Command } from './define-command.ts';
import { helpCommands } from './help-commands.ts';
import { historyCommands } from './history-commands.ts';
import { resultCommands } from './result-commands.ts';
import { toolCommands } from './tool-commands.ts';
import { viewCommands } from './view-commands.ts';

/** The editor's own commands, in the order of the command menu. */
export const builtInCommands: readonly Command[] = [
  ...historyCommands,
  ...resultCommands,
  ...toolCommands,
  ...backgroundCommands,
  ...viewCommands,
  ...helpCommands,
];
