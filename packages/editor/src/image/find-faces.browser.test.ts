import { afterEach, expect, test, vi } from 'vitest';

import { draw } from '../testing/example-project.ts';
import { findFaces } from './find-faces.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a search that is given up while its image is decoded ends with that reason, and starts no worker', async () => {
  const file = await draw('image/png', '#c83214');
  const started = vi.fn();
  vi.stubGlobal('Worker', function TestWorker() {
    started();
    return new EventTarget();
  });
  const search = new AbortController();
  const searching = findFaces({ file }, { signal: search.signal });
  const reason = new Error('another image was opened');
  search.abort(reason);
  await expect(searching).rejects.toBe(reason);
  expect(started).not.toHaveBeenCalled();
});
