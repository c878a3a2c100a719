import { afterEach, expect, test, vi } from 'vitest';

import type { DeafStage } from '../test/deaf-stage.ts';
import { encoded, redAndBlue } from '../test/pictures.ts';
import { tinyNetworkUrl } from '../test/tiny-network.ts';
import { createSegmenter } from './create-segmenter.ts';

afterEach(() => vi.unstubAllGlobals());

/** Makes the first worker block in this stage and handle no further message. Later workers work as usual. */
function deafenFirstWorker(stage: DeafStage) {
  const RealWorker = Worker;
  const isDeaf = Promise.withResolvers<void>();
  const workers: Worker[] = [];
  vi.stubGlobal(
    'Worker',
    class extends RealWorker {
      constructor(url: string | URL, options?: WorkerOptions) {
        if (workers.length > 0) super(url, options);
        else super(new URL('../test/deaf-worker.ts', import.meta.url), { type: 'module', name: stage });
        workers.push(this);
        this.addEventListener('message', ({ data }: MessageEvent<{ kind: string }>) => {
          if (data.kind === 'deaf') isDeaf.resolve();
        });
      }
    },
  );
  return { isDeaf: isDeaf.promise, workers };
}

/** Stages to test. Each test takes two seconds until the worker is ended. */
const stages: readonly (readonly [stage: DeafStage, tags: 'long'[]])[] = [
  ['download', ['long']],
  ['compile', ['long']],
  ['preprocess', ['long']],
  ['segment', []],
  ['refine', ['long']],
  ['encode', ['long']],
];

for (const [stage, tags] of stages) {
  test(
    `an abort ends a worker that is blocked in the stage ${stage}, and a new worker processes the next image`,
    { tags },
    async () => {
      const { isDeaf, workers } = deafenFirstWorker(stage);
      const manifestUrl = await tinyNetworkUrl();
      const segmenter = createSegmenter({ manifestUrl, provider: 'cpu', deviceMemoryGib: 2 });
      const picture = encoded(redAndBlue(300, 200, 150));
      const stop = new AbortController();
      const running = segmenter.segment(picture, { signal: stop.signal });
      await isDeaf;
      stop.abort(new Error('enough'));
      await expect(running).rejects.toThrow('enough');

      const { run, cutout } = await segmenter.segment(picture);
      cutout.close();
      expect([run.thread, run.mainThreadReason, workers.length]).toEqual(['worker', undefined, 2]);
      segmenter.dispose();
    },
  );
}

test('a lost thread ends the worker, and a new worker processes the same image', { tags: ['long'] }, async () => {
  const { workers } = deafenFirstWorker('threads');
  const segmenter = createSegmenter({ manifestUrl: await tinyNetworkUrl(), provider: 'cpu', deviceMemoryGib: 2 });
  const { run, cutout } = await segmenter.segment(redAndBlue(300, 200, 150));
  cutout.close();
  expect([run.thread, run.mainThreadReason, workers.length]).toEqual(['worker', undefined, 2]);
  segmenter.dispose();
});
