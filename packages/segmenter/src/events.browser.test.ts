/** @module-tag long */
import { afterEach, expect, test, vi } from 'vitest';

import { answer } from '../test/answers.ts';
import { redAndBlue } from '../test/pictures.ts';
import { tinyModelUrl } from '../test/tiny-model.ts';
import { tinyNetworkUrl } from '../test/tiny-network.ts';
import type { SegmenterEvent } from './api/events.ts';
import type { SegmenterOptions } from './api/options.ts';
import { createSegmenter, type Segmenter } from './create-segmenter.ts';

const folder = 'events';
const open: Segmenter[] = [];

afterEach(async () => {
  for (const segmenter of open.splice(0)) segmenter.dispose();
  vi.unstubAllGlobals();
  await caches.delete('isola-models');
});

/** Creates a segmenter and records its events. */
function listenTo(options: SegmenterOptions): { segmenter: Segmenter; told: SegmenterEvent[] } {
  const told: SegmenterEvent[] = [];
  const segmenter = createSegmenter({ provider: 'cpu', onEvent: (event) => told.push(event), ...options });
  open.push(segmenter);
  return { segmenter, told };
}

interface Row {
  readonly parts: { file: string; packedBytes: number }[];
  readonly network: { file: string; sizeBytes: number };
}

/**
 * Serves the tiny network over HTTP, because browsers do not cache `blob:` addresses.
 * @returns the manifest's address and the total size of the model's files.
 */
async function servedNetwork(): Promise<{ manifestUrl: string; bytes: number }> {
  const manifest = (await (await fetch(await tinyNetworkUrl())).json()) as { models: [Row] };
  const [{ parts, network }] = manifest.models;
  const bytes = parts.reduce((sum, { packedBytes }) => sum + packedBytes, network.sizeBytes);
  for (const [at, row] of [...parts, network].entries()) {
    const content = new Uint8Array(await (await fetch(row.file)).arrayBuffer());
    row.file = `${at}.bin`;
    await answer(`${folder}/${row.file}`, { body: content });
  }
  return { manifestUrl: await answer(`${folder}/manifest.json`, { body: JSON.stringify(manifest) }), bytes };
}

test('onEvent reports the worker’s model and engine, and a second segmenter’s model comes from the cache', async () => {
  const { manifestUrl, bytes } = await servedNetwork();
  const first = listenTo({ manifestUrl });
  await first.segmenter.warmUp();
  const started = {
    type: 'backend-started',
    provider: 'engine',
    thread: 'worker',
    threads: 1,
    threadsReason: 'not-isolated',
  } as const;
  expect(first.told).toEqual([
    { type: 'model-loaded', model: 'self-test', from: 'network', fetchedBytes: bytes },
    started,
  ]);
  // The model is already loaded, so no further event is reported.
  const { run } = await first.segmenter.segment(redAndBlue(40, 40, 20), { outputs: [] });
  expect(first.told.length).toBe(2);
  expect(run).toMatchObject({ provider: 'engine', threads: started.threads, threadsReason: started.threadsReason });

  const second = listenTo({ manifestUrl });
  await second.segmenter.warmUp();
  expect(second.told).toEqual([{ type: 'model-loaded', model: 'self-test', from: 'cache', fetchedBytes: 0 }, started]);
});

test('onEvent reports why the page does the work, and which provider runs an ONNX model', async () => {
  vi.stubGlobal('Worker', undefined);
  const { segmenter, told } = listenTo({ manifestUrl: await tinyModelUrl(), threads: 1 });
  await segmenter.segment(redAndBlue(40, 40, 20), { outputs: [] });
  expect(told).toEqual([
    { type: 'model-loaded', model: 'redness', from: 'network', fetchedBytes: expect.any(Number) },
    {
      type: 'backend-started',
      provider: 'wasm',
      thread: 'main',
      mainThreadReason: 'worker-not-started',
      threads: 1,
      threadsReason: 'asked',
    },
  ]);
  const asked = listenTo({ manifestUrl: await tinyModelUrl(), execution: 'main' });
  await asked.segmenter.warmUp();
  expect(asked.told.at(-1)).toMatchObject({ thread: 'main', mainThreadReason: 'asked' });
});

test('onEvent reports nothing when loading fails or is aborted', async () => {
  const { segmenter, told } = listenTo({ manifestUrl: '/no-such/manifest.json' });
  await expect(segmenter.warmUp()).rejects.toMatchObject({ code: 'model-load-failed' });
  const stopped = listenTo({ manifestUrl: await tinyModelUrl(), execution: 'main' });
  const stop = new AbortController();
  const onProgress = () => stop.abort(new Error('enough'));
  await expect(stopped.segmenter.warmUp({ signal: stop.signal, onProgress })).rejects.toThrow('enough');
  await stopped.segmenter.warmUp();
  expect([told.length, stopped.told.length]).toEqual([0, 2]);
});
