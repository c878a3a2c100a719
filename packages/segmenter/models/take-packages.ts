/**
 * Takes npm packages from the registry that npm is configured with. They are unpacked instead of installed, because npm
 * would also install their dependencies, which nothing here runs.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { PackageSource } from './catalogue.ts';

const isWindows = process.platform === 'win32';

/**
 * Takes packages into the `node_modules` of a folder. npm's settings are those of the current folder. npm verifies each
 * tarball's checksum.
 * @param folder an existing folder.
 * @throws when npm or tar cannot be started, or fails; the message names the package.
 */
export function takePackages(sources: readonly PackageSource[], folder: string): void {
  for (const { package: name, version } of sources) {
    const specifier = `${name}@${version}`;
    const downloads = mkdtempSync(join(folder, 'download-'));
    runProgram('npm', ['pack', specifier, '--ignore-scripts', '--loglevel=error'], {
      purpose: `take the package ${specifier}`,
      // An environment variable needs no quoting in Windows' shell.
      env: { ...process.env, npm_config_pack_destination: downloads },
    });
    const [tarball] = readdirSync(downloads);
    if (tarball === undefined) throw new Error(`npm pack wrote no file for ${specifier}`);
    const unpacked = join(folder, 'node_modules', name);
    mkdirSync(unpacked, { recursive: true });
    // The paths are relative, because some builds of tar on Windows read `C:` as the name of a machine.
    const target = join('..', 'node_modules', name);
    const purpose = `unpack the package ${specifier}`;
    runProgram('tar', ['-xzf', tarball, '-C', target, '--strip-components', '1'], { purpose, cwd: downloads });
    rmSync(downloads, { recursive: true });
  }
}

interface RunOptions {
  /** Completes “cannot …” in the error's message. */
  readonly purpose: string;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

function runProgram(program: string, words: readonly string[], { purpose, ...options }: RunOptions): void {
  try {
    // On Windows, npm is a batch file, which only a shell starts. The catalogue's schema keeps shell syntax out of names.
    const shell = isWindows && program === 'npm';
    execFileSync(program, words, { ...options, shell, stdio: ['ignore', 'ignore', 'inherit'] });
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    const reason = isMissing ? `${program} was not found` : `${program} failed; its message is above`;
    throw new Error(`cannot ${purpose}: ${reason}`, { cause });
  }
}
