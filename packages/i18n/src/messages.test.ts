import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Place {
  /** What a key is of: `password.weak.length_other` belongs to `password.weak`, `network.text` to `network`. */
  readonly stem: string;
  readonly bundle: 'errors' | 'messages';
  /** The tests that bring it about and see it. */
  readonly seenBy: readonly SeenBy[];
}

interface SeenBy {
  readonly file: string;
  /** A journey’s title, or a story’s name. */
  readonly title: string;
}

const [, errorPlaces = '', messagePlaces = ''] = read('packages/i18n/messages.md').split(/^## .*$/m);
const places: readonly Place[] = [...placesIn(errorPlaces, 'errors'), ...placesIn(messagePlaces, 'messages')];

function placesIn(section: string, bundle: Place['bundle']): Place[] {
  return [...section.matchAll(/^\| `([\w.-]+)` \| .* \| .+ \| (.+) \|$/gm)].map(([, stem = '', tests = '']) => ({
    stem,
    bundle,
    seenBy: [...tests.matchAll(/`([^`]+)`: (.+?)(?:<br>|$)/g)].map(([, file = '', title = '']) => ({
      file: file.includes('/') ? file : `tests/journeys/${file}`,
      title,
    })),
  }));
}

/** Every source that can show a message: the site's, the build's of its pages, and the packages that name its codes. */
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

const keysOf = (bundle: Place['bundle']) =>
  Object.keys(JSON.parse(read(`packages/i18n/src/locales/en/${bundle}.json`)) as object);

const keys = (['errors', 'messages'] as const).flatMap((bundle) => keysOf(bundle).map((key) => ({ bundle, key })));

const isOf = ({ bundle, stem }: Place, each: (typeof keys)[number]) =>
  bundle === each.bundle && belongsTo(each.key, stem);

/**
 * What a test expects: the keys in those of its statements that expect something, with their bundles.
 * @returns null where there is no such test, or it is left out.
 */
function expectedBy({ file, title }: SeenBy): ReadonlySet<string> | null {
  const source = existsSync(join(root, file)) ? read(file) : '';
  const escaped = title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const begins = file.endsWith('.stories.tsx') ? `()export const ${escaped}: Story = ` : `( *)test\\(\\s*'${escaped}'`;
  // The formatter puts the end of a test where its beginning stands.
  const [, , body] = new RegExp(`^${begins}((?:.|\\n)*?)^\\1\\}?\\)?;$`, 'm').exec(source) ?? [];
  if (body === undefined) return null;
  const statements = body.replaceAll(/^ *\/\/.*$/gm, '').split(/;$/m);
  return new Set(
    statements
      .filter((statement) => /\bexpect\w*\(/.test(statement))
      .flatMap((statement) => [...statement.matchAll(/'((?:errors|messages):[\w.-]+)'/g)].map(([, key = '']) => key)),
  );
}

/** Whether who expects this key expects that text: a message without more is its title and its text, and a plural is one text. */
const includes = (expected: string, text: string) =>
  [expected, `${expected}.title`, `${expected}.text`].includes(text) || text.startsWith(`${expected}_`);

test('every message is in the list of places', () => {
  expect(keys.filter((each) => !places.some((place) => isOf(place, each)))).toEqual([]);
});

test('the list names no message that there is not', () => {
  expect(places.filter((place) => !keys.some((each) => isOf(place, each)))).toEqual([]);
});

describe('the list is true of the code', () => {
  test.each(places)('$stem is shown', ({ stem }) => {
    expect(isShown(stem)).toBe(true);
  });
});

describe('the list is true of the tests', () => {
  test.each(places)('$bundle:$stem is seen', (place) => {
    const expected = place.seenBy.map((seenBy) => ({ ...seenBy, keys: expectedBy(seenBy) }));
    expect(expected).not.toEqual([]);
    const own = keys.filter((each) => isOf(place, each)).map(({ bundle, key }) => `${bundle}:${key}`);
    for (const { title, keys: named } of expected) {
      expect(named, `“${title}” is a test`).not.toBeNull();
      expect(
        [...(named ?? [])].some((key) => own.some((text) => includes(key, text))),
        `“${title}” expects it`,
      ).toBe(true);
    }
    // What to do, a title’s text, has no room in a field.
    const needed = own.filter((text) => !text.endsWith('.text') || !own.includes(text.replace(/text$/, 'title')));
    const all = expected.flatMap(({ keys: named }) => [...(named ?? [])]);
    expect(needed.filter((text) => !all.some((key) => includes(key, text)))).toEqual([]);
  });
});
