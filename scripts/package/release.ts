/**
 * Publishes the built packages whose version no registry has: `npm run release -- --publish`, in the release workflow.
 * Without the option it lists the files that npm would publish, and asks no registry.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { createCommand } from '../command.ts';
import { buildPackages } from './build-package.ts';
import { repositoryUrl } from './registry-fields.ts';
import { packageFolder, packageNames, readManifest } from './workspace-package.ts';

const command = createCommand('npm run release --', 'Builds all packages and lists what npm would publish.')
  .option('--publish', 'publishes the packages, with provenance, from a workflow')
  .parse();
const { publish = false } = command.opts();

if (publish && repositoryUrl() === undefined)
  throw new Error('The address of the repository is unknown. Set `repository` in the root package.json.');

const shell = process.platform === 'win32';
for (const name of await buildPackages(packageNames())) {
  const { name: fullName, version } = readManifest(name);
  const release = `${fullName}@${version}`;
  if (
    publish &&
    spawnSync('npm', ['view', release, 'version'], { encoding: 'utf8', shell }).stdout.trim() === version
  ) {
    console.log(`${release} is published already.`);
    continue;
  }
  const npm = publish ? ['publish'] : ['pack', '--dry-run'];
  execFileSync('npm', [...npm, join(packageFolder(name), 'dist')], { stdio: 'inherit', shell });
  console.log(publish ? `${release} was published.` : `${release} can be published.`);
}
