import { expect, test } from 'vitest';

import { createProgressLine, progressText } from './progress-line.ts';

test.each([
  [{ done: 0, total: 5, elapsedMs: 100 }, '0 of 5'],
  [{ done: 1, total: 5, elapsedMs: 2000 }, '1 of 5  30.0 a minute  8 s left'],
  [{ done: 0, total: 5, elapsedMs: 2000, frames: { loaded: 3, total: 20 } }, '0 of 5  frame 3 of 20'],
  [
    { done: 1, total: 5, elapsedMs: 2000, frames: { loaded: 3, total: 20 } },
    '1 of 5  frame 3 of 20  30.0 a minute  8 s left',
  ],
  [{ done: 20, total: 200, elapsedMs: 100_000 }, '20 of 200  12.0 a minute  15 min left'],
  [{ done: 1, total: 61, elapsedMs: 125_000 }, '1 of 61  0.5 a minute  2 h 5 min left'],
  [{ done: 5, total: 5, elapsedMs: 60_000 }, '5 of 5  5.0 a minute  0 s left'],
])('%j is shown as ‘%s’', (progress, text) => {
  expect(progressText(progress)).toBe(text);
});

function terminal(isTTY: boolean, columns = 80) {
  const written: string[] = [];
  return { isTTY, columns, write: (text: string) => written.push(text), written };
}

test('on a terminal the line overwrites itself and is never wider than the terminal', () => {
  const narrow = terminal(true, 10);
  const line = createProgressLine(narrow);
  line.show({ done: 1, total: 5, elapsedMs: 2000 });
  line.clear();
  expect(narrow.written).toEqual(['\r\u001b[K1 of 5  3', '\r\u001b[K']);
});

test('a terminal of unknown width gets the whole line', () => {
  const unknown = terminal(true, 0);
  createProgressLine(unknown).show({ done: 1, total: 5, elapsedMs: 2000 });
  expect(unknown.written).toEqual(['\r\u001b[K1 of 5  30.0 a minute  8 s left']);
});

test('nothing is written to anything but a terminal', () => {
  const file = terminal(false);
  for (const stream of [file, undefined]) createProgressLine(stream).show({ done: 1, total: 2, elapsedMs: 9 });
  expect(file.written).toEqual([]);
});
