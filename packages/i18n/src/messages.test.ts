import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Place {
  /** Beginning of the keys: `password.weak.length_other` belongs to `password.weak`, `network.text` to `network`. */
  readonly stem: string;
  readonly bundle: 'errors' | 'messages';
  /** Paths of the test files that cause the message and expect it. */
  readonly testFiles: readonly string[];
}

const [, errorPlaces = '', messagePlaces = ''] = read('packages/i18n/messages.md').split(/^## .*$/m);
const places: readonly Place[] = [...placesIn(errorPlaces, 'errors'), ...placesIn(messagePlaces, 'messages')];

function placesIn(section: string, bundle: Place['bundle']): Place[] {
  return [...section.matchAll(/^\| `([\w.-]+)` \| .* \| .+ \| (.+) \|$/gm)].map(([, stem = '', files = '']) => ({
    stem,
    bundle,
    testFiles: [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) =>
      file.includes('/') ? file : `tests/journeys/${file}`,
    ),
  }));
}

/** Sources that can show a message: the site, the build of its pages, and the packages that use error codes. */
const sources = [
  'apps/site/src',
  'apps/site/build',
  'packages/auth/src',
  'packages/batch/src',
  'packages/editor/src',
  'packages/membership/src',
  'packages/segmenter/src',
].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|stories|gen)\.|testing\//.test(file))
    .map((file) => read(join(folder, file))),
);

/**
 * Searches the sources for a key: as a string (`'session.missing'`), after its bundle (`messages:signIn.done`), or as
 * the last part of a composed key (`errors:address.${code}`).
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

const keysOf = (bundle: Place['bundle']) =>
  Object.keys(JSON.parse(read(`packages/i18n/src/locales/en/${bundle}.json`)) as object);

const keys = (['errors', 'messages'] as const).flatMap((bundle) => keysOf(bundle).map((key) => ({ bundle, key })));

const isOf = ({ bundle, stem }: Place, each: (typeof keys)[number]) =>
  bundle === each.bundle && belongsTo(each.key, stem);

/** Returns the keys, with their bundles, that occur in the assertions of a test file. */
function expectedKeys(file: string): readonly string[] {
  const statements = read(file)
    .replaceAll(/^ *\/\/.*$/gm, '')
    .split(/;$/m);
  return statements
    .filter((statement) => /\bexpect\w*\(/.test(statement))
    .flatMap((statement) => [...statement.matchAll(/'((?:errors|messages):[\w.-]+)'/g)].map(([, key = '']) => key));
}

/**
 * Checks whether a test that expects a key covers a text: a key without a suffix covers its title and its text, and
 * each of its plural forms.
 */
const includes = (expected: string, text: string) =>
  [expected, `${expected}.title`, `${expected}.text`].includes(text) || text.startsWith(`${expected}_`);

test('messages.md lists every message of the bundles', () => {
  expect(keys.filter((each) => !places.some((place) => isOf(place, each)))).toEqual([]);
});

test('messages.md lists no message that the bundles lack', () => {
  expect(places.filter((place) => !keys.some((each) => isOf(place, each)))).toEqual([]);
});

test.each(places)('a source shows $bundle:$stem', ({ stem }) => {
  expect(isShown(stem)).toBe(true);
});

test.each(places)('the tests listed for $bundle:$stem expect it', (place) => {
  const own = keys.filter((each) => isOf(place, each)).map(({ bundle, key }) => `${bundle}:${key}`);
  const keysByFile = place.testFiles.map((file) => ({ file, expected: expectedKeys(file) }));
  expect(keysByFile).not.toEqual([]);
  const idle = keysByFile.filter(({ expected }) => !expected.some((key) => own.some((text) => includes(key, text))));
  expect(idle.map(({ file }) => file)).toEqual([]);

  // When a message has a title and a text, a form field shows only the title.
  const needed = own.filter((text) => !text.endsWith('.text') || !own.includes(text.replace(/text$/, 'title')));
  const all = keysByFile.flatMap(({ expected }) => expected);
  expect(needed.filter((text) => !all.some((key) => includes(key, text)))).toEqual([]);
});
