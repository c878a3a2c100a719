import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

import * as z from 'zod';

import { openDataFolder } from './data-folder.ts';

/** Interval at which the holder renews the time of the lock file, for other machines that share the folder. */
const heartbeatMs = 5_000;
/** Age of the lock file after which the lock of another machine counts as abandoned. */
const silenceMs = 60_000;

const holderSchema = z.object({ pid: z.int().positive(), host: z.string(), startedAt: z.string().nullable() });
type Holder = z.infer<typeof holderSchema>;

/**
 * Locks the folder for this process. Two processes on one embedded database would both acknowledge writes, and the
 * writes of one would be lost. The lock of a dead process is taken over.
 * @returns a function that releases the lock.
 * @throws {DataLockError} while another process holds it.
 */
export function lockData(folder: string): () => void {
  openDataFolder(folder);
  const file = join(folder, 'server.lock');
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), startedAt: startOf(process.pid) } satisfies Holder);
  if (!create(file, mine)) takeOver(folder, file, mine);

  const heartbeat = setInterval(() => renew(file, mine), heartbeatMs);
  heartbeat.unref();
  const release = () => {
    clearInterval(heartbeat);
    process.off('exit', release);
    if (contentOf(file) === mine) rmSync(file, { force: true });
  };
  process.once('exit', release);
  return release;
}

export class DataLockError extends Error {
  override readonly name = 'DataLockError';
  readonly code = 'data-in-use';
}

function takeOver(folder: string, file: string, mine: string): void {
  const seen = contentOf(file);
  if (seen !== null && isHeld(seen, file)) throw inUse(folder, seen);
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
  }
  // Another process was faster and this file is its lock, so it is put back.
  const moved = contentOf(aside);
  if (moved !== null && moved !== seen) renameSync(aside, file);
  rmSync(aside, { force: true });
  if (!create(file, mine)) throw inUse(folder, contentOf(file) ?? '');
}

function inUse(folder: string, content: string): DataLockError {
  const holder = holderIn(content);
  const who = holder ? `process ${holder.pid} on ${holder.host}` : 'another process';
  return new DataLockError(`${folder} is in use by ${who}. Stop it, or set DATA_DIR to another folder.`);
}

function isHeld(content: string, file: string): boolean {
  const holder = holderIn(content);
  if (!holder) return false;
  if (holder.host !== hostname()) return Date.now() - statSync(file).mtimeMs < silenceMs;
  return isAlive(holder.pid) && startOf(holder.pid) === holder.startedAt;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, 'EPERM');
  }
}

/**
 * Returns the start time of a process, which distinguishes it from a later process with the same id, or null when
 * unknown.
 */
function startOf(pid: number): string | null {
  try {
    // The start time is the 22nd field (proc(5)). The name in parentheses before it may contain spaces.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

/** Renews the time of the lock file, and creates it again if somebody has deleted it. @throws when another process has. */
function renew(file: string, mine: string): void {
  try {
    utimesSync(file, new Date(), new Date());
  } catch (error) {
    // Without its time, only another machine could take the lock for an abandoned one. The disk may be read-only.
    if (!isCode(error, 'ENOENT')) return;
    if (!create(file, mine)) throw error;
  }
}

function create(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function holderIn(content: string): Holder | null {
  try {
    return holderSchema.parse(JSON.parse(content));
  } catch {
    return null;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
