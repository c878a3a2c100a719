import type { DocumentId } from './documents.ts';

const byLanguage: Readonly<Record<string, DocumentId>> = {
  de: 'de-identity',
  en: 'us-passport',
  es: 'es-dni',
  fr: 'fr-identity',
  ja: 'jp-passport',
  ko: 'kr-passport',
  ru: 'ru-passport',
  zh: 'cn-one-inch',
};

/**
 * Returns the document that is selected first: one that is common in countries where the language is spoken.
 * @param locale BCP 47 language tag. Languages without an entry get the ICAO travel document.
 */
export function defaultDocumentId(locale: string): DocumentId {
  return byLanguage[new Intl.Locale(locale).language] ?? 'eu-icao';
}
