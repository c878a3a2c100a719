import type { Segmenter } from '@isola/segmenter';
import { expect, test, vi } from 'vitest';

import { writeProject } from './keep/project-file.ts';
import { draw, sampleWork } from './keep/sample-work.ts';
import { createRemoval } from './removal.ts';

test('a project that a photo overtakes is given back', async () => {
  const segmenter: Segmenter = {
    warmUp: () => Promise.resolve(),
    segment: () => new Promise(() => undefined),
    dispose: () => undefined,
  };
  const removal = createRemoval(() => Promise.resolve(segmenter));
  const project = await writeProject(await sampleWork());
  const picture = await draw('image/png', '#c83214');
  const bitmaps = vi.spyOn(globalThis, 'createImageBitmap');
  const outcomes = await Promise.all([removal.start(project), removal.start(picture)]);
  expect(outcomes).toEqual(['overtaken', 'accepted']);
  // A closed bitmap has no width.
  const widths = bitmaps.mock.settledResults.map(({ value }) => (value as ImageBitmap).width);
  expect(widths.length).toBeGreaterThan(0);
  expect(new Set(widths)).toEqual(new Set([0]));
});
