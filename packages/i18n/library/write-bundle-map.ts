/** Writes `src/bundles.ts` anew, after a language or a namespace has been added: `node packages/i18n/library/write-bundle-map.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { bundleMap } from './bundle-map.ts';

writeFileSync(join(import.meta.dirname, '../src/bundles.ts'), bundleMap());
