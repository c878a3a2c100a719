import { createSegmenter, type Segmenter } from '@isola/segmenter';

import type { Contender } from './contender.ts';

const model = new URLSearchParams(location.search).get('model');
let segmenter: Segmenter | undefined;

export const contender: Contender = {
  async cutOut(photo) {
    segmenter ??= createSegmenter(model ? { model } : {});
    const { png, cutout, run } = await segmenter.segment(photo);
    cutout.close();
    return { png, threads: run.threads, realm: run.realm };
  },
};
