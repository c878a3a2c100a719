import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';

import { filesForBatch } from '#tool/files-for-batch.ts';

import type { SiteRouter } from '../router.tsx';
import { receiveFromSystem } from './receive-from-system.ts';

/** Address of the page in which the tests run. */
const { href } = location;
type Handle = Pick<FileSystemFileHandle, 'name' | 'getFile'>;

/** Passes files on to the site, as Chromium does with those that are opened with the installed app. */
let launch: (...files: readonly Handle[]) => void;

beforeEach(() => {
  vi.stubGlobal('launchQueue', {
    setConsumer: (consume: (launched: { readonly files: readonly object[] }) => void) => {
      launch = (...files) => consume({ files });
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

const found = (name: string): Handle => ({ name, getFile: async () => new File(['image'], name) });
const moved = (name: string): Handle => ({
  name,
  getFile: () => Promise.reject(new DOMException('moved', 'NotFoundError')),
});

test(
  'the visitor is told which file opened with the installed app can no longer be read',
  { tags: ['long'] },
  async () => {
    const { i18n, navigate, router } = await createRouter();
    await receiveFromSystem(router);
    launch(moved('beach.jpg'));
    const message = page.getByRole('listitem').filter({ hasText: i18n.t('messages:upload.failed.title') });
    await expect.element(message.filter({ hasText: 'beach.jpg' })).toBeVisible();
    expect(navigate).not.toHaveBeenCalled();
  },
);

test(
  'several files that are opened together go to the batch tool in their order, without those that are gone',
  { tags: ['long'] },
  async () => {
    const { navigate, router } = await createRouter();
    await receiveFromSystem(router);
    launch(found('first.jpg'), moved('gone.jpg'), found('second.jpg'));
    await vi.waitFor(() => expect(navigate).toHaveBeenCalledOnce());
    expect(navigate).toHaveBeenCalledWith(expect.objectContaining({ href: '/batch' }));
    expect(filesForBatch.take().map(({ name }) => name)).toEqual(['first.jpg', 'second.jpg']);
    expect(filesForBatch.take()).toEqual([]);
    await expect.element(page.getByRole('listitem').filter({ hasText: 'gone.jpg' })).toBeVisible();
  },
);

test(
  'of several projects the first is opened in the tool for single images, and the others are named',
  { tags: ['long'] },
  async () => {
    const { navigate, router } = await createRouter();
    await receiveFromSystem(router);
    launch(found('first.isola'), found('second.isola'), found('photo.jpg'));
    await expect.element(page.getByRole('listitem').filter({ hasText: 'second.isola' })).toBeVisible();
    await expect.element(page.getByRole('listitem').filter({ hasText: 'photo.jpg' })).toBeVisible();
    expect(navigate).toHaveBeenCalledWith(expect.objectContaining({ href: '/single' }));
    expect(filesForBatch.take()).toEqual([]);
  },
);

test('without the texts of its message, a missing shared image causes no error', async () => {
  const { i18n, navigate, router } = await createRouter();
  vi.spyOn(i18n, 'loadNamespaces').mockRejectedValue(new TypeError('offline'));
  history.replaceState(null, '', '?shared');
  await expect(receiveFromSystem(router)).resolves.toBeUndefined();
  expect(navigate).toHaveBeenCalledOnce();
});
