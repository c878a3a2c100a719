import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { PDFDocument } from 'pdf-lib';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import type { Batch } from '../../batch.ts';
import { BatchProvider } from '../batch-context.tsx';
import { createFakeBatch, fakeItems } from '../testing/create-fake-batch.ts';
import { ContactSheetDialog } from './contact-sheet-dialog.tsx';

let saved: { readonly name: string; readonly file: Blob }[];

beforeEach(() => {
  saved = [];
  localStorage.clear();
  const files = new Map<string, Blob>();
  const createUrl = URL.createObjectURL.bind(URL);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    const url = createUrl(file);
    if (file instanceof Blob) files.set(url, file);
    return url;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, file: files.get(this.href) ?? new Blob() });
  });
});

afterEach(() => vi.restoreAllMocks());

interface ShowOptions {
  readonly count: number;
  readonly processed?: number;
  /** MIME type of the results. */
  readonly type?: string;
  readonly result?: Batch['result'];
}

async function picture(): Promise<File> {
  const canvas = new OffscreenCanvas(40, 30);
  canvas.getContext('2d')?.fillRect(10, 10, 20, 10);
  return new File([await canvas.convertToBlob()], 'result.png', { type: 'image/png' });
}

async function show({ count, processed = count, type = 'image/png', result = picture }: ShowOptions) {
  const items = fakeItems({ count, processed }).map((item) =>
    'result' in item ? { ...item, result: { ...item.result, type } } : item,
  );
  let holdCount = 0;
  const batch: Batch = {
    ...createFakeBatch({ items }),
    result,
    thumbnail: picture,
    holdResults() {
      holdCount += 1;
      return () => (holdCount -= 1);
    },
  };
  const onClose = vi.fn();
  const i18n = await createI18n('en', ['batch', 'tool', 'common'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <BatchProvider batch={batch}>
        <ContactSheetDialog onClose={onClose} />
      </BatchProvider>
    </I18nextProvider>,
  );
  await expect.element(page.getByRole('dialog', { name: 'Contact sheet' })).toBeVisible();
  return { holdCount: () => holdCount, onClose };
}

const save = () => page.getByRole('button', { name: 'Save sheet' });
const facts = () => document.querySelector('[data-slot=sheet-facts]');

test('the finished images are saved as a PDF of the chosen paper and grid', { tags: ['long'] }, async () => {
  const { holdCount } = await show({ count: 9, processed: 7 });
  await expect.element(page.getByText('2 images are not finished yet and won’t be on it.')).toBeVisible();
  await page.getByRole('radio', { name: 'US Letter' }).click();
  page.getByRole('slider', { name: 'Columns' }).element().focus();
  // Two columns and five rows.
  await userEvent.keyboard('{Home}{ArrowRight}');
  page.getByRole('slider', { name: 'Rows' }).element().focus();
  await userEvent.keyboard('{Home}{ArrowRight}');
  await expect.poll(() => facts()?.textContent).toBe('7 images · 2 pages');
  await save().click();
  await expect.element(page.getByText('Saved as isola-contact-sheet.pdf')).toBeVisible();
  const [{ name, file } = { name: '', file: new Blob() }] = saved;
  expect(name).toBe('isola-contact-sheet.pdf');
  const pdf = await PDFDocument.load(await file.arrayBuffer());
  expect(pdf.getPages().map((each) => Math.round(each.getWidth()))).toEqual([612, 612]);
  expect(holdCount()).toBe(0);
});

test('a picture has all images, and its settings are remembered', { tags: ['long'] }, async () => {
  await show({ count: 3 });
  await page.getByRole('radio', { name: 'PNG' }).click();
  await expect.element(page.getByRole('slider', { name: 'Rows' })).not.toBeInTheDocument();
  await page.getByRole('switch', { name: 'Names below the images' }).click();
  // Three images of 480 px, two gaps of 40 px, and margins of 60 px.
  await expect.poll(() => facts()?.textContent).toBe('3 images · 1,640 × 600');
  await save().click();
  await expect.element(page.getByText('Saved as isola-contact-sheet.png')).toBeVisible();
  const bitmap = await createImageBitmap(saved[0]?.file ?? new Blob());
  expect([bitmap.width, bitmap.height]).toEqual([1640, 600]);
  expect(JSON.parse(localStorage.getItem('contact-sheet') ?? '')).toMatchObject({ kind: 'png', hasNames: false });
});

test('a sheet can be cancelled while it is drawn; nothing is saved then', { tags: ['long'] }, async () => {
  const reading = Promise.withResolvers<File>();
  const { holdCount } = await show({ count: 2, result: () => reading.promise });
  await save().click();
  await expect.element(page.getByText('drawing 0 of 2')).toBeVisible();
  expect(holdCount()).toBe(1);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByText('drawing 0 of 2')).not.toBeInTheDocument();
  await expect.element(save()).toBeEnabled();
  reading.resolve(await picture());
  await expect.poll(holdCount).toBe(0);
  expect(saved).toEqual([]);
});

test('an image that cannot be read is a message, and the next try succeeds', { tags: ['long'] }, async () => {
  vi.spyOn(globalThis, 'reportError').mockReturnValue();
  const result = vi.fn(picture).mockRejectedValueOnce(new DOMException('', 'NotFoundError'));
  const { holdCount } = await show({ count: 2, result });
  await save().click();
  await expect.element(page.getByText(/^The sheet couldn’t be made/)).toHaveRole('alert');
  expect(holdCount()).toBe(0);
  await save().click();
  await expect.element(page.getByText('Saved as isola-contact-sheet.pdf')).toBeVisible();
});

test(
  'a format that browsers cannot draw is shown by its thumbnails, and the dialog says so',
  { tags: ['long'] },
  async () => {
    const result = vi.fn(picture);
    await show({ count: 1, type: 'application/pdf', result });
    await expect.element(page.getByText(/shows small previews/)).toBeVisible();
    await save().click();
    await expect.element(page.getByText('Saved as isola-contact-sheet.pdf')).toBeVisible();
    expect(result).not.toHaveBeenCalled();
  },
);

test('without a finished image there is nothing to save', async () => {
  await show({ count: 2, processed: 0 });
  await expect.element(page.getByText('No image is finished yet.')).toBeVisible();
  await expect.element(save()).toBeDisabled();
});
