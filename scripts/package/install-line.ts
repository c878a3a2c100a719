import { basename } from 'node:path';

import { readManifest, workspaceDependencies } from './workspace-package.ts';

/** Returns a package and the packages of the workspace that it needs, in alphabetical order: `['scenes', 'sets']`. */
export function installedTogether(name: string): readonly string[] {
  const names = new Set<string>();
  function add(each: string): void {
    if (names.has(each)) return;
    names.add(each);
    for (const dependency of workspaceDependencies(readManifest(each))) add(dependency);
  }
  add(name);
  return [...names].toSorted();
}

/**
 * Returns the command that installs built packages from their tarballs. No registry has the packages, so each one that
 * another needs is in the command too. The peer dependencies are named with their major versions, because npm could
 * otherwise choose versions that the packages do not accept.
 * @param tarballs a path for each of `names`.
 */
export function installLine(names: readonly string[], tarballs: readonly string[]): string {
  const peers = new Map(names.flatMap(requiredPeers));
  const versions = [...peers].map(([peer, range]) => `${peer}@${/\d+/.exec(range)?.[0] ?? 'latest'}`);
  return ['npm install', ...tarballs, ...versions.toSorted()].join(' ');
}

function requiredPeers(name: string): [peer: string, range: string][] {
  const { peerDependencies = {}, peerDependenciesMeta = {} } = readManifest(name);
  return Object.entries(peerDependencies).filter(([peer]) => !(peer in peerDependenciesMeta));
}

/** Returns the install command of a README, with its braces expanded: `/tmp/isola-{a,b}.tgz` is two paths. */
export function installLineIn(readme: string): string | undefined {
  const [, line] = /^(npm install \/tmp\/isola-.*)$/m.exec(readme) ?? [];
  return line?.replaceAll(/(\S*)\{([^}]+)\}(\S*)/g, (_all, before: string, names: string, after: string) =>
    names
      .split(',')
      .map((name) => before + name + after)
      .join(' '),
  );
}

/** Returns the install command of a README for tarballs in another folder. */
export function withTarballsIn(line: string, folderOf: (file: string) => string): string {
  return line.replaceAll(/\/tmp\/\S+\.tgz/g, (path) => folderOf(basename(path)));
}
