import { createSegmenter } from '@isola/segmenter';

import type { OurOptions } from '../our-options.ts';
import type { Contender } from './contender.ts';

const { searchParams } = new URL(location.href);
const { detail = 'standard', ...options } = JSON.parse(searchParams.get('options') ?? '{}') as OurOptions;
const segmenter = createSegmenter(options);

export const contender: Contender = {
  async cutOut(photo) {
    const { png, cutout, run } = await segmenter.segment(photo, { detail });
    cutout.close();
    const { threads, provider, passes, networkWidthPx, networkHeightPx, thread, timingsMs } = run;
    const engine = { threads, provider, passes, networkWidthPx, networkHeightPx };
    return { png, networkMs: timingsMs.segmenting, engine, thread };
  },
};
