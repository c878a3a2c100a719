import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const sources = '{packages,apps,scripts,tests,supabase,.storybook}/**/*.{ts,tsx,sql}';

/** First words of a comment that has no named subject; see “Language” in CONTRIBUTING.md. */
const refusedOpening = /^(Of|What|Whatever|Where|There where|Likewise|Who|Whoever|So that)\b/;

/** Doc comments, and blocks of line comments in TypeScript and SQL. */
const comment = /^[ \t]*\/\*\*((?:.|\n)*?)\*\/|(?:^[ \t]*(?:\/\/|--) .*\n)+/gm;

function openingsOf(text: string): { readonly line: number; readonly opening: string }[] {
  return [...text.matchAll(comment)].map((match) => ({
    line: text.slice(0, match.index).split('\n').length,
    opening: (match[1] ?? match[0]).replaceAll(/^[ \t]*(?:\*|--|\/\/) ?/gm, '').trim(),
  }));
}

test('comments name their subject', () => {
  const files = globSync(sources, { cwd: root, exclude: (path) => /node_modules|(^|[/\\])dist$|\.gen\./.test(path) });
  const refused = files.flatMap((file) =>
    openingsOf(readFileSync(join(root, file), 'utf8'))
      .filter(({ opening }) => refusedOpening.test(opening))
      .map(({ line, opening }) => `${file}:${line}: ${opening.split('\n')[0] ?? ''}`),
  );
  expect(refused).toEqual([]);
});
