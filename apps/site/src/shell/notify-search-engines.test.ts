import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { notifySearchEngines } from './notify-search-engines.ts';

const dayMs = 24 * 60 * 60_000;

let idle: (() => void)[] = [];
let stored: Map<string, string>;
let fetched: ReturnType<typeof vi.fn<typeof fetch>>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  idle = [];
  stored = new Map();
  fetched = vi.fn<typeof fetch>(async () => Response.json({ ok: true, notified: [], failed: [] }));
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  open('/en/single');
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const open = (path: string) => vi.stubGlobal('location', new URL(path, 'https://isola.example'));

/** Visits the open page and waits until the browser is idle. */
function visit(setting: unknown = '1') {
  notifySearchEngines(setting);
  for (const work of idle.splice(0)) work();
}

const sent = () =>
  fetched.mock.calls.map(([, options]) => (JSON.parse(options?.body as string) as { url: string }).url);

test('notifySearchEngines sends the page’s URL when the browser is idle', () => {
  notifySearchEngines('1');
  expect(fetched).not.toHaveBeenCalled();
  for (const work of idle) work();
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/functions/v1/notify-search-engines']);
  expect(sent()).toEqual(['https://isola.example/en/single']);
});

test.each(['', '0', 'true'])('notifySearchEngines does nothing with the setting %j', (setting) => {
  visit(setting);
  expect(fetched).not.toHaveBeenCalled();
});

test('notifySearchEngines does nothing without the setting', () => {
  notifySearchEngines();
  expect(idle).toEqual([]);
});

test('notifySearchEngines does not send query and fragment', () => {
  open('/en/auth?code=secret#access_token=secret');
  visit();
  expect(sent()).toEqual(['https://isola.example/en/auth']);
});

test('notifySearchEngines sends each URL once a day', () => {
  visit();
  visit();
  open('/');
  visit();
  expect(sent()).toEqual(['https://isola.example/en/single', 'https://isola.example/']);
  vi.setSystemTime(Date.now() + dayMs);
  visit();
  visit();
  expect(sent().slice(2)).toEqual(['https://isola.example/']);
  expect(JSON.stringify([...stored.values()])).not.toContain('/en/single');
});

test.each(['', 'not JSON', 'null', '[]', '{"day":5}', '"text"'])(
  'notifySearchEngines replaces the invalid stored value %j',
  (text) => {
    stored.set('notified_search_engines', text);
    visit();
    visit();
    expect(sent()).toHaveLength(1);
  },
);

test('notifySearchEngines sends nothing when storage is blocked', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('The store is closed', 'SecurityError');
    },
  });
  visit();
  expect(fetched).not.toHaveBeenCalled();
});

test('notifySearchEngines ignores a backend that does not answer', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  visit();
  await expect(fetched.mock.results[0]?.value).rejects.toThrow('Failed to fetch');
  visit();
  expect(fetched).toHaveBeenCalledOnce();
});
