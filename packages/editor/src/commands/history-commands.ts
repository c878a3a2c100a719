import { defineCommand } from './define-command.ts';
import { isTextField } from './is-text-field.ts';

/** A field for text has its own history. A colour is undone while its menu is still open. */
const everywhereButInText = { repeats: true, actsInDialogs: true, isBrowsers: isTextField };

export const historyCommands = [
  defineCommand({
    id: 'undo',
    group: 'result',
    label: (t) => t('history.undo'),
    currentLabel({ editor, t }) {
      const { undoable } = editor.document.history.getState();
      return undoable ? t('history.undoStep', { step: t(`step.${undoable}`) }) : t('history.undo');
    },
    shortcut: { keys: ['Mod', 'Z'], presses: [{ withMod: 'z' }], ...everywhereButInText },
    isEnabled: ({ editor }) => editor.document.history.getState().undoable !== undefined,
    run({ editor: { document }, t, announceQuietly }) {
      const { undoable } = document.history.getState();
      if (undoable) announceQuietly(t('history.undone', { step: t(`step.${undoable}`) }));
      document.history.undo();
    },
  }),
  defineCommand({
    id: 'redo',
    group: 'result',
    label: (t) => t('history.redo'),
    currentLabel({ editor, t }) {
      const { redoable } = editor.document.history.getState();
      return redoable ? t('history.redoStep', { step: t(`step.${redoable}`) }) : t('history.redo');
    },
    shortcut: {
      keys: ['Mod', 'Shift', 'Z'],
      presses: [{ withMod: 'z', shift: true }, { withMod: 'y' }],
      ...everywhereButInText,
    },
    isEnabled: ({ editor }) => editor.document.history.getState().redoable !== undefined,
    run({ editor: { document }, t, announceQuietly }) {
      const { redoable } = document.history.getState();
      if (redoable) announceQuietly(t('history.redone', { step: t(`step.${redoable}`) }));
      document.history.redo();
    },
  }),
];
