/**
 * Languages of the product; the first is the default. A test compares the list with `packages/i18n`, which the
 * functions do not import.
 */
export const languages = ['zh', 'en', 'ja', 'ko', 'es', 'fr', 'de', 'ru'] as const;

export type Language = (typeof languages)[number];
