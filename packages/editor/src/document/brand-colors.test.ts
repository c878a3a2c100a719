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

test('restores the last twelve colours on the next visit, newest first and without repeats', async () => {
  const first = await visit();
  const all = Array.from({ length: 13 }, (_, index) => `#0000${(index + 16).toString(16)}`);
  for (const color of [...all, '#00001a']) first.rememberBrandColor(color);
  vi.resetModules();
  const again = ['1a', '1c', '1b', '19', '18', '17', '16', '15', '14', '13', '12', '11'].map((blue) => `#0000${blue}`);
  expect((await visit()).brandColors.getState()).toEqual(again);
});

test('a removed colour stays removed on the next visit', async () => {
  const first = await visit();
  for (const color of ['#111111', '#222222', '#333333']) first.rememberBrandColor(color);
  let told = 0;
  first.brandColors.subscribe(() => (told += 1));
  first.forgetBrandColor('#222222');
  expect(told).toBe(1);
  vi.resetModules();
  expect((await visit()).brandColors.getState()).toEqual(['#333333', '#111111']);
});

test.each(['{', '["red"]', '{"a":1}', '[1]'])(
  'ignores a stored value that this code did not write: %s',
  async (text) => {
    kept.set('brand-colors', text);
    expect((await visit()).brandColors.getState()).toEqual([]);
  },
);

test('remembers colours until the page is left when storage is closed', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('closed');
    },
    setItem: () => {
      throw new Error('closed');
    },
  });
  const { brandColors, rememberBrandColor } = await visit();
  rememberBrandColor('#abcdef');
  expect(brandColors.getState()).toEqual(['#abcdef']);
});
