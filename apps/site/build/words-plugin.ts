import { createHash } from 'node:crypto';

import type { Plugin } from 'vite';

import { readBundle } from '../../../packages/i18n/library/read-bundle.ts';
import { isLocale, locales } from '../../../packages/i18n/src/locales.ts';
import { namespaces } from '../../../packages/i18n/src/namespaces.ts';

/**
 * Serves the i18n bundles as `words/<version>/<language>/<namespace>.json`, from where `shell/fetch-words.ts` fetches
 * them. The version is a hash of all bundles, so browsers may cache the files forever.
 */
export function wordsPlugin(): Plugin {
  const files = bundleFiles();
  const version = versionOf(files);
  return {
    name: 'isola-words',
    config: () => ({ define: { 'import.meta.env.WORDS_VERSION': JSON.stringify(version) } }),
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [, locale, name] = /^\/words\/[^/]+\/([a-z]{2})\/([a-z-]+)\.json$/.exec(request.url ?? '') ?? [];
        const namespace = namespaces.find((each) => each === name);
        if (!isLocale(locale) || !namespace) return next();
        response.setHeader('content-type', 'application/json');
        return response.end(JSON.stringify(readBundle(locale, namespace)));
      });
    },
    generateBundle() {
      if (this.environment.config.consumer !== 'client') return;
      for (const { file, source } of files) {
        this.emitFile({ type: 'asset', fileName: `words/${version}/${file}`, source });
      }
    },
  };
}

interface BundleFile {
  readonly file: string;
  /** Content as JSON without white space. */
  readonly source: string;
}

function bundleFiles(): readonly BundleFile[] {
  return locales.flatMap((locale) =>
    namespaces.map((namespace) => ({
      file: `${locale}/${namespace}.json`,
      source: JSON.stringify(readBundle(locale, namespace)),
    })),
  );
}

function versionOf(files: readonly BundleFile[]): string {
  const hash = createHash('sha256');
  for (const { file, source } of files) hash.update(file).update(source);
  return hash.digest('base64url').slice(0, 8);
}
