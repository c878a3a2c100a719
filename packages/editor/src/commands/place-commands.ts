import { backgroundDefinition } from '../backgrounds/define-background.ts';
import type { Editor } from '../editor.ts';
import { defineCommand } from './define-command.ts';

export const placeCommands = [
  defineCommand({
    id: 'place-subject',
    keywords: ['move', 'scale', 'position'],
    group: 'result',
    label: (t) => t('place.title'),
    shortcut: { keys: ['M'], presses: [{ letter: 'm' }] },
    isEnabled: ({ editor }) => canPlaceSubject(editor),
    whyDisabled: (t) => t('place.notHere'),
    run({ editor: { placing }, canCompare, chooseTool }) {
      const isWanted = !placing.getState().isPlacing || !canCompare;
      // Tools that show only the subject have no background to place it over.
      if (!canCompare) chooseTool('background');
      placing.set(isWanted);
    },
  }),
];

/** Checks whether the background stays in place while the subject moves. */
function canPlaceSubject({ document, registries }: Editor): boolean {
  const { background } = document.history.getState().state;
  return !backgroundDefinition(registries.backgrounds, background).followsImage;
}
