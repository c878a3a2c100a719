/**
 * Builds the site and the generated files of the segmenter. A build is skipped when none of its inputs have changed.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { run, type RunProgram } from './run-program.ts';
import { siteFolder } from './site-folder.ts';

const root = join(import.meta.dirname, '..');
/** Folder of the model files, from which the site serves them. */
export const modelFolder = join(root, 'apps/site/public/models');
const fingerprintFile = join(root, 'node_modules/.cache/isola/build-fingerprint');

const builtFrom = [
  'pnpm-lock.yaml',
  'apps/site/**',
  'apps/server/src/**',
  'packages/{ui,i18n,auth,files,segmenter,imaging,editor,batch,id-photo,photo-specs,scenes,sets,shop-photo,admin,membership}/**',
  // The site's samples, without the screenshots, which are made from the site.
  'pictures/{*,thumbnails/*}.{jpg,webp}',
];

/** Environment variables that the build reads. */
const buildSettings = [
  'SITE_URL',
  'SITE_ORIGIN',
  'VITE_SUPABASE_URL',
  'VITE_SUPABASE_ANON_KEY',
  'VITE_MODELS_URL',
  'VITE_ASSETS_URL',
  'VITE_ANALYTICS_SCRIPT',
  'VITE_NOTIFY_SEARCH_ENGINES',
  // Used in the policy in `_headers`.
  'PAYMENT_FORM_ORIGINS',
];

/**
 * Builds the segmenter's kernels. Their compiler is loaded only here, because loading it takes longer than most
 * commands.
 */
export async function buildKernels(): Promise<void> {
  const kernels = await import('../packages/segmenter/assembly/build-kernels.ts');
  await kernels.buildKernels();
}

/** Builds the segmenter's kernels and models, which are not in the repository. */
export async function buildEngine(): Promise<void> {
  await buildKernels();
  const { buildModels } = await import('../packages/segmenter/models/build-models.ts');
  const { buildEnlarger } = await import('../packages/segmenter/models/build-enlarger.ts');
  const { readCatalogue } = await import('../packages/segmenter/models/catalogue.ts');
  await buildModels(modelFolder);
  await buildEnlarger(modelFolder, readCatalogue());
}

/** Builds the engine and the site, even if they are up to date. */
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

/**
 * Returns a hash that changes with the build settings and with the name, size or modification time of any input file.
 */
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
