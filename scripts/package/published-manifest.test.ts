import { expect, test, vi } from 'vitest';

import { entriesOf, isForClient, publishedManifest } from './published-manifest.ts';
import { registryFields } from './registry-fields.ts';
import { readManifest } from './workspace-package.ts';

test('the published manifest points to built files and asks for version ranges instead of pins', () => {
  const manifest = readManifest('imaging');
  const published = publishedManifest(manifest, entriesOf('imaging', manifest));
  expect(published).toMatchObject({
    name: '@isola/imaging',
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    dependencies: { '@isola/segmenter': expect.stringMatching(/^\^\d+\.\d+\.\d+$/) },
  });
  expect(published).not.toHaveProperty('private');
  expect(JSON.stringify(published)).not.toMatch(/catalog:|workspace:|src\//);
});

test('the published manifest names the Node, the author and how it is published', () => {
  const manifest = readManifest('files');
  expect(publishedManifest(manifest, [])).toMatchObject({
    author: 'Isola',
    engines: { node: '>=22.12' },
    publishConfig: { access: 'public', provenance: true },
  });
});

test('the address of the repository leads to the package, and is left out when it is unknown', () => {
  expect(registryFields('files', 'https://git.example.org/isola')).toMatchObject({
    homepage: 'https://git.example.org/isola/tree/main/packages/files#readme',
    bugs: 'https://git.example.org/isola/issues',
    repository: { type: 'git', url: 'git+https://git.example.org/isola.git', directory: 'packages/files' },
  });
  vi.stubEnv('GITHUB_SERVER_URL', 'https://github.example');
  vi.stubEnv('GITHUB_REPOSITORY', 'owner/name');
  expect(registryFields('files')).toMatchObject({ bugs: 'https://github.example/owner/name/issues' });
  vi.stubEnv('GITHUB_REPOSITORY', undefined);
  expect(registryFields('files')).not.toHaveProperty('repository');
  vi.unstubAllEnvs();
});

test('a pattern expands to an entry for each component, without helpers, stories and tests', () => {
  const manifest = readManifest('ui');
  const subpaths = entriesOf('ui', manifest).map(({ subpath }) => subpath);
  expect(subpaths).toEqual(expect.arrayContaining(['./button', './dialog', './cn', './base.css', './styles.css']));
  expect(subpaths.filter((subpath) => /stories|test|overlay|\*/.test(subpath))).toEqual([]);
});

test('components and React bindings are marked for the client, and modules for servers are not', () => {
  const marked = (name: string) =>
    entriesOf(name, readManifest(name))
      .filter(isForClient)
      .map(({ subpath }) => subpath);
  expect(marked('ui')).toEqual(expect.arrayContaining(['./button', './dialog', './slider']));
  expect(marked('ui')).not.toContain('./cn');
  expect(marked('auth')).toEqual(['./react']);
  expect(marked('editor')).toEqual(expect.arrayContaining(['./react', './react/recent-projects']));
  expect(marked('editor')).not.toContain('.');
  expect(marked('imaging')).toEqual([]);
});

test('React is a peer dependency wherever it is used, because two copies do not work together', () => {
  for (const name of ['ui', 'i18n', 'auth']) {
    const manifest = readManifest(name);
    const published = publishedManifest(manifest, entriesOf(name, manifest));
    expect(published).toMatchObject({ peerDependencies: { react: '>=19' } });
    expect(published['dependencies'] ?? {}).not.toHaveProperty('react');
  }
});
