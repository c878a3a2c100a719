// Written by `npm run new -- import-map`; a test compares it with the lists of languages and namespaces.
import type { LoadWords } from '../create-i18n.ts';
import { importerOf } from '../importer-of.ts';

/** Imports a bundle of these namespaces: messages, membership, admin. */
export const importWords: LoadWords = importerOf({
  'zh/messages': () => import('../locales/zh/messages.json'),
  'zh/membership': () => import('../locales/zh/membership.json'),
  'zh/admin': () => import('../locales/zh/admin.json'),
  'en/messages': () => import('../locales/en/messages.json'),
  'en/membership': () => import('../locales/en/membership.json'),
  'en/admin': () => import('../locales/en/admin.json'),
  'ja/messages': () => import('../locales/ja/messages.json'),
  'ja/membership': () => import('../locales/ja/membership.json'),
  'ja/admin': () => import('../locales/ja/admin.json'),
  'ko/messages': () => import('../locales/ko/messages.json'),
  'ko/membership': () => import('../locales/ko/membership.json'),
  'ko/admin': () => import('../locales/ko/admin.json'),
  'es/messages': () => import('../locales/es/messages.json'),
  'es/membership': () => import('../locales/es/membership.json'),
  'es/admin': () => import('../locales/es/admin.json'),
  'fr/messages': () => import('../locales/fr/messages.json'),
  'fr/membership': () => import('../locales/fr/membership.json'),
  'fr/admin': () => import('../locales/fr/admin.json'),
  'de/messages': () => import('../locales/de/messages.json'),
  'de/membership': () => import('../locales/de/membership.json'),
  'de/admin': () => import('../locales/de/admin.json'),
  'ru/messages': () => import('../locales/ru/messages.json'),
  'ru/membership': () => import('../locales/ru/membership.json'),
  'ru/admin': () => import('../locales/ru/admin.json'),
});
