import { expect, test } from 'vitest';

import { type BatchEntry, newEntry } from '../items/batch-entry.ts';
import { abortJob, cancelJob, discardJob, type Job, runJob } from './run-job.ts';

/** Starts a job that ends when the test resolves or rejects it. */
function start(entry: BatchEntry) {
  const ending = Promise.withResolvers<string>();
  const handled: unknown[] = [];
  let signal: AbortSignal | undefined;
  const job: Job<string> = (_, reports, given) => {
    signal = given;
    reports.onProgress(0.5);
    return ending.promise;
  };
  const ended = runJob(entry, 'rendering', job, {
    onChange: ({ work }) => void handled.push(work?.share),
    onDone: (result) => void handled.push(result),
    onFailed: (error) => void handled.push(error),
    onDiscarded: () => void handled.push('discarded'),
  });
  return { ...ending, ended, handled, isAborted: () => signal?.aborted };
}

const entryOf = () => newEntry({ id: 'a', name: 'a', type: '', sizeBytes: 1, unstoredFile: undefined });

test('a job reports its progress and its result', async () => {
  const entry = entryOf();
  const { resolve, ended, handled } = start(entry);
  expect(entry.work).toMatchObject({ step: 'rendering', share: 0.5 });
  resolve('result');
  await ended;
  expect(handled).toEqual([0, 0.5, 'result']);
});

test('a job reports its failure', async () => {
  const { reject, ended, handled } = start(entryOf());
  const error = new Error('failed');
  reject(error);
  await ended;
  expect(handled).toEqual([0, 0.5, error]);
});

test.each(['resolve', 'reject'] as const)('a cancelled job that ends later changes nothing (%s)', async (end) => {
  const entry = entryOf();
  const job = start(entry);
  cancelJob(entry);
  expect(job.isAborted()).toBe(true);
  expect(entry.work).toBeUndefined();
  job[end]('late');
  await job.ended;
  expect(job.handled).toEqual([0, 0.5]);
});

test.each(['resolve', 'reject'] as const)(
  'a job that is discarded while it writes reports neither result nor failure (%s)',
  async (end) => {
    const entry = entryOf();
    const job = start(entry);
    if (entry.work) entry.work.isWriting = true;
    abortJob(entry);
    discardJob(entry);
    job[end]('late');
    await job.ended;
    expect(job.handled).toEqual([0, 0.5, 'discarded']);
  },
);

test('a job that was replaced does not end the job that replaced it', async () => {
  const entry = entryOf();
  const first = start(entry);
  cancelJob(entry);
  const second = start(entry);
  const { work } = entry;
  first.resolve('first');
  await first.ended;
  expect(entry.work).toBe(work);
  second.resolve('second');
  await second.ended;
  expect([first.handled, second.handled]).toEqual([
    [0, 0.5],
    [0, 0.5, 'second'],
  ]);
});
