import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { installedTogether, installLine, installLineIn } from './install-line.ts';
import { packageFolder, packageNames, readManifest } from './workspace-package.ts';

test('the line names every package that is needed, and the major version of every peer', () => {
  expect(installedTogether('scenes')).toEqual(['scenes', 'sets']);
  expect(installLine(['i18n'], ['/tmp/isola-i18n-0.1.0.tgz'])).toBe(
    'npm install /tmp/isola-i18n-0.1.0.tgz i18next@27 react-i18next@18 react@19',
  );
});

test('an optional peer is not in the line', () => {
  expect(installLine(['auth'], ['a.tgz'])).toBe('npm install a.tgz');
});

test('the braces of a README’s line are expanded', () => {
  const readme = '```sh\nnpm install /tmp/isola-{a,b}-0.1.0.tgz react@19\n```';
  expect(installLineIn(readme)).toBe('npm install /tmp/isola-a-0.1.0.tgz /tmp/isola-b-0.1.0.tgz react@19');
  expect(installLineIn('npm install isola')).toBeUndefined();
});

// The segmenter's README describes the choice of a model as well, and bundles its dependencies. `create-isola` is run
// and not installed.
const installed = packageNames().filter((name) => !['segmenter', 'create-isola'].includes(name));

test.each(installed)('the README of %s shows the whole line', (name) => {
  const names = installedTogether(name);
  const tarballs = names.map((each) => `/tmp/isola-${each}-${readManifest(each).version}.tgz`);
  const readme = readFileSync(join(packageFolder(name), 'README.md'), 'utf8');
  expect(installLineIn(readme)).toBe(installLine(names, tarballs));
  expect(readme).toContain(`npm run build-package -- ${name} --pack /tmp`);
  expect(readme).toContain('Node 22.12');
});
