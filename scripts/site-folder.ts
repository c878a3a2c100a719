import { join } from 'node:path';

/** Absolute path of the folder into which `npm run build` writes the site. */
export const siteFolder = join(import.meta.dirname, '../apps/site/dist');

/** Absolute path of the folder into which `npm run docs` writes the documentation. */
export const docsFolder = join(import.meta.dirname, '../apps/docs/dist');
