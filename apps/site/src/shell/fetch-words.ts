import type { LoadWords } from '@isola/i18n';

/**
 * Fetches an i18n bundle as JSON. As modules, two dozen bundles in eight languages would need a table of two hundred
 * hashed names in the first script. Here all bundles share one version, and their URLs follow from language and name.
 * `build/words-plugin.ts` writes the files.
 */
export const fetchWords: LoadWords = async (locale, namespace) => {
  const response = await fetch(
    `${import.meta.env.BASE_URL}words/${import.meta.env.WORDS_VERSION}/${locale}/${namespace}.json`,
  );
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  return (await response.json()) as Record<string, string>;
};
