import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { docPages } from './doc-pages.ts';
import { docSources } from './doc-sources.ts';
import { llmsList } from './llms.ts';
import { searchTexts } from './search-texts.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'isola-doc-pages-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Writes a small repository and renders its pages. */
function render(files: Readonly<Record<string, string>>) {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  return docPages(root, docSources(root), join(root, 'output'));
}

const repository = {
  'README.md':
    '# Isola\n\nCuts out images. Nothing is sent.\n\n## Read on\n\n[Operate](docs/operate.md#more-about-port)',
  'docs/operate.md':
    '# Operate\n\nRun it.\n\n## More about `PORT`\n\nSee [the kit](../packages/ui/README.md).\n\n## More about `PORT`',
  'packages/ui/README.md':
    '# @isola/ui\n\n[Config](../../proxy.conf), ![Button](button.png), [Contribute](CONTRIBUTING.md)',
  'packages/ui/CONTRIBUTING.md': '# Work on @isola/ui\n\nLay a <script>alert(1)</script> in `<b>`.',
  'packages/ui/dist/API.md': '# @isola/ui\n\n## cn\n\nJoins names.\n\n# @isola/ui/button\n\n## Button\n\nA button.',
  'packages/ui/button.png': 'image',
  'proxy.conf': 'listen 80',
};

test('pages are listed by section, with the addresses of their files', () => {
  const pages = render(repository);
  expect(pages.map(({ section, address, title }) => [section, address, title])).toEqual([
    ['Isola', '/docs', 'Isola'],
    ['Operate', '/docs/operate', 'Operate'],
    ['Packages', '/docs/packages/ui', '@isola/ui'],
    ['API reference', '/docs/api/ui', 'API of @isola/ui'],
    ['Contribute', '/docs/packages/ui/contributing', 'Work on @isola/ui'],
  ]);
});

test('links lead to pages, and files of the repository are copied', () => {
  const [home, operate, kit] = render({
    ...repository,
    'README.md': '# Isola\n\n[Operate](docs/operate.md#more-about-port-1)',
  });
  expect(home?.html).toContain('<a href="/docs/operate#more-about-port-1">Operate</a>');
  // GitHub adds a number to the second of two equal headings.
  expect(operate?.headings.map(({ id }) => id)).toEqual(['more-about-port', 'more-about-port-1']);
  expect(kit?.html).toContain('href="/docs/files/proxy.conf.txt"');
  expect(kit?.html).toContain('src="/docs/files/packages/ui/button.png"');
  expect(kit?.html).toContain('href="/docs/packages/ui/contributing"');
  expect(readFileSync(join(root, 'output/proxy.conf.txt'), 'utf8')).toBe('listen 80');
  expect(existsSync(join(root, 'output/packages/ui/README.md.txt'))).toBe(false);
  expect(kit?.markdown).toContain(
    '![Button](/docs/files/packages/ui/button.png), [Contribute](/docs/packages/ui/contributing)',
  );
});

test.each(['docs/nowhere.md', '../outside.md', '/etc/hostname'])('a link to %s fails the build', (target) => {
  expect(() => render({ 'README.md': `# Isola\n\n[Read](${target})` })).toThrow(`README.md: links to ${target}`);
});

test('links of packages lead to what exists only in the published package, and links to folders become text', () => {
  const [home, , kit] = render({
    ...repository,
    'README.md': '# Isola\n\n[The packages](packages) and [the kit](packages/ui)',
    'packages/ui/README.md': '# @isola/ui\n\n[Reference](API.md#cn)',
  });
  expect(home?.html).toBe('<p>The packages and <a href="/docs/packages/ui">the kit</a></p>\n');
  expect(kit?.html).toBe('<p><a href="/docs/api/ui#cn">Reference</a></p>\n');
});

test('HTML in Markdown is shown as text', () => {
  const page = render(repository).find(({ path }) => path === 'packages/ui/contributing');
  expect(page?.html).toBe('<p>Lay a &lt;script&gt;alert(1)&lt;/script&gt; in <code>&lt;b&gt;</code>.</p>\n');
});

test('a reference of several entries becomes one page with a section for each', () => {
  const page = render(repository).find(({ path }) => path === 'api/ui');
  expect(page?.headings).toEqual([
    { level: 2, id: 'isolaui', text: '@isola/ui' },
    { level: 3, id: 'cn', text: 'cn' },
    { level: 2, id: 'isolauibutton', text: '@isola/ui/button' },
    { level: 3, id: 'button', text: 'Button' },
  ]);
  expect(page?.html).toContain('<h3 id="button">');
});

test('the search lists each part of a page under its heading', () => {
  const texts = searchTexts(render(repository));
  expect(texts.find(({ heading }) => heading === 'Button')).toMatchObject({
    address: '/docs/api/ui#button',
    page: 'API of @isola/ui',
    text: 'A button.',
  });
  expect(new Set(texts.map(({ id }) => id)).size).toBe(texts.length);
});

test('the list for language models names each page with the first sentence of its summary', () => {
  const list = llmsList(render(repository));
  expect(list).toMatch(/^# Isola\n\n> Cuts out images\. Nothing is sent\.\n\n## Isola\n/);
  expect(list).toContain('- [Isola](/docs/index.md.txt): Cuts out images.\n');
  expect(list).toContain('- [Operate](/docs/operate.md.txt): Run it.\n');
});
