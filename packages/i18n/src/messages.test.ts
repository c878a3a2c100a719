import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Place {
  /** What a key is of: `password.weak.length_other` belongs to `password.weak`, `network.text` to `network`. */
  readonly stem: string;
  /** The part of the product that will show it, where there is none yet: “with the batch”. */
  readonly comesWith: string | null;
}

const places: readonly Place[] = [
  ...read('packages/i18n/messages.md').matchAll(/^\| `([\w.-]+)` \|.*\| (.+) \|$/gm),
].map(([, stem = '', where = '']) => ({
  stem,
  comesWith: /, with (?:the )?(editor|batch|AI backgrounds|members’ pages)$/.exec(where)?.[1] ?? null,
}));

/** Every source that can show a message: the site's, the build's of its pages, and the packages that name its codes. */
const sources = [
  'apps/site/src',
  'apps/site/build',
  'packages/auth/src',
  'packages/batch/src',
  'packages/editor/src',
  'packages/segmenter/src',
].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|stories|gen)\.|testing\//.test(file))
    .map((file) => read(join(folder, file))),
);

/**
 * Whether some source names it, as a text of its own or behind its bundle: `'session.missing'`, `messages:signIn.done`;
 * or names its last part where one puts that behind the rest: `errors:address.${code}`.
 */
function isShown(stem: string): boolean {
  const [, group, last] = /^(?:(.+)\.)?(.+)$/.exec(stem) ?? [];
  return names(stem) || (sources.some((source) => source.includes(`:${group}.\${`)) && names(last ?? ''));
}

function names(stem: string): boolean {
  const named = new RegExp(`['"\`:]${stem.replaceAll('.', String.raw`\.`)}(?:['"\`]|\\.(?:title|text)\\b)`);
  return sources.some((source) => named.test(source));
}

const belongsTo = (key: string, stem: string) =>
  key === stem || key.startsWith(`${stem}.`) || key.startsWith(`${stem}_`);

const keys = ['errors', 'messages'].flatMap((name) =>
  Object.keys(JSON.parse(read(`packages/i18n/src/locales/en/${name}.json`)) as object),
);

test('every message is in the list of places', () => {
  expect(keys.filter((key) => !places.some(({ stem }) => belongsTo(key, stem)))).toEqual([]);
});

test('the list names no message that there is not', () => {
  expect(places.filter(({ stem }) => !keys.some((key) => belongsTo(key, stem)))).toEqual([]);
});

describe('the list is true of the code', () => {
  test.each(places.filter(({ comesWith }) => comesWith === null))('$stem is shown', ({ stem }) => {
    expect(isShown(stem)).toBe(true);
  });

  test.each(places.filter(({ comesWith }) => comesWith !== null))('$stem still waits for $comesWith', ({ stem }) => {
    expect(isShown(stem)).toBe(false);
  });
});
