import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { afterEach, beforeEach, expect, test } from 'vitest';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isola-beside-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs lines of programs, each given as a script for Node, in a separate process. */
async function runLines(...lines: readonly (readonly string[])[]) {
  const script = `
    const { runBeside } = await import(${JSON.stringify(import.meta.resolve('./run-beside.ts'))});
    const lineOf = (programs) => async (run) => {
      for (const each of programs) await run(process.execPath, ['--eval', each]);
    };
    await runBeside(...${JSON.stringify(lines)}.map(lineOf));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder });
  // Both end only when every program that could write to them has ended.
  const [output, exitCode] = await Promise.all([
    text(child.stdout),
    new Promise((resolve) => child.once('close', resolve)),
  ]);
  return { lines: output.trim().split('\n'), exitCode };
}

const write = (name: string) => `require('node:fs').writeFileSync('${name}', '');`;
const waitFor = (name: string) => `while (!require('node:fs').existsSync('${name}'));`;
const print = (line: string) => `console.log('${line}');`;

test('two lines run at the same time, and the second prints each program’s output at once when it ends', async () => {
  const { lines, exitCode } = await runLines(
    [waitFor('begun') + print('first') + write('printed'), print('last of the first')],
    [print('second: begun') + write('begun') + waitFor('printed') + print('second: done')],
  );
  expect(lines.toSorted()).toEqual(['first', 'last of the first', 'second: begun', 'second: done']);
  expect(lines.indexOf('first')).toBeLessThan(lines.indexOf('second: begun'));
  expect(lines.indexOf('second: done')).toBe(lines.indexOf('second: begun') + 1);
  expect(exitCode).toBe(0);
});

test('a third line starts when one of two has ended, while the other continues', { tags: ['long'] }, async () => {
  const { lines, exitCode } = await runLines(
    [waitFor('third') + print('first: done')],
    [print('second: done') + write('second')],
    [`if (!require('node:fs').existsSync('second')) process.exit(4);` + print('third: done') + write('third')],
  );
  expect(lines).toEqual(expect.arrayContaining(['second: done', 'third: done', 'first: done']));
  expect(exitCode).toBe(0);
});

const begin = write('begun');
const endless = 'setInterval(() => undefined, 1000);';
/** Runs until it is terminated, and then prints. */
const endsWith = (line: string) => `process.once('SIGINT', () => { ${print(line)} process.exit(1); });` + endless;

test.each([
  ['first', [waitFor('begun') + print('failed') + 'process.exit(3)'], [print('ended') + begin + endless], []],
  [
    'second',
    [endsWith('ended') + begin, print('next')],
    [waitFor('begun') + print('failed') + 'process.exit(3)'],
    ['ended'],
  ],
] as const)(
  'a failing program of the %s line ends both lines with its exit code, and its output comes last',
  async (_, first, second, before) => {
    expect(await runLines(first, second)).toEqual({ lines: [...before, 'failed'], exitCode: 3 });
  },
);
