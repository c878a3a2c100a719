/** @module-tag long */
import { afterEach, expect, test, vi } from 'vitest';

import { findScript, loseScript } from '../test/answers.ts';
import { redAndBlue } from '../test/pictures.ts';
import { tinyModelUrl } from '../test/tiny-model.ts';
import { tinyNetworkUrl } from '../test/tiny-network.ts';
import type { SegmenterEvent } from './api/events.ts';
import { createSegmenter } from './create-segmenter.ts';

const workerScript = '/transport/worker.ts';
const pageScript = '/transport/in-page-client.ts';
const gpuScript = '/inference/accelerate-by-gpu.ts';

afterEach(async () => {
  findScript();
  await caches.delete('isola-models');
});

const picture = redAndBlue(40, 40, 20);

const inPage = async () => createSegmenter({ manifestUrl: await tinyModelUrl(), execution: 'main' });

// The order of the tests matters: a page does not load a module again that it has imported before.
test('disposing of a segmenter during or after a failed load of its script leaves no rejection unhandled', async () => {
  const unhandled: unknown[] = [];
  const onUnhandled = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    unhandled.push(event.reason);
  };
  addEventListener('unhandledrejection', onUnhandled);
  loseScript(pageScript);
  const [during, after] = [await inPage(), await inPage()];
  const running = during.segment(picture);
  during.dispose();
  await expect(running).rejects.toMatchObject({ code: 'disposed' });
  await expect(after.segment(picture)).rejects.toMatchObject({ code: 'resource-load-failed' });
  after.dispose();
  // The browser reports a rejection after the task in which it was left unhandled.
  await new Promise((resolve) => setTimeout(resolve));
  await new Promise((resolve) => setTimeout(resolve));
  expect(unhandled).toEqual([]);
  removeEventListener('unhandledrejection', onUnhandled);
});

test('the next call requests the page’s script again after it failed to load', async () => {
  const segmenter = await inPage();
  loseScript(pageScript);
  await expect(segmenter.segment(picture)).rejects.toMatchObject({ code: 'resource-load-failed' });
  findScript();
  await expect(segmenter.segment(picture)).resolves.toMatchObject({ subject: 'found', run: { thread: 'main' } });
  segmenter.dispose();
});

test('the processor does the work when the graphics card’s script fails to load, and an event reports it', async () => {
  const onEvent = vi.fn<(event: SegmenterEvent) => void>();
  const manifestUrl = await tinyNetworkUrl();
  const segmenter = createSegmenter({
    manifestUrl,
    execution: 'main',
    provider: 'webgpu',
    runtimeUrl: '/none/',
    onEvent,
  });
  loseScript(gpuScript);
  await expect(segmenter.segment(picture)).resolves.toMatchObject({ run: { provider: 'engine' } });
  expect(onEvent.mock.calls).toContainEqual([{ type: 'gpu-given-up', reason: 'gpu-failed' }]);
  segmenter.dispose();
});

test('the next call requests the worker’s script again after it failed to load', async () => {
  const segmenter = createSegmenter({ manifestUrl: await tinyModelUrl() });
  loseScript(workerScript);
  await expect(segmenter.segment(picture)).resolves.toMatchObject({ run: { mainThreadReason: 'worker-not-started' } });
  findScript();
  await expect(segmenter.segment(picture)).resolves.toMatchObject({ run: { thread: 'worker' } });
  segmenter.dispose();
});
