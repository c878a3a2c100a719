import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

// Folder for data that commands would save.
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'isola-tasks-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs `npm run <words>` as on a machine without any program, so that a command that starts its work fails. */
async function runCommand(words: readonly string[]) {
  const child = spawn(process.execPath, [join(root, 'scripts/tasks.ts'), ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: '', DATA_DIR: folder },
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const [output, errors, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { output, errors, exitCode };
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

test('the usage names every command of package.json', async () => {
  const { output, exitCode } = await runCommand(['--help']);
  const named = output.match(/(?<=^ {2})[a-z][a-z:2-]*(?= )/gm);
  expect(named?.toSorted()).toEqual(Object.keys(manifest.scripts).toSorted());
  expect(exitCode).toBe(0);
});

test('the usage has the -- without which npm keeps the options for itself', async () => {
  const { output } = await runCommand(['backup', '--help']);
  expect(output).toMatch(/^Usage: npm run backup -- \[options\] <file>$/m);
});

// A command of this file, and a script that reads its arguments itself.
test.concurrent.each(['backup', 'bench quality'])(
  '%s --help prints the usage and does nothing',
  { tags: ['long'] },
  async (command) => {
    const { output, errors, exitCode } = await runCommand([...command.split(' '), '--help']);
    expect(output).toMatch(new RegExp(`^Usage: npm run ${command.replace(' ', '( --)? ')}`));
    expect(output).toContain('-h, --help');
    expect({ errors, exitCode }).toEqual({ errors: '', exitCode: 0 });
  },
);

test.concurrent.each<[name: string, words: readonly string[], reason: RegExp]>([
  ['an unknown command', ['toString'], /unknown command 'toString'/],
  ['an option that Vite does not have', ['dev', '--bogus'], /unknown option '--bogus'/],
  ['an option that Vitest does not know', ['vitest', '--bogus'], /Unknown option `--bogus`/],
  ['an unknown package to test', ['test', 'nope'], /must be one of .*auth/],
  ['an option of a script that has none', ['words', '--bogus'], /unknown option '--bogus'/],
  ['an invalid component name', ['new', 'component', 'TagGroup'], /words with hyphens/],
  ['an option instead of a file', ['backup', '--', '--help'], /must be the name of a file/],
  ['a missing backup', ['restore', 'nowhere.sql'], /The file does not exist/],
  ['a count that is not a number', ['soak', '--runs', 'abc'], /whole number of at least 1/],
])('%s is refused with the reason and without a stack trace', { tags: ['long'] }, async (_, words, reason) => {
  const { output, errors, exitCode } = await runCommand(words);
  expect(errors).toMatch(reason);
  expect(output + errors).not.toMatch(/\n\s+at /);
  expect(exitCode).toBe(1);
  expect(existsSync(join(root, '--help'))).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
});
