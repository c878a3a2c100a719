import { expect, test } from 'vitest';

import { withRecent } from './recent-colors.ts';

test('withRecent puts the newest colour first and removes duplicates', () => {
  expect(withRecent(['#111111', '#222222', '#333333'], '#222222')).toEqual(['#222222', '#111111', '#333333']);
});

test('withRecent drops the thirteenth colour', () => {
  const twelve = Array.from({ length: 12 }, (_, index) => `#0000${(16 + index).toString(16)}`);
  const colors = withRecent(twelve, '#ffffff');
  expect(colors).toHaveLength(12);
  expect(colors[0]).toBe('#ffffff');
  expect(colors).not.toContain('#00001b');
});
