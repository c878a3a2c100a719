import { bundle } from '../support/words.ts';

/** Language of the pages on which the jobs are done. It is not English, so that an untranslated text is noticed. */
export const locale = 'de';

/** Texts by which the site says that something cannot be done or is done with less: namespaces and beginnings of keys. */
const limits: Readonly<Record<string, readonly string[]>> = {
  errors: [''],
  tool: ['slow.', 'notSaved.', 'editor.unsupported.', 'editor.failed.'],
  batch: ['storage.'],
  editor: ['saved.state.no-storage', 'saved.state.gone'],
  common: ['airplane.cannot.', 'offline.'],
  messages: ['server.', 'session.'],
  'shop-photo': ['failed.title'],
};

interface Limit {
  readonly key: string;
  readonly pattern: RegExp;
}

const known: readonly Limit[] = Object.entries(limits).flatMap(([namespace, starts]) =>
  Object.entries(bundle(locale, namespace))
    .filter(([key, text]) => starts.some((start) => key.startsWith(start)) && text.length > 12)
    .map(([key, text]) => ({ key: `${namespace}:${key}`, pattern: patternOf(text) })),
);

/** Returns a text of the site in the language of the jobs. @throws when there is no such text. */
export function words(key: string, values: Readonly<Record<string, string | number>> = {}): string {
  const [namespace = '', name = ''] = key.split(':');
  const text = bundle(locale, namespace)[name];
  if (text === undefined) throw new Error(`there is no text ${key}`);
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, each: string) => String(values[each]));
}

/** Returns the keys of the limits that a page's text names. */
export function limitsIn(text: string): string[] {
  return known.filter(({ pattern }) => pattern.test(text)).map(({ key }) => key);
}

/** Returns the English text of a limit, for the table. */
export function limitInEnglish(key: string): string {
  const [namespace = '', name = ''] = key.split(':');
  return (bundle('en', namespace)[name] ?? key).replaceAll(/\{\{(\w+)\}\}/g, '…');
}

/** Returns a pattern of a text whose placeholders are replaced by anything. */
function patternOf(text: string): RegExp {
  const parts = text.split(/\{\{\w+\}\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(parts.join('.+?'), 'u');
}
