import { ConvertError } from '@isola/convert';
import { expect, test, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';

import type { RefusedFile } from '../../batch.ts';
import { useBatchConversion } from './use-batch-conversion.ts';

/** A GIF of one pixel. */
const gif = await (await fetch('data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==')).blob();

const refused = (name: string, content: Blob = gif): RefusedFile => ({
  name,
  file: new File([content], name),
  failure: { code: 'unsupported-format', format: 'GIF' },
});

/** Renders the hook. Each converted file is taken once the test releases it. */
async function setUp() {
  const taken: string[] = [];
  const gates: (() => void)[] = [];
  const onCancelled = vi.fn<(rest: readonly RefusedFile[]) => void>();
  const { result } = await renderHook(() =>
    useBatchConversion({
      async onConverted({ name }) {
        await new Promise<void>((resolve) => gates.push(resolve));
        taken.push(name);
      },
      onCancelled,
    }),
  );
  /** Waits until this many files were converted, and lets the last one of them be taken. */
  const release = async (count: number) => {
    await vi.waitFor(() => expect(gates).toHaveLength(count));
    gates.at(-1)?.();
  };
  return { conversion: () => result.current, taken, release, onCancelled };
}

test('files that come while others are being converted are converted after those', async () => {
  const { conversion, taken, release, onCancelled } = await setUp();
  conversion().start([refused('one.gif'), refused('two.gif')]);
  await vi.waitFor(() => expect(conversion().state).toEqual({ state: 'converting', done: 0, total: 2 }));
  conversion().start([refused('cut.gif', gif.slice(0, 8)), refused('three.gif')]);
  await vi.waitFor(() => expect(conversion().state).toEqual({ state: 'converting', done: 0, total: 4 }));
  for (const count of [1, 2, 3]) await release(count);
  await vi.waitFor(() => expect(conversion().state).toMatchObject({ state: 'done' }));
  expect(taken).toEqual(['one.png', 'two.png', 'three.png']);
  expect(conversion().state).toMatchObject({
    converted: [{ name: 'one.gif' }, { name: 'two.gif' }, { name: 'three.gif' }],
    failed: [{ name: 'cut.gif', error: expect.any(ConvertError) as ConvertError }],
  });
  expect(onCancelled).not.toHaveBeenCalled();
});

test('a cancel leaves the files of every start, and a start right after it shows its own progress', async () => {
  const { conversion, taken, release, onCancelled } = await setUp();
  const [one, two, three] = [refused('one.gif'), refused('two.gif'), refused('three.gif')];
  conversion().start([one]);
  conversion().start([two]);
  await vi.waitFor(() => expect(conversion().state).toMatchObject({ total: 2 }));
  conversion().cancel();
  conversion().start([three]);
  await vi.waitFor(() => expect(onCancelled.mock.calls).toEqual([[[one, two]]]));
  await vi.waitFor(() => expect(conversion().state).toEqual({ state: 'converting', done: 0, total: 1 }));
  await release(1);
  await vi.waitFor(() => expect(conversion().state).toMatchObject({ converted: [{ name: 'three.gif' }] }));
  expect(taken).toEqual(['three.png']);
});
