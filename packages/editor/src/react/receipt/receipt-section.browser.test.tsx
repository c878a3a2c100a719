import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { createReceiptKey } from '@isola/imaging/receipt';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { createImageDocument } from '../../document/image-document.ts';
import { createEditor } from '../../editor.ts';
import { createReceiptKeyStore } from '../../persistence/receipt-key.ts';
import { draw, exampleSegmentation } from '../../testing/example-project.ts';
import { ReceiptSection } from './receipt-section.tsx';

const keys = createReceiptKeyStore();

afterEach(async () => {
  vi.restoreAllMocks();
  await keys.remove();
});

/** Shows the section of an image on a device that has a key. */
async function show() {
  await keys.getOrCreate(createReceiptKey);
  const file = await draw('image/jpeg', '#c83214');
  const document = createImageDocument({ file, name: 'cat.jpg', url: '' });
  const editor = createEditor({ document, segmentation: await exampleSegmentation() });
  const i18n = await createI18n('en', ['editor', 'tool', 'common', 'receipt'], importWords);
  return () =>
    render(
      <I18nextProvider i18n={i18n}>
        <ReceiptSection editor={editor} ready={undefined} />
      </I18nextProvider>,
    );
}

const closeStorage = (error: Error) =>
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw error;
  });

test(
  'a key that cannot be deleted stays, and the section says so until it is deleted',
  { tags: ['long'] },
  async () => {
    const renderSection = await show();
    await renderSection();
    await page.getByText('Receipt', { exact: true }).click();
    await expect.element(page.getByRole('button', { name: 'Delete key' })).toBeVisible();
    const closed = closeStorage(new DOMException('closed', 'SecurityError'));
    await page.getByRole('button', { name: 'Delete key' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('The key could not be deleted. Try again.');
    closed.mockRestore();
    await page.getByRole('button', { name: 'Delete key' }).click();
    await expect.element(page.getByText(/^The key is deleted\./)).toBeVisible();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    expect(await keys.get()).toBeUndefined();
  },
);

test('a key that cannot be read is not shown, and nothing is left unhandled', async () => {
  const renderSection = await show();
  const unhandled = vi.fn((event: Event) => event.preventDefault());
  addEventListener('unhandledrejection', unhandled);
  onTestFinished(() => removeEventListener('unhandledrejection', unhandled));
  // The code that reads the storage may fail to load as well.
  const opened = closeStorage(new TypeError('the code did not load'));
  await renderSection();
  await vi.waitFor(() => expect(opened).toHaveBeenCalled());
  // By then the browser has reported every rejection of the tasks before.
  await new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', resolve, { once: true });
    port1.start();
    port2.postMessage('');
  });
  await expect.element(page.getByRole('button', { name: 'Delete key' })).not.toBeInTheDocument();
  expect(unhandled).not.toHaveBeenCalled();
});
