import { defineCommand } from './define-command.ts';

export const viewCommands = [
  defineCommand({
    id: 'compare',
    keywords: ['original'],
    group: 'view',
    label: (t) => t('view.compare'),
    shortcut: { keys: ['C'], presses: [{ letter: 'c' }] },
    isEnabled: ({ canCompare }) => canCompare,
    whyDisabled: (t) => t('view.noCompare'),
    run: ({ toggleCompare }) => toggleCompare(),
  }),
  defineCommand({
    id: 'outline',
    group: 'view',
    label: (t) => t('view.outline'),
    shortcut: { keys: ['U'], presses: [{ letter: 'u' }] },
    run: ({ toggleOutline }) => toggleOutline(),
  }),
];
