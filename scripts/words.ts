/** Prints how far each language is translated: `npm run words`. */
import { type Locale, locales, sourceLocale } from '../packages/i18n/src/locales.ts';
import { namespaces } from '../packages/i18n/src/namespaces.ts';
import { contextNotes, widthOf } from '../packages/i18n/library/context-notes.ts';
import { readTexts } from '../packages/i18n/library/read-bundle.ts';
import { createCommand } from './command.ts';

createCommand('npm run words --', 'Prints how far each language is translated.').parse();

/**
 * Minimum length of the English texts that are compared. A shorter text has space to be much longer: “OK” and
 * “Понятно”.
 */
const shortest = 12;

const textsOf = (locale: Locale): ReadonlyMap<string, string> =>
  new Map(
    namespaces.flatMap((namespace) =>
      Object.entries(readTexts(locale, namespace)).map(([key, text]) => [`${namespace}:${key}`, text] as const),
    ),
  );

const stem = (key: string) => key.replace(/_(?:zero|one|two|few|many|other)$/, '');
const source = textsOf(sourceLocale);

const rows = locales.map((locale) => {
  const texts = textsOf(locale);
  const stems = new Set([...texts.keys()].map(stem));
  const longest = [...texts]
    .map(([key, text]) => ({ key, english: source.get(key) ?? '', text }))
    // Descriptions are for search engines, and each language fills the length that they show.
    .filter(({ key, english }) => english.length >= shortest && !key.startsWith('descriptions:'))
    .map(({ key, english, text }) => ({ key, factor: widthOf(text) / widthOf(english) }))
    .reduce((most, each) => (each.factor > most.factor ? each : most), { key: '', factor: 0 });
  return {
    locale,
    keys: texts.size,
    missing: [...new Set([...source.keys()].map(stem))].filter((key) => !stems.has(key)).length,
    'same as English':
      locale === sourceLocale ? 0 : [...texts].filter(([key, text]) => source.get(key) === text).length,
    'longest to English': `×${longest.factor.toFixed(1)} ${longest.key}`,
  };
});
console.table(rows);

console.log('Texts that fill nine tenths of their space (packages/i18n/context.md):');
for (const { key, where, what, room } of contextNotes()) {
  const near = locales.flatMap((locale) => {
    const text = textsOf(locale).get(key) ?? '';
    return widthOf(text) >= room * 0.9 ? [`${locale} “${text}” ${widthOf(text)}`] : [];
  });
  if (near.length > 0) console.log(`${key} (${where}; ${what}; ${room}): ${near.join(', ')}`);
}
