import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');

/** What a key is of: `password.weak.length_other` belongs to `password.weak`, `network.text` to `network`. */
const listed = [...read('../messages.md').matchAll(/^\| `([\w.-]+)` \|/gm)].map(([, key]) => key ?? '');

test.each(['errors', 'messages'])('every message of %s is in the list of places', (namespace) => {
  const keys = Object.keys(JSON.parse(read(`locales/zh/${namespace}.json`)) as object);
  const missing = keys.filter(
    (key) => !listed.some((each) => key === each || key.startsWith(`${each}.`) || key.startsWith(`${each}_`)),
  );
  expect(missing).toEqual([]);
});

test('the list names no message that there is not', () => {
  const keys = ['errors', 'messages'].flatMap((name) =>
    Object.keys(JSON.parse(read(`locales/zh/${name}.json`)) as object),
  );
  const gone = listed.filter(
    (each) => !keys.some((key) => key === each || key.startsWith(`${each}.`) || key.startsWith(`${each}_`)),
  );
  expect(gone).toEqual([]);
});
