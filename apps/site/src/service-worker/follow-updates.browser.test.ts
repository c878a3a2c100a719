import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { afterEach, expect, test } from 'vitest';

import { followUpdates } from './follow-updates.ts';
import type { NeedQuestion } from './updates.ts';

afterEach(() => document.body.replaceChildren());

/** Registration of a service worker whose newer versions the test makes. */
class FakeRegistration extends EventTarget {
  waiting: ServiceWorker | null = null;
  installing: ServiceWorker | null = null;
}

test('a page answers its service worker with the scripts of its document', async () => {
  const texts = await createI18n('en', ['common', 'messages'], importWords);
  followUpdates(new FakeRegistration() as unknown as ServiceWorkerRegistration, texts);
  // A script that is parsed as a fragment is not requested.
  document.body.innerHTML = '<script type="module" src="/assets/first-12345678.js"></script>';
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data));
    port1.start();
  });
  const data = { needs: 'scripts' } satisfies NeedQuestion;
  navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data, ports: [port2] }));
  expect(await answer).toContain('/assets/first-12345678.js');
});
