/** @module-tag long */
import { expect, test, vi } from 'vitest';

import { encoded, redAndBlue } from '../../test/pictures.ts';
import { SegmenterError } from '../api/errors.ts';
import type { ModelLoader } from '../inference/model-loader.ts';
import type { ModelSession } from '../inference/session.ts';
import type { CoarseMask, StageProgress } from '../api/stages.ts';
import { canvasPlatform } from './canvas-platform.ts';
import { runPipeline } from './run-pipeline.ts';

/** Returns a loader whose model accepts any size up to `maxPixels`. Its mask is the redness of each pixel. */
function loaderOf(maxPixels = Infinity) {
  const session: ModelSession = {
    model: { id: 'red', parts: [] } as unknown as ModelSession['model'],
    threads: 1,
    reportsShares: true,
    run(pixels, { widthPx, heightPx }) {
      if (widthPx * heightPx > maxPixels) return Promise.reject(new SegmenterError('out-of-memory'));
      const mask = Float32Array.from({ length: widthPx * heightPx }, (_, index) => (pixels[index * 4] ?? 0) / 255);
      return Promise.resolve({ mask, provider: 'engine' });
    },
    release: () => Promise.resolve(),
  };
  return { load: vi.fn<ModelLoader['load']>(() => Promise.resolve(session)), dispose: () => Promise.resolve() };
}

const contextOf = (loader: ModelLoader) => ({
  platform: canvasPlatform,
  loader,
  thread: 'main' as const,
  deviceMemoryGib: 8,
  request: { detail: 'standard', transparency: 'keep', outputs: ['png', 'cutout'] } as const,
  signal: new AbortController().signal,
  onProgress: () => undefined,
});

test('a file that is not an image, or is too large, is rejected before a model is requested', async () => {
  const loader = loaderOf();
  const hugePng = [
    0x89, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0x40, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 0xc9, 0x5d,
    0xdd, 0x66,
  ];
  for (const [source, code] of [
    [new Blob(['a text']), 'unsupported-format'],
    [new Blob([Uint8Array.from(hugePng)]), 'image-too-large'],
  ] as const) {
    await expect(runPipeline(source, contextOf(loader))).rejects.toMatchObject({ code });
  }
  expect(loader.load).not.toHaveBeenCalled();
});

test('an image that was decoded ahead is closed, also when its file is rejected', async () => {
  const photo = encoded(redAndBlue(20, 20, 10));
  for (const source of [photo, new Blob(['a text'])]) {
    const picture = await canvasPlatform.decode(photo);
    const close = vi.spyOn(picture, 'close');
    const running = runPipeline(source, { ...contextOf(loaderOf()), decoded: Promise.resolve(picture) });
    await running.then(
      ({ cutout }) => cutout?.close(),
      () => undefined,
    );
    expect(close).toHaveBeenCalledOnce();
  }
});

test.each([
  [Infinity, [960, 960]],
  [600_000, [768, 768]],
  [450_000, [640, 640]],
])(
  'with memory for %d pixels, the report contains the network’s actual size',
  async (maxPixels, [widthPx, heightPx]) => {
    const picture = encoded(redAndBlue(1200, 1200, 600));
    const { run, cutout } = await runPipeline(picture, contextOf(loaderOf(maxPixels)));
    cutout?.close();
    expect([run.workingWidthPx, run.workingHeightPx]).toEqual([1024, 1024]);
    expect([run.networkWidthPx, run.networkHeightPx]).toEqual([widthPx, heightPx]);
  },
);

/** Returns a loader whose sessions report each third of their work. */
function steppingLoader() {
  let runs = 0;
  const loader = loaderOf();
  const load = async () => {
    const session = await loader.load(new AbortController().signal, () => undefined);
    const run: ModelSession['run'] = async (pixels, size, options) => {
      runs += 1;
      for (const share of [1 / 3, 2 / 3, 1]) options.onProgress(share);
      return session.run(pixels, size, options);
    };
    return { ...session, run };
  };
  return { loader: { ...loader, load }, runs: () => runs };
}

test.each([
  ['standard', 2],
  ['fine', 3],
] as const)(
  'with %s detail, each stage’s progress increases in whole numbers and reaches its total only at the end',
  async (detail, passes) => {
    const { loader, runs } = steppingLoader();
    const reports: (StageProgress & { readonly runs: number })[] = [];
    const picture = encoded(redAndBlue(900, 600, 400));
    const context = contextOf(loader);
    const { cutout } = await runPipeline(picture, {
      ...context,
      request: { ...context.request, detail },
      onProgress: (progress) => reports.push({ ...progress, runs: runs() }),
    });
    cutout?.close();
    expect(runs()).toBe(passes);
    for (const stage of ['preprocessing', 'segmenting', 'postprocessing', 'complete']) {
      const own = reports.filter((report) => report.stage === stage);
      const loaded = own.map((report) => report.loaded);
      expect(loaded).toEqual(loaded.map(Math.floor));
      expect(loaded, stage).toEqual([...new Set(loaded)].toSorted((one, other) => one - other));
      expect(new Set(own.map(({ total, unit }) => `${total} ${unit}`)).size).toBe(1);
      expect(loaded.indexOf(own[0]?.total ?? 0), stage).toBe(loaded.length - 1);
    }
    // Each run of the network reports progress.
    const segmenting = reports.filter(({ stage, loaded, total }) => stage === 'segmenting' && loaded < total);
    for (let run = 1; run <= passes; run += 1)
      expect(segmenting.filter((report) => report.runs === run).length).toBeGreaterThanOrEqual(2);
  },
);

test('the first pass’s mask is reported during the second pass, and the united mask after it', async () => {
  const { loader, runs } = steppingLoader();
  const masks: { mask: CoarseMask; runs: number }[] = [];
  const { cutout, run } = await runPipeline(encoded(redAndBlue(900, 600, 400)), {
    ...contextOf(loader),
    onProgress: ({ mask }) => mask && masks.push({ mask, runs: runs() }),
  });
  cutout?.close();
  expect(masks.map((each) => each.runs)).toEqual([2, 2]);
  for (const { mask } of masks) expect(mask.data).toHaveLength(mask.widthPx * mask.heightPx);
  const [first, united] = masks.map(({ mask }) => [mask.widthPx, mask.heightPx]);
  expect(first).toEqual([768, 768]);
  expect(united).toEqual([run.networkWidthPx, run.networkHeightPx]);
  // The last mask is checked in the middle of each half: the red half is the subject.
  const { widthPx, heightPx, data } = masks.at(-1)?.mask ?? { widthPx: 0, heightPx: 0, data: new Uint8ClampedArray() };
  const at = (across: number) => data[Math.floor(heightPx / 2) * widthPx + Math.floor(across * widthPx)];
  expect(at(0.2)).toBeGreaterThan(250);
  expect(at(0.8)).toBe(0);
});

test('no mask is reported when no subject is found', async () => {
  const masks: unknown[] = [];
  const { cutout } = await runPipeline(encoded(redAndBlue(900, 600, 0)), {
    ...contextOf(loaderOf()),
    onProgress: ({ mask }) => mask && masks.push(mask),
  });
  cutout?.close();
  expect(masks).toEqual([]);
});
