import { expect, test } from 'vitest';

import { createBackgroundCache } from './create-background-cache.ts';
import type { BackgroundScene } from './define-background-source.ts';
import type { BackgroundOpener } from './open-background.ts';

const scene = { widthPx: 2, heightPx: 3 } as BackgroundScene;
const yieldToEventLoop = () => Promise.resolve();

/** Creates a background whose row y contains y, y + ¼, y + ½, … */
function ramp() {
  const counts = { opened: 0, read: 0, closed: 0 };
  const open: BackgroundOpener = () => {
    counts.opened += 1;
    return {
      rows: {
        readRow(row, into) {
          counts.read += 1;
          for (let at = 0; at < into.length; at += 1) into[at] = row + at / 4;
        },
      },
      close: () => (counts.closed += 1),
    };
  };
  return { open, counts };
}

test('a background is rendered once for all readers at one size', async () => {
  const { cached } = createBackgroundCache();
  const { open, counts } = ramp();
  const row = new Float32Array(6);
  for (let time = 0; time < 3; time += 1) {
    const { rows } = await cached('a', open)(scene, yieldToEventLoop);
    rows?.readRow(2, row);
    expect([...row]).toEqual([2, 2.25, 2.5, 2.75, 3, 3.25]);
    row.fill(0);
  }
  expect(counts).toEqual({ opened: 1, read: 3, closed: 1 });
});

test('a background is rendered again for another size, for other params, and after a failure', async () => {
  const { cached } = createBackgroundCache();
  const { open, counts } = ramp();
  await cached('a', open)(scene, yieldToEventLoop);
  await cached('a', open)({ ...scene, heightPx: 4 }, yieldToEventLoop);
  await cached('b', open)({ ...scene, heightPx: 4 }, yieldToEventLoop);
  expect(counts.opened).toBe(3);

  const fails: BackgroundOpener = () => Promise.reject(new Error('no such file'));
  await expect(Promise.resolve(cached('c', fails)(scene, yieldToEventLoop))).rejects.toThrow('no such file');
  await cached('c', open)(scene, yieldToEventLoop);
  await cached('c', open)(scene, yieldToEventLoop);
  expect(counts.opened).toBe(4);
});

test('an aborted rendering caches nothing and closes its source', async () => {
  const { cached } = createBackgroundCache();
  const { open, counts } = ramp();
  const aborted = () => Promise.reject(new Error('aborted'));
  await expect(Promise.resolve(cached('a', open)(scene, aborted))).rejects.toThrow('aborted');
  expect(counts.closed).toBe(1);
  await cached('a', open)(scene, yieldToEventLoop);
  expect(counts.opened).toBe(2);
});
