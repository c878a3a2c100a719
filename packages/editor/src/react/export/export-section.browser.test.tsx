import { createI18n, type LoadWords } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';

import '../../testing/styles.css';
import { createEditor } from '../../editor.ts';
import { createImageDocument, type ImageDocument } from '../../document/image-document.ts';
import type { SourceImage } from '../../model/source-image.ts';
import { lastExport } from '../../export/last-export.ts';
import { ExportSection } from './export-section.tsx';
import { type ImageSegmentation, writtenPng } from '../../image/image-segmentation.ts';

const [widthPx, heightPx] = [600, 400];

/** Noise, which does not pack, on the right of nothing. */
async function cutout(): Promise<ImageSegmentation> {
  const image = new ImageData(widthPx, heightPx);
  const data = new Uint8ClampedArray(widthPx * heightPx);
  for (let at = 0; at < data.length; at += 1) {
    if (at % widthPx < 200) continue;
    data[at] = 255;
    image.data.set([(at * 7919) % 251, (at * 104_729) % 241, (at * 31) % 239, 255], at * 4);
  }
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  const png = writtenPng(await canvas.convertToBlob());
  const matte = { data, widthPx, heightPx };
  const run = { workingWidthPx: 60, workingHeightPx: 40 };
  return { widthPx, heightPx, png, pixels: undefined, matte, run } as Partial<ImageSegmentation> as ImageSegmentation;
}

/** A JPEG whose notes are its camera's name, where it stood and whose it is. */
async function photoWithNotes(): Promise<Blob> {
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  canvas.getContext('2d')?.fillRect(0, 0, widthPx, heightPx);
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg' });
  const text = (value: string) => [...new TextEncoder().encode(`${value}\0`)];
  const [model, artist] = [text('Leica Q3'), text('Secret Person')];
  const behind = 8 + 2 + 2 * 12 + 4;
  const entry = (tag: number, length: number, at: number) => [tag >> 8, tag & 255, 0, 2, 0, 0, 0, length, 0, 0, 0, at];
  const tiff = [
    [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 2],
    entry(0x0110, model.length, behind),
    entry(0x013b, artist.length, behind + model.length),
    [0, 0, 0, 0],
    model,
    artist,
  ].flat();
  const segment = [0xff, 0xe1, 0, tiff.length + 8, 0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff];
  return new Blob([jpeg.slice(0, 2), Uint8Array.from(segment), jpeg.slice(2)], { type: 'image/jpeg' });
}

