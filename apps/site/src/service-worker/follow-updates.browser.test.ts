import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { followUpdates } from './follow-updates.ts';
import type { NeedQuestion } from './updates.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Registration of a service worker whose newer versions the test makes. */
class FakeRegistration extends EventTarget {
  waiting: ServiceWorker | null = null;
  installing: ServiceWorker | null = null;
  readonly update = vi.fn<() => Promise<void>>(async () => undefined);
}

const createTexts = () => createI18n('en', ['common', 'messages'], importWords);

async function follow(
  registration: FakeRegistration,
  texts?: Awaited<ReturnType<typeof createTexts>>,
  keep: () => Promise<void> = async () => undefined,
): Promise<void> {
  followUpdates(registration as unknown as ServiceWorkerRegistration, texts ?? (await createTexts()), keep);
}

/** Shows the page again, as a person does who comes back to its tab. */
const showAgain = () => document.dispatchEvent(new Event('visibilitychange'));

test('a page answers its service worker with the scripts of its document', async () => {
  await follow(new FakeRegistration());
  const place = document.body.appendChild(document.createElement('div'));
  // A script that is parsed as a fragment is not requested.
  place.innerHTML = '<script type="module" src="/assets/first-12345678.js"></script>';
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data));
    port1.start();
  });
  const data = { needs: 'scripts' } satisfies NeedQuestion;
  navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data, ports: [port2] }));
  expect(await answer).toContain('/assets/first-12345678.js');
  place.remove();
});

test(
  'a message about a new version whose texts fail to load is shown when the page is shown again, and then once',
  { tags: ['long'] },
  async () => {
    const texts = await createTexts();
    const load = vi.spyOn(texts, 'loadNamespaces').mockRejectedValueOnce(new TypeError('offline'));
    const registration = new FakeRegistration();
    // The worker answers that it is of another build than the page.
    const postMessage = vi.fn((_: unknown, [port]: [MessagePort]) => port.postMessage(false));
    registration.waiting = Object.assign(new EventTarget(), {
      state: 'installed',
      postMessage,
    }) as unknown as ServiceWorker;
    await follow(registration, texts);
    await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
    const message = page.getByRole('listitem').filter({ hasText: texts.t('messages:update.title') });
    await expect.element(message).not.toBeInTheDocument();

    showAgain();
    await expect.element(message).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: texts.t('common:dismiss') }));
    await expect.element(message).not.toBeInTheDocument();
    postMessage.mockClear();
    showAgain();
    expect(postMessage).not.toHaveBeenCalled();
  },
);

test.each([
  ['waits', false],
  ['is being installed', true],
])('a worker of the page’s own version that %s takes over, and the page is cached again', async (_, isInstalling) => {
  const registration = new FakeRegistration();
  const worker = Object.assign(new EventTarget(), {
    state: 'installed',
    postMessage(message: object, ports?: [MessagePort]) {
      if (ports) return ports[0].postMessage(true);
      expect(message).toEqual({ takeOver: true });
      worker.state = 'activated';
      worker.dispatchEvent(new Event('statechange'));
    },
  });
  registration[isInstalling ? 'installing' : 'waiting'] = worker as unknown as ServiceWorker;
  const keep = vi.fn(async () => expect(worker.state).toBe('activated'));
  await follow(registration, undefined, keep);
  if (isInstalling) {
    Object.assign(registration, { installing: null, waiting: worker });
    worker.dispatchEvent(new Event('statechange'));
  }
  await vi.waitFor(() => expect(keep).toHaveBeenCalledOnce());
});

test('nothing is cached again while the browser keeps the earlier worker', async () => {
  const texts = await createTexts();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const registration = new FakeRegistration();
  const ordered = Promise.withResolvers<void>();
  registration.waiting = Object.assign(new EventTarget(), {
    state: 'installed',
    postMessage(_: object, ports?: [MessagePort]) {
      if (ports) ports[0].postMessage(true);
      else ordered.resolve();
    },
  }) as unknown as ServiceWorker;
  const keep = vi.fn(async () => undefined);
  await follow(registration, texts, keep);
  await ordered.promise;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(keep).not.toHaveBeenCalled();
});

const hourMs = 3_600_000;

test.each([
  ['was set back by a day', -24 * hourMs],
  ['is a few milliseconds behind the timer', -5],
])('a new version is searched for after an hour when the clock %s', async (_, changeMs) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const registration = new FakeRegistration();
  await follow(registration);
  vi.setSystemTime(Date.now() + changeMs);
  vi.advanceTimersByTime(hourMs);
  await vi.waitFor(() => expect(registration.update).toHaveBeenCalledOnce());
});

test('a new version is searched for when the device wakes up after a night, and not earlier than after an hour', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const registration = new FakeRegistration();
  await follow(registration);
  vi.setSystemTime(Date.now() + hourMs / 2);
  showAgain();
  vi.setSystemTime(Date.now() + 8 * hourMs);
  showAgain();
  await vi.waitFor(() => expect(registration.update).toHaveBeenCalledOnce());
});
