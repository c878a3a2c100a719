import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** Fields of a package.json that are read here. */
export interface SourceManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly keywords?: readonly string[];
  readonly license: string;
  readonly sideEffects?: boolean | readonly string[];
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, unknown>>;
}

/** Returns the names of the folders in `packages/`, such as `ui`. */
export function packageNames(): readonly string[] {
  return namesIn('packages');
}

/** Returns the names of the folders in `apps/`: `docs`, `server`, `site`. */
export function appNames(): readonly string[] {
  return namesIn('apps');
}

/** Returns the folder of a package or an app, relative to the root: `packages/ui`. */
export function projectFolder(name: string): string {
  return packageNames().includes(name) ? `packages/${name}` : `apps/${name}`;
}

function namesIn(folder: string): readonly string[] {
  return globSync(`${folder}/*/package.json`, { cwd: root })
    .map((file) => dirname(file).split(/[/\\]/).at(-1) ?? '')
    .toSorted();
}

export function packageFolder(name: string): string {
  return join(root, 'packages', name);
}

/** @throws {Error} when there is no such package. */
export function readManifest(name: string): SourceManifest {
  const file = join(packageFolder(name), 'package.json');
  if (!existsSync(file)) throw new Error(`There is no package ${name}: packages/ has ${packageNames().join(', ')}.`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Returns the names of the workspace packages that a package depends on, such as `segmenter`. */
export function workspaceDependencies(manifest: SourceManifest): readonly string[] {
  return Object.keys(manifest.dependencies ?? {})
    .filter((name) => name.startsWith('@isola/'))
    .map((name) => name.slice('@isola/'.length));
}
