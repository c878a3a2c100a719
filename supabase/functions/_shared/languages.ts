/** The languages of the product; the first is the default. The functions import no package: a test compares. */
export const languages = ['zh', 'en', 'ja', 'ko', 'es', 'fr', 'de', 'ru'] as const;

export type Language = (typeof languages)[number];
