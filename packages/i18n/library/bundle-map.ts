import { locales } from '../src/locales.ts';
import { articleNames, namespaces } from '../src/namespaces.ts';

/** Returns the text of `src/bundles.ts`: an import of each bundle, which every bundler can follow. */
export function bundleMap(): string {
  const rows = locales.flatMap((locale) =>
    namespaces.map((namespace) => {
      const name = `${locale}/${namespace}`;
      const words = `import('./locales/${name}.json')`;
      const hasArticle = articleNames.some((article) => article === namespace);
      const bundle = hasArticle ? `withArticle(${words}, import('./locales/${name}.md'))` : words;
      const row = `  '${name}': () => ${bundle},`;
      // Breaks long lines as the formatter does.
      return row.length > 120 ? `  '${name}': () =>\n    ${bundle},` : row;
    }),
  );
  return [
    '// Written by `npm run new -- import-map`; a test compares it with the lists of languages and namespaces.',
    "import type { ResourceKey } from 'i18next';",
    '',
    "import type { Locale } from './locales.ts';",
    "import type { Namespace } from './namespaces.ts';",
    "import { withArticle } from './with-article.ts';",
    '',
    '/**',
    ' * Each bundle by its language and namespace. The imports are literal, because bundlers follow no others, and do not say that they',
    ' * are of JSON: Vite serves JSON as modules. In the built package these files are modules, for Node too.',
    ' */',
    'export const bundles: Readonly<Record<`${Locale}/${Namespace}`, () => Promise<{ readonly default: ResourceKey }>>> = {',
    ...rows,
    '};',
    '',
  ].join('\n');
}
