/**
 * Generates `src/bundles.ts` and `src/import-words/` again after a language or a namespace was added:
 * `npm run new -- import-map`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { bundleMaps } from './bundle-map.ts';

for (const [path, text] of bundleMaps()) writeFileSync(join(import.meta.dirname, '../src', path), text);
