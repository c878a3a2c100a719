import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { externaliseScripts } from './externalise-scripts.ts';

test('inline scripts move into files, and other scripts stay', () => {
  const folder = mkdtempSync(join(tmpdir(), 'isola-inline-'));
  const code = '\n  window.FEATURES = { "a": true };\n';
  writeFileSync(
    join(folder, 'index.html'),
    `<script src="./a.js"></script><script type="module" crossorigin>import './b.js';</script><script>${code}</script>`,
  );
  externaliseScripts(folder);
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const [, first = '', second = ''] =
    /^<script src="\.\/a\.js"><\/script><script type="module" crossorigin src="\.\/(.+?)"><\/script><script src="\.\/(.+?)"><\/script>$/.exec(
      page,
    ) ?? [];
  expect(readFileSync(join(folder, first), 'utf8')).toBe("import './b.js';");
  expect(readFileSync(join(folder, second), 'utf8')).toBe(code);
  expect(readdirSync(folder).toSorted()).toEqual(['index.html', first, second].toSorted());
  rmSync(folder, { recursive: true });
});
