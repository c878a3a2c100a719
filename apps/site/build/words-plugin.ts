import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Plugin } from 'vite';

const localesFolder = join(import.meta.dirname, '../../../packages/i18n/src/locales');

/**
 * Serves the bundles as `words/<version>/<language>/<namespace>.json`, where `shell/fetch-words.ts` asks for them. The
 * version changes with any word, so that browsers may keep what they have.
 */
export function wordsPlugin(): Plugin {
  const files = globSync('*/*.json', { cwd: localesFolder }).toSorted();
  const version = versionOf(files);
  return {
    name: 'isola-words',
    config: () => ({ define: { 'import.meta.env.WORDS_VERSION': JSON.stringify(version) } }),
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const asked = /^\/words\/[^/]+\/([a-z]{2}\/[a-z-]+\.json)$/.exec(request.url ?? '')?.[1];
        if (!asked) return next();
        response.setHeader('content-type', 'application/json');
        return response.end(readFileSync(join(localesFolder, asked)));
      });
    },
    generateBundle() {
      if (this.environment.config.consumer !== 'client') return;
      for (const file of files) {
        // Without the white space that people need.
        const source = JSON.stringify(JSON.parse(readFileSync(join(localesFolder, file), 'utf8')));
        this.emitFile({ type: 'asset', fileName: `words/${version}/${file}`, source });
      }
    },
  };
}

function versionOf(files: string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(join(localesFolder, file)));
  return hash.digest('base64url').slice(0, 8);
}
