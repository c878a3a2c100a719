import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const tokens = 'packages/ui/src/styles/tokens.css';

/** Exception: the delay before a note that need not be read when the wait is short is not a motion. */
const delay = '--animate-late: late 1ms 400ms both;';

const sourcesOf = (extension: string) =>
  globSync(`{packages/*/src,apps/site/src}/**/*.${extension}`, { cwd: root }).map((path) => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(join(root, path), 'utf8'),
  }));

const found = (files: readonly { path: string; text: string }[], pattern: RegExp) =>
  files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => pattern.test(line) && line !== delay)
      .map((line) => `${path}: ${line}`),
  );

test('style sheets take durations from the tokens', () => {
  const sheets = sourcesOf('css').filter(({ path }) => path !== tokens);
  expect(sheets.length).toBeGreaterThan(4);
  expect(found(sheets, /\b(?:animation|transition|--animate)[\w-]*:.*\b\d*\.?\d+m?s\b/)).toEqual([]);
});

test('components take durations from the tokens', () => {
  const components = sourcesOf('tsx').filter(({ path }) => !path.endsWith('.stories.tsx'));
  expect(components.length).toBeGreaterThan(100);
  expect(
    found(
      components,
      /\b(?:duration|delay)-(?:\d|\[)|\[[\w-]*(?:animation|transition)[\w-]*:[^\]]*\d+m?s|\.animate\(|(?:transition|animation)Duration:/,
    ),
  ).toEqual([]);
});

test.each([
  ['the reveal of a result', 'slow', 'packages/editor/src/react/canvas/reveal-layer.tsx', /const durationMs = (\d+);/],
  ['the end of a toast', 'fast', 'packages/ui/src/components/toast/create-toaster.ts', /leaveMs = (\d+)/],
])('%s lasts as long as the token: %s', (_, name, file, pattern) => {
  const read = (path: string, wanted: RegExp) => wanted.exec(readFileSync(join(root, path), 'utf8'))?.[1];
  const token = read(tokens, new RegExp(`--transition-duration-${name}: (\\d+)ms;`));
  expect(token).toBeDefined();
  expect(read(file, pattern)).toBe(token);
});
