import type { ArticleName } from '@isola/i18n';

/**
 * The article of each landing page. Its sections `steps` and `questions` are also told to search engines (`HowTo`, `FAQPage`) by the
 * build, which reads this file too.
 */
export const landingArticles = {
  productPhoto: 'product-photo',
  idPhoto: 'id-photo',
  ecommerce: 'ecommerce',
  batchRemove: 'batch-remove',
  removeOnline: 'remove-online',
  aiBackground: 'ai-background',
} as const satisfies Readonly<Record<string, ArticleName>>;

export type LandingId = keyof typeof landingArticles;
