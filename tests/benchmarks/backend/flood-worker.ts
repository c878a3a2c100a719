import { parentPort, workerData } from 'node:worker_threads';

export interface FloodStart {
  readonly url: string;
  readonly publishableKey: string;
  readonly clients: number;
  /** One 32-bit number; a value other than 0 ends the flood. */
  readonly end: SharedArrayBuffer;
}

/** Number of requests by status; `cut` counts closed connections. */
export type FloodResult = Readonly<Record<string, number>>;

/**
 * Sends, on several connections, inserts that are rejected because a visitor may not write to any table: 8 500 rows,
 * 250 kB. Runs in a separate thread, so that the measuring thread is not slowed.
 */
const { url, publishableKey, clients, end } = workerData as FloodStart;
const isOver = new Int32Array(end);
const body = JSON.stringify(Array.from({ length: 8_500 }, (_, index) => ({ key: `k${index}`, value: 1 })));
const result: Record<string, number> = {};
await Promise.all(Array.from({ length: clients }, insertUntilTheEnd));
parentPort?.postMessage(result satisfies FloodResult);

async function insertUntilTheEnd(): Promise<void> {
  while (Atomics.load(isOver, 0) === 0) {
    const response = await fetch(`${url}/rest/v1/settings`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json' },
      body,
    }).catch(() => null);
    await response?.arrayBuffer();
    const status = response?.status ?? 'cut';
    result[status] = (result[status] ?? 0) + 1;
  }
}
