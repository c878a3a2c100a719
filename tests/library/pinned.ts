import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the version of a library in the catalog of `pnpm-workspace.yaml`. */
export function pinned(name: string): string {
  const catalog = readFileSync(join(import.meta.dirname, '../../pnpm-workspace.yaml'), 'utf8');
  const version = new RegExp(`^ {2}'?${name}'?: (\\S+)$`, 'm').exec(catalog)?.[1];
  assert.ok(version, `the catalog has no ${name}`);
  return version;
}
