import { expect, test } from 'vitest';

import { apiReference } from './api-reference.ts';

test('each declaration has its words, its tags as a list, and its code', () => {
  const text = apiReference('bakery', [
    {
      name: 'cut',
      text: `/**
 * Cuts.
 *
 * | a | b |
 * @param bread of yesterday,
 *   or older.
 * @returns how many slices.
 * @throws {KnifeError} \`blunt\`.
 */
export declare function cut(bread: Bread): number;`,
    },
    { name: 'Bread', text: 'type Bread = Slice[];' },
    {
      name: 'Knife',
      text: '/** Sharp. */\nexport interface Knife {\n    /** In mm. */\n    length: number;\n}',
    },
    { name: 'most', text: 'export declare const most = 3;' },
  ]);
  expect(text).toMatch(/^# bakery\n/);
  expect(text.slice(text.indexOf('## cut'))).toBe(`## cut

Cuts.

| a | b |

- \`bread\`: of yesterday, or older.
- Returns how many slices.
- Throws \`KnifeError\`: \`blunt\`.

\`\`\`ts
function cut(bread: Bread): number;
\`\`\`

## Bread

\`\`\`ts
type Bread = Slice[];
\`\`\`

## Knife

Sharp.

\`\`\`ts
interface Knife {
    /** In mm. */
    length: number;
}
\`\`\`

## most

\`\`\`ts
const most = 3;
\`\`\`
`);
});