async function draw(original?: Blob, importer: LoadWords = importWords): Promise<ImageDocument> {
  const result = await cutout();
  const file = original ?? (await photoWithNotes());
  const photo: SourceImage = { file, name: 'my/cat.jpg', url: URL.createObjectURL(file) };
  const document = createImageDocument(photo);
  const i18n = await createI18n('en', ['editor', 'tool', 'errors', 'common'], importer);
  await render(
    <I18nextProvider i18n={i18n}>
      <div className="w-[320px] p-5">
        <ExportSection editor={createEditor({ document, segmentation: result })} />
      </div>
    </I18nextProvider>,
  );
  return document;
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const slot = (name: string) => document.querySelector(`[data-slot=${name}]`);
const choiceOf = ({ history }: ImageDocument) => history.getState().state.export;
const more = () => page.getByText('More settings');
const isReady = () => vi.waitFor(() => expect(slot('file-size')?.getAttribute('aria-busy')).toBe('false'));

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('buttons below the receipt stay at their place when its words arrive late', { tags: ['long'] }, async () => {
  const arrived = Promise.withResolvers<undefined>();
  await draw(undefined, async (locale, namespace) => {
    if (namespace === 'receipt') await arrived.promise;
    return importWords(locale, namespace);
  });
  await isReady();
  const bottom = () => page.getByRole('region', { name: 'Export' }).element().getBoundingClientRect().bottom;
  const before = bottom();
  const receipt = page.getByText('Receipt', { exact: true });
  expect(receipt.query()).toBeNull();
  arrived.resolve(undefined);
  await expect.element(receipt).toBeVisible();
  expect(bottom()).toBe(before);
});

test('the file’s size and pixels are shown, and follow format and quality', { tags: ['long'] }, async () => {
  const photo = await draw();
  await isReady();
  expect(slot('pixel-size')?.textContent).toBe('600 × 400');
  await page.getByRole('radio', { name: 'JPEG' }).click();
  await expect.element(page.getByText(/the background becomes white/)).toBeVisible();
  await isReady();
  const fine = slot('file-size')?.textContent;
  page.getByRole('slider', { name: 'Quality' }).element().focus();
  await userEvent.keyboard('{Home}');
  expect(choiceOf(photo).quality).toBe(1);
  await isReady();
  expect(slot('file-size')?.textContent).not.toBe(fine);
});

test('formats with a special purpose are folded away, and open where one is chosen', { tags: ['long'] }, async () => {
  const photo = await draw();
  const avif = page.getByRole('radio', { name: 'AVIF' });
  await expect.element(avif).not.toBeInTheDocument();
  await page.getByText('More formats').click();
  await avif.click();
  await expect.element(page.getByText(/Smaller than WebP/)).toBeVisible();
  expect(choiceOf(photo).format).toBe('avif');
  await expect.element(page.getByRole('radio', { name: 'PNG', exact: true })).not.toBeChecked();
  await expect.element(page.getByRole('slider', { name: 'Quality' })).toBeVisible();
  await page.getByText('More formats').click();
  // Collapsed, the heading names the chosen format.
  await expect.element(avif).not.toBeInTheDocument();
  await expect.element(page.getByText('AVIF', { exact: true }).first()).toBeVisible();
  await page.getByRole('radio', { name: 'PNG', exact: true }).click();
  expect(choiceOf(photo).format).toBe('png');
});

test('a page for a print shop has a bleed and crop marks, and shows its size', { tags: ['long'] }, async () => {
  const photo = await draw();
  await page.getByText('More formats').click();
  await page.getByRole('radio', { name: 'PDF' }).click();
  // 600 ÷ 300 × 2.54 and 400 ÷ 300 × 2.54.
  await vi.waitFor(() => expect(slot('page-size')?.textContent).toBe('5.1 × 3.4 cm · 300 dpi'));
  const bleed = page.getByRole('textbox', { name: 'Bleed' });
  await expect.element(bleed).toHaveValue('3');
  await bleed.fill('5');
  await userEvent.keyboard('{Enter}');
  await page.getByRole('switch', { name: 'Crop marks' }).click();
  expect(choiceOf(photo)).toMatchObject({ format: 'pdf', bleedMm: 5, hasCropMarks: false });
  await isReady();
  // 5 mm at 300 dpi are 59 px on each side.
  expect(slot('pixel-size')?.textContent).toBe('718 × 518');
});

test('what few need is folded away, and open where it is set', { tags: ['long'] }, async () => {
  const photo = await draw();
  await expect.element(page.getByRole('switch', { name: 'Keep camera metadata (EXIF)' })).not.toBeInTheDocument();
  const state = photo.history.getState().state;
  photo.history.commit('preset', { ...state, export: { ...state.export, dotsPerInch: 300 } });
  await expect.element(page.getByRole('switch', { name: 'Keep camera metadata (EXIF)' })).toBeVisible();
  await more().click();
  await expect.element(page.getByText('300 dpi', { exact: true })).toBeVisible();
});

test('author and copyright are written by their patterns, and begin the next image', { tags: ['long'] }, async () => {
  const photo = await draw();
  await more().click();
  await page.getByRole('textbox', { name: 'Author' }).fill('Anna Muster');
  const copyright = page.getByRole('textbox', { name: 'Copyright' });
  await copyright.fill('© {year} Anna Muster, {name}');
  await userEvent.keyboard('{Enter}');
  expect(choiceOf(photo)).toMatchObject({ author: 'Anna Muster', copyright: '© {year} Anna Muster, {name}' });
  const filled = `© ${new Date().getFullYear()} Anna Muster, my/cat`;
  expect(slot('credit-filled')?.textContent).toBe(filled);
  await isReady();
  expect(lastExport()).toMatchObject({ author: 'Anna Muster' });
  await copyright.clear();
  await userEvent.keyboard('{Enter}');
  expect(choiceOf(photo).copyright).toBeUndefined();
});

test(
  'the file is named by a pattern, whose problems are shown and which the next image keeps',
  { tags: ['long'] },
  async () => {
    await draw();
    const field = page.getByRole('textbox', { name: 'File name' });
    await expect.element(field).toHaveValue('{name}-cutout');
    expect(slot('name-preview')?.textContent).toBe('mycat-cutout.png');
    await field.fill('{n}');
    // No alert interrupts the typing of a placeholder, and the file still has its name.
    await expect.element(page.getByText(/is not known/)).not.toBeInTheDocument();
    expect(slot('name-preview')?.textContent).toBe('mycat-cutout.png');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('{n} is not known. Use {name} or {date}.')).toBeVisible();
    await field.fill(' ');
    await expect.element(page.getByText(/is not known/)).not.toBeInTheDocument();
    await userEvent.tab();
    await expect.element(page.getByText('Write at least a letter, a digit or {name}.')).toBeVisible();
    await field.fill('shop: {name}');
    expect(slot('name-preview')?.textContent).toBe('shop mycat.png');
    expect(slot('name-left-out')?.textContent).toMatch(/left out: :$/);
    await userEvent.keyboard('{Enter}');
    await page.getByRole('radio', { name: 'JPEG' }).click();
    await isReady();
    expect(slot('name-preview')?.textContent).toBe('shop mycat.jpg');
    await picked(() => button('Save as…').click());
    await expect.element(page.getByText('Saved as shop mycat.jpg')).toBeVisible();
    await cleanup();
    await draw();
    await expect.element(field).toHaveValue('shop: {name}');
  },
);

