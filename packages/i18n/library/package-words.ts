import type { Namespace } from '../src/namespaces.ts';

const editor = [
  'common',
  'messages',
  'errors',
  'tool',
  'two-shots',
  'editor',
  'receipt',
  // The names of marketplaces, for the list of sizes.
  'shop-photo',
] as const satisfies readonly Namespace[];

/**
 * Namespaces of the texts that each package shows, including those of the packages that it composes. `@isola/i18n`
 * has an entry for each package, `import-words/<package>`, so that a build contains no other texts.
 */
export const packageWords = {
  admin: ['messages', 'membership', 'admin'],
  batch: [...editor, 'batch'],
  editor,
  'id-photo': [...editor, 'id-photo-tool'],
  membership: ['messages', 'membership'],
  'shop-photo': editor,
} as const satisfies Readonly<Record<string, readonly Namespace[]>>;
