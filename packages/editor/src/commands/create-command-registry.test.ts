import { expect, test } from 'vitest';

import { createCommandRegistry } from './create-command-registry.ts';
import { defineCommand } from './define-command.ts';

const command = (id: string, letter: string) =>
  defineCommand({
    id,
    group: 'view',
    label: () => id,
    shortcut: { keys: [letter.toUpperCase()], presses: [{ letter }] },
    run: () => undefined,
  });

test('refuses two commands with the same id', () => {
  expect(() => createCommandRegistry([command('grid', 'g'), command('grid', 'h')])).toThrow('the id grid');
});

test('refuses two commands with the same keys', () => {
  expect(() => createCommandRegistry([command('grid', 'g'), command('guides', 'g')])).toThrow(
    'the commands grid and guides have the same keys: G',
  );
});

test('throws for a command that is not registered', () => {
  expect(() => createCommandRegistry([]).get('grid')).toThrow('there is no command grid');
});
