import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'vite';

import { withSlash } from './other-origins.ts';

/** Files with fixed names that every page requests, and `offline.html`, the answer for pages that are not cached. */
const named = ['before-paint.js', 'icon.svg', 'offline.html'];
/**
 * Files that the service worker caches when it is installed: the scripts and styles of all pages, and the tool's
 * WebAssembly. Images, fonts and texts are cached when a page requests them.
 */
const code = ['assets/*.{js,css}', 'assets/*.wasm'];
/**
 * Scripts that are cached only when they are requested: the 30 MB fallback runtime, the encoders of rare file formats, the
 * invoice writer with its fonts, the decoders of HEIC and TIFF, and those of compressions that no photograph has.
 */
const cachedWhenNeeded = /^assets[\\/](ort[.-]|avif|psd|write-(invoice-)?pdf|noto-sans|libheif|decode-tiff|lerc|zstd)/;

/**
 * Bundles the service worker, with the list of the build's files, into the folder of the build.
 * @param folder folder of the build. All other files must already be in it.
 * @param assetsUrl URL under which pictures and fonts are served; empty when the site serves them itself.
 */
export async function buildServiceWorker(root: string, folder: string, assetsUrl: string): Promise<void> {
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
  // Two service workers must not share a cache, even when nothing else differs.
  for (const name of globSync('src/service-worker/*.ts', { cwd: root }).toSorted()) {
    hash.update(readFileSync(join(root, name)));
  }
  const version = hash.digest('base64url').slice(0, 12);
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    define: { BUILD: JSON.stringify({ version, files, words, assetsUrl: withSlash(assetsUrl) }) },
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
