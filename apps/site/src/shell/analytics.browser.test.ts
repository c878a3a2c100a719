import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { loadAnalytics } from './analytics.ts';

const source = 'data:text/javascript,void%200';
const added = () => document.head.querySelector(`script[src="${source}"]`);

/** A browser that draws nothing for a while may give no idle moment: these come in the next task. */
beforeEach(() => void vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work)));

afterEach(() => {
  vi.unstubAllGlobals();
  added()?.remove();
  for (const name of ['doNotTrack', 'globalPrivacyControl']) Reflect.deleteProperty(navigator, name);
});

/** Sets the property as the browser would. */
function say(name: 'doNotTrack' | 'globalPrivacyControl', value: unknown): void {
  Object.defineProperty(navigator, name, { value, configurable: true });
}

/** The script waits for an idle callback; one that was requested later runs later. */
const idle = () => new Promise<void>((resolve) => requestIdleCallback(() => resolve()));

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
] as const)('a browser with %s loads no script', async (name, value) => {
  say(name, value);
  loadAnalytics(source);
  await idle();
  expect(added()).toBeNull();
});
