import { afterEach, expect, test, vi } from 'vitest';

import { loadAnalytics } from './analytics.ts';

const source = 'data:text/javascript,void%200';
const added = () => document.head.querySelector(`script[src="${source}"]`);

afterEach(() => {
  added()?.remove();
  for (const name of ['doNotTrack', 'globalPrivacyControl']) Reflect.deleteProperty(navigator, name);
});

/** As the browser would say it. */
function say(name: 'doNotTrack' | 'globalPrivacyControl', value: unknown): void {
  Object.defineProperty(navigator, name, { value, configurable: true });
}

/** The work waits for an idle moment: one that was asked for later comes later. */
const idle = () => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 3_000 }));

test('a configured script comes when the browser is idle', async () => {
  loadAnalytics(source);
  expect(added()).toBeNull();
  await vi.waitUntil(() => added() !== null, { timeout: 5_000 });
});

test('without one nothing is loaded', async () => {
  const before = document.scripts.length;
  loadAnalytics(undefined);
  await idle();
  expect(document.scripts).toHaveLength(before);
});

test.each([
  ['doNotTrack', '1'],
  ['globalPrivacyControl', true],
] as const)('whoever says %s is not counted', async (name, value) => {
  say(name, value);
  loadAnalytics(source);
  await idle();
  expect(added()).toBeNull();
});
