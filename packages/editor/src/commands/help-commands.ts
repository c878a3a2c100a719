import { defineCommand } from './define-command.ts';

export const helpCommands = [
  defineCommand({
    id: 'keyboard-shortcuts',
    group: 'help',
    label: (t) => t('help.keys'),
    shortcut: { keys: ['?'], presses: [{ sign: '?' }] },
    run: ({ openShortcuts }) => openShortcuts(),
  }),
  defineCommand({
    id: 'command-menu',
    group: 'help',
    label: (t) => t('help.menu'),
    shortcut: { keys: ['Mod', 'K'], presses: [{ withMod: 'k' }] },
    // It is what lists the others.
    isListed: false,
    run: ({ openMenu }) => openMenu(),
  }),
];
