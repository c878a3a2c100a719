/** All bundles of a language. A page loads those that it needs. */
export const namespaces = [
  'common',
  'pages',
  'descriptions',
  'messages',
  'errors',
  'home',
  'tool',
  'two-shots',
  'editor',
  'receipt',
  'batch',
  'ai-background',
  'landing',
  'product-photo',
  'id-photo',
  'id-photo-tool',
  'ecommerce',
  'shop-photo',
  'batch-remove',
  'remove-online',
  'api',
  'api-reference',
  'removal-server',
  'faq',
  'press',
  'privacy',
  'terms',
  'feedback',
  'auth',
  'membership',
  'admin',
  'mail',
] as const;

export type Namespace = (typeof namespaces)[number];

/** Namespaces with a long text in addition to their bundle: `locales/<language>/<name>.md`. */
export const articleNames = [
  'ai-background',
  'product-photo',
  'id-photo',
  'ecommerce',
  'batch-remove',
  'remove-online',
  'faq',
  'privacy',
  'terms',
] as const satisfies readonly Namespace[];

export type ArticleName = (typeof articleNames)[number];
