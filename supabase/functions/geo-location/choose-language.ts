import { type Language, languages } from '../_shared/languages.ts';

/**
 * Countries (ISO 3166-1) in which nearly everybody reads one of the languages on the web. Countries with several
 * languages, such as Switzerland, Belgium or Canada, are left out: there the browser's languages decide.
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
 * Chooses the language of the site for a visitor.
 * @param country ISO 3166-1 alpha-2; null when it is not known.
 * @param acceptLanguage the header as received.
 * @returns the country's language. For a country without one, the visitor's preferred language, else English. For an
 *   unknown country, the visitor's preferred language, else the default.
 */
export function chooseLanguage(country: string | null, acceptLanguage: string | null): Language {
  const ofCountry = country ? languageOf.get(country.toUpperCase()) : undefined;
  return ofCountry ?? bestAccepted(acceptLanguage) ?? (country ? 'en' : languages[0]);
}

/**
 * Returns the accepted language with the highest weight. @see RFC 9110, 12.5.4: weights are 0…1, by default 1; 0 means
 * not acceptable.
 */
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
