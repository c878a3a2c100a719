/** Generates `src/bundles.ts` again after a language or a namespace was added: `npm run new -- import-map`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { bundleMap } from './bundle-map.ts';

writeFileSync(join(import.meta.dirname, '../src/bundles.ts'), bundleMap());
