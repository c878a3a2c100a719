import { expect, test, vi } from 'vitest';

import { type Fetch, recordFetches, reportFetches } from './fetches.ts';

test('a thread’s requests are reported with their size and time', async () => {
  const told: Fetch[] = [];
  reportFetches((fetches) => told.push(...fetches));
  const startedAtMs = Date.now();
  const url = new URL(`/?asked=${startedAtMs}`, location.href).href;
  const body = await (await fetch(url)).arrayBuffer();
  const endedAtMs = Date.now();
  await vi.waitFor(() => expect(told.map((each) => each.url)).toContain(url));
  const seen = told.find((each) => each.url === url);
  expect(seen?.bodyBytes).toBeGreaterThan(0);
  expect(seen?.bodyBytes).toBeLessThanOrEqual(body.byteLength);
  expect(seen?.transferBytes).toBeGreaterThan(0);
  // The timeline and the date are two clocks, which differ by some milliseconds.
  expect(seen?.startedAtMs).toBeGreaterThan(startedAtMs - 100);
  expect(seen?.startedAtMs).toBeLessThan(endedAtMs + 100);
});

test('recorded fetches appear in the timeline and are reported further', async () => {
  const told: Fetch[] = [];
  reportFetches((fetches) => told.push(...fetches));
  const nested = { url: 'https://example.test/a.wasm', startedAtMs: Date.now(), transferBytes: 3, bodyBytes: 2 };
  recordFetches([nested]);
  await vi.waitFor(() => expect(told).toContainEqual(nested));
  const marks = performance.getEntriesByName('isola-segmenter:fetch').map((entry) => (entry as PerformanceMark).detail);
  expect(marks).toContainEqual(nested);
});
