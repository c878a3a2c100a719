import { expect, test } from 'vitest';

import { safeFileName } from './safe-file-name.ts';

const named = (name: string) => safeFileName(name, { fallback: 'picture', ending: 'png', kind: 'cutout' });

test.each([
  ['cat.jpg', 'cat-cutout.png'],
  ['my cat.photo.JPEG', 'my cat.photo-cutout.png'],
  ['白虎-03.webp', '白虎-03-cutout.png'],
  ['👩‍👧 família.png', '👩‍👧 família-cutout.png'],
  ['', 'picture-cutout.png'],
  ['.png', 'picture-cutout.png'],
  ['...', 'picture-cutout.png'],
  ['a/b\\c:d*e?f"g<h>i|j.png', 'abcdefghij-cutout.png'],
  ['../../etc/passwd.png', 'etcpasswd-cutout.png'],
  ['line\nbreak\ttab\u0000nul\u007f.png', 'linebreaktabnul-cutout.png'],
  ['cute\u202Egnp.exe', 'cutegnp-cutout.png'],
  ['\u2066mark\u2069\u200F.png', 'mark-cutout.png'],
  ['half \ud83d letter.png', 'half  letter-cutout.png'],
  ['  .hidden. .png', 'hidden-cutout.png'],
  ['CON.png', '_CON-cutout.png'],
  ['com1.old.png', '_com1.old-cutout.png'],
  ['Lpt9 .png', '_Lpt9-cutout.png'],
  ['console.png', 'console-cutout.png'],
])('‘%s’ is saved as ‘%s’', (name, expected) => {
  expect(named(name)).toBe(expected);
});

test('a long name is cut between whole letters and keeps its suffix', () => {
  const long = safeFileName(`${'a'.repeat(300)}.jpg`, { fallback: 'picture', ending: 'jpg', kind: 'matte' });
  expect(long).toBe(`${'a'.repeat(110)}-matte.jpg`);
  expect(long).toHaveLength(120);
  for (const letter of ['猫', '🐈', 'ж']) {
    const name = named(`${letter.repeat(300)}.jpg`);
    expect(name).toMatch(new RegExp(`^(?:${letter})+-cutout\\.png$`, 'u'));
    expect(name.length).toBeLessThanOrEqual(120);
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(240);
  }
});
