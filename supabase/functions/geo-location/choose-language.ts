import { type Language, languages } from '../_shared/languages.ts';

/**
 * Countries where one of the languages is the one that nearly all people read on the web (ISO 3166-1). Countries with
 * several, such as Switzerland, Belgium or Canada, are left to what the browser says.
 */
const countries: Readonly<Record<Language, string>> = {
  zh: 'CN HK MO TW SG',
  en: 'US GB IE AU NZ',
  ja: 'JP',
  ko: 'KR KP',
  es: 'ES MX AR CO PE CL VE EC GT CU BO DO HN PY SV NI CR PA UY GQ PR',
  fr: 'FR MC SN CI ML NE BF BJ TG GN CG CD GA TD CF GP MQ GF RE NC PF',
  de: 'DE AT LI',
  ru: 'RU BY KZ KG',
};

const languageOf = new Map(
  languages.flatMap((language) => countries[language].split(' ').map((country) => [country, language] as const)),
);

/**
 * @param country ISO 3166-1 alpha-2; null when it is not known.
 * @param acceptLanguage the header as it came.
 * @returns the country's own language; for a country that has none of them, the reader's best, else English; where the
 *   country is unknown, the reader's best, else the default language.
 */
export function chooseLanguage(country: string | null, acceptLanguage: string | null): Language {
  const ofCountry = country ? languageOf.get(country.toUpperCase()) : undefined;
  return ofCountry ?? bestAccepted(acceptLanguage) ?? (country ? 'en' : languages[0]);
}

/** @see RFC 9110, 12.5.4: ranges with a weight of 0…1, 1 when it is not said, 0 for what is not wanted. */
function bestAccepted(header: string | null): Language | undefined {
  const ranges = (header ?? '').split(',').map((range) => {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
    const weight = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean) ?? '1';
    return { language: tag.trim().split('-')[0], weight: Number(weight) };
  });
  const known = ranges
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ language }) => languages.find((each) => each === language));
  return known.find((language) => language !== undefined);
}
