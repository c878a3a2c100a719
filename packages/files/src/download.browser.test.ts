import { afterEach, expect, test, vi } from 'vitest';

import { saveCsv } from './csv.ts';
import { download } from './download.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Calls `save` without starting a download. @returns the link that it clicked. */
function linkOf(save: () => void): HTMLAnchorElement {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  save();
  return click.mock.contexts[0] as HTMLAnchorElement;
}

test('the URL of a download stays valid for a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const link = linkOf(() => download(new Blob(['codes']), 'codes.txt'));
  expect(link.download).toBe('codes.txt');
  vi.advanceTimersByTime(59_000);
  expect(await (await fetch(link.href)).text()).toBe('codes');
  vi.advanceTimersByTime(1_000);
  await expect(fetch(link.href)).rejects.toThrow();
});

test('rows are downloaded as CSV in UTF-8 with a byte order mark', async () => {
  const link = linkOf(() => saveCsv([['name'], ['白虎']], 'results.csv'));
  const file = await (await fetch(link.href)).blob();
  expect([link.download, file.type]).toEqual(['results.csv', 'text/csv;charset=utf-8']);
  expect(new Uint8Array(await file.arrayBuffer()).slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
  expect(await file.text()).toBe('name\r\n白虎\r\n');
});
