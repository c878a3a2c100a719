import { createSegmenter, type SegmenterOptions } from '@isola/segmenter';

import type { Contender } from './contender.ts';

const { searchParams } = new URL(location.href);
const options = JSON.parse(searchParams.get('options') ?? '{}') as SegmenterOptions;
const segmenter = createSegmenter(options);

export const contender: Contender = {
  async cutOut(photo) {
    const { png, cutout, run } = await segmenter.segment(photo);
    cutout.close();
    const { threads, provider, realm, timingsMs } = run;
    return { png, networkMs: timingsMs.segmenting, engine: { threads, provider }, realm };
  },
};
