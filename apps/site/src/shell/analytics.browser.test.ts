import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { loadAnalytics } from './analytics.ts';

const source = 'data:text/javascript,void%200';
const added = () => document.head.querySelector(`script[src="${source}"]`);

/** Replaces idle callbacks with tasks, because a browser that draws nothing may not call them for a long time. */
beforeEach(() => void vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work)));

afterEach(() => {
  vi.unstubAllGlobals();
  added()?.remove();
  for (const name of ['doNotTrack', 'globalPrivacyControl']) Reflect.deleteProperty(navigator, name);
});

/** Sets a property of `navigator`, like a browser with that setting. */
function say(name: 'doNotTrack' | 'globalPrivacyControl', value: unknown): void {
  Object.defineProperty(navigator, name, { value, configurable: true });
}

/** Waits until idle callbacks requested before have run. */
const idle = () => new Promise<void>((resolve) => requestIdleCallback(() => resolve()));

test('loadAnalytics adds the configured script when the browser is idle', async () => {
  loadAnalytics(source);
  expect(added()).toBeNull();
  await vi.waitUntil(() => added() !== null);
});

test('loadAnalytics adds no script when none is configured', async () => {
  const before = document.scripts.length;
  loadAnalytics(undefined);
  await idle();
  expect(document.scripts).toHaveLength(before);
});

test.each([
  ['doNotTrack', '1'],
  ['globalPrivacyControl', true],
] as const)('loadAnalytics adds no script when navigator.%s declines tracking', async (name, value) => {
  say(name, value);
  loadAnalytics(source);
  await idle();
  expect(added()).toBeNull();
});
