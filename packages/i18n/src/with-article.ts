import type { ResourceKey } from 'i18next';

interface Module<Value> {
  readonly default: Value;
}

/** Returns a bundle with its article under the key `article`, where `articleOf` finds it. */
export async function withArticle(
  words: Promise<Module<Readonly<Record<string, string>>>>,
  article: Promise<Module<unknown>>,
): Promise<Module<ResourceKey>> {
  const [{ default: texts }, { default: read }] = await Promise.all([words, article]);
  return { default: { ...texts, article: read } };
}
