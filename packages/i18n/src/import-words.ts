import { bundles } from './bundles.ts';
import type { LoadWords } from './create-i18n.ts';
import { importerOf } from './importer-of.ts';

/**
 * Imports a bundle of any namespace. A build with it contains every bundle of every language; `import-words/editor` and
 * the others contain those of one package.
 */
export const importWords: LoadWords = importerOf(bundles);
