import { join } from 'node:path';

/** The folder that `npm run build` writes the site into. Absolute. */
export const siteFolder = join(import.meta.dirname, '../apps/site/dist');
