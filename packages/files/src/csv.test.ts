import { expect, test } from 'vitest';

import { toCsv } from './csv.ts';

test('quotes a field with a comma, a quotation mark or a line break', () => {
  expect(toCsv([['a,b', 'say "so"', 'two\nlines', 'two\r\nlines', '","', 12, null]])).toBe(
    '\u{FEFF}"a,b","say ""so""","two\nlines","two\r\nlines",""",""",12,\r\n',
  );
});

test('adds an apostrophe to text that a spreadsheet would evaluate', () => {
  expect(toCsv([['=1+1', '@cmd', '-2', 'a-b', -2]])).toBe("\u{FEFF}'=1+1,'@cmd,'-2,a-b,-2\r\n");
});

test.each([' =1+1', '\t=1+1', '\n=1+1', '\u00a0@cmd', '＝1+1', '＋49', '－2', '＠cmd', '\rtext'])(
  'adds an apostrophe to ‘%s’, which only some spreadsheets evaluate',
  (text) => {
    const [, quoted, plain] = /^(?:"([^"]*)"|([^,]*)),1\r\n$/.exec(toCsv([[text, 1]]).slice(1)) ?? [];
    expect(quoted ?? plain).toBe(`'${text}`);
  },
);
