/**
 * Builds the site, and what the segmenter needs beside its sources. A build is skipped where nothing that goes into it has
 * changed.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { run, type RunProgram } from './run-program.ts';
import { siteFolder } from './site-folder.ts';

const root = join(import.meta.dirname, '..');
/** The model files, as the site serves them. */
export const modelFolder = join(root, 'apps/site/public/models');
const fingerprintFile = join(root, 'node_modules/.cache/isola/build-fingerprint');

const builtFrom = [
  'pnpm-lock.yaml',
  'apps/site/**',
  'apps/server/src/**',
  'packages/{ui,i18n,auth,segmenter,imaging,editor,batch,id-photo,marketplaces,scenes,shop-photo,admin,membership}/**',
  // The site's samples; not the screenshots, which are made from it.
  'pictures/{*,thumbnails/*}.{jpg,webp}',
];

/** The environment variables that the build reads. */
const buildSettings = [
  'SITE_URL',
  'SITE_ORIGIN',
  'VITE_SUPABASE_URL',
  'VITE_SUPABASE_ANON_KEY',
  'VITE_ANALYTICS_SCRIPT',
  'VITE_NOTIFY_SEARCH_ENGINES',
  // For the policy in `_headers`.
  'PAYMENT_FORM_ORIGINS',
];

/** Builds the segmenter's kernels. Their compiler is loaded only here: it takes longer than most commands. */
export async function buildKernels(): Promise<void> {
  const kernels = await import('../packages/segmenter/assembly/build-kernels.ts');
  await kernels.buildKernels();
}

/** Builds the segmenter's kernels and models, which the repository does not hold. */
export async function buildEngine(): Promise<void> {
  await buildKernels();
  const { buildModels } = await import('../packages/segmenter/models/build-models.ts');
  await buildModels(modelFolder);
}

/** Builds the engine and the site, whatever was built before. */
export async function buildSite(runProgram: RunProgram = run): Promise<void> {
  rmSync(fingerprintFile, { force: true });
  await buildEngine();
  await runProgram(process.execPath, [join(root, 'apps/site/build/build.ts')]);
  mkdirSync(dirname(fingerprintFile), { recursive: true });
  writeFileSync(fingerprintFile, fingerprint());
}

export async function buildSiteIfNeeded(runProgram: RunProgram = run): Promise<void> {
  const isBuilt = existsSync(siteFolder) && existsSync(fingerprintFile);
  if (!isBuilt || readFileSync(fingerprintFile, 'utf8') !== fingerprint()) await buildSite(runProgram);
}

/** Changes with the name, size or modification time of any file that the site is built from. */
function fingerprint(): string {
  const files = globSync(builtFrom, {
    cwd: root,
    exclude: (file) =>
      /(^|[/\\])(node_modules|dist)$|apps[/\\]site[/\\]public[/\\]models$|segmenter[/\\]kernels$/.test(file),
  }).toSorted();
  const hash = createHash('sha256');
  for (const name of buildSettings) hash.update(`${name}=${process.env[name] ?? ''}\n`);
  for (const file of files) {
    const stats = statSync(join(root, file));
    if (stats.isFile()) hash.update(`${file} ${stats.size} ${stats.mtimeMs}\n`);
  }
  return hash.digest('hex');
}
