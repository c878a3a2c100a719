/**
 * Serves the removal server of the settings with the segmenter of the tests. `SEGMENT_MS` makes each image take this
 * time. Each beginning and end of an image is printed.
 */
import { setTimeout as pause } from 'node:timers/promises';

import type { Segmenter } from '@isola/segmenter/node';

import { openSharedServices } from '../process/open-shared-services.ts';
import { servePort } from '../process/serve-port.ts';
import { readSettings } from '../process/settings.ts';
import { redSegmenter } from './red-segmenter.ts';

const durationMs = Number(process.env['SEGMENT_MS'] ?? 0);
const segment: Segmenter['segment'] = async (source, options) => {
  process.stdout.write('begins an image\n');
  await pause(durationMs, undefined, { signal: options?.signal });
  const result = await redSegmenter.segment(source, options);
  process.stdout.write('ends an image\n');
  return result;
};
const loaded = () => Promise.resolve();
await servePort(readSettings(process.env), { segment, warmUp: loaded, dispose: loaded }, openSharedServices);
