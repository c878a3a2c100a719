import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A Markdown file of the repository that becomes a page. */
export interface DocSource {
  /** Path in the repository, with `/`. */
  readonly file: string;
  /** Path of the page below `/docs`, without a leading slash. Empty for the first page. */
  readonly path: string;
  /** Heading of the navigation under which the page is listed. */
  readonly section: string;
  readonly markdown: string;
}

/** Files that become pages. A generated `API.md` is taken where the package has been built. */
const patterns = [
  '*.md',
  'docs/*.md',
  'packages/*/*.md',
  'packages/*/docs/*.md',
  'packages/*/dist/API.md',
  'apps/*/*.md',
  'apps/*/src/**/*.md',
  'supabase/*.md',
  'tests/README.md',
  'tests/benchmarks/README.md',
  'pictures/README.md',
];

/**
 * Sections of the navigation in their order. A file belongs to the first one whose pattern it matches. `first` lists the
 * files that open a section; the others follow by their paths.
 */
const sections: readonly { readonly title: string; readonly holds: RegExp; readonly first: readonly string[] }[] = [
  { title: 'Isola', holds: /^README\.md$/, first: [] },
  {
    title: 'Segmenter',
    holds: /^packages\/segmenter\/(README\.md|docs\/)/,
    first: ['packages/segmenter/README.md', 'packages/segmenter/docs/setup.md'],
  },
  {
    title: 'Operate',
    holds: /^docs\/(?!glossary|main-job)/,
    first: ['docs/operate.md', 'docs/settings.md', 'docs/security.md'],
  },
  { title: 'Packages', holds: /^packages\/[^/]+\/README\.md$/, first: [] },
  { title: 'API reference', holds: /\/dist\/API\.md$/, first: ['packages/segmenter/dist/API.md'] },
  { title: 'Contribute', holds: /./, first: ['CONTRIBUTING.md', 'docs/glossary.md', 'docs/main-job.md'] },
];

/** Reads the Markdown files of the repository, in the order of the navigation. */
export function docSources(root: string): readonly DocSource[] {
  const files = globSync(patterns, { cwd: root, exclude: (path) => path.includes('node_modules') })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();
  return sections.flatMap(({ title, first }, index) => {
    const own = files.filter((file) => sections.findIndex(({ holds }) => holds.test(file)) === index);
    const inOrder = [...first.filter((file) => own.includes(file)), ...own.filter((file) => !first.includes(file))];
    return inOrder.map((file) => ({
      file,
      path: pagePath(file),
      section: title,
      markdown: readFileSync(join(root, file), 'utf8'),
    }));
  });
}

/** Returns the path of a file's page: `docs/operate.md` → `operate`, `packages/ui/dist/API.md` → `api/ui`. */
export function pagePath(file: string): string {
  const api = /^packages\/([^/]+)\/dist\/API\.md$/.exec(file)?.[1];
  if (api !== undefined) return `api/${api}`;
  // GitHub prescribes this name. `docs/security.md` has the page `security`.
  if (file === 'SECURITY.md') return 'security-policy';
  return file
    .replace(/\.md$/, '')
    .toLowerCase()
    .replace(/(^|\/)readme$/, '')
    .replace(/(^|\/)docs\//, '$1');
}
