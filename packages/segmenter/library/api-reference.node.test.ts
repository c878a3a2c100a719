import { expect, test } from 'vitest';

import { apiReference } from './api-reference.ts';

test('API reference lists functions first, each declaration with description, tags, examples and code', () => {
  const text = apiReference(
    'bakery',
    `/** Sharp. */
interface Knife {
  /** In mm. */
  length: number;
}
type Bread = Slice[];
/**
 * Cuts.
 *
 * | a | b |
 * @param bread of yesterday,
 *   or older.
 * @returns how many slices.
 * @throws {KnifeError} \`blunt\`.
 * @example
 * const slices = cut(bread);
 * eat(slices);
 */
declare function cut(bread: Bread): number;
declare const most = 3;
export { type Bread, type Knife, cut, most };`,
  );
  expect(text).toMatch(/^# bakery\n/);
  expect(text.slice(text.indexOf('## cut'))).toBe(`## cut

Cuts.

| a | b |

- \`bread\`: of yesterday, or older.
- Returns how many slices.
- Throws \`KnifeError\`: \`blunt\`.

\`\`\`js
const slices = cut(bread);
eat(slices);
\`\`\`

\`\`\`ts
function cut(bread: Bread): number;
\`\`\`

## Knife

Sharp.

\`\`\`ts
interface Knife {
  /** In mm. */
  length: number;
}
\`\`\`

## Bread

\`\`\`ts
type Bread = Slice[];
\`\`\`

## most

\`\`\`ts
const most = 3;
\`\`\`
`);
});

test('API reference rejects a function without an example', () => {
  expect(() => apiReference('bakery', '/** Cuts. */\ndeclare function cut(): void;\nexport { cut };')).toThrow(
    'cut has no @example',
  );
});

test('API reference leaves out what an entry above describes', () => {
  const knife = 'interface Knife {\n  length: number;\n}';
  const spoon = '/** Round. */\ninterface Spoon {\n  width: number;\n}';
  const text = apiReference('bakery/more', `${knife}\n${spoon}\nexport { Knife, Spoon };`, {
    above: `${knife}\nexport { Knife };`,
  });
  expect(text).not.toContain('## Knife');
  expect(text).toContain('Types of the main entry are described above.\n\n## Spoon\n\nRound.');
});
