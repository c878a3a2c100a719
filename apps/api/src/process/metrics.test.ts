import { expect, test } from 'vitest';

import { createMetrics } from './metrics.ts';
import type { SharedServices } from './shared-services.ts';

test('metrics of a database show the queue, and drop its length while the database is away', async () => {
  let isReachable = true;
  const count = () =>
    isReachable
      ? Promise.resolve({ waiting: 7, active: 2, oldestWaitingSeconds: 12.5 })
      : Promise.reject(new Error('away'));
  const shared = { batches: { count }, isReachable: () => isReachable } as unknown as SharedServices;
  const { registry } = createMetrics(() => 0, shared);
  const lines = async () =>
    (await registry.metrics()).split('\n').filter((line) => /^isola_api_(batch|data)/.test(line));
  expect(await lines()).toEqual([
    'isola_api_database_up 1',
    'isola_api_batch_images{state="waiting"} 7',
    'isola_api_batch_images{state="active"} 2',
    'isola_api_batch_oldest_waiting_seconds 12.5',
  ]);
  isReachable = false;
  expect(await lines()).toEqual(['isola_api_database_up 0']);
});

test('without a database there are no metrics of it', async () => {
  expect(await createMetrics(() => 0, undefined).registry.metrics()).not.toMatch(/database|batch/);
});
