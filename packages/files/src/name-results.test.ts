import { expect, test } from 'vitest';

import { forbiddenIn, readNamePattern } from './name-pattern.ts';
import { nameResults } from './name-results.ts';

function named(text: string, names: readonly string[], ending = 'png'): readonly string[] {
  const read = readNamePattern(text);
  if (read.outcome === 'refused') throw new Error(`${text} is refused: ${read.failure.code}`);
  return nameResults(
    read.pattern,
    names.map((name) => ({ name, ending })),
    { fallback: 'image' },
  );
}

test.each([
  ['{name}', ['cat.photo.jpeg'], ['cat.photo.png']],
  ['{name}-cutout', ['a.jpg', 'b.webp'], ['a-cutout.png', 'b-cutout.png']],
  ['shop {n}', ['a.jpg', 'b.jpg'], ['shop 1.png', 'shop 2.png']],
  ['{n:3}_{name}', ['a.jpg', 'b.jpg'], ['001_a.png', '002_b.png']],
  ['{name}{name}', ['a.jpg'], ['aa.png']],
  // A text that looks like a file extension is a part of the name.
  ['{name}.v2', ['a.jpg'], ['a.v2.png']],
  ['{n}', Array.from({ length: 12 }, () => 'a.jpg'), Array.from({ length: 12 }, (_, index) => `${index + 1}.png`)],
  ['白虎 {n:2}', ['a.jpg'], ['白虎 01.png']],
  ['a}b {n}', ['x.jpg'], ['a}b 1.png']],
])('pattern ‘%s’ names %j as %j', (pattern, names, expected) => {
  expect(named(pattern, names)).toEqual(expected);
});

test('a padded counter may have more digits than its padding', () => {
  const names = named(
    '{n:1}-{n:2}',
    Array.from({ length: 101 }, () => 'a.jpg'),
  );
  expect([names[8], names[9], names[100]]).toEqual(['9-09.png', '10-10.png', '101-101.png']);
});

test.each([
  ['', { code: 'empty' }],
  ['   ', { code: 'empty' }],
  ['..', { code: 'empty' }],
  ['/:\u202e', { code: 'empty' }],
  ['{nmae}', { code: 'unknown-placeholder', placeholder: '{nmae}' }],
  ['a {Name}', { code: 'unknown-placeholder', placeholder: '{Name}' }],
  ['{n:0}', { code: 'unknown-placeholder', placeholder: '{n:0}' }],
  ['{n:10}', { code: 'unknown-placeholder', placeholder: '{n:10}' }],
  ['{n:-1}', { code: 'unknown-placeholder', placeholder: '{n:-1}' }],
  ['{}', { code: 'unknown-placeholder', placeholder: '{}' }],
  ['{name', { code: 'unknown-placeholder', placeholder: '{name' }],
  ['{{name}}', { code: 'unknown-placeholder', placeholder: '{' }],
])('rejects the pattern ‘%s’ as %j', (text, failure) => {
  expect(readNamePattern(text)).toEqual({ outcome: 'refused', failure });
});

test.each([
  ['../../etc/passwd.png', 'etcpasswd.png'],
  ['..', 'image.png'],
  ['', 'image.png'],
  ['CON.jpg', '_CON.png'],
  ['cute\u202egnp.exe', 'cutegnp.png'],
  ['line\nbreak.jpg', 'linebreak.png'],
  ['👩‍👧.jpg', '👩‍👧.png'],
  ['a{n}b{name}.jpg', 'a{n}b{name}.png'],
  ['$&.jpg', '$&.png'],
])('the original ‘%s’ results in the name ‘%s’', (name, expected) => {
  expect(named('{name}', [name])).toEqual([expected]);
});

test('a pattern cannot produce a path, a hidden file or a device name', () => {
  expect(named('../{name}', ['a.jpg'])).toEqual(['a.png']);
  expect(named('.{name}', ['a.jpg'])).toEqual(['a.png']);
  expect(named('C:\\{n}', ['a.jpg'])).toEqual(['C1.png']);
  expect(named('com{n}', ['a.jpg'])).toEqual(['_com1.png']);
});

test('names that Windows or macOS treat as equal get different numbers', () => {
  const composed = 'caf\u00e9.jpg';
  const decomposed = 'cafe\u0301.png';
  expect(named('{name}', ['cat.jpg', 'CAT.png', 'Cat.webp', 'dog.jpg'])).toEqual([
    'cat.png',
    'CAT-2.png',
    'Cat-3.png',
    'dog.png',
  ]);
  expect(named('{name}', [composed, decomposed])).toEqual(['caf\u00e9.png', 'caf\u00e9-2.png']);
  expect(named('{name}', ['straße.jpg', 'STRASSE.jpg'])).toEqual(['straße.png', 'STRASSE-2.png']);
});

