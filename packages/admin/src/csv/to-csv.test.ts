import { expect, test } from 'vitest';

import { toCsv } from './to-csv.ts';

test('a field with a comma, a quotation mark or a line break is quoted', () => {
  expect(toCsv([['a,b', 'say "so"', 'two\nlines', 12, null]])).toBe('\u{FEFF}"a,b","say ""so""","two\nlines",12,\r\n');
});

test('text that a spreadsheet would compute is text', () => {
  expect(toCsv([['=1+1', '@cmd', '-2', 'a-b', -2]])).toBe("\u{FEFF}'=1+1,'@cmd,'-2,a-b,-2\r\n");
});
