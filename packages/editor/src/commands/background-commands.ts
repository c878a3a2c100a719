import type { BackgroundDefinition } from '../backgrounds/define-background.ts';
import { withBackground } from '../backgrounds/with-background.ts';
import { type Command, defineCommand } from './define-command.ts';

/** A command for each background that is chosen by one press. */
export function backgroundCommands(definitions: readonly BackgroundDefinition[]): readonly Command[] {
  return definitions.flatMap(({ choices, step }) =>
    choices.map(({ id, label, background }) =>
      defineCommand({
        id,
        group: 'background',
        label,
        run({ editor: { document } }) {
          document.history.commit(step.id, withBackground(document.history.getState().state, background, definitions));
        },
      }),
    ),
  );
}
