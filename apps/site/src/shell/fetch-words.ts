import type { LoadWords } from '@isola/i18n';

/**
 * Fetches a bundle as data. As modules, eight languages of two dozen bundles would need a table of two hundred names in
 * the first script; here one version stands for all, and the name says the rest. `build/words-plugin.ts` puts them there.
 */
export const fetchWords: LoadWords = async (locale, namespace) => {
  const response = await fetch(
    `${import.meta.env.BASE_URL}words/${import.meta.env.WORDS_VERSION}/${locale}/${namespace}.json`,
  );
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  return (await response.json()) as Record<string, string>;
};
