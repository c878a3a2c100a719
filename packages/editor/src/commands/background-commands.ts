import type { BackgroundDefinition } from '../backgrounds/define-background.ts';
import { withBackground } from '../document/with-background.ts';
import { mattesOf } from '../rendering/mattes-of.ts';
import { type Command, defineCommand } from './define-command.ts';

/** Creates a command for each background that is chosen with one click. */
export function backgroundCommands(definitions: readonly BackgroundDefinition[]): readonly Command[] {
  return definitions.flatMap(({ choices, step }) =>
    choices.map(({ id, label, background }) =>
      defineCommand({
        id,
        group: 'background',
        label,
        run({ editor }) {
          const { document } = editor;
          const { state } = document.history.getState();
          document.history.commit(step.id, withBackground(state, background, definitions, mattesOf(editor)));
        },
      }),
    ),
  );
}
