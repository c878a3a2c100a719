import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { missingReferences, publishedReadme } from './published-readme.ts';
import { packageFolder, packageNames } from './workspace-package.ts';

test('parts for the repository and links to other packages are left out', () => {
  const readme = [
    '# A',
    'It uses [`@isola/b`](../b/README.md#use) and [its API](API.md).',
    '<!-- repository: begin -->\n\n## Add\n\nSee `src/a.ts`.\n\n<!-- repository: end -->',
    '## Errors\n\nNone.',
  ];
  expect(publishedReadme(readme.join('\n\n'))).toBe(
    '# A\n\nIt uses `@isola/b` and [its API](API.md).\n\n## Errors\n\nNone.\n',
  );
});

test('a link to a missing file or heading and a source are reported', () => {
  const readme = '# A\n\n## The use\n\n[1](API.md) [2](#the-use) [3](https://a.b) [4](b.md#c) [5](#add) `src/x.ts`';
  expect(missingReferences(readme, new Set(['API.md']))).toEqual(['b.md#c', '#add', 'src/x.ts']);
});

test.each(packageNames())('the published README of %s refers only to what its tarball contains', (name) => {
  const readme = publishedReadme(readFileSync(join(packageFolder(name), 'README.md'), 'utf8'));
  // The build adds API.md, and the segmenter's build its documents.
  const docs = globSync('docs/*.md', { cwd: packageFolder(name) }).map((file) => file.replaceAll('\\', '/'));
  expect(missingReferences(readme, new Set(['API.md', ...docs]))).toEqual([]);
});
