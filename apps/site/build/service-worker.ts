import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'vite';

/** Files that every page requests by name, and what answers for a page that is not cached. */
const named = ['before-paint.js', 'icon.svg', 'offline.html'];
/**
 * The code of every page, its style, and what the tool computes with. Pictures, fonts and texts are cached when they
 * are visited; the fallback runtime of thirty megabytes is cached only by visitors who need it, and what writes invoices by members.
 */
const code = ['assets/*.{js,css}', 'assets/*.wasm'];
const cachedWhenNeeded = /ort[.-]|write-invoice-pdf|noto-sans/;

/**
 * Bundles the service worker with the list of the build's files, into the folder that it serves.
 * @param folder the site's, with everything else in it already.
 */
export async function buildServiceWorker(root: string, folder: string): Promise<void> {
  const files = code
    .flatMap((pattern) => globSync(pattern, { cwd: folder }))
    .filter((file) => !cachedWhenNeeded.test(file))
    .concat(named)
    .map((file) => `/${file.replaceAll('\\', '/')}`)
    .toSorted();
  const [words = ''] = globSync('words/*', { cwd: folder }).map((name) => name.slice('words/'.length));
  const pages = globSync('**/*.html', { cwd: folder }).toSorted();
  const hash = createHash('sha256').update(JSON.stringify([files, words]));
  for (const name of [...named, ...pages]) hash.update(readFileSync(join(folder, name)));
  const version = hash.digest('base64url').slice(0, 12);
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    define: { BUILD: JSON.stringify({ version, files, words }) },
    build: {
      target: 'es2023',
      outDir: folder,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: 'src/service-worker/service-worker.ts',
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  });
}
