/**
 * Builds the complete published package into `packages/create-isola/dist`. It contains the segmenter's examples as templates,
 * and the segmenter's tarball, so that a project needs no registry that has the segmenter.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'tsdown';

import { packPackage } from '../../../scripts/package/build-package.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const examples = join(root, '../segmenter/examples');

/** The folders of the examples, by the names of the templates. */
const folders = { plain: 'plain-html', vite: 'vite', nextjs: 'nextjs' };

await build({
  cwd: root,
  config: false,
  entry: ['src/index.ts', 'src/create-isola.ts'],
  outDir: 'dist',
  platform: 'node',
  target: 'node22',
  fixedExtension: false,
  dts: true,
  logLevel: 'error',
});
for (const [template, folder] of Object.entries(folders))
  cpSync(join(examples, folder), join(dist, 'assets', template), { recursive: true });
mkdirSync(join(dist, 'assets'), { recursive: true });
packPackage('segmenter', join(dist, 'assets'));
const { name, version, description, keywords, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const manifest = {
  name,
  version,
  description,
  keywords,
  license,
  type: 'module',
  sideEffects: ['./create-isola.js'],
  exports: { '.': { types: './index.d.ts', default: './index.js' }, './package.json': './package.json' },
  bin: { 'create-isola': './create-isola.js' },
  files: ['*.js', '*.d.ts', 'assets'],
  engines: { node: '>=22' },
};
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
cpSync(join(root, 'README.md'), join(dist, 'README.md'));
cpSync(join(root, '../../LICENSE'), join(dist, 'LICENSE'));