test('the size on paper follows the resolution, whether chosen or written', { tags: ['long'] }, async () => {
  const photo = await draw();
  await more().click();
  await page.getByRole('radio', { name: '300' }).click();
  // 600 ÷ 300 × 2.54 and 400 ÷ 300 × 2.54.
  await vi.waitFor(() => expect(slot('paper-size')?.textContent).toBe('5.1 × 3.4 cm'));
  const own = page.getByRole('textbox', { name: 'Other resolution' });
  await own.fill('100');
  expect(choiceOf(photo).dotsPerInch).toBe(300);
  await userEvent.keyboard('{Enter}');
  expect(choiceOf(photo).dotsPerInch).toBe(100);
  await vi.waitFor(() => expect(slot('paper-size')?.textContent).toBe('15.2 × 10.2 cm'));
  await expect.element(page.getByRole('radio', { name: '300' })).not.toBeChecked();
  await own.fill('2401');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Enter a whole number from 1 to 2,400.')).toBeVisible();
  expect(choiceOf(photo).dotsPerInch).toBe(100);
  // No setting of the file is a step of the picture.
  expect(photo.history.getState().undoable).toBeUndefined();
  await page.getByRole('radio', { name: 'None' }).click();
  expect(choiceOf(photo).dotsPerInch).toBeUndefined();
  expect(slot('paper-size')).toBeNull();
});

test('a limit is met, and what was reduced for it is shown', { tags: ['long'] }, async () => {
  const photo = await draw();
  await page.getByRole('switch', { name: 'Limit the file size' }).click();
  expect(choiceOf(photo).maxBytes).toBe(500_000);
  // The limit is not carried over without being seen, and what is said of the next image is true.
  expect(
    page.getByText('The next image begins with these settings, but without the size limit.').query(),
  ).not.toBeNull();
  const most = page.getByRole('textbox', { name: 'At most' });
  await most.fill('50');
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(slot('limit-met')?.textContent).toMatch(/^Fits with \d+ colours/));
  await page.getByRole('radio', { name: 'JPEG' }).click();
  await vi.waitFor(() => expect(slot('limit-met')?.textContent).toMatch(/^Fits with quality \d+/));
  // The quality itself says so too, where it is set.
  const [quality] = /\d+/.exec(slot('limit-met')?.textContent ?? '') ?? [];
  expect(slot('quality-limited')?.textContent).toBe(`The file size limit lowers it to ${quality}.`);
  await expect
    .element(page.getByRole('slider', { name: 'Quality' }))
    .toHaveAttribute('aria-valuetext', `90 → ${quality}`);
  await page.getByRole('switch', { name: 'Limit the file size' }).click();
  expect(choiceOf(photo).maxBytes).toBeUndefined();
  await vi.waitFor(() => expect(slot('quality-limited')).toBeNull());
});

test(
  'what the camera noted is shown without what is private, and goes along when it is wanted',
  { tags: ['long'] },
  async () => {
    const photo = await draw();
    await more().click();
    await vi.waitFor(() => expect(slot('camera-notes')?.textContent).toBe('Leica Q3'));
    await page.getByRole('switch', { name: 'Keep camera metadata (EXIF)' }).click();
    expect(choiceOf(photo).includesMetadata).toBe(true);
    await isReady();
    const saved = await picked(() => button('Save as…').click());
    const text = await saved.text();
    expect(text).toContain('Leica Q3');
    expect(text).not.toContain('Secret');
  },
);

