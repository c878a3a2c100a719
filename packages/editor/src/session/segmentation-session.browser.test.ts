import type { Segmenter } from '@isola/segmenter';
import { afterEach, expect, test, vi } from 'vitest';

import { writeProject } from '../persistence/project-file.ts';
import { draw, exampleProject } from '../testing/example-project.ts';
import { createSegmentationSession, type SessionOptions } from './segmentation-session.ts';

afterEach(() => vi.restoreAllMocks());

function setUp(options: SessionOptions = {}) {
  const segmenter: Pick<Segmenter, 'segment'> = {
    segment: () => new Promise(() => undefined),
  };
  return createSegmentationSession(() => Promise.resolve(segmenter), options);
}

test('a project that a photo overtakes is given back, and the photo with the end of the session', async () => {
  const removal = setUp();
  const project = await writeProject(await exampleProject());
  const picture = await draw('image/png', '#c83214');
  const bitmaps = vi.spyOn(globalThis, 'createImageBitmap');
  const outcomes = await Promise.all([removal.start(project), removal.start(picture)]);
  expect(outcomes).toEqual(['overtaken', 'accepted']);
  // A closed bitmap has no width.
  const openWidths = () =>
    bitmaps.mock.settledResults.map(({ value }) => (value as ImageBitmap).width).filter((width) => width > 0);
  expect(openWidths()).toHaveLength(1);
  await removal.reset();
  expect(openWidths()).toEqual([]);
});

test.each(['image/jpeg', 'image/png', 'image/webp'])(
  'a %s that ends in the middle is refused as damaged, and is no photo',
  async (type) => {
    const whole = await draw(type, '#c83214', [600, 400]);
    const removal = setUp();
    expect(await removal.start(whole.slice(0, Math.round(whole.size * 0.7)))).toBe('refused');
    expect(removal.getState()).toMatchObject({ state: 'empty', refusal: { code: 'damaged-image' } });
    expect(removal.getState().refusal).not.toHaveProperty('file');
    expect(await removal.start(whole)).toBe('accepted');
  },
);

test('offline, a photo waits for the code that opens it, and goes on when the browser is online', async () => {
  const openFile = async () => (await import('../import/open-file.ts')).openFile;
  const removal = setUp({ loadOpenFile: vi.fn(openFile).mockRejectedValueOnce(new TypeError('offline')) });
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const outcome = removal.start(await draw('image/png', '#c83214'));
  await vi.waitUntil(() => removal.getState().opening === 'offline');
  online.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  expect(await outcome).toBe('accepted');
  expect(removal.getState()).toMatchObject({ state: 'working' });
});

test('a photo that waits for the connection can be given up', async () => {
  const removal = setUp({ loadOpenFile: () => Promise.reject(new TypeError('offline')) });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const outcome = removal.start(await draw('image/png', '#c83214'));
  await vi.waitUntil(() => removal.getState().opening === 'offline');
  removal.cancelOpening();
  expect(await outcome).toBe('overtaken');
  expect(removal.getState()).toEqual({ state: 'empty' });
});
