import { parentPort, workerData } from 'node:worker_threads';

export interface StormStart {
  readonly url: string;
  readonly publishableKey: string;
  readonly email: string;
  readonly password: string;
  readonly connections: number;
  readonly durationMs: number;
}

export interface StormResult {
  readonly signedIn: number;
  readonly sentAway: number;
  readonly failed: number;
}

/** Signs in repeatedly on several connections, in a separate thread so that the measuring thread is not slowed. */
const start = workerData as StormStart;
const endMs = performance.now() + start.durationMs;
const result = { signedIn: 0, sentAway: 0, failed: 0 };
await Promise.all(Array.from({ length: start.connections }, signInUntilTheEnd));
parentPort?.postMessage(result satisfies StormResult);

async function signInUntilTheEnd(): Promise<void> {
  while (performance.now() < endMs) {
    const response = await fetch(`${start.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: start.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: start.email, password: start.password }),
    });
    await response.arrayBuffer();
    if (response.ok) result.signedIn += 1;
    else if (response.status === 429) result.sentAway += 1;
    else result.failed += 1;
  }
}
