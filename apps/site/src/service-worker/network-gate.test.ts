import { expect, test, vi } from 'vitest';

import { createNetworkGate, type NetworkGateScope } from './network-gate.ts';

/** Cache names survive a restart of the service worker. */
function storage(): NetworkGateScope['caches'] {
  const names = new Set<string>();
  return {
    has: (name) => Promise.resolve(names.has(name)),
    open: (name) => Promise.resolve(names.add(name) as unknown as Cache),
    delete: (name) => Promise.resolve(names.delete(name)),
  };
}

interface Pages {
  readonly covered: number;
  readonly all: number;
}

function gate({ covered, all }: Pages = { covered: 1, all: 1 }, caches = storage()) {
  const fetch = vi.fn(() => Promise.resolve(new Response('from the network')));
  const tell = vi.fn();
  const clients: NetworkGateScope['clients'] = {
    claim: () => Promise.resolve(),
    matchAll: ({ includeUncontrolled }) => Promise.resolve(Array.from({ length: includeUncontrolled ? all : covered })),
  };
  return { ...createNetworkGate({ clients, caches, fetch, tell }), fetched: fetch, tell, caches };
}

const url = 'https://isola.example/models/manifest.json';

test('the gate refuses requests in airplane mode and passes them before and after it', async () => {
  const { fetch, fetched, obey, tell } = gate();
  expect(await (await fetch(url)).text()).toBe('from the network');
  expect(await obey({ airplane: 'on' })).toBe('on');
  expect(tell).toHaveBeenLastCalledWith({ isOn: true });
  await expect(fetch(url)).rejects.toThrow(TypeError);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(await obey({ airplane: 'off' })).toBe('off');
  expect(tell).toHaveBeenLastCalledWith({ isOn: false });
  await fetch(url);
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('a restarted service worker is in airplane mode from its first request', async () => {
  const before = gate();
  await before.obey({ airplane: 'on' });
  const { fetch, fetched, isOpen } = gate(undefined, before.caches);
  // Nothing may be left to the browser before the mode is known.
  expect(isOpen()).toBe(false);
  await expect(fetch(url)).rejects.toThrow(TypeError);
  expect(isOpen()).toBe(false);
  expect(fetched).not.toHaveBeenCalled();
});

test('airplane mode stays off while the browser lets a page or a worker past the service worker', async () => {
  const { fetch, obey, isClosed, caches } = gate({ covered: 2, all: 3 });
  expect(await obey({ airplane: 'on' })).toBe('uncovered');
  expect(await isClosed()).toBe(false);
  await fetch(url);
  expect(await gate(undefined, caches).isClosed()).toBe(false);
});

test('airplane mode outlives a reload and ends with the last page', async () => {
  const first = gate();
  await first.obey({ airplane: 'on' });
  await first.endWithoutPages();
  expect(await first.isClosed()).toBe(true);
  const later = gate({ covered: 0, all: 0 }, first.caches);
  await later.endWithoutPages();
  expect(await later.isClosed()).toBe(false);
  expect(later.tell).toHaveBeenLastCalledWith({ isOn: false });
});

test('storage that cannot be read does not stop the site', async () => {
  const caches = { ...storage(), has: () => Promise.reject(new Error('blocked')) };
  const { fetch, fetched } = gate(undefined, caches);
  await fetch(url);
  expect(fetched).toHaveBeenCalledTimes(1);
});
