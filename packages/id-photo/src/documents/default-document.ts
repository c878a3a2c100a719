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
 * The document to begin with: one that is common where a language is spoken.
 * @param locale BCP 47. A language without a row gets the ICAO's travel document.
 */
export function defaultDocumentId(locale: string): DocumentId {
  return byLanguage[new Intl.Locale(locale).language] ?? 'eu-icao';
}
