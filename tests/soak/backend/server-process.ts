import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

export interface ServerProcess {
  readonly child: ChildProcess;
  /** URL without a trailing slash. */
  readonly url: string;
  readonly publishableKey: string;
  /** Time from the start of the process to the first 200 of a file; `firstAnswerMs` is that of the backend. */
  readonly firstFileMs: number;
  readonly firstAnswerMs: number;
}

/** Time that a start may take. It is generous, because a busy machine is slow. */
const startLimitMs = 600_000;

/** Starts the server like `npm run serve`, in a separate process, and does not wait for it. */
export function spawnServer(
  siteFolder: string,
  dataFolder: string,
  environment: Readonly<Record<string, string>> = {},
): ChildProcessByStdio<null, Readable, null> {
  return spawn(process.execPath, [join(import.meta.dirname, 'serve.ts'), siteFolder], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataFolder,
      RATE_LIMIT_SCALE: '100000',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/**
 * Starts the server like `npm run serve`, in a separate process, and waits until its backend answers.
 * @throws when the process ends before, or does not answer in time. No process is left behind.
 */
export async function startServerProcess(
  siteFolder: string,
  dataFolder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const startMs = performance.now();
  const child = spawnServer(siteFolder, dataFolder, environment);
  try {
    return await whenReady(child, startMs);
  } catch (error) {
    await endProcess({ child }, 'SIGKILL');
    throw error;
  }
}

async function whenReady(child: ReturnType<typeof spawnServer>, startMs: number): Promise<ServerProcess> {
  const line = await firstLine(child);
  const url = /http:\S+/.exec(line)?.[0];
  if (!url) throw new Error(`The server did not print its address: ${line}`);
  const until = async (path: string, headers: Record<string, string> = {}) => {
    for (;;) {
      const response = await fetch(url + path, { headers }).catch(() => null);
      if (response?.ok) return response;
      if (hasEnded(child)) throw new Error(`The server ended before ${path} answered`);
      if (performance.now() - startMs > startLimitMs) throw new Error(`${path} does not answer`);
      await new Promise((later) => setTimeout(later, 20));
    }
  };
  await (await until('/')).arrayBuffer();
  const firstFileMs = performance.now() - startMs;
  const { publishableKey } = (await (await until('/backend.json')).json()) as { publishableKey: string };
  await until('/auth/v1/settings', { apikey: publishableKey });
  return { child, url, publishableKey, firstFileMs, firstAnswerMs: performance.now() - startMs };
}

/** Waits for what the server prints first. */
async function firstLine(child: ReturnType<typeof spawnServer>): Promise<string> {
  const ended = once(child, 'exit').then(() => {
    throw new Error('The server ended before it printed its address');
  });
  const printed = once(child.stdout, 'data', { signal: AbortSignal.timeout(startLimitMs) });
  const [line] = (await Promise.race([printed, ended])) as [Buffer];
  return line.toString();
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Ends the process. @param signal `SIGKILL` gives it no time to save anything. */
export async function endProcess(
  { child }: Pick<ServerProcess, 'child'>,
  signal: 'SIGTERM' | 'SIGKILL',
): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
