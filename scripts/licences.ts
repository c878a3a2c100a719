/** Lists the licences of everything that the product and the packages contain: `npm run licences`. */
import { execFileSync } from 'node:child_process';

import { createCommand } from './command.ts';

/**
 * Licences that may be distributed under this project's MIT licence. A dependency with another one, such as AGPL, is a
 * decision of the operator's and not of whoever adds it.
 */
const accepted: ReadonlySet<string> = new Set([
  '(MIT AND Zlib)',
  '(MIT OR CC0-1.0)',
  '(MIT OR GPL-3.0-or-later)',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT AND BSD-3-Clause',
  'MIT and ISC',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
]);

/**
 * The LGPL allows a library that users can replace: sharp loads libvips as a shared one, whose name ends with the system;
 * the build writes libheif, which decodes HEIC, into a file of its own.
 */
const isReplaceable = (name: string): boolean => name.startsWith('@img/sharp-libvips-') || name === 'libheif-js';

interface Package {
  readonly name: string;
  readonly versions: readonly string[];
}

createCommand(
  'npm run licences --',
  'Lists the licences of production dependencies; fails for an unknown one.',
).parse();

const listed = execFileSync('pnpm', ['licenses', 'list', '--prod', '--json'], {
  encoding: 'utf8',
  maxBuffer: 64 << 20,
  shell: process.platform === 'win32',
});
const byLicence = Object.entries(JSON.parse(listed) as Record<string, readonly Package[]>).toSorted(([a], [b]) =>
  a.localeCompare(b),
);
for (const [licence, packages] of byLicence) {
  console.log(`\n${licence} (${packages.length})`);
  console.log(packages.map(({ name, versions }) => `  ${name} ${versions.join(', ')}`).join('\n'));
}
const refused = byLicence.flatMap(([licence, packages]) => {
  const names = packages.map(({ name }) => name).filter((name) => !isReplaceable(name));
  return accepted.has(licence) || names.length === 0 ? [] : [{ licence, names }];
});
for (const { licence, names } of refused)
  console.error(`\n${licence} is not in the list of scripts/licences.ts: ${names.join(', ')}`);
if (refused.length > 0) process.exitCode = 1;