test('a photo without notes says so', { tags: ['long'] }, async () => {
  await draw((await cutout()).png.file);
  await more().click();
  await expect.element(page.getByText('This image has no metadata.')).toBeVisible();
});

test(
  'where a file is saved can be chosen; a closed picker shows no message, and a refusal is shown',
  { tags: ['long'] },
  async () => {
    await draw();
    await isReady();
    const saved = await picked(() => button('Save as…').click());
    expect(saved.type).toBe('image/png');
    await expect.element(page.getByText('Saved as mycat-cutout.png')).toBeVisible();
    const refuse = (name: string) => () => Promise.reject(new DOMException('', name));
    vi.stubGlobal('showSaveFilePicker', refuse('AbortError'));
    await button('Save as…').click();
    await expect.element(page.getByText(/couldn’t be written/)).not.toBeInTheDocument();
    vi.stubGlobal('showSaveFilePicker', refuse('NotAllowedError'));
    await button('Save as…').click();
    await expect.element(page.getByText(/couldn’t be written there/)).toHaveRole('alert');
  },
);

test(
  'the next file of the same format goes over the first, unasked; another format asks',
  { tags: ['long'] },
  async () => {
    const photo = await draw();
    await isReady();
    expect(button('Save').query()).toBeNull();
    await picked(() => button('Save as…').click());
    await expect.element(page.getByText('Saved as mycat-cutout.png')).toBeVisible();
    const handle = await (await navigator.storage.getDirectory()).getFileHandle('mycat-cutout.png');
    const first = await (await handle.getFile()).arrayBuffer();
    const asked = vi.fn();
    vi.stubGlobal('showSaveFilePicker', asked);
    const state = photo.history.getState().state;
    photo.history.commit('color', { ...state, background: { kind: 'color', color: '#000000' } });
    await isReady();
    await button('Save').click();
    await expect.element(page.getByText('Saved as mycat-cutout.png')).toBeVisible();
    expect(asked).not.toHaveBeenCalled();
    const bytes = async () => new Uint8Array(await (await handle.getFile()).arrayBuffer());
    await expect.poll(bytes).not.toEqual(new Uint8Array(first));
    await page.getByRole('radio', { name: 'JPEG' }).click();
    await expect.element(button('Save')).not.toBeInTheDocument();
  },
);

test('a share that the browser refuses is shown; a closed share sheet is no error', { tags: ['long'] }, async () => {
  const share = vi.fn().mockRejectedValueOnce(new DOMException('', 'AbortError'));
  Object.assign(navigator, { canShare: () => true, share });
  await draw();
  await isReady();
  await button('Share').click();
  await vi.waitFor(() => expect(share).toHaveBeenCalledTimes(1));
  await expect.element(page.getByText(/couldn’t be shared/)).not.toBeInTheDocument();
  share.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
  await button('Share').click();
  await expect.element(page.getByText(/couldn’t be shared/)).toHaveRole('alert');
});

test('the matte shows its wait, and a second press saves no second one', { tags: ['long'] }, async () => {
  await draw();
  await isReady();
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const matte = button('Download mask').element();
  if (!(matte instanceof HTMLElement)) throw new Error('no button');
  matte.click();
  await expect.element(button('Download mask')).toHaveAttribute('data-state', 'loading');
  matte.click();
  await vi.waitFor(() => expect(matte.dataset['state']).not.toBe('loading'));
  expect(saved).toHaveBeenCalledOnce();
  saved.mockRestore();
});

test('a browser without such a choice does not offer it', { tags: ['long'] }, async () => {
  vi.stubGlobal('showSaveFilePicker', undefined);
  await draw();
  await expect.element(button('Copy')).toBeVisible();
  await expect.element(button('Save as…')).not.toBeInTheDocument();
});

/** @returns what was written where the browser’s question would have led. */
async function picked(press: () => Promise<void>): Promise<File> {
  const folder = await navigator.storage.getDirectory();
  let handle: FileSystemFileHandle | undefined;
  vi.stubGlobal('showSaveFilePicker', async ({ suggestedName }: { suggestedName: string }) => {
    // A file of an earlier test would count as written.
    await folder.removeEntry(suggestedName).catch(() => undefined);
    handle = await folder.getFileHandle(suggestedName, { create: true });
    return handle;
  });
  await press();
  return vi.waitUntil(async () => {
    const file = await handle?.getFile();
    return file && file.size > 0 ? file : undefined;
  });
}
