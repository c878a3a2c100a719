import { expect, test, vi } from 'vitest';

import { convertAll } from './convert-all.ts';
import { ConvertError } from './convert-error.ts';

/** A GIF of one pixel. */
const gif = await (await fetch('data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==')).blob();

const fileOf = (name: string, content: Blob = gif) => ({ file: new File([content], name) });

test('files that fail are named with their reason, and the others are converted, also those that come meanwhile', async () => {
  const items = [fileOf('cut.gif', gif.slice(0, 8)), fileOf('one.gif')];
  const converted: string[] = [];
  const failed: unknown[] = [];
  await convertAll(items, {
    onConverted({ file }, result) {
      converted.push(result.file.name);
      if (file.name === 'one.gif') items.push(fileOf('two.gif'));
    },
    onFailed: ({ file }, error) => failed.push([file.name, error instanceof ConvertError]),
  });
  expect(converted).toEqual(['one.png', 'two.png']);
  expect(failed).toEqual([['cut.gif', true]]);
});

test('a file whose result is not taken counts as failed, and the error is reported', async () => {
  const reported = vi.fn((event: ErrorEvent) => event.preventDefault());
  addEventListener('error', reported, { once: true });
  const failed: string[] = [];
  await convertAll([fileOf('one.gif')], {
    onConverted: () => Promise.reject(new Error('the batch did not load')),
    onFailed: (_, { code }) => failed.push(code),
  });
  expect(failed).toEqual(['processing-failed']);
  expect(reported).toHaveBeenCalledOnce();
});

test('a file that was moved since it was chosen is named as unreadable, and not reported as an error', async () => {
  const reported = vi.fn<(event: ErrorEvent) => void>();
  addEventListener('error', reported);
  const gone = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
  const { file } = fileOf('one.gif');
  file.slice = () => Object.assign(new Blob(), { arrayBuffer: gone });
  file.arrayBuffer = gone;
  const failed: string[] = [];
  await convertAll([{ file }], { onConverted: () => undefined, onFailed: (_, { code }) => failed.push(code) });
  removeEventListener('error', reported);
  expect(failed).toEqual(['file-unreadable']);
  expect(reported).not.toHaveBeenCalled();
});

test('after an abort, nothing is reported and the rest is left', async () => {
  const stopping = new AbortController();
  const onFailed = vi.fn();
  const converted: string[] = [];
  await convertAll([fileOf('one.gif'), fileOf('two.gif')], {
    signal: stopping.signal,
    onConverted({ file }) {
      converted.push(file.name);
      stopping.abort();
    },
    onFailed,
  });
  expect(converted).toEqual(['one.gif']);
  expect(onFailed).not.toHaveBeenCalled();
});
