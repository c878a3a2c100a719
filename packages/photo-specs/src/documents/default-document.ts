import { type DocumentId, documentIds, documents } from './documents.ts';

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
 * Returns the document that is selected first: the first of the visitor's country, else one that is common in countries
 * where the page's language is spoken.
 * @param locale BCP 47 language tag. Languages without an entry get the ICAO travel document.
 * @param country ISO 3166-1 alpha-2 code of the visitor's country, when it is known.
 */
export function defaultDocumentId(locale: string, country?: string): DocumentId {
  const common = byLanguage[new Intl.Locale(locale).language] ?? 'eu-icao';
  if (country === undefined || documents[common].country === country) return common;
  return documentIds.find((id) => documents[id].country === country) ?? common;
}
