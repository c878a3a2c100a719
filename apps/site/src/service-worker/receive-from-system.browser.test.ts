import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';

import type { SiteRouter } from '../router.tsx';
import { receiveFromSystem } from './receive-from-system.ts';

/** Address of the page in which the tests run. */
const { href } = location;
/** Passes a file on to the site, as Chromium does with one that is opened with the installed app. */
let launch: (handle: Pick<FileSystemFileHandle, 'getFile'>) => void;

beforeEach(() => {
  vi.stubGlobal('launchQueue', {
    setConsumer: (consume: (launched: { readonly files: readonly object[] }) => void) => {
      launch = (handle) => consume({ files: [handle] });
    },
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, '', href);
});

async function createRouter() {
  const i18n = await createI18n('en', ['common', 'messages'], importWords);
  const navigate = vi.fn(async () => undefined);
  return { i18n, navigate, router: { options: { context: { i18n } }, navigate } as unknown as SiteRouter };
}

test('the visitor is told that a file opened with the installed app can no longer be read', async () => {
  const { i18n, navigate, router } = await createRouter();
  await receiveFromSystem(router);
  launch({ getFile: () => Promise.reject(new DOMException('moved', 'NotFoundError')) });
  await expect
    .element(page.getByRole('listitem').filter({ hasText: i18n.t('messages:upload.failed.title') }))
    .toBeVisible();
  expect(navigate).not.toHaveBeenCalled();
});

test('without the texts of its message, a missing shared image causes no error', async () => {
  const { i18n, navigate, router } = await createRouter();
  vi.spyOn(i18n, 'loadNamespaces').mockRejectedValue(new TypeError('offline'));
  history.replaceState(null, '', '?shared');
  await expect(receiveFromSystem(router)).resolves.toBeUndefined();
  expect(navigate).toHaveBeenCalledOnce();
});
