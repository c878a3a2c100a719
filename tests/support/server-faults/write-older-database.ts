/**
 * Creates a database as an earlier version of the product leaves it. It runs in a process of its own, because the
 * backend starts a thread: `node write-older-database.ts <data folder> <folder of the earlier version's migrations>`.
 */
import { silentLogger } from '../../../apps/server/src/create-logger.ts';
import { startBackend } from '../../../apps/server/src/backend/process/start-backend.ts';

const startLimitMs = 600_000;
const [, , dataFolder = '', migrationsFolder = ''] = process.argv;
const backend = startBackend(
  {
    dataFolder,
    migrationsFolder,
    databaseUrl: null,
    siteOrigin: 'http://localhost',
    redirectOrigins: [],
    smtp: null,
    mailbox: 'local-site',
    host: '127.0.0.1',
    trustedProxies: 0,
    rateLimitScale: 1,
    jwtSecrets: null,
    publishableKey: null,
    secretKey: null,
  },
  silentLogger,
  () => {},
);
const readiness = await backend.check(startLimitMs);
await backend.close();
if (readiness !== 'ready') throw new Error(`The earlier version's database could not be created: ${readiness}`);
