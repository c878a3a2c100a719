/** Serves the removal server as `npm run api` does, with the model in the folder of the first argument. */
import { join } from 'node:path';

import { startApi } from '../../apps/api/src/process/start-api.ts';

await startApi({ manifestUrl: join(process.argv[2] ?? '', 'manifest.json'), workers: undefined });
