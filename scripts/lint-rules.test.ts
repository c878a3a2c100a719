import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

// A house of the same shape, so that the real one need not be broken to see the rules bite.
let house = '';
beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'isola-lint-'));
  copyFileSync(join(root, 'oxlint.config.ts'), join(house, 'oxlint.config.ts'));
  symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'));
});
afterAll(() => rmSync(house, { recursive: true }));

function lint(files: Record<string, string>): string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(house, name)), { recursive: true });
    writeFileSync(join(house, name), content);
  }
  const oxlint = join(root, 'node_modules/.bin/oxlint');
  const { stdout } = spawnSync(oxlint, Object.keys(files), { cwd: house, encoding: 'utf8' });
  for (const name of Object.keys(files)) rmSync(join(house, name));
  return stdout;
}

test.each([
  ['a package imports another', 'packages/ui/src/a.ts', '@isola/auth', 'leaves'],
  ['the segmenter imports React', 'packages/segmenter/src/pipeline/a.ts', 'react', 'React'],
  [
    'a stage imports the runtime library',
    'packages/segmenter/src/pipeline/a.ts',
    'onnxruntime-web/wasm',
    'onnxruntime-web',
  ],
  ['a stage knows its thread', 'packages/segmenter/src/pipeline/a.ts', '../transport/worker.ts', 'which thread'],
  [
    'the runtime does image maths',
    'packages/segmenter/src/runtime/a.ts',
    '../matting/resize-matte.ts',
    'below the pipeline',
  ],
  ['imaging imports the tool', 'apps/site/src/imaging/a.ts', '../tool/removal.ts', 'pure pixels'],
  ['imaging imports React', 'apps/site/src/imaging/a.ts', 'react', 'React'],
  ['the tool imports a feature', 'apps/site/src/tool/a.ts', '#features/single/b.ts', 'below the features'],
  ['a feature imports another', 'apps/site/src/features/single/a.ts', '../home/b.ts', 'Features never'],
  [
    'a feature imports another by its alias',
    'apps/site/src/features/single/a.ts',
    '#features/home/b.ts',
    'Features never',
  ],
  [
    'a feature’s inner file imports another',
    'apps/site/src/features/single/api/a.ts',
    '../../home/b.ts',
    'Features never',
  ],
  ['a feature imports a route', 'apps/site/src/features/single/a.ts', '../../routes/b.ts', 'routes|Features never'],
  ['a file imports its own package’s index', 'packages/auth/src/a.ts', './index.ts', 'sibling'],
  ['the server imports a package', 'apps/server/src/a.ts', '@isola/i18n', 'no workspace package'],
])('lint refuses that %s', (_, file, imported, message) => {
  const output = lint({ [file]: `import { b } from '${imported}';\n\nexport const a = b;\n` });
  expect(output).toContain('no-restricted-imports');
  expect(output).toMatch(new RegExp(message));
});

test('lint refuses a circle', () => {
  const output = lint({
    'packages/auth/src/a.ts': `import { b } from './b.ts';\n\nexport const a = () => b;\n`,
    'packages/auth/src/b.ts': `import { a } from './a.ts';\n\nexport const b = () => a;\n`,
  });
  expect(output).toContain('no-cycle');
});

test('lint refuses text outside the bundle', () => {
  const output = lint({ 'apps/site/src/features/single/a.tsx': `export const A = () => <p>Hello</p>;\n` });
  expect(output).toContain('jsx-no-literals');
});

test('lint lets the way of a photo pass', () => {
  const output = lint({
    'apps/site/src/features/single/a.ts': `import { b } from '#tool/b.ts';\n\nexport const a = b;\n`,
    'apps/site/src/tool/c.ts': `import { d } from '@isola/segmenter';\n\nexport const c = d;\n`,
  });
  expect(output).not.toContain('no-restricted-imports');
});