test('numbered duplicates avoid names that already end with a number', () => {
  expect(named('{name}', ['cat.jpg', 'cat.png', 'cat-2.jpg', 'cat-2.png', 'cat.webp'])).toEqual([
    'cat.png',
    'cat-2.png',
    'cat-2-2.png',
    'cat-2-3.png',
    'cat-3.png',
  ]);
});

test('equal names with different extensions are not numbered', () => {
  const read = readNamePattern('{name}');
  if (read.outcome === 'refused') throw new Error('refused');
  const results = [
    { name: 'cat.jpg', ending: 'png' },
    { name: 'cat.webp', ending: 'jpg' },
  ];
  expect(nameResults(read.pattern, results, { fallback: 'image' })).toEqual(['cat.png', 'cat.jpg']);
});

test('names are unique within a folder, and the counter runs across folders', () => {
  const read = readNamePattern('{name} {n}');
  const plain = readNamePattern('{name}');
  if (read.outcome === 'refused' || plain.outcome === 'refused') throw new Error('refused');
  const results = [
    { name: 'cat.jpg', ending: 'png', folder: 'a' },
    { name: 'cat.jpg', ending: 'png', folder: 'b' },
    // Windows and macOS ignore the case of letters in the names of folders, too.
    { name: 'CAT.webp', ending: 'png', folder: 'A' },
  ];
  expect(nameResults(plain.pattern, results, { fallback: 'image' })).toEqual(['cat.png', 'cat.png', 'CAT-2.png']);
  const taken = [{ name: 'Cat.PNG', folder: 'b' }];
  expect(nameResults(plain.pattern, results, { fallback: 'image', taken })).toEqual([
    'cat.png',
    'cat-2.png',
    'CAT-2.png',
  ]);
  expect(nameResults(read.pattern, results, { fallback: 'image' })).toEqual(['cat 1.png', 'cat 2.png', 'CAT 3.png']);
});

test('a name that is too long loses letters of the original but keeps the counter', () => {
  for (const letter of ['a', '猫', '🐈']) {
    const names = named('{n:3}-{name}-front', [`${letter.repeat(300)}.jpg`, `${letter.repeat(300)}.jpg`]);
    for (const [index, name] of names.entries()) {
      expect(name).toMatch(new RegExp(`^00${index + 1}-(?:${letter})+-front\\.png$`, 'u'));
      expect(name.length).toBeLessThanOrEqual(120);
      expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(240);
    }
  }
});

test('200 equal long names become unique without exceeding the maximum length', () => {
  const names = named(
    '{name}{name}',
    Array.from({ length: 200 }, () => `${'ж'.repeat(300)}.jpg`),
  );
  expect(new Set(names).size).toBe(200);
  expect(Math.max(...names.map((name) => new TextEncoder().encode(name).length))).toBeLessThanOrEqual(240);
  expect(names.every((name) => /^ж+(?:-\d+)?\.png$/u.test(name))).toBe(true);
});

test('a pattern that is too long is cut', () => {
  const [first, second] = named('x'.repeat(300), ['a.jpg', 'b.jpg']);
  expect(first).toBe(`${'x'.repeat(116)}.png`);
  expect(second).toBe(`${'x'.repeat(114)}-2.png`);
});

test('the day is that of the device’s clock, in patterns that may contain it', () => {
  const read = readNamePattern('{date} {name}', { placeholders: ['name', 'date'] });
  if (read.outcome === 'refused') throw new Error('the pattern is refused');
  const options = { fallback: 'image', now: new Date(2031, 0, 5, 23, 59) };
  expect(nameResults(read.pattern, [{ name: 'cat.jpg', ending: 'png' }], options)).toEqual(['2031-01-05 cat.png']);
  const failure = (placeholder: string) => ({
    outcome: 'refused',
    failure: { code: 'unknown-placeholder', placeholder },
  });
  expect(readNamePattern('{date}')).toEqual(failure('{date}'));
  expect(readNamePattern('{n:2}', { placeholders: ['name', 'date'] })).toEqual(failure('{n:2}'));
});

test('characters that no file name may have are listed once, and not those of placeholders', () => {
  const read = readNamePattern('a/b: {n:3}/{name}?');
  if (read.outcome === 'refused') throw new Error('the pattern is refused');
  expect(forbiddenIn(read.pattern)).toEqual(['/', ':', '?']);
});
