import type { ArticleName } from '@isola/i18n';

/**
 * Article of each landing page. The build reads this file too: it publishes the sections `steps` and `questions` of
 * each article as structured data (`HowTo`, `FAQPage`) for search engines.
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
