import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const site = join(import.meta.dirname, '../src');
const packages = ['admin', 'batch', 'editor', 'id-photo', 'membership'].map((name) =>
  join(import.meta.dirname, `../../../packages/${name}/src`),
);
const components = join(import.meta.dirname, '../../../packages/ui/src/components');

test('app.css excludes exactly the UI components that no page uses', () => {
  const css = readFileSync(join(site, 'app.css'), 'utf8');
  const leftOut = /@source not '[^']*components\/\{([^}]*)\}'/.exec(css)?.[1]?.split(',') ?? [];
  const used = withTheirParts(importedFrom([site, ...packages].flatMap(sourcesIn), /@isola\/ui\/([a-z-]+)'/g));
  expect(leftOut.toSorted()).toEqual(
    readdirSync(components)
      .filter((name) => !used.has(name))
      .toSorted(),
  );
});

/**
 * Returns the named components of `@isola/ui` together with all components that they import, directly or indirectly.
 */
function withTheirParts(names: readonly string[], known = new Set<string>()): Set<string> {
  for (const name of names) {
    if (known.has(name)) continue;
    known.add(name);
    withTheirParts(importedFrom(sourcesIn(join(components, name)), /'\.\.\/([a-z-]+)\//g), known);
  }
  return known;
}

function sourcesIn(folder: string): string[] {
  return globSync('**/*.{ts,tsx}', { cwd: folder })
    .filter((file) => !/\.(stories|test)\./.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
}

function importedFrom(sources: readonly string[], specifier: RegExp): string[] {
  return sources.flatMap((source) => [...source.matchAll(specifier)].map(([, name]) => name ?? ''));
}
