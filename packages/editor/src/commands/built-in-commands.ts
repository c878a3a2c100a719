import type { EditorRegistries } from '../registry/registries.ts';
import { backgroundCommands } from './background-commands.ts';
import type { Command } from './define-command.ts';
import { editCommands } from './edit-commands.ts';
import { helpCommands } from './help-commands.ts';
import { historyCommands } from './history-commands.ts';
import { placeCommands } from './place-commands.ts';
import { resultCommands } from './result-commands.ts';
import { toolCommands } from './tool-commands.ts';
import { viewCommands } from './view-commands.ts';

/** Creates the editor's own commands and those of its registries, in the order of the command menu. */
export function builtInCommands({
  backgrounds,
  edits,
  formats,
}: Pick<EditorRegistries, 'backgrounds' | 'edits' | 'formats'>): readonly Command[] {
  return [
    ...historyCommands,
    ...resultCommands(formats),
    ...editCommands(edits),
    ...placeCommands,
    ...toolCommands,
    ...backgroundCommands(backgrounds),
    ...viewCommands,
    ...helpCommands,
  ];
}
