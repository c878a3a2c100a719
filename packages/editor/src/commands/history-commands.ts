import { stepLabel } from '../registry/steps.ts';
import { defineCommand } from './define-command.ts';
import { isTextField } from './is-text-field.ts';

/** Options of undo and redo. A text field has its own history. A colour can be undone while its menu is still open. */
const everywhereButInText = { repeats: true, actsInDialogs: true, isBrowsers: isTextField };

export const historyCommands = [
  defineCommand({
    id: 'undo',
    group: 'result',
    label: (t) => t('history.undo'),
    currentLabel({ editor, t }) {
      const { undoable } = editor.document.history.getState();
      return undoable ? t('history.undoStep', { step: stepLabel(editor.registries, undoable, t) }) : t('history.undo');
    },
    shortcut: { keys: ['Mod', 'Z'], presses: [{ withMod: 'z' }], ...everywhereButInText },
    isEnabled: ({ editor }) => editor.document.history.getState().undoable !== undefined,
    run({ editor, t, announceQuietly }) {
      const { document } = editor;
      const { undoable } = document.history.getState();
      if (undoable) announceQuietly(t('history.undone', { step: stepLabel(editor.registries, undoable, t) }));
      document.history.undo();
    },
  }),
  defineCommand({
    id: 'redo',
    group: 'result',
    label: (t) => t('history.redo'),
    currentLabel({ editor, t }) {
      const { redoable } = editor.document.history.getState();
      return redoable ? t('history.redoStep', { step: stepLabel(editor.registries, redoable, t) }) : t('history.redo');
    },
    shortcut: {
      keys: ['Mod', 'Shift', 'Z'],
      presses: [{ withMod: 'z', shift: true }, { withMod: 'y' }],
      ...everywhereButInText,
    },
    isEnabled: ({ editor }) => editor.document.history.getState().redoable !== undefined,
    run({ editor, t, announceQuietly }) {
      const { document } = editor;
      const { redoable } = document.history.getState();
      if (redoable) announceQuietly(t('history.redone', { step: stepLabel(editor.registries, redoable, t) }));
      document.history.redo();
    },
  }),
];
