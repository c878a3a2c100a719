import { expect, test } from 'vitest';

import { toCsv } from './csv.ts';

test('a field with a comma, a quotation mark or a line break is quoted', () => {
  expect(toCsv([['a,b', 'say "so"', 'two\nlines', 12, null]])).toBe('\u{FEFF}"a,b","say ""so""","two\nlines",12,\r\n');
});

test('text that a spreadsheet would compute is text', () => {
  expect(toCsv([['=1+1', '@cmd', '-2', 'a-b', -2]])).toBe("\u{FEFF}'=1+1,'@cmd,'-2,a-b,-2\r\n");
});

test.each([' =1+1', '\t=1+1', '\n=1+1', '\u00a0@cmd', '＝1+1', '＋49', '－2', '＠cmd', '\rtext'])(
  'so is ‘%s’, which only some spreadsheets compute',
  (text) => {
    const [, quoted, plain] = /^(?:"([^"]*)"|([^,]*)),1\r\n$/.exec(toCsv([[text, 1]]).slice(1)) ?? [];
    expect(quoted ?? plain).toBe(`'${text}`);
  },
);
