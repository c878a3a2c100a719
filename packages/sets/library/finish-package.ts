/** Adds the pictures of the sets to the built package, and points the module that opens them there. */
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const source = join(import.meta.dirname, '../sets');

/** @param dist folder of the built package. @returns no further exports. */
export async function finishPackage(dist: string): Promise<Readonly<Record<string, string>>> {
  cpSync(source, join(dist, 'sets'), { recursive: true });
  // The sources lie one folder deeper than the built modules.
  for (const name of globSync('**/*.js', { cwd: dist })) {
    const path = join(dist, name);
    const code = readFileSync(path, 'utf8');
    const adapted = code.replaceAll('`../sets/', '`./sets/');
    if (adapted !== code) writeFileSync(path, adapted);
  }
  return {};
}
