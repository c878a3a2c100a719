import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';

import { SlowNote } from './slow-note.tsx';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['the page came over plain HTTP', false, false, true, 'isn’t served over HTTPS'],
  ['the server does not isolate the page', true, false, true, 'COOP and COEP headers'],
  ['the browser isolates the page without shared memory', true, true, false, 'SharedArrayBuffer'],
  ['threads are possible', true, true, true, ''],
])('the note about one thread is right when %s', async (_, isSecure, isIsolated, hasMemory, text) => {
  vi.stubGlobal('isSecureContext', isSecure);
  vi.stubGlobal('crossOriginIsolated', isIsolated);
  vi.stubGlobal('SharedArrayBuffer', hasMemory ? ArrayBuffer : undefined);
  const i18n = await createI18n('en', ['tool'], importWords);
  const { container } = await render(
    <I18nextProvider i18n={i18n}>
      <SlowNote />
    </I18nextProvider>,
  );
  expect(container.textContent).toContain(text);
  expect(container.textContent === '').toBe(text === '');
});
