import { startServer } from '../../../apps/server/src/main.ts';

const [, , siteFolder = ''] = process.argv;
await startServer(siteFolder);
