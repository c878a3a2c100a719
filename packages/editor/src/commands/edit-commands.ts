import { addEdit } from '../document/add-edit.ts';
import type { EditDefinition } from '../edits/define-edit.ts';
import { type Command, defineCommand } from './define-command.ts';

/** Creates a command for each edit that is made with one click. */
export function editCommands(definitions: readonly EditDefinition[]): readonly Command[] {
  return definitions.flatMap(({ choices }) =>
    choices.map(({ id, label, edit }) =>
      defineCommand({
        id,
        group: 'result',
        label,
        run({ editor: { document, registries }, t, announce }) {
          if (!addEdit(document, edit, registries.edits)) announce(t('refine.full'));
        },
      }),
    ),
  );
}
