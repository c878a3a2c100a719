import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { registryFields } from './registry-fields.ts';
import { packageFolder, readManifest, root, type SourceManifest } from './workspace-package.ts';

/** One entry of a package: its import path (`./react`) and its source (`./src/react/index.ts`). */
export interface Entry {
  readonly subpath: string;
  readonly source: string;
}

/**
 * Returns the entries of a package's `exports`, except `./testing`, which only the workspace's tests use. A pattern
 * expands to one entry per matching file: `./*` → `./src/components/*\/*.tsx` gives `./button` →
 * `./src/components/button/button.tsx`.
 */
export function entriesOf(name: string, { exports }: SourceManifest): readonly Entry[] {
  return Object.entries(exports).flatMap(([subpath, source]) => {
    if (subpath === './testing') return [];
    if (!source.includes('*')) return [{ subpath, source }];
    return globSync(source, { cwd: packageFolder(name) })
      .map((file) => `./${file.replaceAll('\\', '/')}`)
      .flatMap((file) => {
        const pattern = new RegExp(
          `^${source.replaceAll('.', '\\.').replace('*', '([^/.]+)').replaceAll('*', '\\1')}$`,
        );
        const [, star] = pattern.exec(file) ?? [];
        return star === undefined ? [] : [{ subpath: subpath.replace('*', star), source: file }];
      })
      .toSorted((a, b) => a.subpath.localeCompare(b.subpath));
  });
}

/** Returns the built file of a source, relative to the built package: `./src/a.ts` → `./a.js`. */
export function builtPath(source: string): string {
  return source.replace(/^\.\/src\//, './').replace(/(?<!\.d)\.tsx?$/, '.js');
}

/**
 * Returns whether an entry's module starts with `'use client'`. React on a server (Next.js) accepts modules with state
 * or effects only with that directive.
 */
export function isForClient({ subpath, source }: Entry): boolean {
  return source.endsWith('.tsx') || subpath === './react';
}

/**
 * Returns the package.json to publish. The workspace's package.json points to the sources; this one points to the built
 * files.
 */
export function publishedManifest(manifest: SourceManifest, entries: readonly Entry[]): Record<string, unknown> {
  const { name, version, description, keywords, license, sideEffects, peerDependencies, peerDependenciesMeta } =
    manifest;
  const dependencies = Object.entries(manifest.dependencies ?? {});
  return {
    name,
    version,
    description,
    keywords,
    license,
    ...registryFields(name.slice('@isola/'.length)),
    type: 'module',
    sideEffects: Array.isArray(sideEffects) ? sideEffects.map(builtPath) : sideEffects,
    exports: {
      ...Object.fromEntries(entries.map(({ subpath, source }) => [subpath, conditionsOf(builtPath(source))])),
      './package.json': './package.json',
    },
    dependencies:
      dependencies.length === 0
        ? undefined
        : Object.fromEntries(
            dependencies.map(([dependency, range]) => [dependency, publishedRange(dependency, range)]),
          ),
    peerDependencies,
    peerDependenciesMeta,
  };
}

function conditionsOf(file: string) {
  if (file.endsWith('.d.ts')) return { types: file };
  return file.endsWith('.js') ? { types: file.replace(/\.js$/, '.d.ts'), default: file } : file;
}

/** Returns a range that also allows newer versions than the workspace's pin. */
function publishedRange(dependency: string, range: string): string {
  if (range.startsWith('workspace:')) return `^${readManifest(dependency.slice('@isola/'.length)).version}`;
  if (range !== 'catalog:') return range;
  const catalog = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
  const row = catalog.split('\n').find((line) => /^ {2}'?([^':]+)'?: /.exec(line)?.[1] === dependency);
  if (row === undefined) throw new Error(`The catalog of pnpm-workspace.yaml has no ${dependency}.`);
  return `^${row.slice(row.indexOf(': ') + 2).trim()}`;
}
