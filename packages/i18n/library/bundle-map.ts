import { locales } from '../src/locales.ts';
import { articleNames, type Namespace, namespaces } from '../src/namespaces.ts';
import { packageWords } from './package-words.ts';

const writtenBy =
  '// Written by `npm run new -- import-map`; a test compares it with the lists of languages and namespaces.';

/**
 * Returns the generated sources by their path below `src`: the import of each bundle, for all namespaces and for those
 * of each package. The imports are literal, because bundlers follow no others.
 */
export function bundleMaps(): ReadonlyMap<string, string> {
  const ofPackages = Object.entries(packageWords).map(
    ([name, names]) => [`import-words/${name}.ts`, packageMap(names)] as const,
  );
  return new Map([['bundles.ts', wholeMap()], ...ofPackages]);
}

function wholeMap(): string {
  return lines(
    writtenBy,
    ...withArticleImport('.', namespaces),
    "import type { Bundles } from './importer-of.ts';",
    '',
    '/**',
    ' * Each bundle by its language and namespace. The imports do not say that they are of JSON: Vite serves JSON as modules.',
    ' * In the built package these files are modules, for Node too.',
    ' */',
    'export const bundles: Bundles = {',
    ...rows('.', namespaces),
    '};',
  );
}

function packageMap(names: readonly Namespace[]): string {
  return lines(
    writtenBy,
    "import type { LoadWords } from '../create-i18n.ts';",
    "import { importerOf } from '../importer-of.ts';",
    ...withArticleImport('..', names),
    '',
    `/** Imports a bundle of these namespaces: ${names.join(', ')}. */`,
    'export const importWords: LoadWords = importerOf({',
    ...rows('..', names),
    '});',
  );
}

function rows(folder: string, names: readonly Namespace[]): readonly string[] {
  return locales.flatMap((locale) =>
    names.map((namespace) => {
      const name = `${locale}/${namespace}`;
      const words = `import('${folder}/locales/${name}.json')`;
      const bundle = hasArticle(namespace) ? `withArticle(${words}, import('${folder}/locales/${name}.md'))` : words;
      const row = `  '${name}': () => ${bundle},`;
      // Breaks long lines as the formatter does.
      return row.length > 120 ? `  '${name}': () =>\n    ${bundle},` : row;
    }),
  );
}

function withArticleImport(folder: string, names: readonly Namespace[]): readonly string[] {
  return names.some(hasArticle) ? [`import { withArticle } from '${folder}/with-article.ts';`] : [];
}

function hasArticle(namespace: Namespace): boolean {
  return articleNames.some((article) => article === namespace);
}

function lines(...each: readonly string[]): string {
  return `${each.join('\n')}\n`;
}
