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
    // This command opens the list of commands, so it is not listed itself.
    isListed: false,
    run: ({ openMenu }) => openMenu(),
  }),
];
