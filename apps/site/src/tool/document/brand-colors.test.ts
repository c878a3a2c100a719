import { beforeEach, expect, test, vi } from 'vitest';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.resetModules();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

const visit = () => import('./brand-colors.ts');

test('the last four are there on the next visit, newest first and each once', async () => {
  const first = await visit();
  for (const color of ['#111111', '#222222', '#333333', '#222222', '#444444', '#555555']) {
    first.rememberBrandColor(color);
  }
  vi.resetModules();
  expect((await visit()).getBrandColors()).toEqual(['#555555', '#444444', '#222222', '#333333']);
});

test.each(['{', '["red"]', '{"a":1}', '[1]'])('what another hand has written is not read: %s', async (text) => {
  kept.set('brand-colors', text);
  expect((await visit()).getBrandColors()).toEqual([]);
});

test('a browser that keeps nothing still remembers until the page is left', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('closed');
    },
    setItem: () => {
      throw new Error('closed');
    },
  });
  const { getBrandColors, rememberBrandColor } = await visit();
  rememberBrandColor('#abcdef');
  expect(getBrandColors()).toEqual(['#abcdef']);
});
